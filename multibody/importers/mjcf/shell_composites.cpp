#include "tactus/multibody/importers/mjcf/shell_composites.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/mjcf/contact_softness.h"
#include "tactus/multibody/importers/mjcf/orientation.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

using Index = std::array<int, 3>;

std::string Number(const Index& index) {
  return fmt::format("{}_{}_{}", index[0], index[1], index[2]);
}

// How soft a tie of MuJoCo's is.
struct Softness {
  std::array<double, 2> solref = {0.02, 1};
  std::array<double, 5> solimp = {0.9, 0.9, 0.001, 0.5, 2};
};

constexpr Softness kSoftnessOfSum = {.solref = {0.01, 1},
                                     .solimp = {0.99, 0.99, 0.001, 0.5, 2}};

// What a tie of MuJoCo's is as a spring.
struct TieSpring {
  double stiffness{}, damping{};

  // Of what moves along it.
  static TieSpring Make(const XmlElement& element, std::string_view solref_name,
                        std::string_view solimp_name, Softness softness,
                        double mass, const Option& option) {
    if (!option.equality) return {};
    auto& [solref, solimp] = softness;
    ReadSome(element, solref_name, solref);
    ReadSome(element, solimp_name, solimp);
    const auto [rate, damping_ratio] =
        MakeReferenceSpring(solref, solimp, option, element, solref_name);
    const double dmax =
        CalcImpedance(solimp, std::numeric_limits<double>::infinity());
    const double stiffness = mass * rate * dmax * dmax / (1 - dmax);
    return {stiffness, 2 * damping_ratio * std::sqrt(stiffness * mass)};
  }

  // Beside what the element says itself.
  void AddTo(XmlElement* element) const {
    double own_stiffness = 0, own_damping = 0;
    Read(*element, "stiffness", &own_stiffness);
    Read(*element, "damping", &own_damping);
    SetAttribute("stiffness", fmt::format("{:.17g}", own_stiffness + stiffness),
                 element);
    SetAttribute("damping", fmt::format("{:.17g}", own_damping + damping),
                 element);
  }
};

class ShellMaker {
 public:
  ShellMaker(const Composite& composite, const Option& option)
      : composite_(composite),
        option_(option),
        geom_(ReadPartGeom(composite)),
        joint_part_(FindPart(composite, "joint")),
        mass_(MakeInertia(geom_, nullptr).mass) {
    if (joint_part_ != nullptr) {
      double armature = 0;
      Read(*joint_part_, "armature", &armature);
      mass_ += armature;
    }
  }

  CompositeElements Make() {
    made_.children.push_back(MakeCenter());
    const Index& n = composite_.count;
    for (int i = 0; i < n[0]; ++i) {
      for (int j = 0; j < n[1]; ++j) {
        for (int k = 0; k < n[2]; ++k) {
          const Index index = {i, j, k};
          if (!IsOutside(index)) continue;
          made_.children.push_back(MakeBody(index));
          joints_.push_back(index);
        }
      }
    }
    TieNeighbours();
    TieAll();
    return std::move(made_);
  }

 private:
  bool IsOutside(const Index& index) const {
    for (int d = 0; d < 3; ++d) {
      if (index[d] == 0 || index[d] == composite_.count[d] - 1) return true;
    }
    return false;
  }

  Vector3d CalcPlace(const Index& index) const {
    Vector3d u, half;
    for (int d = 0; d < 3; ++d) {
      const int last = composite_.count[d] - 1;
      u[d] = 2.0 * index[d] / last - 1;
      half[d] = 0.5 * composite_.spacing * last;
    }
    if (composite_.type == Composite::Type::kCylinder) {
      const double norm = u.head<2>().norm();
      if (norm > 0) u.head<2>() *= u.head<2>().lpNorm<Eigen::Infinity>() / norm;
    } else if (composite_.type == Composite::Type::kEllipsoid) {
      u.normalize();
    }
    return half.cwiseProduct(u);
  }

  // Of what `part` says, if there is one.
  TieSpring MakeFix(const XmlElement* part, const Softness& softness,
                    double mass) const {
    return TieSpring::Make(part == nullptr ? *composite_.source : *part,
                           "solreffix", "solimpfix", softness, mass, option_);
  }

  XmlElement MakeGeom(std::string_view name) const {
    XmlElement geom =
        MakeElement(composite_, "geom", FindPart(composite_, "geom"), name);
    if (geom.Find("contype") == nullptr) SetAttribute("contype", "0", &geom);
    return geom;
  }

  XmlElement MakeCenter() const {
    XmlElement geom = MakeGeom("Gcenter");
    SetAttribute("type", "sphere", &geom);
    SetAttribute("size", fmt::format("{:.17g}", 2 * geom_.size[0]), &geom);
    return geom;
  }

  XmlElement MakeBody(const Index& index) const {
    const Vector3d place = CalcPlace(index);
    XmlElement body =
        MakeElement(composite_, "body", nullptr, "B" + Number(index));
    SetAttribute("pos", ToText(place), &body);
    SetAttribute("quat", ToText(TurnZAxisTo(place)), &body);
    XmlElement joint =
        MakeElement(composite_, "joint", joint_part_, "J" + Number(index));
    SetAttribute("type", "slide", &joint);
    SetAttribute("pos", "0 0 0", &joint);
    SetAttribute("axis", "0 0 1", &joint);
    MakeFix(joint_part_, {}, mass_).AddTo(&joint);
    body.children.push_back(std::move(joint));
    // Its top is where the body is, of an ellipsoid as if it were a ball.
    const double depth =
        geom_.size[0] +
        (geom_.type == GeomSpec::Type::kCapsule ? geom_.size[1] : 0);
    XmlElement geom = MakeGeom("G" + Number(index));
    SetAttribute("pos", ToText(Vector3d(0, 0, -depth)), &geom);
    body.children.push_back(std::move(geom));
    return body;
  }

  // sum_i coef_i q_i of `name`, which may be empty.
  XmlElement MakeSum(const XmlElement* part, const std::string& name,
                     const std::vector<std::pair<Index, const char*>>& terms,
                     const TieSpring& spring) const {
    XmlElement tendon = MakeElement(composite_, "fixed", part, name);
    spring.AddTo(&tendon);
    for (const auto& [index, coefficient] : terms) {
      XmlElement term{.tag = "joint", .file = tendon.file, .line = tendon.line};
      SetAttribute("joint", composite_.prefix + "J" + Number(index), &term);
      SetAttribute("coef", coefficient, &term);
      tendon.children.push_back(std::move(term));
    }
    return tendon;
  }

  void TieNeighbours() {
    if (!option_.equality) return;
    const TieSpring spring =
        TieSpring::Make(*composite_.source, "solrefsmooth", "solimpsmooth", {},
                        mass_ / 2, option_);
    for (const Index& index : joints_) {
      for (int d = 0; d < 3; ++d) {
        Index next = index;
        if (++next[d] >= composite_.count[d] || !IsOutside(next)) continue;
        made_.references.emplace_back(
            "tendon",
            MakeSum(nullptr, "", {{index, "1"}, {next, "-1"}}, spring));
      }
    }
  }

  void TieAll() {
    std::vector<std::pair<Index, const char*>> terms;
    for (const Index& index : joints_) terms.emplace_back(index, "1");
    const XmlElement* part = FindPart(composite_, "tendon");
    const TieSpring spring = MakeFix(part, kSoftnessOfSum,
                                     mass_ / static_cast<double>(terms.size()));
    made_.references.emplace_back("tendon", MakeSum(part, "T", terms, spring));
  }

  const Composite& composite_;
  const Option& option_;
  GeomSpec geom_;
  const XmlElement* joint_part_;
  double mass_;  // Along its slide [kg].
  std::vector<Index> joints_;
  CompositeElements made_;
};

}  // namespace

CompositeElements MakeShell(const Composite& composite, const Option& option) {
  Check(composite.CountDimensions() == 3, *composite.source,
        "a box, cylinder or ellipsoid has three counts above 1");
  Check(composite.spacing > 0, *composite.source,
        "attribute 'spacing' must be positive");
  return ShellMaker(composite, option).Make();
}

}  // namespace tactus::multibody::mjcf

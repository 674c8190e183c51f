#include "tactus/multibody/importers/mjcf/cloth_composites.h"

#include <optional>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr int kLongestWay = 2000;  // Of bodies that stand in each other.

struct Index {
  int i{}, j{};
};

std::string Number(const Index& at) {
  return fmt::format("{}_{}", at.i, at.j);
}

class ClothMaker {
 public:
  ClothMaker(const Composite& composite, const Index& origin)
      : composite_(composite),
        origin_(origin),
        mass_(MakeInertia(ReadPartGeom(composite), nullptr).mass) {
    Read(*composite.source, "flatinertia", &flatness_);
  }

  CompositeElements Make() {
    made_.children = MakeParts(origin_);
    for (const int side : {1, -1}) AddBody(origin_, 1, side, &made_.children);
    for (const int side : {1, -1}) AddBody(origin_, 0, side, &made_.children);
    TieRows();
    if (const XmlElement* shear = FindPart(composite_, "tendon", "shear"))
      TieDiagonals(*shear);
    return std::move(made_);
  }

 private:
  // The body beyond `from` along x (0) or y (1), if there is one, with those
  // that are in it.
  void AddBody(const Index& from, int axis, int side,
               std::vector<XmlElement>* children) {
    Index at = from;
    (axis == 0 ? at.i : at.j) += side;
    if (at.i < 0 || at.i >= composite_.count[0]) return;
    if (at.j < 0 || at.j >= composite_.count[1]) return;
    const Vector3d step = side * composite_.spacing * Vector3d::Unit(axis);
    XmlElement body =
        MakeElement(composite_, "body", nullptr, "B" + Number(at));
    SetAttribute("pos", ToText(step), &body);
    AddJoints(at, axis, -step, &body);
    for (XmlElement& part : MakeParts(at))
      body.children.push_back(std::move(part));
    if (axis == 0) {
      AddBody(at, 1, 1, &body.children);
      AddBody(at, 1, -1, &body.children);
    }
    AddBody(at, axis, side, &body.children);
    children->push_back(std::move(body));
  }

  void AddJoints(const Index& at, int axis, const Vector3d& pivot,
                 XmlElement* body) {
    const auto add = [&](std::string_view kind, const char* type, int along,
                         const std::string& name) {
      XmlElement joint = MakeElement(composite_, "joint",
                                     FindPart(composite_, "joint", kind), name);
      SetAttribute("type", type, &joint);
      SetAttribute("pos", ToText(pivot), &joint);
      SetAttribute("axis", ToText(Vector3d::Unit(along)), &joint);
      body->children.push_back(std::move(joint));
    };
    add("main", "hinge", 1 - axis, "J0_" + Number(at));
    add("main", "hinge", 2, "J1_" + Number(at));
    if (FindPart(composite_, "joint", "twist") != nullptr) {
      add("twist", "hinge", axis, "JT" + Number(at));
      AddJointTie(composite_, "JT" + Number(at), &made_);
    }
    if (FindPart(composite_, "joint", "stretch") != nullptr) {
      add("stretch", "slide", axis, "JS" + Number(at));
      AddJointTie(composite_, "JS" + Number(at), &made_);
    }
  }

  // What each element has: inertia, geom and site.
  std::vector<XmlElement> MakeParts(const Index& at) const {
    std::vector<XmlElement> parts;
    if (flatness_ > 0) parts.push_back(MakeInertial());
    XmlElement geom = MakeElement(
        composite_, "geom", FindPart(composite_, "geom"), "G" + Number(at));
    // As a capsule it lies in the cloth, across those beside it.
    const bool is_even = (at.i + at.j) % 2 == 0;
    SetAttribute("quat", is_even ? "0.5 0.5 0.5 0.5" : "1 1 0 0", &geom);
    parts.push_back(std::move(geom));
    parts.push_back(MakeElement(
        composite_, "site", FindPart(composite_, "site"), "S" + Number(at)));
    return parts;
  }

  // That of a flat box as wide as the spacing.
  XmlElement MakeInertial() const {
    const double a = composite_.spacing / 2, b = flatness_ * a;
    const Vector3d moments(a * a + b * b, a * a + b * b, 2 * a * a);
    XmlElement inertial = MakeElement(composite_, "inertial", nullptr, "");
    SetAttribute("pos", "0 0 0", &inertial);
    SetAttribute("mass", fmt::format("{:.17g}", mass_), &inertial);
    SetAttribute("diaginertia", ToText(mass_ / 3 * moments), &inertial);
    return inertial;
  }

  // Neighbours along x; those in the origin's row are in each other.
  void TieRows() {
    const XmlElement* part = FindPart(composite_, "tendon");
    for (int j = 0; j < composite_.count[1]; ++j) {
      if (j == origin_.j) continue;
      for (int i = 0; i + 1 < composite_.count[0]; ++i) {
        AddTie(composite_, part, "T" + Number({i, j}), "S" + Number({i, j}),
               "S" + Number({i + 1, j}), &made_);
      }
    }
  }

  void TieDiagonals(const XmlElement& part) {
    for (int i = 0; i + 1 < composite_.count[0]; ++i) {
      for (int j = 0; j + 1 < composite_.count[1]; ++j) {
        AddTie(composite_, &part, "TS" + Number({i, j}), "S" + Number({i, j}),
               "S" + Number({i + 1, j + 1}), &made_);
      }
    }
  }

  const Composite& composite_;
  Index origin_;
  double mass_;          // Of an element [kg].
  double flatness_ = 0;  // Thickness over width.
  CompositeElements made_;
};

// Which element `holder` is, by its name.
Index FindOrigin(const Composite& composite, const XmlElement& holder) {
  const std::string begin = composite.prefix + "B";
  const std::string* name = holder.Find("name");
  const auto& n = composite.count;
  if (holder.tag == "body" && name != nullptr && name->starts_with(begin)) {
    const std::string number = name->substr(begin.size());
    const std::size_t middle = number.find('_');
    if (middle != std::string::npos) {
      const auto i = ParseInteger(number.substr(0, middle));
      const auto j = ParseInteger(number.substr(middle + 1));
      if (i && j && *i >= 0 && *i < n[0] && *j >= 0 && *j < n[1])
        return {static_cast<int>(*i), static_cast<int>(*j)};
    }
  }
  Fail(*composite.source,
       fmt::format("stands in the body that is one of its elements, which is "
                   "named '{}0_0' to '{}{}_{}'",
                   begin, begin, n[0] - 1, n[1] - 1));
}

}  // namespace

CompositeElements MakeCloth(const Composite& composite,
                            const CompositePlace& place) {
  Check(composite.CountDimensions() == 2, *composite.source,
        "a cloth has two counts above 1");
  Check(composite.spacing > 0, *composite.source,
        "attribute 'spacing' must be positive");
  if (composite.count[0] + composite.count[1] > kLongestWay) {
    FailAttribute(
        *composite.source, "count",
        fmt::format("puts more than {} bodies in each other", kLongestWay));
  }
  return ClothMaker(composite, FindOrigin(composite, place.holder)).Make();
}

}  // namespace tactus::multibody::mjcf

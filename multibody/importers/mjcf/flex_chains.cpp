#include "tactus/multibody/importers/mjcf/flex_chains.h"

#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/mjcf/flexcomps.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr int kMostPoints = 10'000;
// Of a chain whose points do not touch each other: each pair is excluded.
constexpr int kMostExcluded = 1'000;

// The points of a chain in the frame of the flexcomp, and pairs of them.
struct Chain {
  std::vector<Vector3d> points;
  std::vector<std::pair<int, int>> edges;
};

// What holds at the edges.
struct EdgeLaw {
  const XmlElement* source{};
  bool is_rigid = false;
  double stiffness{}, damping{};
};

std::string ReadText(const XmlElement& element, std::string_view name,
                     std::string text) {
  Read(element, name, &text);
  return text;
}

EdgeLaw ReadEdges(const XmlElement& element) {
  EdgeLaw law;
  if (const XmlElement* edge = FindFlexPart(element, "edge")) {
    law.source = edge;
    law.is_rigid = ReadText(*edge, "equality", "false") == "true";
    Read(*edge, "stiffness", &law.stiffness);
    Read(*edge, "damping", &law.damping);
    for (const char* name : {"stiffness", "damping"}) {
      double value = 0;
      Read(*edge, name, &value);
      if (!(value >= 0 && std::isfinite(value)))
        FailAttribute(*edge, name, "is negative or not finite");
    }
  }
  return law;
}

// As MuJoCo has them: about the origin, along x or around z, where the last
// point of the count is the first again.
Chain MakeRow(const XmlElement& element, bool is_closed) {
  std::array<double, 3> count = {10, 10, 10};
  Vector3d spacing = Vector3d::Constant(0.02);
  ReadSome(element, "count", count);
  ReadSome(element, "spacing", std::span(spacing.data(), 3));
  const int least = is_closed ? 4 : 2;
  if (!(count[0] >= least && count[0] <= kMostPoints &&
        count[0] == std::floor(count[0]))) {
    FailAttribute(element, "count",
                  fmt::format("begins with what is no whole number from {} to "
                              "{}",
                              least, kMostPoints));
  }
  if (!(spacing[0] > 0 && std::isfinite(spacing[0])))
    FailAttribute(element, "spacing", "must be positive");
  const int n = static_cast<int>(count[0]) - (is_closed ? 1 : 0);
  const double angle = 2 * std::numbers::pi / n;
  const double R = spacing[0] / 2 / std::sin(angle / 2);
  Chain chain;
  for (int i = 0; i < n; ++i) {
    chain.points.push_back(
        is_closed
            ? Vector3d(R * std::cos(angle * i), R * std::sin(angle * i), 0)
            : Vector3d(spacing[0] * (i - 0.5 * (n - 1)), 0, 0));
    if (i + 1 < n || is_closed) chain.edges.emplace_back(i, (i + 1) % n);
  }
  return chain;
}

Chain ReadPoints(const XmlElement& element) {
  std::vector<double> points;
  Required(element, "point");
  Read(element, "point", &points);
  if (points.size() % 3 != 0 || points.size() > 3 * kMostPoints)
    FailAttribute(element, "point",
                  fmt::format("needs three numbers per point, of at most {}",
                              kMostPoints));
  Vector3d scale = Vector3d::Ones();
  ReadSome(element, "scale", std::span(scale.data(), 3));
  Chain chain;
  for (std::size_t i = 0; i < points.size(); i += 3) {
    chain.points.emplace_back(
        scale.cwiseProduct(Vector3d(points[i], points[i + 1], points[i + 2])));
  }
  const int n = static_cast<int>(chain.points.size());
  Required(element, "element");
  for (const auto& ends : ReadIndices(element, "element", {n, n})) {
    if (ends[0] == ends[1])
      FailAttribute(element, "element", "joins a point to itself");
    chain.edges.emplace_back(ends[0], ends[1]);
  }
  return chain;
}

std::set<int> ReadPins(const XmlElement& element, int num_points) {
  std::set<int> pinned;
  const int n = num_points;
  for (const XmlElement& pin : element.children) {
    if (pin.tag != "pin") continue;
    for (const char* name : {"id", "grid"}) {
      for (const auto& point : ReadIndices(pin, name, {n}))
        pinned.insert(point[0]);
    }
    for (const char* name : {"range", "gridrange"}) {
      for (const auto& range : ReadIndices(pin, name, {n, n})) {
        for (int i = range[0]; i <= range[1]; ++i) pinned.insert(i);
      }
    }
  }
  return pinned;
}

class ChainMaker {
 public:
  ChainMaker(const XmlElement& element, Chain chain, const EdgeLaw& law)
      : element_(element),
        chain_(std::move(chain)),
        law_(law),
        pinned_(ReadPins(element, static_cast<int>(chain_.points.size()))),
        names_{.source = &element, .prefix = Required(element, "name") + "_"} {
    contact_ = FindFlexPart(element, "contact");
  }

  CompositeElements Make() {
    const int n = static_cast<int>(chain_.points.size());
    // The pose of the flexcomp, by whichever attributes give it.
    XmlElement frame{
        .tag = "frame", .file = element_.file, .line = element_.line};
    for (const char* name :
         {"pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
      if (const std::string* value = element_.Find(name))
        SetAttribute(name, *value, &frame);
    }
    for (int i = 0; i < n; ++i) AddPoint(i, &frame);
    made_.children.push_back(std::move(frame));
    for (int i = 0; i < std::ssize(chain_.edges); ++i) AddEdge(i);
    if (contact_ != nullptr &&
        ReadText(*contact_, "selfcollide", "auto") == "none") {
      if (n > kMostExcluded)
        FailAttribute(
            *contact_, "selfcollide",
            fmt::format("none is for {} points at most", kMostExcluded));
      for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) Exclude(i, j);
      }
    } else {
      for (const auto& [i, j] : chain_.edges) Exclude(i, j);
    }
    return std::move(made_);
  }

 private:
  void AddPoint(int i, XmlElement* frame) const {
    const std::string number = std::to_string(i);
    const bool is_pinned = pinned_.contains(i);
    XmlElement body = MakeElement(names_, "body", nullptr, number);
    const std::string place = ToText(chain_.points[i]);
    SetAttribute("pos", place, &body);
    if (!is_pinned) {
      AddInertia(&body);
      for (int axis = 0; axis < 3; ++axis) {
        XmlElement joint = MakeElement(names_, "joint", nullptr, "");
        SetAttribute("type", "slide", &joint);
        SetAttribute("axis", ToText(Vector3d::Unit(axis)), &joint);
        body.children.push_back(std::move(joint));
      }
    }
    body.children.push_back(MakeElement(names_, "site", nullptr, number));
    body.children.push_back(MakeGeom());
    frame->children.push_back(std::move(body));
  }

  // A point mass, but that MuJoCo gives it a cube of half size `inertiabox`.
  void AddInertia(XmlElement* body) const {
    double mass = 1, half = 0.005;
    Read(element_, "mass", &mass);
    Read(element_, "inertiabox", &half);
    if (!(mass > 0 && std::isfinite(mass)))
      FailAttribute(element_, "mass", "must be positive");
    if (!(half > 0 && std::isfinite(half)))
      FailAttribute(element_, "inertiabox", "must be positive");
    const double m = mass / static_cast<double>(chain_.points.size());
    XmlElement inertial{
        .tag = "inertial", .file = element_.file, .line = element_.line};
    SetAttribute("pos", "0 0 0", &inertial);
    SetAttribute("mass", fmt::format("{:.17g}", m), &inertial);
    SetAttribute("diaginertia",
                 ToText(Vector3d::Constant(m * 2 * half * half / 3)),
                 &inertial);
    body->children.push_back(std::move(inertial));
  }

  XmlElement MakeGeom() const {
    XmlElement geom = MakeElement(names_, "geom", nullptr, "");
    SetAttribute("size", ReadText(element_, "radius", "0.005"), &geom);
    SetAttribute("mass", "0", &geom);
    for (const char* name : {"rgba", "material", "group"}) {
      if (const std::string* value = element_.Find(name))
        SetAttribute(name, *value, &geom);
    }
    if (contact_ == nullptr) return geom;
    for (const char* name :
         {"contype", "conaffinity", "condim", "priority", "friction", "solmix",
          "solref", "solimp", "margin", "gap"}) {
      if (const std::string* value = contact_->Find(name))
        SetAttribute(name, *value, &geom);
    }
    return geom;
  }

  void AddEdge(int i) {
    const auto [a, b] = chain_.edges[i];
    if (pinned_.contains(a) && pinned_.contains(b)) return;
    const std::string name = "edge" + std::to_string(i);
    XmlElement tendon = MakeElement(names_, "spatial", nullptr, name);
    SetAttribute("stiffness", fmt::format("{:.17g}", law_.stiffness), &tendon);
    SetAttribute("damping", fmt::format("{:.17g}", law_.damping), &tendon);
    for (const int end : {a, b}) {
      XmlElement site{
          .tag = "site", .file = element_.file, .line = element_.line};
      SetAttribute("site", names_.prefix + std::to_string(end), &site);
      tendon.children.push_back(std::move(site));
    }
    made_.references.emplace_back("tendon", std::move(tendon));
    if (!law_.is_rigid) return;
    XmlElement tie = MakeElement(names_, "tendon", nullptr, "");
    SetAttribute("tendon1", names_.prefix + name, &tie);
    for (const char* attribute : {"solref", "solimp"}) {
      if (const std::string* value = law_.source->Find(attribute))
        SetAttribute(attribute, *value, &tie);
    }
    made_.references.emplace_back("equality", std::move(tie));
  }

  void Exclude(int i, int j) {
    if (pinned_.contains(i) && pinned_.contains(j)) return;
    made_.references.emplace_back(
        "contact", MakeExclude(names_, std::to_string(i), std::to_string(j)));
  }

  const XmlElement& element_;
  Chain chain_;
  EdgeLaw law_;
  std::set<int> pinned_;
  Composite names_;
  const XmlElement* contact_ = nullptr;
  CompositeElements made_;
};

}  // namespace

std::optional<CompositeElements> ExpandFlexChain(const XmlElement& element) {
  const std::string type = ReadText(element, "type", "grid");
  int dim = 2;
  bool is_rigid = false;
  Read(element, "dim", &dim);
  Read(element, "rigid", &is_rigid);
  if (dim != 1 || is_rigid || ReadText(element, "dof", "full") != "full")
    return std::nullopt;
  if (type != "grid" && type != "circle" && type != "direct")
    return std::nullopt;
  const EdgeLaw law = ReadEdges(element);
  if (!law.is_rigid && law.stiffness == 0) return std::nullopt;
  Chain chain = type == "direct" ? ReadPoints(element)
                                 : MakeRow(element, type == "circle");
  return ChainMaker(element, std::move(chain), law).Make();
}

}  // namespace tactus::multibody::mjcf

#include "tactus/multibody/importers/mjcf/flex_nets.h"

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/mjcf/flexcomps.h"
#include "tactus/multibody/importers/mjcf/net_shapes.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

// Of a net whose points do not touch each other: each pair is excluded.
constexpr int kMostExcluded = 1'000;

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

class NetMaker {
 public:
  NetMaker(const XmlElement& element, Net net, const EdgeLaw& law)
      : element_(element),
        net_(std::move(net)),
        law_(law),
        pinned_(ReadPins(element, net_)),
        names_{.source = &element, .prefix = Required(element, "name") + "_"} {
    contact_ = FindFlexPart(element, "contact");
  }

  CompositeElements Make() {
    const int n = static_cast<int>(net_.points.size());
    XmlElement frame = MakeFlexFrame(element_);
    for (int i = 0; i < n; ++i) AddPoint(i, &frame);
    made_.children.push_back(std::move(frame));
    for (int i = 0; i < std::ssize(net_.edges); ++i) AddEdge(i);
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
      for (const auto& [i, j] : net_.edges) Exclude(i, j);
    }
    return std::move(made_);
  }

 private:
  void AddPoint(int i, XmlElement* frame) const {
    const std::string number = std::to_string(i);
    const bool is_pinned = pinned_.contains(i);
    XmlElement body = MakeElement(names_, "body", nullptr, number);
    const std::string place = ToText(net_.points[i]);
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
    XmlElement geom = MakeFlexGeom(names_);
    SetAttribute("size", ReadText(element_, "radius", "0.005"), &geom);
    body.children.push_back(std::move(geom));
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
    const double m = mass / static_cast<double>(net_.points.size());
    XmlElement inertial{
        .tag = "inertial", .file = element_.file, .line = element_.line};
    SetAttribute("pos", "0 0 0", &inertial);
    SetAttribute("mass", fmt::format("{:.17g}", m), &inertial);
    SetAttribute("diaginertia",
                 ToText(Vector3d::Constant(m * 2 * half * half / 3)),
                 &inertial);
    body->children.push_back(std::move(inertial));
  }

  void AddEdge(int i) {
    const auto [a, b] = net_.edges[i];
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
  Net net_;
  EdgeLaw law_;
  std::set<int> pinned_;
  Composite names_;
  const XmlElement* contact_ = nullptr;
  CompositeElements made_;
};

// Of its equality and elasticity, what does not act.
void ReportRest(const XmlElement& element, ImportReport* report) {
  const XmlElement* edge = FindFlexPart(element, "edge");
  const std::string equality =
      edge == nullptr ? "false" : ReadText(*edge, "equality", "false");
  if (equality != "true" && equality != "false") {
    report->Add(Notice::Severity::kDropped, *edge,
                "of equality, 'true' alone acts, not '" + equality + "'");
  }
  double young = 0;
  const XmlElement* elasticity = FindFlexPart(element, "elasticity");
  if (elasticity != nullptr) Read(*elasticity, "young", &young);
  if (young > 0) {
    report->Add(Notice::Severity::kDropped, *elasticity,
                "membranes and shells do not act: its edges alone do");
  }
  if (const XmlElement* plugin = FindFlexPart(element, "plugin"))
    report->Add(Notice::Severity::kDropped, *plugin, "plugins are left out");
}

}  // namespace

XmlElement MakeFlexFrame(const XmlElement& element) {
  XmlElement frame{.tag = "frame", .file = element.file, .line = element.line};
  for (const char* name :
       {"pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
    if (const std::string* value = element.Find(name))
      SetAttribute(name, *value, &frame);
  }
  return frame;
}

XmlElement MakeFlexGeom(const Composite& names) {
  const XmlElement& element = *names.source;
  XmlElement geom = MakeElement(names, "geom", nullptr, "");
  SetAttribute("mass", "0", &geom);
  const auto copy = [&](const XmlElement& from, const char* name) {
    if (const std::string* value = from.Find(name))
      SetAttribute(name, *value, &geom);
  };
  for (const char* name : {"rgba", "material", "group"}) copy(element, name);
  const XmlElement* contact = FindFlexPart(element, "contact");
  if (contact == nullptr) return geom;
  for (const char* name :
       {"contype", "conaffinity", "condim", "priority", "friction", "solmix",
        "solref", "solimp", "margin", "gap"}) {
    copy(*contact, name);
  }
  return geom;
}

std::optional<CompositeElements> ExpandFlexNet(const XmlElement& element,
                                               const CompilerSettings& compiler,
                                               const fs::path& main_directory,
                                               ImportReport* report) {
  bool is_rigid = false;
  Read(element, "rigid", &is_rigid);
  if (is_rigid || ReadText(element, "dof", "full") != "full")
    return std::nullopt;
  const EdgeLaw law = ReadEdges(element);
  if (!law.is_rigid && law.stiffness == 0) return std::nullopt;
  std::optional<Net> net = ReadNet(element, compiler, main_directory, report);
  if (!net) return std::nullopt;
  ReportRest(element, report);
  return NetMaker(element, *std::move(net), law).Make();
}

}  // namespace tactus::multibody::mjcf

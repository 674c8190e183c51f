#include "tactus/multibody/importers/mjcf/cable_composites.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/mjcf/cable_path.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/mjcf/rods.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

enum class Initial { kBall, kFree, kNone };

// What the plugin is told.
struct Elasticity {
  double twist = 0, bend = 0;  // G and E [Pa].
  bool flat = false;
};

// The section of the geom: half sides along y and z, equal for a round one.
struct Section {
  bool is_round = true;
  double y{}, z{};  // [m]
};

Section ReadSection(const Composite& composite) {
  const XmlElement* geom = FindPart(composite, "geom");
  Check(geom != nullptr, *composite.source, "a cable needs a <geom>");
  enum class Type { kSphere, kRound, kBox } type = Type::kSphere;
  ReadWord(*geom, "type",
           {{"capsule", Type::kRound},
            {"cylinder", Type::kRound},
            {"box", Type::kBox}},
           &type);
  Check(type != Type::kSphere, *geom,
        "a cable's geom has the type capsule, cylinder or box");
  std::array<double, 3> size = {0, 0, 0};
  ReadSome(*geom, "size", size);
  Section section{.is_round = type == Type::kRound};
  section.y = section.is_round ? size[0] : size[1];
  section.z = section.is_round ? size[0] : size[2];
  if (!(section.y > 0 && section.z > 0))
    FailAttribute(*geom, "size", "has no positive section");
  return section;
}

// (G J, E Iy, E Iz) [N m^2].
Vector3d CalcStiffness(const Section& section, const Elasticity& elasticity) {
  const double y = section.y, z = section.z;
  double J, Iy, Iz;
  if (section.is_round) {
    // J = pi r^4 / 2,   I = pi r^4 / 4
    J = std::numbers::pi * std::pow(y, 4) / 2;
    Iy = Iz = J / 2;
  } else {
    // J = a b^3 (16/3 - 3.36 b/a (1 - (b/a)^4 / 12)),   I = width height^3 / 12
    const double a = std::max(y, z), b = std::min(y, z), ratio = b / a;
    J = a * std::pow(b, 3) *
        (16.0 / 3 - 3.36 * ratio * (1 - std::pow(ratio, 4) / 12));
    Iy = 2 * y * std::pow(2 * z, 3) / 12;
    Iz = 2 * z * std::pow(2 * y, 3) / 12;
  }
  return {elasticity.twist * J, elasticity.bend * Iy, elasticity.bend * Iz};
}

// The <extension><plugin><instance> of that name.
const XmlElement& FindInstance(const XmlElement& plugin,
                               const XmlElement& root) {
  const std::string& name = Required(plugin, "instance");
  for (const XmlElement& section : root.children) {
    if (section.tag != "extension") continue;
    for (const XmlElement& kind : section.children) {
      for (const XmlElement& instance : kind.children) {
        const std::string* own = instance.Find("name");
        if (instance.tag == "instance" && own != nullptr && *own == name)
          return instance;
      }
    }
  }
  Fail(plugin, "unknown instance '" + name + "'");
}

double ReadModulus(const XmlElement& config, const std::string& value) {
  const auto number = ParseNumber(value);
  if (!number || *number < 0)
    FailAttribute(config, "value", "is no modulus in Pa");
  return *number;
}

void ReadConfig(const XmlElement& config, Elasticity* elasticity,
                ImportReport* report) {
  const std::string& key = Required(config, "key");
  const std::string& value = Required(config, "value");
  if (key == "twist") {
    elasticity->twist = ReadModulus(config, value);
  } else if (key == "bend") {
    elasticity->bend = ReadModulus(config, value);
  } else if (key == "flat") {
    elasticity->flat = value == "true";
  } else if (key != "vmax") {  // For colours.
    report->Add(Notice::Severity::kDropped, config,
                "the cable plugin has no key '" + key + "'");
  }
}

Elasticity ReadElasticity(const Composite& composite, const XmlElement& root,
                          ImportReport* report) {
  Elasticity elasticity;
  for (const XmlElement& plugin : composite.source->children) {
    if (plugin.tag != "plugin") continue;
    const std::string* kind = plugin.Find("plugin");
    const std::string* instance = plugin.Find("instance");
    if (kind != nullptr && *kind != kCablePlugin) {
      report->Add(Notice::Severity::kDropped, plugin,
                  "the plugin '" + *kind + "' is left out");
      continue;
    }
    Check(kind != nullptr || instance != nullptr, plugin,
          "names neither a plugin nor an instance of one");
    const XmlElement& settings =
        instance == nullptr ? plugin : FindInstance(plugin, root);
    for (const XmlElement& config : settings.children) {
      if (config.tag == "config") ReadConfig(config, &elasticity, report);
    }
  }
  return elasticity;
}

class CableMaker {
 public:
  CableMaker(const Composite& composite, const Elasticity& elasticity)
      : composite_(composite),
        geom_(FindPart(composite, "geom")),
        section_(ReadSection(composite)),
        stiffness_(CalcStiffness(section_, elasticity)),
        is_flat_(elasticity.flat),
        path_(ReadCablePath(composite)),
        num_bodies_(static_cast<int>(path_.edges.size())) {
    ReadWord(*composite.source, "initial",
             {{"ball", Initial::kBall},
              {"free", Initial::kFree},
              {"none", Initial::kNone}},
             &initial_);
  }

  CompositeElements Make() {
    for (int i = num_bodies_ - 1; i >= 0; --i) AddBody(i);
    made_.children.push_back(std::move(chain_));
    for (int i = 1; i < num_bodies_; ++i) {
      made_.references.emplace_back(
          "contact", MakeExclude(composite_, Name("B", i - 1), Name("B", i)));
      if (!stiffness_.isZero(0)) {
        made_.references.emplace_back("equality", MakeTie(i));
      }
    }
    return std::move(made_);
  }

 private:
  std::string Name(std::string_view kind, int i) const {
    if (i == 0) return fmt::format("{}_first", kind);
    if (i == num_bodies_ - 1) return fmt::format("{}_last", kind);
    return fmt::format("{}_{}", kind, i);
  }

  // Body i, with the chain beyond it in it.
  void AddBody(int i) {
    const CableEdge& edge = path_.edges[i];
    XmlElement body = MakeElement(composite_, "body", nullptr, Name("B", i));
    if (i == 0) {
      SetAttribute("pos", ToText(path_.start), &body);
      SetAttribute("quat", ToText(edge.R), &body);
    } else {
      const double before = path_.edges[i - 1].length;
      SetAttribute("pos", ToText(Vector3d(before, 0, 0)), &body);
      SetAttribute("quat", ToText(edge.R_previous_edge), &body);
    }
    AddJoint(i, &body);
    body.children.push_back(MakeGeom(i));
    if (i == 0 || i == num_bodies_ - 1) AddSite(i, &body);
    if (i < num_bodies_ - 1) body.children.push_back(std::move(chain_));
    chain_ = std::move(body);
  }

  void AddJoint(int i, XmlElement* body) const {
    if (i == 0 && initial_ == Initial::kNone) return;
    if (i == 0 && initial_ == Initial::kFree) {
      body->children.push_back(
          MakeElement(composite_, "freejoint", nullptr, Name("J", i)));
      return;
    }
    XmlElement joint = MakeElement(composite_, "joint",
                                   FindPart(composite_, "joint"), Name("J", i));
    SetAttribute("type", "ball", &joint);
    SetAttribute("pos", "0 0 0", &joint);
    body->children.push_back(std::move(joint));
  }

  XmlElement MakeGeom(int i) const {
    XmlElement geom =
        MakeElement(composite_, "geom", geom_, fmt::format("G{}", i));
    const double length = path_.edges[i].length;
    if (section_.is_round) {
      SetAttribute("fromto", fmt::format("0 0 0 {:.17g} 0 0", length), &geom);
    } else {
      SetAttribute("pos", ToText(Vector3d(length / 2, 0, 0)), &geom);
      SetAttribute("size", ToText(Vector3d(length / 2, section_.y, section_.z)),
                   &geom);
    }
    return geom;
  }

  void AddSite(int i, XmlElement* body) const {
    const bool at_end = i == num_bodies_ - 1;
    XmlElement site =
        MakeElement(composite_, "site", FindPart(composite_, "site"),
                    at_end ? "S_last" : "S_first");
    const double x = at_end ? path_.edges[i].length : 0;
    SetAttribute("pos", ToText(Vector3d(x, 0, 0)), &site);
    body->children.push_back(std::move(site));
  }

  // Of bodies i - 1 and i.
  XmlElement MakeTie(int i) const {
    const CableEdge& edge = path_.edges[i];
    const double length = path_.edges[i - 1].length;
    const Eigen::AngleAxisd turn(is_flat_ ? Quaterniond(1, 0, 0, 0)
                                          : edge.R_previous_edge);
    return MakeRod(composite_, Name("B", i - 1), Name("B", i),
                   {.name = fmt::format("rod{}", i),
                    .length = length,
                    .stiffness = stiffness_ / length,
                    .turn = turn.angle() * turn.axis()});
  }

  const Composite& composite_;
  const XmlElement* geom_;
  Section section_;
  Vector3d stiffness_;
  bool is_flat_;
  CablePath path_;
  int num_bodies_;
  Initial initial_ = Initial::kBall;
  XmlElement chain_;
  CompositeElements made_;
};

}  // namespace

CompositeElements MakeCable(const Composite& composite, const XmlElement& root,
                            ImportReport* report) {
  Check(composite.spacing == 0, *composite.source,
        "a cable has no spacing: give its 'size' or vertices");
  return CableMaker(composite, ReadElasticity(composite, root, report)).Make();
}

}  // namespace tactus::multibody::mjcf

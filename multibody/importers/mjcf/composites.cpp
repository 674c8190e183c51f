#include "tactus/multibody/importers/mjcf/composites.h"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/mjcf/cable_composites.h"
#include "tactus/multibody/importers/mjcf/cloth_composites.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/mjcf/rope_composites.h"
#include "tactus/multibody/importers/mjcf/shell_composites.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

// The greatest of the numbers in `size`.
double ReadGreatestSize(const XmlElement* geom) {
  std::vector<double> sizes;
  if (geom == nullptr || !Read(*geom, "size", &sizes) || sizes.empty())
    return 0;
  return *std::ranges::max_element(sizes);
}

void CheckSpacing(const Composite& composite) {
  Check(composite.spacing > 0, *composite.source,
        "attribute 'spacing' must be positive");
  if (composite.spacing < ReadGreatestSize(FindPart(composite, "geom"))) {
    FailAttribute(*composite.source, "spacing", "is below the geom's size");
  }
}

// Where element (i, j, k) is: half a spacing off the middle, as in MuJoCo.
Vector3d CalcPlace(const Composite& composite, int i, int j, int k) {
  const auto& n = composite.count;
  const Vector3d steps(i - 0.5 * n[0], j - 0.5 * n[1], k - 0.5 * n[2]);
  return composite.offset + composite.spacing * steps;
}

// A slide along each axis. `name` makes the joints' names, of their axes.
template <typename Name>
void AddSlides(const Composite& composite, const Name& name, XmlElement* body) {
  const XmlElement* part = FindPart(composite, "joint");
  for (int axis = 0; axis < 3; ++axis) {
    XmlElement joint = MakeElement(composite, "joint", part, name(axis));
    SetAttribute("type", "slide", &joint);
    SetAttribute("pos", "0 0 0", &joint);
    SetAttribute("axis", ToText(Vector3d::Unit(axis)), &joint);
    body->children.push_back(std::move(joint));
  }
}

bool IsParticleJoint(const XmlElement& part) {
  const std::string* kind = part.Find("kind");
  return part.tag == "joint" && kind != nullptr && *kind == "particle";
}

XmlElement MakeParticle(const Composite& composite, const Vector3d& place,
                        const std::string& number) {
  XmlElement body = MakeElement(composite, "body", nullptr, "B" + number);
  SetAttribute("pos", ToText(place), &body);
  for (const XmlElement& part : composite.source->children) {
    if (!IsParticleJoint(part)) continue;
    body.children.push_back(MakeElement(composite, "joint", &part, ""));
  }
  if (body.children.empty())
    AddSlides(
        composite, [](int) { return ""; }, &body);
  const XmlElement* part = FindPart(composite, "geom");
  XmlElement geom = MakeElement(composite, "geom", part, "");
  // No friction with anything, unless the file wants it.
  for (const char* name : {"condim", "priority"}) {
    if (geom.Find(name) == nullptr) SetAttribute(name, "1", &geom);
  }
  body.children.push_back(std::move(geom));
  return body;
}

CompositeElements MakeParticles(const Composite& composite) {
  CheckSpacing(composite);
  CompositeElements made;
  const auto& n = composite.count;
  for (int i = 0; i < n[0]; ++i) {
    for (int j = 0; j < n[1]; ++j) {
      for (int k = 0; k < n[2]; ++k) {
        made.children.push_back(MakeParticle(composite,
                                             CalcPlace(composite, i, j, k),
                                             fmt::format("{}_{}_{}", i, j, k)));
      }
    }
  }
  return made;
}

// Elements (i, j) that do not move.
std::vector<std::pair<int, int>> ReadPins(const Composite& composite) {
  std::vector<std::pair<int, int>> pins;
  for (const XmlElement& part : composite.source->children) {
    if (part.tag != "pin") continue;
    Required(part, "coord");
    std::vector<double> coord;
    Read(part, "coord", &coord);
    if (coord.empty() || coord.size() > 2)
      FailAttribute(part, "coord", "takes one or two numbers");
    coord.push_back(0);
    for (int d = 0; d < 2; ++d) {
      if (!(coord[d] >= 0 && coord[d] < composite.count[d]))
        FailAttribute(part, "coord", "is outside of the grid");
    }
    pins.emplace_back(static_cast<int>(coord[0]), static_cast<int>(coord[1]));
  }
  return pins;
}

XmlElement MakeNode(const Composite& composite, int i, int j, bool is_pinned) {
  const std::string number = fmt::format("{}_{}", i, j);
  XmlElement body = MakeElement(composite, "body", nullptr, "B" + number);
  Vector3d place = CalcPlace(composite, i, j, 0);
  place.z() = composite.offset.z();
  SetAttribute("pos", ToText(place), &body);
  if (!is_pinned) {
    AddSlides(
        composite,
        [&](int axis) { return fmt::format("J{}_{}", axis, number); }, &body);
  }
  body.children.push_back(MakeElement(
      composite, "geom", FindPart(composite, "geom"), "G" + number));
  body.children.push_back(MakeElement(
      composite, "site", FindPart(composite, "site"), "S" + number));
  return body;
}

// Between (i, j) and (i, j) + (di, dj), wherever both are.
void AddTies(const Composite& composite, const XmlElement* part,
             std::string_view name, int di, int dj, CompositeElements* made) {
  for (int i = 0; i + di < composite.count[0]; ++i) {
    for (int j = 0; j + dj < composite.count[1]; ++j) {
      AddTie(composite, part, fmt::format("{}{}_{}", name, i, j),
             fmt::format("S{}_{}", i, j), fmt::format("S{}_{}", i + di, j + dj),
             made);
    }
  }
}

CompositeElements MakeGrid(const Composite& composite) {
  const int dimensions = composite.CountDimensions();
  Check(dimensions == 1 || dimensions == 2, *composite.source,
        "a grid has one or two counts above 1");
  CheckSpacing(composite);
  const XmlElement* shear = FindPart(composite, "tendon", "shear");
  Check(shear == nullptr || dimensions == 2, *composite.source,
        "shear is for grids of two dimensions");
  const auto pins = ReadPins(composite);
  CompositeElements made;
  for (int i = 0; i < composite.count[0]; ++i) {
    for (int j = 0; j < composite.count[1]; ++j) {
      const bool is_pinned = std::ranges::count(pins, std::pair(i, j)) > 0;
      made.children.push_back(MakeNode(composite, i, j, is_pinned));
    }
  }
  const XmlElement* main = FindPart(composite, "tendon");
  AddTies(composite, main, "T0_", 1, 0, &made);
  AddTies(composite, main, "T1_", 0, 1, &made);
  if (shear != nullptr) AddTies(composite, shear, "TS", 1, 1, &made);
  return made;
}

bool IsShell(const Composite& composite) {
  using Type = Composite::Type;
  return composite.type == Type::kBox || composite.type == Type::kCylinder ||
         composite.type == Type::kEllipsoid;
}

// What the parts say that does not act on composites of this type.
void ReportParts(const Composite& composite, ImportReport* report) {
  for (const XmlElement& part : composite.source->children) {
    if (part.tag == "plugin" && composite.type != Composite::Type::kCable) {
      report->Add(Notice::Severity::kDropped, part,
                  "plugins of composites act on cables only");
    }
    for (const char* name : {"solreffix", "solimpfix"}) {
      const std::string* value = part.Find(name);
      if (value == nullptr || IsShell(composite)) continue;
      report->AddCommon(
          Notice::Severity::kApproximated, part,
          fmt::format("attribute '{}' = '{}': ties hold near-rigidly", name,
                      *value));
    }
  }
}

}  // namespace

CompositeElements ExpandComposite(const XmlElement& element,
                                  const CompositePlace& place,
                                  const XmlElement& root,
                                  ImportReport* report) {
  using Type = Composite::Type;
  const Composite composite = ReadComposite(element);
  ReportParts(composite, report);
  switch (composite.type) {
    case Type::kParticle:
      return MakeParticles(composite);
    case Type::kGrid:
      return MakeGrid(composite);
    case Type::kRope:
    case Type::kLoop:
      return MakeRope(composite, place);
    case Type::kCable:
      return MakeCable(composite, root, report);
    case Type::kCloth:
      return MakeCloth(composite, place);
    case Type::kBox:
    case Type::kCylinder:
    case Type::kEllipsoid:
      break;
  }
  return MakeShell(composite, ReadOption(root));
}

}  // namespace tactus::multibody::mjcf

#include "tactus/multibody/importers/mjcf/composite_parts.h"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

// What a part says to the generator alone.
constexpr std::array<std::string_view, 3> kOfGenerator = {"kind", "solreffix",
                                                          "solimpfix"};

constexpr double kMostBodies = 1e5;
constexpr int kLongestChain = 2000;  // Each body stands in the one before.

void ReadCount(const XmlElement& element, std::array<int, 3>* count) {
  std::array<double, 3> numbers = {1, 1, 1};
  ReadSome(element, "count", numbers);
  for (int i = 0; i < 3; ++i) {
    const double n = numbers[i];
    if (n < 1 || n > kMostBodies || n != std::floor(n)) {
      FailAttribute(element, "count", "takes whole numbers from 1 to 100000");
    }
    (*count)[i] = static_cast<int>(n);
    if (i > 0 && (*count)[i] > 1 && (*count)[i - 1] == 1) {
      FailAttribute(element, "count", "has a 1 before a larger number");
    }
  }
  if (numbers[0] * numbers[1] * numbers[2] > kMostBodies)
    FailAttribute(element, "count", "makes more than 100000 bodies");
}

}  // namespace

int Composite::CountDimensions() const {
  return static_cast<int>(
      std::ranges::count_if(count, [](int n) { return n > 1; }));
}

Composite ReadComposite(const XmlElement& element) {
  using Type = Composite::Type;
  Composite composite{.source = &element};
  Required(element, "type");
  ReadWord(element, "type",
           {{"particle", Type::kParticle},
            {"grid", Type::kGrid},
            {"rope", Type::kRope},
            {"loop", Type::kLoop},
            {"cable", Type::kCable},
            {"cloth", Type::kCloth},
            {"box", Type::kBox},
            {"cylinder", Type::kCylinder},
            {"ellipsoid", Type::kEllipsoid}},
           &composite.type);
  Read(element, "prefix", &composite.prefix);
  ReadCount(element, &composite.count);
  const bool is_chain = composite.type == Type::kRope ||
                        composite.type == Type::kLoop ||
                        composite.type == Type::kCable;
  if (is_chain && composite.count[0] > kLongestChain)
    FailAttribute(element, "count", "makes a chain of more than 2000 bodies");
  Read(element, "spacing", &composite.spacing);
  Read(element, "offset", &composite.offset);
  Check(std::isfinite(composite.spacing) && composite.offset.allFinite(),
        element, "has numbers that are not finite");
  return composite;
}

const XmlElement* FindPart(const Composite& composite, std::string_view tag,
                           std::string_view kind) {
  const XmlElement* found = nullptr;
  for (const XmlElement& part : composite.source->children) {
    if (part.tag != tag) continue;
    const std::string* own_kind = part.Find("kind");
    if ((own_kind == nullptr ? "main" : *own_kind) != kind) continue;
    Check(found == nullptr, part,
          "is there twice in one <composite> with kind '" + std::string(kind) +
              "'");
    found = &part;
  }
  return found;
}

XmlElement MakeElement(const Composite& composite, std::string tag,
                       const XmlElement* part, std::string_view name) {
  const XmlElement& place = part == nullptr ? *composite.source : *part;
  XmlElement element{
      .tag = std::move(tag), .file = place.file, .line = place.line};
  if (part != nullptr) {
    for (const XmlElement::Attribute& attribute : part->attributes) {
      if (std::ranges::count(kOfGenerator, attribute.name) == 0)
        element.attributes.push_back(attribute);
    }
  }
  if (!name.empty()) {
    SetAttribute("name", composite.prefix + std::string(name), &element);
  }
  if (element.tag != "body" && element.tag != "exclude") {
    SetAttribute("class", std::string(kCompositeClass), &element);
  }
  return element;
}

bool IsOfComposite(const XmlElement& element) {
  const std::string* name = element.Find("class");
  return name != nullptr && *name == kCompositeClass;
}

XmlElement MakeExclude(const Composite& composite, std::string_view body1,
                       std::string_view body2) {
  XmlElement exclude = MakeElement(composite, "exclude", nullptr, "");
  SetAttribute("body1", composite.prefix + std::string(body1), &exclude);
  SetAttribute("body2", composite.prefix + std::string(body2), &exclude);
  return exclude;
}

GeomSpec ReadPartGeom(const Composite& composite) {
  const XmlElement* part = FindPart(composite, "geom");
  Check(part != nullptr, *composite.source, "needs a <geom>");
  GeomSpec geom = ReadGeom({part}, RigidTransform::Identity(), {}, nullptr);
  Check(geom.type == GeomSpec::Type::kSphere ||
            geom.type == GeomSpec::Type::kCapsule ||
            geom.type == GeomSpec::Type::kEllipsoid,
        *part, "has the type sphere, capsule or ellipsoid in a composite");
  return geom;
}

void AddTie(const Composite& composite, const XmlElement* part,
            const std::string& name, const std::string& site1,
            const std::string& site2, CompositeElements* made) {
  XmlElement tendon = MakeElement(composite, "spatial", part, name);
  for (const std::string& site : {site1, site2}) {
    XmlElement end{.tag = "site", .file = tendon.file, .line = tendon.line};
    SetAttribute("site", composite.prefix + site, &end);
    tendon.children.push_back(std::move(end));
  }
  made->references.emplace_back("tendon", std::move(tendon));
  XmlElement tie = MakeElement(composite, "tendon", nullptr, "");
  SetAttribute("tendon1", composite.prefix + name, &tie);
  made->references.emplace_back("equality", std::move(tie));
}

void AddJointTie(const Composite& composite, const std::string& joint,
                 CompositeElements* made) {
  XmlElement tie = MakeElement(composite, "joint", nullptr, "");
  SetAttribute("joint1", composite.prefix + joint, &tie);
  made->references.emplace_back("equality", std::move(tie));
}

std::string ToText(const Vector3d& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}

std::string ToText(const Quaterniond& R) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", R.w(), R.x(), R.y(),
                     R.z());
}

}  // namespace tactus::multibody::mjcf

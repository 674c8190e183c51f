#include "tactus/multibody/importers/mjcf/rope_composites.h"

#include <cmath>
#include <numbers>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

class RopeMaker {
 public:
  RopeMaker(const Composite& composite, const CompositePlace& place, int origin)
      : composite_(composite), place_(place), origin_(origin) {}

  CompositeElements Make() {
    made_.children.push_back(MakeGeom(origin_));
    for (const int side : {1, -1}) {
      const int next = origin_ + side;
      if (next < 0 || next >= composite_.count[0]) continue;
      made_.children.push_back(MakeBody(next, side));
    }
    if (composite_.type == Composite::Type::kLoop) Close();
    return std::move(made_);
  }

 private:
  // Element i, with those beyond it in it.
  XmlElement MakeBody(int i, int side) {
    XmlElement body =
        MakeElement(composite_, "body", nullptr, fmt::format("B{}", i));
    Place(side, &body);
    AddJoints(i, side, &body);
    body.children.push_back(MakeGeom(i));
    const int next = i + side;
    if (next >= 0 && next < composite_.count[0])
      body.children.push_back(MakeBody(next, side));
    return body;
  }

  // From the element before it.
  void Place(int side, XmlElement* body) const {
    const double s = composite_.spacing;
    if (composite_.type == Composite::Type::kRope) {
      SetAttribute("pos", ToText(Vector3d(side * s, 0, 0)), body);
      return;
    }
    const double half = std::numbers::pi / composite_.count[0];
    const double R = s * std::cos(half);
    SetAttribute(
        "pos",
        ToText(Vector3d(side * R * std::cos(half), R * std::sin(half), 0)),
        body);
    SetAttribute(
        "quat",
        ToText(Quaterniond(std::cos(half), 0, 0, side * std::sin(half))), body);
  }

  XmlElement MakeGeom(int i) const {
    XmlElement geom =
        MakeElement(composite_, "geom", FindPart(composite_, "geom"),
                    fmt::format("G{}", i));
    // Its z along the rope.
    const double c = std::sqrt(0.5);
    SetAttribute("pos", "0 0 0", &geom);
    SetAttribute("quat", ToText(Quaterniond(c, 0, c, 0)), &geom);
    return geom;
  }

  XmlElement MakeJoint(std::string_view kind, const char* type,
                       const Vector3d& axis, const std::string& name,
                       int side) const {
    XmlElement joint = MakeElement(composite_, "joint",
                                   FindPart(composite_, "joint", kind), name);
    SetAttribute("type", type, &joint);
    SetAttribute("pos",
                 ToText(Vector3d(-0.5 * side * composite_.spacing, 0, 0)),
                 &joint);
    SetAttribute("axis", ToText(axis), &joint);
    return joint;
  }

  void AddJoints(int i, int side, XmlElement* body) {
    const auto add = [&](std::string_view kind, const char* type,
                         const Vector3d& axis, const std::string& name) {
      body->children.push_back(MakeJoint(kind, type, axis, name, side));
    };
    add("main", "hinge", Vector3d::UnitY(), fmt::format("J0_{}", i));
    add("main", "hinge", Vector3d::UnitZ(), fmt::format("J1_{}", i));
    if (FindPart(composite_, "joint", "twist") != nullptr) {
      add("twist", "hinge", Vector3d::UnitX(), fmt::format("JT{}", i));
      AddJointTie(composite_, fmt::format("JT{}", i), &made_);
    }
    if (FindPart(composite_, "joint", "stretch") != nullptr) {
      add("stretch", "slide", Vector3d::UnitX(), fmt::format("JS{}", i));
      AddJointTie(composite_, fmt::format("JS{}", i), &made_);
    }
  }

  // Ties the last element to the first, half a spacing before it. The anchor is
  // in the first, unless that stands in a frame of its body: then in the last.
  void Close() {
    const std::string last = fmt::format("B{}", composite_.count[0] - 1);
    const bool from_last = place_.in_frame && origin_ == 0;
    const double half = 0.5 * composite_.spacing;
    XmlElement tie = MakeElement(composite_, "connect", nullptr, "");
    SetAttribute("body1", composite_.prefix + (from_last ? last : "B0"), &tie);
    SetAttribute("body2", composite_.prefix + (from_last ? "B0" : last), &tie);
    SetAttribute("anchor", ToText(Vector3d(from_last ? half : -half, 0, 0)),
                 &tie);
    made_.references.emplace_back("equality", std::move(tie));
    made_.references.emplace_back("contact",
                                  MakeExclude(composite_, "B0", last));
  }

  const Composite& composite_;
  const CompositePlace& place_;
  int origin_;
  CompositeElements made_;
};

// Which element `holder` is, by its name.
int FindOrigin(const Composite& composite, const XmlElement& holder) {
  const std::string begin = composite.prefix + "B";
  const std::string* name = holder.Find("name");
  std::optional<int> origin;
  if (holder.tag == "body" && name != nullptr && name->starts_with(begin)) {
    const auto number = ParseInteger(name->substr(begin.size()));
    if (number && *number >= 0 && *number < composite.count[0])
      origin = static_cast<int>(*number);
  }
  Check(origin.has_value(), *composite.source,
        fmt::format("stands in the body that is one of its elements, which is "
                    "named '{}0' to '{}{}'",
                    begin, begin, composite.count[0] - 1));
  return *origin;
}

}  // namespace

CompositeElements MakeRope(const Composite& composite,
                           const CompositePlace& place) {
  Check(composite.CountDimensions() == 1, *composite.source,
        "ropes and loops have one count above 1");
  Check(composite.spacing > 0, *composite.source,
        "attribute 'spacing' must be positive");
  Check(composite.type == Composite::Type::kRope || composite.count[0] > 2,
        *composite.source, "a loop has at least three elements");
  return RopeMaker(composite, place, FindOrigin(composite, place.holder))
      .Make();
}

}  // namespace tactus::multibody::mjcf

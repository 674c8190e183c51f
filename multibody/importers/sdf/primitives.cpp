#include "tactus/multibody/importers/sdf/primitives.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

// Stands in for the radius 0 of points, which have no extent [m].
constexpr double kPointRadius = 1e-6;
constexpr int kConeSides = 64;

double ReadLength(const XmlElement& shape, std::string_view tag) {
  const XmlElement& element = RequireChild(shape, tag);
  const double length = ReadNumber(element);
  Check(length > 0, element, "must be positive");
  return length;
}

Vector3d ReadExtents(const XmlElement& element) {
  const Vector3d extents = ReadVector(element);
  Check((extents.array() > 0).all(), element, "must be positive");
  return extents;
}

// The hull of the tip and of points on the rim.
contact::Shape MakeCone(const XmlElement& element) {
  const double radius = ReadLength(element, "radius");
  const double h = ReadLength(element, "length") / 2;
  std::vector<Vector3d> points = {{0, 0, h}};
  for (int i = 0; i < kConeSides; ++i) {
    const double angle = 2 * std::numbers::pi * i / kConeSides;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), -h);
  }
  return contact::ConvexMesh{
      std::make_shared<const contact::ConvexHull>(points)};
}

}  // namespace

const XmlElement& RequireChild(const XmlElement& element,
                               std::string_view tag) {
  const XmlElement* child = FindChild(element, tag);
  Check(child != nullptr, element, "needs <" + std::string(tag) + ">");
  return *child;
}

Vector3d ReadVector(const XmlElement& element) {
  Vector3d vector;
  ReadNumbers(element, std::span(vector.data(), 3));
  return vector;
}

RigidTransform TurnToNormal(const XmlElement& plane,
                            const RigidTransform& X_LG) {
  Vector3d normal = Vector3d::UnitZ();
  if (const XmlElement* element = FindChild(plane, "normal")) {
    normal = ReadVector(*element);
    Check(normal.norm() > 0, *element, "must not be zero");
  }
  const Quaterniond turn =
      Quaterniond::FromTwoVectors(Vector3d::UnitZ(), normal.normalized());
  return X_LG * RigidTransform(turn);
}

contact::Shape MakePrimitive(const XmlElement& element) {
  const std::string& tag = element.tag;
  if (tag == "box") {
    return contact::Box{ReadExtents(RequireChild(element, "size")) / 2};
  }
  if (tag == "sphere") {
    const bool is_point = ReadNumber(RequireChild(element, "radius")) == 0;
    return contact::Sphere{is_point ? kPointRadius
                                    : ReadLength(element, "radius")};
  }
  if (tag == "cylinder") {
    return contact::Cylinder{ReadLength(element, "radius"),
                             ReadLength(element, "length") / 2};
  }
  if (tag == "capsule" || tag == "drake:capsule") {
    return contact::Capsule{ReadLength(element, "radius"),
                            ReadLength(element, "length") / 2};
  }
  if (tag == "ellipsoid") {
    return contact::Ellipsoid{ReadExtents(RequireChild(element, "radii"))};
  }
  if (tag == "cone") return MakeCone(element);
  if (tag == "drake:ellipsoid") {
    return contact::Ellipsoid{{ReadLength(element, "a"),
                               ReadLength(element, "b"),
                               ReadLength(element, "c")}};
  }
  Fail(element, "this shape is not supported");
}

}  // namespace tactus::multibody::sdformat

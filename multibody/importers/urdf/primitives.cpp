#include "tactus/multibody/importers/urdf/primitives.h"

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

double ReadLength(const XmlElement& element, std::string_view name) {
  double length{};
  Required(element, name);
  Read(element, name, &length);
  if (length <= 0) FailAttribute(element, name, "is not positive");
  return length;
}

contact::Shape ReadBox(const XmlElement& element) {
  Vector3d size = Vector3d::Zero();
  Required(element, "size");
  Read(element, "size", &size);
  if (size.minCoeff() <= 0) FailAttribute(element, "size", "is not positive");
  return contact::Box{size / 2};
}

contact::Shape ReadSphere(const XmlElement& element) {
  double radius{};
  Required(element, "radius");
  Read(element, "radius", &radius);
  if (radius < 0) FailAttribute(element, "radius", "is negative");
  return contact::Sphere{radius > 0 ? radius : kPointRadius};
}

}  // namespace

std::optional<contact::Shape> ReadPrimitive(const XmlElement& element) {
  if (Is(element, "box")) return ReadBox(element);
  if (Is(element, "sphere")) return ReadSphere(element);
  if (Is(element, "cylinder")) {
    return contact::Cylinder{ReadLength(element, "radius"),
                             ReadLength(element, "length") / 2};
  }
  if (Is(element, "capsule")) {
    return contact::Capsule{ReadLength(element, "radius"),
                            ReadLength(element, "length") / 2};
  }
  if (Is(element, "ellipsoid")) {
    return contact::Ellipsoid{{ReadLength(element, "a"),
                               ReadLength(element, "b"),
                               ReadLength(element, "c")}};
  }
  return std::nullopt;
}

}  // namespace tactus::multibody::urdf

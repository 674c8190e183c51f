#include "tactus/recording/visual_key.h"

#include <string>
#include <utility>

namespace tactus::recording {
namespace {

ShapeKey MakeKey(const contact::Shape& shape) {
  struct Sizes {
    using Result = std::pair<std::array<double, 3>, const void*>;
    Result operator()(const contact::Sphere& s) const {
      return {{s.radius, 0, 0}, nullptr};
    }
    Result operator()(const contact::Box& s) const {
      const Vector3d& h = s.half_extents;
      return {{h.x(), h.y(), h.z()}, nullptr};
    }
    Result operator()(const contact::Capsule& s) const {
      return {{s.radius, s.half_length, 0}, nullptr};
    }
    Result operator()(const contact::Cylinder& s) const {
      return {{s.radius, s.half_length, 0}, nullptr};
    }
    Result operator()(const contact::Ellipsoid& s) const {
      return {{s.radii.x(), s.radii.y(), s.radii.z()}, nullptr};
    }
    Result operator()(const contact::HalfSpace&) const { return {}; }
    Result operator()(const contact::ConvexMesh& s) const {
      return {{}, s.hull.get()};
    }
  };
  const auto [sizes, hull] = std::visit(Sizes{}, shape);
  return {shape.index(), sizes, hull};
}

std::string NameOf(const contact::Shape& shape) {
  constexpr std::array kNames = {"sphere",     "box",       "capsule",
                                 "cylinder",   "ellipsoid", "half_space",
                                 "convex_mesh"};
  static_assert(kNames.size() == std::variant_size_v<contact::Shape>);
  return kNames[shape.index()];
}

}  // namespace

ShapeKey MakeKey(const Visual& visual) {
  if (visual.mesh == nullptr) return MakeKey(visual.shape);
  return {std::variant_size_v<contact::Shape>, {}, visual.mesh.get()};
}

ColorKey MakeKey(const Color& c) {
  return {c.red, c.green, c.blue, c.alpha};
}

std::string ShapeName(const Visual& visual) {
  return visual.mesh == nullptr ? NameOf(visual.shape) : "mesh";
}

}  // namespace tactus::recording

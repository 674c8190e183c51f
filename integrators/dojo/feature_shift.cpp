#include "tactus/integrators/dojo/feature_shift.h"

#include <variant>

namespace tactus::integrators {
namespace {

using Kind = multibody::Parameter::Kind;

// 0 where the shape has no such number.
double HalfExtent(const contact::Shape& shape, int component) {
  if (const auto* box = std::get_if<contact::Box>(&shape))
    return box->half_extents[component];
  if (component < 2) return 0;
  if (const auto* capsule = std::get_if<contact::Capsule>(&shape))
    return capsule->half_length;
  if (const auto* cylinder = std::get_if<contact::Cylinder>(&shape))
    return cylinder->half_length;
  return 0;
}

}  // namespace

FeatureShift CalcFeatureShift(const contact::Geometry& geometry,
                              const Vector3d& p_BC, double r,
                              const multibody::Parameter& parameter) {
  const int k = parameter.component;
  const Matrix3d R_BG = geometry.X_BG.linear();
  const Vector3d p_GC = geometry.X_BG.inverse() * p_BC;
  FeatureShift shift;
  if (parameter.kind == Kind::kGeometryPosition) {
    shift.c = Vector3d::Unit(k);
  } else if (parameter.kind == Kind::kRadius) {
    if (const auto* cylinder =
            std::get_if<contact::Cylinder>(&geometry.shape)) {
      shift.c = R_BG * Vector3d(p_GC.x(), p_GC.y(), 0) / cylinder->radius;
      shift.r = r / cylinder->radius;
    } else {
      shift.r = 1;
    }
  } else if (parameter.kind == Kind::kHalfExtent) {
    const double half = HalfExtent(geometry.shape, k);
    if (half > 0) shift.c = R_BG.col(k) * p_GC[k] / half;
  }
  return shift;
}

}  // namespace tactus::integrators

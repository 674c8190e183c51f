#pragma once

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/multibody/parameters.h"

namespace tactus::integrators {

/// How a contact's feature moves with a number of its geometry.
struct FeatureShift {
  Vector3d c = Vector3d::Zero();  ///< Of its point, body axes.
  double r{};                     ///< Of its radius.
};

/// @param p_BC  the feature's point from its body's origin, body axes [m]; a
///   point of a box or of the end of a cylinder moves in proportion.
/// @param r  its radius.
FeatureShift CalcFeatureShift(const contact::Geometry& geometry,
                              const Vector3d& p_BC, double r,
                              const multibody::Parameter& parameter);

}  // namespace tactus::integrators

#pragma once

#include <optional>

#include "tactus/common/types.h"

namespace tactus::multibody {

/// How a taut string from p0 to p1 goes around a sphere of that radius at the
/// origin, or a cylinder along z: straight to a first point of the surface,
/// along a geodesic to a last one, and straight on.
///
///   on the sphere    an arc of a great circle in the plane of p0, p1 and the
///                    origin
///   on the cylinder  a helix, whose projection on the plane across z is such
///                    an arc: heights go with the length of the projection
///
/// With a side point outside, the string passes on its side; without one, on
/// the shorter. With a side point inside the shape (its distance from the
/// origin below the radius) it has to touch the shape from within, at one point
/// that makes its path shortest (all as MuJoCo has it, "Wrapping"):
///
///     asin(z r/|p0|) + asin(z r/|p1|) - 2 asin(z) + angle(p0, p1) = 0.
///
/// Lengths in m, in the frame of the shape.
struct WrapShape {
  double radius{};
  bool is_cylinder = false;
  std::optional<Vector3d> side = {};
};

struct Wrap {
  Vector3d first, last;
  double length{};  ///< On the surface; zero inside.
  double turn{};    ///< Signed, about `normal`, from first to last [rad].
  Vector3d normal;
};

/// Nothing where the string does not touch: where the shape is out of its way,
/// or has an end of it inside.
std::optional<Wrap> CalcWrap(const WrapShape& shape, const Vector3d& p0,
                             const Vector3d& p1);

/// The point a share s in [0, 1] of the way from first to last.
Vector3d PointOnWrap(const Wrap& wrap, double s);

}  // namespace tactus::multibody

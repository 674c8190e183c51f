#pragma once

#include <span>
#include <vector>

#include "tactus/contact/geometry/narrow_phase/manifold.h"
#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

// Contact before it happens: which pairs of shapes can meet within a step, and
// where.
//
// A step that asks at its start alone which bodies overlap is blind to all
// that meet on the way: they pass through each other, or come out of a wall
// with the energy of the overlap that they were found in. So a pair is also
// looked at that is still apart, by the path that an implicit step will take
// it along if nothing is met: with h the step,
//
//     U = V0 + h (0, g)    of what can move, at its point C
//     x(t) = x0 + t U      0 <= t <= h, C straight, turning about C
//
// A point at distance phi with normal velocity vn is kept if
//
//     phi < 1.2 (h - t) (-vn)+ + h^2 |g . n|
//
// with room for forces that U does not know, or touches at t0, phi < 1e-9 r
// with r the inner radius of the smaller shape: what presses together bodies
// that were placed face to face may begin with the step. Near pairs are looked
// at where they are, t = 0. A far pair's nearest points say little of where it
// will meet: so it is moved along the path by conservative advancement, t <- t
// + phi / u with u a bound of the speed of approach, until it is near, and its
// points and normals are those of that pose ([Mirtich96], section 2.3). They
// enter a problem at t0 by the distance that closes at the same time,
//
//     phi0 = phi(t) - t vn .
//
//   symbol  code               meaning                              unit
//   h       Sweep::duration    step                                 s
//   U       BodyPath::U        (angular, linear) velocity           rad/s, m/s
//   C       BodyPath::p_WC     the point that moves straight        m
//   g       Sweep::gravity                                          m/s^2
//   t       Manifold::time     where on its path a pair is seen     s

/// A body's path: its point C moves straight while it turns about it, both at
/// constant rates: the centre of mass of a body that flies, and of any other
/// the point that it circles about (MakeBodyPath()).
struct BodyPath {
  Vector3d p_WC = Vector3d::Zero();  ///< At t0.
  Vector6d U = Vector6d::Zero();     ///< Of the body at C; zero if anchored.

  /// Where the body's frame with pose X_WB at t0 is at t.
  RigidTransform Advance(const RigidTransform& X_WB, double t) const;
  /// Of the body's point that is at p_W at the time t.
  Vector3d VelocityAt(const Vector3d& p_W, double t) const;
};

/// The path of a body with pose X_WB and velocity V_WB of its origin: about its
/// centre of mass if it flies or turns by less than 1e-4 rad in the sweep. Else
/// about what its centre of mass circles around, by the acceleration a0 of that
/// at vdot = 0, as a link about its hinge and a wheel about its axle; or about
/// its screw's axis, if that is nearer. Gravity adds h g to its velocity.
BodyPath MakeBodyPath(const Vector3d& p_WBo, const Vector3d& p_BoBcm_W,
                      const Vector6d& V_WB, const Vector3d& a0_Bcm_W,
                      bool flies, double duration, const Vector3d& gravity);

struct Sweep {
  std::span<const BodyPath> paths;  ///< By body.
  Vector3d gravity = Vector3d::Zero();
  double duration = 0;  ///< 0: nothing moves.
};

/// A shape on the way.
struct MovingShape {
  const Shape* shape{};
  RigidTransform X_WG;  ///< At t0.
  BodyPath path;        ///< Of its body.
};

/// The greatest distance of a point of the shape from the axis through its
/// centre that it turns about, where turning moves its surface: 0 for a sphere
/// [m].
double CalcTurningRadius(const Shape& shape);
/// A length like half its least extent; 0 for a half-space [m].
double CalcInnerRadius(const Shape& shape);
/// Of the shape, in its frame.
Vector3d CalcCenter(const Shape& shape);

/// Appends the points where A and B overlap, are less than `margin` apart, or
/// can meet within the sweep; `time` receives t. With points that overlap at
/// t0, t = 0, and they are AppendManifold()'s, but at a seam (sweep.cpp).
void AppendSweptManifold(const MovingShape& a, const MovingShape& b,
                         double margin, const Sweep& sweep,
                         std::vector<ManifoldPoint>* points, double* time);

}  // namespace tactus::contact

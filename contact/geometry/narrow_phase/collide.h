#pragma once

#include <type_traits>

#include "tactus/contact/geometry/narrow_phase/manifold_writer.h"
#include "tactus/contact/geometry/shapes/shape.h"

/// The narrow phase: one overload for each unordered pair of shapes,
///
///     Collide(P, Q, X_PQ, writer),
///
/// writes the points of the overlap of P and Q in P's frame. Which of the two
/// comes first is the routine's choice; narrow_phase.cpp exchanges the shapes
/// where the model has them the other way round.
///
///              sphere box capsule cylinder ellipsoid half-space mesh
///     sphere     s     s     s       s         s         s       s
///     box              b     r       g         g         h       g
///     capsule                c       r         r         h       r
///     cylinder                       g         g         h       g
///     ellipsoid                                g         h       g
///     half-space                                         -       h
///     mesh                                                       g
///
/// s sphere.cpp, b box_box.cpp (boxes that are apart: general.cpp),
/// c capsule_capsule.cpp, r capsule.cpp, h half_space.cpp, g general.cpp;
/// - two half-spaces never touch.
///
/// The points that overlap are those of no margin, whatever the margin. It adds
/// points that are apart and come to touch next: of a pair that overlaps, those
/// of the same faces and lines; of a pair that is apart, the points of the
/// contact that it will have, by the rule of lift.h, and theirs. The depths are
/// true.
namespace tactus::contact {

/// Sphere against any solid: one point, by the solid's nearest surface point.
template <class Solid>
void Collide(const Solid& solid, const Sphere& sphere, const RigidTransform& X,
             ManifoldWriter* writer);

/// Capsule against a solid: two points that slide along the capsule's axis.
template <class Solid>
requires(
    std::is_same_v<Solid, Box> || std::is_same_v<Solid, Cylinder> ||
    std::is_same_v<Solid, Ellipsoid> ||
    std::is_same_v<Solid, ConvexMesh>) void Collide(const Solid& solid,
                                                    const Capsule& capsule,
                                                    const RigidTransform& X,
                                                    ManifoldWriter* writer);

void Collide(const Capsule& p, const Capsule& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);

void Collide(const Box& p, const Box& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
/// Of boxes that are known to be apart.
void CollideApart(const Box& p, const Box& q, const RigidTransform& X_PQ,
                  ManifoldWriter* writer);
void Collide(const Box& p, const Cylinder& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const Box& p, const Ellipsoid& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const Box& p, const ConvexMesh& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const Cylinder& p, const Cylinder& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const Cylinder& p, const Ellipsoid& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const Cylinder& p, const ConvexMesh& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const Ellipsoid& p, const Ellipsoid& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const Ellipsoid& p, const ConvexMesh& q,
             const RigidTransform& X_PQ, ManifoldWriter* writer);
void Collide(const ConvexMesh& p, const ConvexMesh& q,
             const RigidTransform& X_PQ, ManifoldWriter* writer);
void Collide(const HalfSpace& p, const Box& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const HalfSpace& p, const Capsule& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const HalfSpace& p, const Cylinder& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const HalfSpace& p, const Ellipsoid& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer);
void Collide(const HalfSpace& p, const ConvexMesh& q,
             const RigidTransform& X_PQ, ManifoldWriter* writer);

}  // namespace tactus::contact

#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What ModelBuilder::Build() asks of its parts. Each throws
/// std::invalid_argument with the names of the elements involved.

void RequireBodyIndex(int index, std::span<const Body> bodies,
                      std::string_view owner);
void RequireRigid(const RigidTransform& X, std::string_view owner);

/// Names and inertias. No body may be nameless.
void RequireValidBodies(std::span<const Body> bodies);

/// Names, body indices, frames, unit axes, bounds in order, damping, dry
/// friction and armature not negative; bounds, springs and default positions on
/// scalar joints only, bounds of each position on universal and planar joints,
/// a largest angle on ball joints; no dry friction on welds.
void RequireValidJoints(std::span<const Joint> joints,
                        std::span<const Body> bodies);

/// Names, different scalar joints, at least one; coefficients finite and not
/// zero, bounds in order, stiffness, damping and dry friction not negative.
void RequireValidTendons(std::span<const Tendon> tendons,
                         std::span<const Joint> joints,
                         std::span<const Body> bodies);

/// Names, one transmission (a scalar joint, a tendon, or a body), bounds in
/// order, positive time constants.
void RequireValidActuators(std::span<const Actuator> actuators,
                           std::span<const Joint> joints,
                           std::span<const Tendon> tendons,
                           std::span<const Body> bodies);

/// Names, one or two different scalar joints, finite references and
/// coefficients.
void RequireValidCouplers(std::span<const JointCoupler> couplers,
                          std::span<const Joint> joints, int num_tendons);

/// Names, two different bodies, rigid frames; lengths, stiffnesses and dampings
/// not negative, and only where the type has them.
void RequireValidConstraints(std::span<const Constraint> constraints,
                             std::span<const Body> bodies);
/// One of the bodies, at least, is not fixed to the world.
void RequireMovable(std::span<const Constraint> constraints,
                    const Model& model);

/// Bodies exist and are not virtual; margins are not negative.
void RequireValidGeometries(std::span<const contact::Geometry> geometries,
                            std::span<const Body> bodies);

/// Bodies exist and are not virtual; rigid frames, colours within bounds.
void RequireValidVisuals(std::span<const Visual> visuals,
                         std::span<const Body> bodies);

/// Finite numbers, none of them negative but for the wind's; ellipsoids on
/// bodies that exist and are not virtual, with positive radii.
void RequireValidFluid(const Fluid& fluid,
                       std::span<const FluidEllipsoid> ellipsoids,
                       std::span<const Body> bodies);

/// Geometries exist, on two bodies, each pair once; margins are not negative,
/// materials not both rigid.
void RequireValidGeometryPairs(std::span<const contact::GeometryPair> pairs,
                               std::span<const contact::Geometry> geometries);

/// A name, a solid, a skin that is not negative, a rigid frame; nodes and
/// bodies of attachments exist.
void RequireValidElasticBody(const ElasticBody& body,
                             std::span<const Body> bodies);

/// M must be positive definite. Where it is singular in one configuration only,
/// a model is legal; a direction that is without mass in a generic
/// configuration is without mass in all. Eliminating velocities from the ends
/// of the trees to their roots, the pivot of a velocity is the inertia that it
/// feels with all outboard joints free ([Featherstone08, section 7.2]): a pivot
/// that vanishes names the joint.
void RequireMassEverywhere(const Model& model);

}  // namespace tactus::multibody

#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What ModelBuilder::Build() asks of bodies. Each throws
/// std::invalid_argument with the names of the elements involved.

/// Names and inertias. No body may be nameless.
void RequireValidBodies(std::span<const Body> bodies);

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

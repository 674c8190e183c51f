#pragma once

#include <span>
#include <string>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::apps {

/// Two geometries that may touch and do.
struct OverlappingPair {
  int geometry_a{}, geometry_b{};
  double depth{};  ///< Of the deepest point of contact [m].
};
/// Where bodies are at these poses.
std::vector<OverlappingPair> FindOverlappingPairs(
    const multibody::Model& model, std::span<const RigidTransform> X_WB);

/// A floating tree that starts inside half-spaces of the world.
struct SunkTree {
  int joint{};       ///< The floating one.
  std::string body;  ///< The deepest of its bodies.
  double depth{};    ///< Of that body [m].
  Vector3d way_out =
      Vector3d::Zero();  ///< Takes all of the tree out, in the world [m].
};

/// Whether the world has a half-space to sink into.
bool HasGround(const multibody::Model& model);

/// The sunk trees in their order; depths below 0.1 mm do not count.
std::vector<SunkTree> FindSunkTrees(const multibody::Model& model,
                                    const VectorXd& q);

/// How deep bodies that the world holds start in its half-space `ground`, which
/// nothing can lift out of it [m].
double CalcHeldDepth(const multibody::Model& model, const VectorXd& q,
                     const std::string& ground);

/// Moves the trees until they touch what they were in.
void Lift(const multibody::Model& model, const std::vector<SunkTree>& trees,
          VectorXd* q);

/// Two bodies that start inside each other.
struct DeepPair {
  std::string body_a, body_b;
  double depth{};  ///< Of the deepest point of contact [m].
};

/// Pairs that are at least `least_depth` [m] inside each other, the deepest
/// first; but for what FindSunkTrees() finds.
std::vector<DeepPair> FindDeepPairs(const multibody::Model& model,
                                    const VectorXd& q, double least_depth);

/// Whether the filters let anything that moves touch the geometry `name`.
bool CanBeTouched(const multibody::Model& model, const std::string& name);

}  // namespace tactus::apps

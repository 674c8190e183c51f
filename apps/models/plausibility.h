#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::apps {

/// Something in a model that is legal but seldom meant.
struct Implausibility {
  std::string what;
};

/// Two geometries that overlap in the start state, in the order of depth.
struct Overlap {
  std::string geometry_a, geometry_b, body_a, body_b;
  double depth{};  ///< [m]
};

/// Looks for what is seldom meant, body by body and joint by joint:
///
///   * what a joint carries has more than 1000 times the mass of its body
///   * a radius of gyration sqrt(I / m) of more than twice the distance from
///     the centre of mass to the farthest corner of the body's geometry, or a
///     largest one of less than a hundredth of it
///   * a centre of mass farther from the geometry's box than the box is long
///   * a density above 23000 kg/m^3, more than osmium's, of the mass in the box
///   * a start position outside of a joint's limits
///
/// The box is the smallest one along the body's axes around its geometries, all
/// of which count, whether they collide or not; bodies with half-spaces or none
/// pass.
std::vector<Implausibility> FindDoubts(const multibody::Model& model);

/// The pairs that may touch and do, by more than 0.1 mm, when the joints are at
/// `q`.
std::vector<Overlap> FindOverlaps(const multibody::Model& model,
                                  const VectorXd& q);

}  // namespace tactus::apps

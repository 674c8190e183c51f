#pragma once

#include <vector>

#include "tactus/multibody/fluid_forces.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/multibody/plant/velocity_problem_trees.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that translates what a fluid does to
/// bodies: with f0 at v0 and C of each tree,
///
///     f(v) = f0 - C (v - v0).
class VelocityProblemFluid {
 public:
  explicit VelocityProblemFluid(const Model& model) : forces_of_parts_(model) {}

  /// Takes f0 and C at the start of a problem.
  void Calc(const ModelAtStart& start);

  /// Makes C the drag of the problem's cliques, in place of what they have, and
  /// adds C v0 to the forces in k0. f0 is left to the caller.
  void SetDrag(contact::VelocityProblem* problem) const;

  /// f0 by velocity [N or N m].
  const VectorXd& force() const { return force_; }
  /// f0 by body: torque [N m] and force [N] of each part, where that is.
  const std::vector<SpatialForce>& spatial_forces() const {
    return spatial_forces_;
  }

 private:
  FluidForces forces_of_parts_;
  std::vector<SpatialForce> spatial_forces_;
  VectorXd force_;
  std::vector<MatrixXd> drag_;  ///< By tree; empty: none.
};

}  // namespace tactus::multibody

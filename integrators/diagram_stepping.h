#pragma once

#include <optional>
#include <string>

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/statistics.h"
#include "tactus/multibody/multibody_plant.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {

/// The whole diagram's continuous state, taken apart: the plant's positions and
/// velocities, and z, everything else's.
struct HybridState {
  VectorXd q, v, z;
};

/// A state to step from: what acts there, and the velocity problem, which
/// serves any h.
struct StepOrigin {
  explicit StepOrigin(const multibody::MultibodyPlant& plant)
      : builder(plant.MakeProblemBuilder()) {}
  double t0{};
  VectorXd x_all;  ///< The diagram's state.
  HybridState x;   ///< The same, taken apart.
  VectorXd zdot;
  multibody::PlantInputs inputs;
  multibody::VelocityProblemBuilder builder;
  contact::VelocityProblem problem;
};

/// A diagram with one plant, seen by a method that steps the plant alone:
///
///     v1, q1 = step function(x0; h)        the plant, by any method
///     z1 = z0 + h zdot(t0, x0, z0)         the rest, explicit Euler
///
/// with the plant's inputs held at their values at the start of the step,
/// surface velocities apart: they are velocities, and taken at its end.
class DiagramStepping {
 public:
  /// @param contact_margin  as for VelocityProblemBuilder::Build.
  /// @throws std::invalid_argument unless `diagram` has exactly one plant.
  DiagramStepping(const systems::Diagram& diagram, Statistics* statistics,
                  std::optional<double> contact_margin = std::nullopt);

  const multibody::MultibodyPlant& plant() const { return *plant_; }
  const multibody::Model& model() const { return plant_->model(); }

  /// Makes the start of a simulation consistent: joints outside their limits
  /// are moved onto them, and the log says by how much.
  void ProjectStart(systems::Context* context) const;

  void Split(const VectorXd& x, HybridState* state) const;
  void Join(const HybridState& state, VectorXd* x) const;

  /// Evaluates inputs and derivatives at `context`, which holds `origin->x`,
  /// and builds the problem. False, with `what` saying which block is at fault,
  /// when something is not finite.
  [[nodiscard]] bool Prepare(const systems::Context& context,
                             StepOrigin* origin, std::string* what) const;

  /// Takes surface velocities to t0 + h. May leave `context` at that time.
  void MoveSurfaces(double h, StepOrigin* origin,
                    systems::Context* context) const;

  /// Advances z, and looks at all of `next`: false, with `what` saying where,
  /// when something is not finite.
  [[nodiscard]] bool Finish(const StepOrigin& origin, double h,
                            HybridState* next, std::string* what) const;

 private:
  const systems::Diagram& diagram_;
  const multibody::MultibodyPlant* plant_{};
  Statistics* statistics_;
  std::optional<double> contact_margin_;
  int plant_start_{}, plant_size_{};
};

}  // namespace tactus::integrators

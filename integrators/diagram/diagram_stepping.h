#pragma once

#include <optional>
#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/diagram/project_start.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/dense_output.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {

/// A StepOrigin is a state to step from, with what acts there and the velocity
/// problem, which serves any h.
struct StepOrigin {
  /// `its_function` makes the steps from here, and must outlive this.
  StepOrigin(const multibody::MultibodyPlant& plant, StepFunction* its_function)
      : function(its_function), builder(plant.MakeProblemBuilder()) {}
  StepFunction* function;
  double t0{};
  VectorXd x_all;  ///< The diagram's state.
  HybridState x;   ///< The same, taken apart.
  VectorXd zdot;
  multibody::PlantInputs inputs;
  multibody::VelocityProblemBuilder builder;
  contact::VelocityProblem problem;
  /// What lies outside the plant did in the last step from here. Before the
  /// first one, its inputs are those at the state itself.
  ExternalResponse external;
  StepResult result;  ///< Of the last step from here, with actuators' forces.
};

/// This is a diagram with one plant as a method sees it that steps the plant
/// alone:
///
///     v1, q1 = step function(x0; h)        the plant, by any method
///     z1                                   the rest, by ExternalScheme
///
/// Each StepOrigin x0 serves steps of several lengths. The plant's inputs are
/// either linearised (ExternalSystem) or held at their values at the start of
/// the step; surface velocities, being velocities, are taken at its end all the
/// same. So a step is
///
///     Prepare()   inputs, derivatives, contacts and the problem at x0
///     Step()      tau = g - C (v1 - v0), z1 = Z v1 + b         (28), (29)
///       repeat    v1 by the step function, with tau in the problem
///       until     no effort is beyond a limit that tau ignores,
///                 velocities turn by as much as was guessed (skew_feedback.h),
///                 and force elements do at v1 what tau says
///                 z1 = Z v1 + b
///     Record()    what acted, for the plant's outputs
class DiagramStepping {
 public:
  /// @throws std::invalid_argument unless `diagram` has exactly one plant.
  DiagramStepping(const systems::Diagram& diagram, Statistics* statistics,
                  ExternalScheme scheme);

  const multibody::MultibodyPlant& plant() const { return *plant_; }
  const multibody::Model& model() const { return plant_->model(); }

  /// Returns true if controls read a continuous state.
  bool controls_feed_back() const { return external_.controls_feed_back(); }

  /// Makes the start of a simulation consistent (project_start.h).
  void ProjectStart(systems::Context* context) const {
    integrators::ProjectStart(*plant_, context);
  }

  void Split(const VectorXd& x, HybridState* state) const {
    external_.layout().Split(x, state);
  }
  void Join(const HybridState& state, VectorXd* x) const {
    external_.layout().Join(state.q, state.v, state.z, x);
  }

  /// Evaluates inputs and derivatives at `context`, which holds `origin->x`,
  /// and builds the problem, with the contacts that its function asks for in
  /// steps of up to `horizon` [s]. Fails, blaming a block, when something is
  /// not finite.
  [[nodiscard]] std::optional<StepFailure> Prepare(
      const systems::Context& context, double horizon, StepOrigin* origin);

  /// A Request tells which of the steps from an origin is wanted.
  struct Request {
    double h{};                         ///< [s]
    const VectorXd* v_guess = nullptr;  ///< StepProblem::v_guess
    systems::Value* memory{};           ///< The function's.
    bool is_half = false;               ///< ExternalSystem::Part::is_half
    bool is_compared = false;           ///< SkewStep::is_compared
  };
  /// Makes the step from `origin`, and sets `next` to the state at its end. May
  /// leave `context` at another time and state. Fails where the function does,
  /// and where something is not finite.
  [[nodiscard]] std::optional<StepFailure> Step(const Request& request,
                                                StepOrigin* origin,
                                                systems::Context* context,
                                                HybridState* next);

  /// Writes into `context` what happened in the last Step(), of length h from
  /// `origin`, on behalf of all from `t_start` to `t_end`; RecordEnergy()
  /// completes it.
  void Record(const StepOrigin& origin, double h, double t_start, double t_end,
              systems::Context* context);

  /// Work is what inputs gave in a step [J]: by velocity, and by surfaces that
  /// move.
  struct Work {
    VectorXd by_velocity;
    double by_belts{};
    double sum() const { return by_velocity.sum() + by_belts; }
  };
  /// Calculates that of the last Step(), of length h from `origin`.
  void CalcWork(const StepOrigin& origin, double h, Work* work) const;

  /// Completes a record that is in `context` by the energy at `start`, where
  /// the whole step began, and the work over all of it [J].
  void RecordEnergy(const StepOrigin& start, double work,
                    systems::Context* context) const;

  /// Puts inputs into the problem as Prepare() does, whatever steps have been
  /// made from `origin`.
  void ResetInputs(StepOrigin* origin) const;

  /// Sets the slopes of the dense output of the last step, from `origin`: N v
  /// at both ends for q, or where an impact bends it nearer to the mean rate
  /// (impact_slopes.h); for v and z, which are known to first order only, their
  /// mean rate.
  void CalcSlopes(const StepOrigin& origin, systems::DenseOutput* step) const;
  /// Puts quaternions of a state inside a step right, and where both ends of
  /// the step keep the limits and rigid constraints to kPositionTolerance, so
  /// does the state: between them a cubic overshoots the limit that one of them
  /// stands on.
  void ProjectInside(const systems::DenseOutput& step, VectorXd* x) const;

 private:
  void PrepareFunction(const Request& request, StepOrigin* origin);
  std::optional<StepFailure> Solve(const Request& request, StepOrigin* origin);
  void SetInputs(StepOrigin* origin) const;
  bool HasSaturated(StepOrigin* origin);
  bool HasTurned(StepOrigin* origin);
  bool FollowElements(StepOrigin* origin, systems::Context* context);
  std::optional<StepFailure> PrepareInputs(const Request& request,
                                           StepOrigin* origin,
                                           systems::Context* context);
  std::optional<StepFailure> Finish(const StepOrigin& origin, double h,
                                    HybridState* next) const;
  multibody::StepForces CalcForces(const StepOrigin& origin, double h);
  static void AddFollowing(const StepOrigin& origin,
                           std::vector<double>* actuator_forces);

  const systems::Diagram& diagram_;
  const multibody::MultibodyPlant* plant_{};
  Statistics* statistics_;
  ExternalSystem external_;
  std::vector<double> actuator_forces_, row_forces_, joint_row_forces_;
  VectorXd vdot_, v_elements_;
  systems::Value memory_;  ///< A function's, before a solve.
};

}  // namespace tactus::integrators

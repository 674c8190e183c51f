#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/common/profile.h"
#include "tactus/common/status.h"
#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/step_functions/step_failure.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/systems/value.h"

namespace tactus::multibody {
struct ContactReach;
class VelocityProblemBuilder;
}  // namespace tactus::multibody

namespace tactus::integrators {

/// One step of length h from (q0, v0): the question that every method for
/// robots in contact answers. References to what the caller holds.
struct StepProblem {
  const multibody::Model& model;
  const multibody::PositionKinematics& position;  ///< At q0.
  const VectorXd& q0;
  /// v0, the mass matrix, applied forces, contacts and limits at (q0, v0).
  const contact::VelocityProblem& velocity;
  double h{};  ///< [s]
  /// The collision query behind the problem's points, which are in its order;
  /// null where a test has made the problem by hand.
  const contact::ContactSet* contacts = nullptr;
  /// Those that `velocity` has; null: none.
  const multibody::PlantInputs* inputs = nullptr;
  /// Where iterations for v1 may start; null: at v0.
  const VectorXd* v_guess = nullptr;
};

/// Where springs act in a step of length h that holds its laws at a velocity v:
/// at q0 + share h v.
struct SpringShares {
  VectorXd joints = {};  ///< Of springs in joints, by velocity; empty: 1.
  /// Of what actuators make of their lengths, by velocity; of a tendon's, the
  /// greatest of those that it moves. Empty: 1.
  VectorXd actuators = {};
  /// Of force elements that are slow for the step (CalcForceSlopes()).
  double slow_elements = 0;
  /// And of the change of velocity in a step, that to v.
  double velocities = 1;
};

struct StepReport {
  std::optional<StepFailure> failure;  ///< Nothing: there is a next state.
  /// Newton's effort, for methods that iterate: in the island that took the
  /// most iterations, and in all together.
  NewtonReport slowest, total;
  /// What a user should know of how the step was made, a sentence for the first
  /// time that it is so; empty: nothing.
  std::string warning;
};

/// The state at t0 + h, and what the contacts did on the way there.
struct StepResult {
  VectorXd q, v;
  /// At which implicit laws hold: v before free bodies turned (multibody/plant/
  /// free_motion.h) or, of methods whose forces act in the middle of the step,
  /// the mean velocity. Empty: v itself.
  VectorXd v_step;
  const VectorXd& step_velocity() const {
    return v_step.size() > 0 ? v_step : v;
  }
  /// On body B, in the order of VelocityProblem::points, mean over the step,
  /// world axes: force [N], and, from methods with torsional and rolling
  /// friction, torque [N m] (else empty).
  std::vector<Vector3d> forces_W, torques_W;
  /// On their velocities, in the order of VelocityProblem::actuators [N or
  /// N m]; empty: the implicit law, (20) of [Kurtz25], at v.
  std::vector<double> actuator_forces;
  /// Along the problem's constraint rows [N or N m]; empty: the implicit law.
  std::vector<double> row_forces;
  /// Along its joint rows, in the same way.
  std::vector<double> joint_row_forces;
  /// By clique, whether rigid constraints have taken motion from it that they
  /// should not have, because the step is too long beside how their rows turn
  /// (rigid_row_work.h); empty: none.
  std::vector<bool> is_braked;
  /// What contact, and rows that are soft by the method, hold at t0 and can
  /// give back (multibody/plant/step_energy.h) [J]; nothing: the springs of the
  /// continuous law.
  std::optional<double> contact_energy;
  StepReport report;
};

/// A method for robots in contact: a map
///
///     (model, state, applied forces, contacts, h, memory)
///         -> (next state, contact forces, report)
///
/// FixedStep makes an integrator of any, AdaptiveStep one with error control of
/// those of first order. The result depends on the arguments alone; whatever
/// one step leaves for the next (a warm start) is in `memory`, which travels
/// with the Context, so that a replayed step is bitwise the same. Members are
/// options and work space.
///
/// One start serves several steps, each of another length: Prepare() comes once
/// for each start, then Step(), any number of times.
class StepFunction {
 public:
  virtual ~StepFunction() = default;

  virtual std::string_view name() const = 0;

  /// The distance up to which the method wants to hear of contacts in a step of
  /// length `h` from (q, v) [m]; then the geometries' own margins count, too.
  /// Without it, overlaps only.
  virtual std::optional<double> contact_margin(const multibody::Model&,
                                               const VectorXd& /*q*/,
                                               const VectorXd& /*v*/,
                                               double /*h*/) {
    return std::nullopt;
  }

  /// Whether the problem is to look ahead: with contacts that are still apart
  /// and can happen within the step (contact/geometry/sweep.h), whose force
  /// must depend on the distance at the end of the step, phi0 + h vn; and with
  /// free motion taken at the middle of the step, which asks for
  /// IntegrateStep() (multibody/plant/free_motion.h).
  virtual bool looks_ahead() const { return false; }

  /// Whether a step that fails may be made again, at half of its length.
  virtual bool allows_shorter_steps() const { return false; }

  /// Whether the step depends on its start and its length alone, not on how the
  /// start was reached, and is off by a term in h^2: so that two half steps
  /// tell the error of a whole one.
  virtual bool is_of_first_order() const { return true; }

  /// Whether contact surfaces stand for points where solids touch by pressure
  /// fields: their forces and stiffnesses are of t0, and say nothing of
  /// distances at other poses. Otherwise such pairs touch at points.
  virtual bool takes_patches() const { return false; }

  /// Whether points are to be all that can touch at the end of the step, near
  /// planes, and each fixed to its solid (ContactReach::with_corners).
  virtual bool takes_corners() const { return false; }

  /// Whether it knows VelocityProblem::elastic_elements; otherwise models with
  /// elastic bodies are refused.
  virtual bool takes_elastic_bodies() const { return false; }

  /// Whether friction may differ along and across a grain (contact::Material);
  /// otherwise models with such surfaces are refused.
  virtual bool takes_anisotropic_friction() const { return false; }

  /// Whether it knows a coefficient of restitution (contact::Material);
  /// otherwise models with such surfaces are refused.
  virtual bool takes_restitution() const { return false; }

  /// Whether it holds dampers between trees (RowLaw::Law::kDamper); others get
  /// a block for each tree in their place, which holds back what such trees do
  /// together, too.
  virtual bool takes_dampers() const { return false; }

  /// Whether it holds a clique's drag beside its diagonal; others get dampers
  /// in its place, where applied forces make it.
  virtual bool takes_drag() const { return true; }

  /// Where springs act in a step of length `h`.
  virtual SpringShares spring_shares(
      const contact::VelocityProblem& /*problem*/, double /*h*/) const {
    return {};
  }

  /// What collision queries on the method's behalf may use.
  virtual int num_threads() const { return 1; }

  /// The memory that the first step finds.
  virtual systems::Value MakeMemory() const { return {}; }

  /// Where to book time; null by default.
  virtual void set_profile(Profile*) {}

  /// Takes up the start of Step()s to come, whose problems refer to the same
  /// objects. From step to step the length and the guess may be others, and in
  /// `problem.velocity` what depends on the length: k0, damping, actuators'
  /// laws, velocities of surfaces, which cliques fly, dampers. Trees, bodies,
  /// contacts and all other rows stay.
  virtual void Prepare(const StepProblem& problem) {
    static_cast<void>(problem);
  }

  virtual void Step(const StepProblem& problem, systems::Value* memory,
                    StepResult* result) = 0;

  /// Whether it holds what Cosserat elements tie (multibody/elastic/
  /// cosserat_element.h): springs, stiff and many, between trees; otherwise
  /// models with cables are refused.
  virtual bool takes_cables() const { return true; }
};

/// @throws CheckpointError for a memory that `function` did not make.
void CheckMemory(const StepFunction& function, const systems::Value& memory);

/// The contacts that `function` wants to hear of in steps of up to `h` [s] from
/// (q, v).
multibody::ContactReach MakeContactReach(StepFunction* function,
                                         const multibody::Model& model,
                                         const VectorXd& q, const VectorXd& v,
                                         double h);

/// Finds what flies in a step of `h` and takes its motion at the middle, if
/// `function` looks ahead, in the problem that `builder` has built last.
void TakeFreeMotion(const StepFunction& function, double h,
                    multibody::VelocityProblemBuilder* builder,
                    contact::VelocityProblem* problem);
/// Its first half: which cliques fly.
void FindFlying(const StepFunction& function, double h,
                multibody::VelocityProblemBuilder* builder,
                contact::VelocityProblem* problem);
/// Its second half, for those that fly by the problem: their motion at the
/// middle, and turns of elastic elements as no strain, where forces act at the
/// end.
void TakeMotionAtMidpoint(const StepFunction& function, double h,
                          multibody::VelocityProblemBuilder* builder,
                          contact::VelocityProblem* problem);

}  // namespace tactus::integrators

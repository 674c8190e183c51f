#pragma once

#include <vector>

#include "tactus/common/disjoint_sets.h"
#include "tactus/contact/islands.h"
#include "tactus/integrators/cenic/cenic_scheme.h"
#include "tactus/integrators/cenic/energy_weight.h"
#include "tactus/integrators/cenic/free_momentum.h"
#include "tactus/integrators/cenic/friction_cone.h"
#include "tactus/integrators/cenic/kink_error.h"
#include "tactus/integrators/cenic/step_stiffness.h"
#include "tactus/integrators/cenic/turn_error.h"
#include "tactus/integrators/diagram/diagram_stepping.h"

namespace tactus::integrators {

/// Step doubling, section V-A of [Kurtz25]: a full step and two half steps,
///
///     x_hat   = step(x0; h)                                  (24)
///     x_half  = step(x0; h/2),  x_two = step(x_half; h/2)    (22), (23)
///
/// by any step function of first order, of which x_two is the solution, of
/// first order; or, extrapolated,
///
///     x1 = x_two + theta (x_two - x_hat),   theta = 1,
///
/// of second order ([HairerWanner96], IV.9). Both solutions miss the true one
/// by terms in h^2, C h^2 and C h^2 / 2 up to h^3, which x1 cancels whatever
/// they come from: implicit Euler, friction that lags, the linearised distance,
/// Coriolis forces at the start of the step, the external system's law (29).
/// Nothing is solved or queried that step doubling does without; the error
/// estimate, |x_two - x_hat|, is the same, and on the safe side.
///
/// On zdot = lambda z a step multiplies by, with w = h lambda,
///
///     R(w) = 2 / (1 - w/2)^2 - 1 / (1 - w),   R(-inf) = 0,
///
/// which is L-stable: |R(iy)| <= 1 for all y. What decays fast, like a sticking
/// contact's slip at rate mu g / vs, is gone after one step; the overshoot is
/// largest near w = -12, 4 %. (The trapezoid rule has R(-inf) = -1.)
///
/// What flies, driven by gravity alone, is taken at the middle of each step
/// (multibody/plant/free_motion.h). Velocities and rotations in space are then
/// of second order, half steps miss a quarter of what full steps do, and
///
///     x1 = x_two + 1/3 (x_two - x_hat)
///
/// is of third: a top or a tumbling box keeps its energy and its precession.
/// A free body turns without an error to see (free_turn.h), however
/// far: turn_error.h keeps steps short enough for the paths between their ends.
///
/// Springs of joints, tendons and force elements that are soft for the step act
/// at a third of it, and make it of third order, too (spring_share.h).
///
/// Where a step is too long for an impact, twice x_two less x_hat means
/// nothing, and may hand out energy; the same where links that rigid
/// constraints close pass a line on which they are singular. Therefore theta
/// falls, in islands with contacts or such constraints, with the share of the
/// difference in the change of velocity,
///
///     r = |v_two - v_hat| / (|v_two - v0| + |v0| / 10),
///     theta = min(1, max(0, 2 - 2 r)),
///
/// in the norm of kinetic energy, and is 0 where an impact is not resolved
/// (impact_error.h); while a step resolves the motion, r falls in proportion to
/// h. Bodies that act on each other share theta, so that extrapolation keeps
/// linear momentum. What comes out stays in Coulomb's cone (friction_cone.h),
/// and contact of lone bodies makes no energy (energy_weight.h).
/// Where actuators and applied forces are stiff for the step, theta is at most
/// 3/2 - 15 h^2 K / M, with the stiffness K in their C (29): first-order steps
/// forget at once what extrapolation would let swing at the edge of a
/// controller's bandwidth. What damps does not count, nor does an actuator that
/// ends the step at a limit of its effort, where it is a constant force.
/// What is stiff, or stops, among the links of trees that float freely does not
/// act on their common momentum, which has a weight of its own
/// (free_momentum.h).
/// Elsewhere theta is 1: a theta that follows the phase of a motion rectifies
/// it, a force that swings would leave a drift. So vibrations that x_two alone
/// would damp are followed.
/// Where a limit of joints, tendons or constraints stops what moved, theta is
/// 0: being near-rigid, it stops v within one step of any length, and v_two and
/// v_hat at different times; their difference would come out as a bounce. So it
/// is where rigid constraints brake a step that is too long for them
/// (StepResult::is_braked). Positions are brought back to limits and rigid
/// constraints.
///
///   symbol   code             meaning
///   x_hat    comparison()
///   x1       solution()       or x_two, if not extrapolated
///   x_two    refined()        what the error compares with x_hat
///   theta    theta_           by velocity; theta_q_ of positions
class DoubledStep {
 public:
  /// `function` makes the second half step; the start's makes the others.
  DoubledStep(DiagramStepping* stepping, StepFunction* function,
              bool extrapolate);

  /// From `start`, which was just prepared, or attempted from, by h. Fails when
  /// a step does or something is not finite. May leave `context` at another
  /// time and state.
  [[nodiscard]] std::optional<StepFailure> Attempt(double h, StepOrigin* start,
                                                   SchemeMemory* memory,
                                                   systems::Context* context);

  const HybridState& solution() const { return solution_; }
  const HybridState& comparison() const { return comparison_; }
  const HybridState& refined() const { return refined_; }

  /// What the last Attempt() may have missed beside |x_two - x_hat| [m]:
  /// errors that all of its steps share.
  double CalcSharedError(const StepOrigin& start);

  /// How far off paths between the ends of the last Attempt() are, which logs
  /// and the search for contacts ask for, where their turns are no error of the
  /// method: of what flies alone [rad].
  double CalcTurnError(const StepOrigin& start);

  /// Writes into `context` what acted in the last Attempt(), at its end, on
  /// behalf of all of the step `t_start` to `t_end`.
  void Record(double t_start, double t_end, systems::Context* context);

 private:
  /// One of the three steps, and what is kept of it.
  struct Part {
    double h{};
    const VectorXd* v_guess{};
    systems::Value* memory{};
    DiagramStepping::Work* work{};  ///< Null: not asked for.
    std::vector<PairImpulse>* impulses{};
  };
  std::optional<StepFailure> TakePart(const Part& part, StepOrigin* origin,
                                      systems::Context* context,
                                      HybridState* next);
  std::optional<StepFailure> MoveToHalf(double t0, systems::Context* context);
  void FindFlying(double h, StepOrigin* origin) const;
  void AddBraked(const StepOrigin& origin);
  void Extrapolate(const StepOrigin& start);
  void ExtrapolateMomenta(const StepOrigin& start);
  void ExtrapolateMomentum(const StepOrigin& start, int root);
  void FindGroups(const StepOrigin& start);
  void AddToGroups(const StepOrigin& origin, double h, const VectorXd& v);
  void CalcWeights(const StepOrigin& start);
  void WeightFlight(std::size_t clique);
  double CalcWork() const;
  double CalcKinkError(const StepOrigin& start);

  DiagramStepping* stepping_;
  bool extrapolate_;
  StepOrigin at_half_;
  TurnError turn_error_;
  FreeMomentum momentum_;
  KinkStep kinks_;
  HybridState solution_, comparison_, refined_;
  const StepOrigin* start_{};
  double h_half_{};
  /// What the inputs do in the full step and in the halves.
  DiagramStepping::Work work_hat_, work_first_, work_second_;

  /// The impulses of pairs in the full step and in both halves.
  std::vector<PairImpulse> impulses_hat_, impulses_two_;

  VectorXd x_half_, v_guess_, difference_, change_;
  Resistance C_hat_, C_half_;
  VectorXd theta_, theta_q_, apart_, moved_, speed_;
  contact::IslandFinder finder_;
  std::vector<contact::Island> islands_;
  DisjointSets groups_;
  std::vector<double> springs_;    ///< Their stiffness by mass, by clique.
  std::vector<double> stiffness_;  ///< h^2 K / M, by clique and root.
  std::vector<double> most_;       ///< theta of the cone, by clique and root.
  std::vector<int> root_of_;       ///< Of its group, by clique.
  std::vector<int> num_bodies_;    ///< By root.
  std::vector<int> members_;       ///< Of one group.
  std::vector<double> weights_;    ///< theta by root.
  EnergyWeight energy_;
  std::vector<bool> takes_energy_;  ///< By clique and root.
  std::vector<bool> touches_;       ///< By clique.
  std::vector<bool> is_free_;     ///< Of all but its group; by clique and root.
  std::vector<bool> is_braked_;   ///< StepResult::is_braked of any step.
  std::vector<bool> is_stopped_;  ///< By a limit, or braked; by clique.
  std::vector<bool> is_tied_;     ///< By rigid constraints; by clique.
  std::vector<bool> is_held_;     ///< By contacts or ties; by root of a group.
};

}  // namespace tactus::integrators

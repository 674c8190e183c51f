#pragma once

#include <vector>

#include "tactus/common/disjoint_sets.h"
#include "tactus/contact/islands.h"
#include "tactus/integrators/cenic/energy_weight.h"
#include "tactus/integrators/cenic/free_momentum.h"
#include "tactus/integrators/cenic/friction_cone.h"
#include "tactus/integrators/cenic/step_stiffness.h"
#include "tactus/integrators/diagram/diagram_stepping.h"

namespace tactus::integrators {

/// The solution of second order out of a full step and two half steps of first
/// (doubled_step.h),
///
///     x1 = x_two + theta (x_two - x_hat),   theta = 1,
///
/// ([HairerWanner96], IV.9). Both solutions miss the true one by terms in h^2,
/// C h^2 and C h^2 / 2 up to h^3, which x1 cancels whatever they come from:
/// implicit Euler, friction that lags, the linearised distance, Coriolis forces
/// at the start of the step, the external system's law (29).
///
/// On zdot = lambda z a step multiplies by, with w = h lambda,
///
///     R(w) = 2 / (1 - w/2)^2 - 1 / (1 - w),   R(-inf) = 0,
///
/// which is L-stable: |R(iy)| <= 1 for all y. What decays fast, like a sticking
/// contact's slip at rate mu g / vs, is gone after one step; the overshoot is
/// largest near w = -12, 4 %. (The trapezoid rule has R(-inf) = -1.)
///
/// Bodies that act on each other share theta, so that extrapolation keeps
/// linear momentum: cliques in one island of either half step form a group. For
/// a group it is the least of
///
///     1                              what vibrates is followed, not damped
///     2 - 2 r                        with contacts, or rigid constraints
///     3/2 - 15 h^2 K / M             with stiff controllers and applied forces
///     Coulomb's cone                 friction_cone.h
///     what makes no energy           energy_weight.h; of lone bodies in
///     contact 0                              where something is stopped
///
/// and not negative:
///
/// * Where a step is too long for an impact, twice x_two less x_hat means
///   nothing, and may hand out energy; the same where links that rigid
///   constraints close pass a line on which they are singular. r is the share
///   of the difference in the change of velocity, in the norm of kinetic
///   energy,
///
///       r = |v_two - v_hat| / (|v_two - v0| + |v0| / 10);
///
///   while a step resolves the motion, it falls in proportion to h. Elsewhere
///   no r counts: a theta that follows the phase of a motion rectifies it, a
///   force that swings would leave a drift.
/// * First-order steps forget at once what extrapolation would let swing at the
///   edge of a controller's bandwidth. K is the stiffness in C (29)
///   (step_stiffness.h). What damps does not count, nor does an actuator that
///   ends the step at a limit of its effort, where it is a constant force.
/// * A limit of joints, tendons or constraints, being near-rigid, stops what
///   moved within one step of any length, and v_two and v_hat at different
///   times: their difference would come out as a bounce. So it is where an
///   impact is not resolved (impact_error.h), and where rigid constraints brake
///   a step that is too long for them (StepResult::is_braked).
///
/// What is stiff, or stops, among the links of trees that float freely does not
/// act on their common momentum, which has a weight of its own
/// (free_momentum.h).
///
/// What flies, driven by gravity alone, is taken at the middle of each step
/// (multibody/plant/free_motion.h). Its velocities and rotations in space are
/// of second order before, half steps miss a quarter of what full steps do, and
/// theta = 1/3 makes them of third: a top or a tumbling box keeps its energy
/// and its precession.
///
/// Springs of joints, tendons, servos and force elements that are soft for the
/// step are felt at a third of it, which makes it of third order on them, too
/// (spring_share.h), and so is gravity by what hangs from the world
/// (gravity_share.h).
///
/// Positions are brought back to limits and rigid constraints.
class Extrapolation {
 public:
  explicit Extrapolation(const multibody::Model& model)
      : model_(model), momentum_(model) {}

  /// Three steps of first order: from `start` by h and by h/2, and from there,
  /// `half`, by h/2 again.
  struct Steps {
    double h_half{};
    const StepOrigin* start{};
    const StepOrigin* half{};
    const HybridState* hat{};  ///< x_hat
    const HybridState* two{};  ///< x_two
  };

  /// Three steps from `start` follow; those before are forgotten.
  void Reset(const StepOrigin& start);
  /// Takes in what acted in the full step, which is the first, or in a half
  /// one: the last step from its origin, of length h, which ended with v.
  void AddStep(const StepOrigin& origin, double h, const VectorXd& v);
  /// Extrapolates the steps that were added.
  void Calc(const Steps& steps, HybridState* x1);

  /// By velocity, of the last Calc().
  const VectorXd& theta() const { return theta_; }

 private:
  /// What is known of a clique, or at its root of a group in all.
  struct Facts {
    double apart{};      ///< |v_two - v_hat|^2
    double change{};     ///< |v_two - v0|^2
    double speed{};      ///< |v0|^2
    double stiffness{};  ///< The largest h^2 K / M.
    double cone = 1;     ///< The most that theta may be in Coulomb's cone.
    int num_bodies{};
    bool touches{};     ///< Anything.
    bool is_held{};     ///< By contacts or rigid constraints.
    bool is_stopped{};  ///< By a limit, braked, or in an unresolved impact.
    bool takes_energy = true;  ///< EnergyWeight::HoldsFor()
    bool is_free = true;       ///< FreeMomentum::HoldsFor(), and not in flight.

    void Add(const Facts& other);
  };

  void CollectFacts();
  void UniteIslands(const StepOrigin& origin, double h, const VectorXd& v);
  void FormGroups();
  double CalcWeight(const Facts& group) const;
  void CalcWeights();
  void SpreadWeights();
  void SetFlightWeight(const multibody::Tree& tree,
                       const contact::Clique& clique);
  void ExtrapolateMomenta(HybridState* x1);
  void ExtrapolateMomentum(int root, HybridState* x1);
  bool is_root(std::size_t c) const {
    return root_of_[c] == static_cast<int>(c);
  }

  const multibody::Model& model_;
  FreeMomentum momentum_;
  EnergyWeight energy_;
  Steps steps_;

  // Of the steps that were added.
  int num_steps_{};
  std::vector<PairImpulse> impulses_hat_, impulses_two_;
  Resistance C_hat_, C_half_;
  std::vector<bool> is_braked_;  ///< StepResult::is_braked of any; by clique.
  std::vector<bool> is_untouched_;  ///< By the world; by clique.

  std::vector<Facts> cliques_, groups_;  ///< groups_ by root.
  DisjointSets united_;
  std::vector<int> root_of_;     ///< Of its group, by clique.
  std::vector<double> weights_;  ///< theta by root.
  VectorXd theta_, theta_q_;     ///< Of velocities, of positions; by velocity.

  // Scratch.
  contact::IslandFinder finder_;
  std::vector<contact::Island> islands_;
  std::vector<double> cone_;
  std::vector<bool> takes_energy_;
  std::vector<int> members_;
  VectorXd difference_, change_;
};

}  // namespace tactus::integrators

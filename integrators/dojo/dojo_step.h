#pragma once

#include <optional>

#include "tactus/integrators/dojo/dojo_linearization.h"
#include "tactus/integrators/dojo/dojo_problem.h"
#include "tactus/integrators/dojo/held_contacts.h"
#include "tactus/integrators/step_functions/differentiable_step.h"
#include "tactus/integrators/step_functions/step_function.h"

namespace tactus::integrators {

struct DojoOptions {
  /// What complementarity is relaxed to: gap times impulse [J s]. Nothing: by
  /// the mass of each island's lightest tree and the step (kappa.h), and more,
  /// 1e-6 at most, where that cannot be solved.
  std::optional<double> kappa = {};
  FrictionCone cone = FrictionCone::kExact;
  /// What gaps may be off [m], and momentum, as a share of what moves and
  /// pushes a tree.
  double tolerance = 1e-9;
  /// What gap times impulse may be off, as a share of kappa; 1e-6 where
  /// derivatives are taken, if that is less.
  double complementarity = 1e-3;
  int max_iterations = 60;  ///< From each start of the interior point.
  /// The kappa of the solution that derivatives belong to, at least `kappa`, in
  /// the same solve; 0: kappa. The larger, the smoother over contacts.
  double gradient_kappa = 0;
  bool operator==(const DojoOptions&) const = default;
};

/// Hard contact by a variational integrator and an interior-point method, Dojo
/// ([Howell22]; discrete_dynamics.h, dojo_problem.h): complementarity of gaps
/// and impulses, and Coulomb's cone, hold at the end of the step up to kappa,
/// at any length of the step. Islands are solved one by one, and again with
/// contacts as the end of the step shows them (held_contacts.h); one without a
/// solution on its central path by friction that the normal impulses of the
/// solution before bound, until these are its own, to 1e-8.
///
/// v is the mean velocity of a step, by the differences of positions. Stiffness
/// and dissipation of contacts, torsional and rolling friction do not act;
/// sliding friction has the dynamic coefficient. Springs act as at the start of
/// the step, those of elastic rods as at its end.
class DojoStep final : public StepFunction, public DifferentiableStep {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit DojoStep(const DojoOptions& options = {});

  std::string_view name() const override { return "dojo"; }
  /// A step of any other length may follow: forces act for the mean of both.
  bool allows_shorter_steps() const override { return true; }
  bool takes_dampers() const override { return true; }
  bool takes_drag() const override { return false; }
  SpringShares spring_shares(const contact::VelocityProblem& problem,
                             double) const override {
    return {.joints = VectorXd::Zero(problem.num_velocities())};
  }
  /// It knows the step before, too.
  bool is_of_first_order() const override { return false; }
  /// What can meet within the step: 2 h times the greatest speed of what moves,
  /// and as much as gravity adds; what kappa keeps apart at rest; at least 1
  /// mm.
  std::optional<double> contact_margin(const multibody::Model& model,
                                       const VectorXd& q, const VectorXd& v,
                                       double h) override;
  bool takes_corners() const override { return true; }
  systems::Value MakeMemory() const override;
  void set_profile(Profile* profile) override { profile_ = profile; }
  /// The report's iterations are those of the interior point.
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override;

  /// Contacts have the features of their bodies (ContactFeatures), and slopes
  /// as these slide (FeatureSlopes).
  void StepAndLinearize(const StepProblem& problem,
                        std::span<const multibody::Parameter> parameters,
                        systems::Value* memory, StepResult* result) override;
  void CalcDerivatives(StepDerivatives* derivatives) override;
  void CalcGradient(const VectorXd& q_bar, const VectorXd& v_bar,
                    StepGradient* gradient) override;

  const DojoOptions& options() const { return options_; }
  /// Starts of the interior point beyond the first of each island, in the last
  /// Step().
  int restarts() const { return restarts_; }
  /// How often the last Step() was solved again, with contacts as its end shows
  /// them.
  int reviews() const { return num_solutions_; }
  /// Where iterates of Step() are appended, island by island; null: nowhere.
  void set_log(std::vector<solvers::InteriorPointIterate>* log) { log_ = log; }

 private:
  /// Part of the simulation's state.
  struct Memory {
    double h = 0;  ///< Of the step before [s]; 0: there was none.
    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&h);
    }
  };

  /// One island's share of the derivatives.
  struct LinearIsland {
    std::vector<int> velocities;  ///< The model's, by the island's.
    DojoColumns columns;
    MatrixXd E;  ///< K (dv, dlambda) = -E, a column each.
    Eigen::PartialPivLU<MatrixXd> K;
  };
  /// A step to differentiate; not linearized where `is_wanted` is false.
  struct Linearization {
    bool is_wanted = false;
    std::vector<multibody::Parameter> parameters;
    const multibody::Model* model{};
    const multibody::PlantInputs* inputs{};
    multibody::PlantInputs no_inputs;
    VectorXd difference;  ///< h v, of the linearized solution [m, rad].
    double h{};
    std::vector<LinearIsland> islands;
    int num_islands{};
  };

  void Solve(const StepProblem& problem, systems::Value* memory,
             StepResult* result);
  double CalcKappa(const contact::Island& island,
                   const StepProblem& problem) const;
  solvers::InteriorPointReport SolveAt(double kappa,
                                       const contact::Island& island,
                                       const StepProblem& problem);
  solvers::InteriorPointReport SolveIsland(const contact::Island& island,
                                           const StepProblem& problem);
  solvers::InteriorPointReport SolveFromStart(
      const solvers::InteriorPointOptions& options, const StepProblem& problem);
  solvers::InteriorPointReport SolveLagged(
      const solvers::InteriorPointOptions& options, const StepProblem& problem);
  void Linearize(const contact::Island& island, const StepProblem& problem);
  void CalcImpulse(const StepProblem& problem, double mean);
  bool Begin(const StepProblem& problem, double h1, StepResult* result);
  static void ClearForces(const contact::VelocityProblem& velocity,
                          StepResult* result);
  static void ClearRowForces(const contact::Island& island,
                             const contact::VelocityProblem& velocity,
                             StepResult* result);
  bool IsChanged(const contact::Island& island) const;
  bool SolveIslands(const StepProblem& problem, const DojoStepData& data,
                    StepResult* result);
  bool SolveHeld(const contact::Island& island, const StepProblem& problem,
                 StepResult* result);
  bool SolveWithReviews(const StepProblem& problem, const DojoStepData& data,
                        StepResult* result);
  bool CalcEnd(const StepProblem& problem, StepResult* result) const;
  void SetMeanForces(double mean, StepResult* result) const;
  double CalcBarrierEnergy(const StepProblem& problem) const;

  DojoOptions options_;
  DiscreteDynamics dynamics_;
  DojoProblem problem_;
  DojoLinearization linearization_;
  solvers::InteriorPoint solver_;
  contact::IslandFinder finder_;
  std::vector<contact::Island> islands_;
  int num_islands_ = 0;
  int num_solutions_ = 0;  ///< Of the step, before the one that is made.
  std::vector<ContactFeatures> features_;
  std::vector<FeatureSlopes> slopes_;  ///< Of a step to differentiate.
  HeldContacts held_;
  multibody::PositionKinematics end_;  ///< Of the last solution.
  StepDerivatives end_rates_;          ///< Its, of a step to differentiate.
  StepResult solved_;                  ///< The last solution, before a review.
  std::vector<bool> is_flipped_;  ///< By point: A and B against the problem's.
  multibody::PositionKinematics position_;
  multibody::VelocityKinematics velocity_;
  VectorXd impulse_, damping_, gravity_, zero_, x_, velocity_at_gradient_;
  Linearization linear_;
  solvers::NesterovToddScaling scaling_;  ///< Of a linearized solution.
  int restarts_ = 0;
  std::vector<double> kappas_;  ///< That islands were solved with [J s].
  Profile* profile_{};
  std::vector<solvers::InteriorPointIterate>* log_{};
};

}  // namespace tactus::integrators

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/LU>

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/diagram/skew_feedback.h"
#include "tactus/integrators/diagram/state_layout.h"
#include "tactus/integrators/step_functions/step_failure.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"
#include "tactus/multibody/tendon_path.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/tangents.h"

namespace tactus::integrators {

struct ControlSlopes;
struct ForceResistance;
struct UndoneSprings;

/// How a step takes what lies outside the plant.
enum class ExternalScheme {
  kImplicit,  ///< Linearised, (26) to (29) of [Kurtz25].
  kExplicit,  ///< Held at the start of the step: Remark 2.
};

/// What an ExternalSystem does in one step of length dt, as a linear function
/// of the velocity v at the end of the step:
///
///     tau1 = g - C (v - v0)                      (29) of [Kurtz25]
///     z1   = Z v + b                             (28)
///
/// with nv velocities and nz states outside the plant.
struct ExternalResponse {
  /// g: the inputs at v = v0 or, where forces are slow, at the start.
  multibody::PlantInputs inputs;
  bool follows_velocity = false;      ///< Whether C is to be looked at.
  multibody::InputFeedback feedback;  ///< C, and the v0 that it counts from.
  /// By actuator, what of its effort is in the forces' C, and not in its law:
  /// an effort falls by this row times (v - v0).
  MatrixXd effort_slope;
  /// What else of its effort is among generalized forces [N m or N].
  VectorXd effort_offset;
  VectorXd joint_resistance;  ///< ForceResistance::R
  /// What of -dg/dv no C has.
  SkewFeedback skew;
  /// C (v_e - v0) of force elements whose forces are at another velocity v_e
  /// than v0; empty: at none.
  VectorXd element_shift;
  MatrixXd Z;    ///< nz x nv
  VectorXd b;    ///< nz
  MatrixXd h_z;  ///< Derivative of zdot by z, nz x nz [1/s].
  MatrixXd h_v;  ///< And by v, nz x nv.
};

/// Calculates z1 of the response, with the velocity at the end of the step.
void CalcNextZ(const ExternalResponse& response, const VectorXd& v1,
               VectorXd* z1);

/// This is the configuration at the start of a step, through which inputs act
/// on joints.
struct PlantAtStart {
  const multibody::PositionKinematics& position;
  std::span<const multibody::TendonKinematics> tendons;  ///< In model order.
  std::span<const contact::Clique> cliques;  ///< The trees' mass matrices.
  const multibody::PlantInputs& inputs;
};

/// An ExternalSystem is everything in a diagram but its plant, as one system in
/// a feedback loop with it, (9) of [Kurtz25]:
///
///     zdot = h(z, x, t),   u = g(z, x, t)
///
/// with z all other blocks' continuous states and u the plant's inputs. In a
/// step of length dt from (q0, v0, z0), with q = q0 + dt N v put in for the
/// configuration (marked ~; about v0, q~(v) = q~(v0) + dt N (v - v0)), at time
/// t0 + dt:
///
///     z1 = Z v1 + b,                                              (28)
///     Z  = dt (1 - dt h_z)^-1 h_v,   b = (1 - dt h_z)^-1 (z0 + dt b_h),
///     b_h = h~(z0, v0) - h_z z0 - h_v v0,
///
///     tau1 = -C v1 + d,   d = g~(v0) + C v0,                      (29)
///     G = -(g_v + g_z Z).
///
/// tau: each joint actuator's control, which its effort limits clamp in turn,
/// and the generalized force of all applied forces and thrusters, which is not
/// limited. So a stiff controller, filter or force element does not shorten the
/// step.
///
/// C (force_slopes.h) is made of
///
///     G = -(g_v + g_z Z)                 of controllers: generalized forces,
///                                        motors, thrusters
///     E = (D + dt K - g_z Z) T           of force elements: spatial forces
///
///   D  -dg/dv at the end (q~(v0), v0): what damps
///   K  -dg/dq N there, but at rest, v = 0: springs
///   T  the velocities at the end that are most like those at the start
///      (multibody/motion_transport.h): elements are seen to move bodies there,
///      and act along the joints of the start. 1 in trees of one velocity, and
///      where a body turns by more than 0.5 rad in the step
///
/// E is -(g_v + g_z Z) but for terms of the order dt |v|. These are not
/// symmetric, and half of them would act where no force does: on the spin of a
/// light rod that is pulled at its tip, which was wrong by radians. Forces that
/// are not finite at rest give D + dt K as one, at (q~(v0), v0).
///
/// A controller may take out the springs of joints, which a step function may
/// have elsewhere than at the end of the step (SpringShares). What it takes out
/// is wanted where the springs are,
///
///     K (q0 + dt s v1),
///
/// where g has K (q0 + dt v0): with U what it takes out of dt K (of each joint
/// by itself), C has (1 - s) U more, and g is less by (1 - s) U v0. So it is
/// with the stiffness of servos.
///
/// What of G, and of D as it is at (q0, v0), is skew is no part of C
/// (skew_feedback.h).
///
/// Forces that resist slowly are those of the start, with C = 0
/// (force_slopes.h). Where a step function asks for it, what springs make of
/// the way to a share s of the step is added for force elements, -s dt K v
/// (SpringShares).
///
/// C is symmetric and positive. What force elements do is neither, where bodies
/// turn within the step: two on a stiff bushing that turn about each other
/// would gain angular momentum, and at 0.04 rad and (w h)^2 = 15 a step blow
/// up. Therefore a step whose elements do at the v1 that comes out something
/// else than (29) says is solved again with their forces tau_e of there,
///
///     tau1 = g_c - C_c (v1 - v0) + tau_e(v_e) - C_e (v1 - v_e),
///
/// v_e the last v1, C_c = (G + G')/2 and C_e = C - C_c: Newton's method with
/// the slopes of the start. Halves of a step are where the whole step was.
///
/// Motors and servos that keep clear of their limits in a step are forces of
/// controllers, too, along their joints and tendons. Of others each follows its
/// own joint or tendon alone, so that its limits clamp it (control_slopes.h).
///
/// Nodes of elastic bodies are many, and what inputs make of their velocities
/// is taken at v0: the columns of h_v and g_v that belong to them are zero.
///
/// Derivatives are exact where all blocks between the plant's state and its
/// inputs supply theirs (systems/tangents.h), and otherwise forward
/// differences.
///
/// Inputs that cannot change during the step, because they read neither time
/// nor a continuous state, cost nothing.
class ExternalSystem {
 public:
  ExternalSystem(const systems::Diagram& diagram,
                 const multibody::MultibodyPlant& plant, ExternalScheme scheme);

  const StateLayout& layout() const { return layout_; }

  /// Calculates zdot = h(z, x, t) at what `context` holds.
  void EvalDerivatives(const systems::Context& context, VectorXd* zdot) const;

  /// Returns true if a step needs Linearize().
  bool is_implicit() const { return is_implicit_; }
  /// Returns true if the inputs read a continuous state, so that they may
  /// follow the velocity.
  bool feeds_back() const { return feeds_back_; }
  /// The same of controls and generalized forces.
  bool controls_feed_back() const { return controls_feed_back_; }

  struct Part {
    double t0{}, dt{};  ///< [s]
    /// A half of the step that the last Linearize() was for or halved: what is
    /// slow is what was slow there.
    bool is_half = false;
    bool is_compared = false;  ///< SkewStep::is_compared
    SpringShares shares = {};  ///< Of the step function.
  };
  /// Makes (28) and (29) for a step from `state`, where the plant stands as
  /// `plant` says. Leaves `context` at another time and state. Fails, blaming a
  /// block, when something is not finite.
  [[nodiscard]] std::optional<StepFailure> Linearize(
      const Part& part, const HybridState& state, const PlantAtStart& plant,
      systems::Context* context, ExternalResponse* response);

  /// Returns true if (29) takes efforts for linear that limits bound.
  bool MaySaturate(const ExternalResponse& response) const;
  /// Returns true if such a step, which ended with v1, has efforts beyond their
  /// limits there. Then `response` clamps them, and the step is to be solved
  /// again.
  bool ClampSaturated(const PlantAtStart& plant,
                      const contact::VelocityProblem& problem,
                      const VectorXd& v1, ExternalResponse* response);

  /// Returns true if (29) takes forces of elements for linear.
  bool MayFollowElements(const ExternalResponse& response) const;
  /// Returns true if force elements do something else at the end of such a
  /// step, which ended with v1, than (29) says. Then `response` has their
  /// forces at v1, and the step is to be solved again. Leaves `context` there.
  bool FollowElements(const HybridState& state, const PlantAtStart& plant,
                      const VectorXd& v1, systems::Context* context,
                      ExternalResponse* response);

 private:
  /// A Sample has inputs and derivatives at one point.
  struct Sample {
    multibody::PlantInputs inputs;
    VectorXd control;  ///< By actuator, within its control limits.
    VectorXd force;    ///< By velocity, of generalized forces and thrusters.
    /// This is of spatial forces, if they feed back; else they are in `force`.
    VectorXd element_force;
    VectorXd zdot;
  };
  /// This says what CalcFeedback() makes (29) for.
  struct Expansion {
    double dt{};
    SpringShares shares;
    bool keeps_slow = false;  ///< What is slow is as it was.
    bool is_compared = false;
    bool is_half = false;
    multibody::PlantInputs inputs;  ///< At the velocity that C counts from.
  };
  /// The start of a step of length dt, and the context that looks at inputs
  /// move.
  struct Start {
    const HybridState& state;
    const PlantAtStart& plant;
    double dt{};
    systems::Context* context;
  };
  void FindSprung();
  void MoveTo(const VectorXd& q, const VectorXd& v, const VectorXd& z,
              systems::Context* context);
  void Evaluate(const systems::Context& context, const PlantAtStart& plant,
                Sample* sample) const;
  std::optional<StepFailure> FindNonFinite(
      const Sample& sample, const systems::Context& context) const;
  void Differentiate(const Start& start, const SpringShares& shares,
                     ExternalResponse* response);
  [[nodiscard]] std::optional<StepFailure> EvaluateAtZ(
      const Start& start, const ExternalResponse& response);
  void FindFree(bool is_half, const Start& start);
  /// Returns false where a block does not know its derivatives.
  bool DifferentiateByChainRule(const Start& start, ExternalResponse* response);
  /// Adds what thrusters make of slopes of the controls to those of the applied
  /// force.
  void AddThrusterSlopes(const PlantAtStart& plant, const MatrixXd& control,
                         MatrixXd* force) const;
  /// Sets h_z and h_v; false where a block does not know its derivatives.
  bool DifferentiateZByChainRule(ExternalResponse* response);
  void ClearClampedControls(MatrixXd* control_q);
  void CalcDirections(const Start& start);
  void ClearPlaceSlopes();
  void DifferentiateByPlaces(std::span<const int> dofs, const Start& start);
  void DifferentiateElements(const Start& start);
  void DifferentiateByV(const Start& start, ExternalResponse* response);
  /// Looks for the skew part of the elements' D at the start.
  void FindElementSkew(const Start& start);
  VectorXd CalcElementSlope(const Start& start, const VectorXd& force0,
                            const std::vector<int>& dofs,
                            const VectorXd& direction);
  void DifferentiateByZ(const Start& start, ExternalResponse* response);
  /// The slopes of zdot, controls and forces, a column for each component.
  struct Slopes {
    MatrixXd *h{}, *control{}, *force{}, *element{};
  };
  /// Differentiates by the first `count` components of what is `at` now and
  /// `move` moves.
  void DifferentiateAlong(const VectorXd& at, Eigen::Index count,
                          const std::function<void(const VectorXd&)>& move,
                          const Start& start, const Slopes& slopes);
  void SolveForZ(const HybridState& state, double dt,
                 ExternalResponse* response);
  void CalcFeedback(const PlantAtStart& plant, ExternalResponse* response);
  ControlSlopes MakeControlSlopes(const PlantAtStart& plant,
                                  const ExternalResponse& response) const;
  void MoveSetPoints(const PlantAtStart& plant, const SpringShares& shares,
                     const ControlSlopes* controls,
                     multibody::PlantInputs* inputs) const;
  ForceResistance CalcForceResistance(const PlantAtStart& plant,
                                      const ControlSlopes& controls,
                                      ExternalResponse* response) const;
  void HoldSlow(const ControlSlopes& controls, const PlantAtStart& plant,
                ExternalResponse* response);
  void SoftenSlow(const PlantAtStart& plant,
                  multibody::InputFeedback* feedback) const;
  void MoveSprings(const UndoneSprings& undone,
                   ExternalResponse* response) const;
  void FindSkew(const PlantAtStart& plant, const MatrixXd& controls,
                ExternalResponse* response);
  static bool TurnsFar(const multibody::Tree& tree,
                       const multibody::PositionKinematics& start,
                       const multibody::PositionKinematics& end);
  bool AnyTurnsFar(const PlantAtStart& plant, double least) const;
  void CarryToStart(const PlantAtStart& plant, MatrixXd* G) const;
  VectorXd CalcElementChange(const PlantAtStart& plant,
                             const multibody::ForceSlope& C,
                             const VectorXd& dv) const;
  const std::vector<multibody::SpatialForce>& EvalElements(const Start& start,
                                                           const VectorXd& q,
                                                           const VectorXd& v,
                                                           const VectorXd& z,
                                                           VectorXd* force);
  bool LeaveElements(ExternalResponse* response);
  void CalcShares(const PlantAtStart& plant, const VectorXd& force,
                  const VectorXd& dv);

  const systems::Diagram& diagram_;
  const multibody::MultibodyPlant& plant_;
  StateLayout layout_;
  bool feeds_back_ = false;  ///< The inputs read a continuous state.
  bool controls_feed_back_ = false;
  bool only_elements_feed_back_ = false;
  bool elements_feed_back_ = false;  ///< Spatial forces do.
  bool is_implicit_ = false;
  bool may_chain_ = true;  ///< Not known to lack derivatives.
  /// The velocities of joints with springs and then of those with servos, where
  /// controls follow the state.
  std::vector<int> sprung_;
  std::size_t num_springs_{};
  systems::Tangents tangents_;
  MatrixXd directions_;  ///< Of the state, by v and by z.
  Sample base_, moved_;
  std::vector<bool> is_slow_;  ///< By velocity, of the last whole step.
  std::vector<bool> is_free_;  ///< By actuator, clear of its limits.
  VectorXd q_end_;             ///< q~(v0)
  VectorXd q_, x_, perturbed_;
  MatrixXd control_v_, control_z_, force_v_, force_z_, element_v_, element_z_;
  /// dt du/dq, a column for each velocity, and of generalized forces on it.
  MatrixXd control_q_;
  VectorXd force_q_;
  std::vector<double> skew_thetas_;  ///< Of the last whole step.
  MatrixXd element_d_;               ///< -D
  MatrixXd controls_slope_;          ///< (G + G')/2
  /// FollowElements(): whether the last whole step did, the force of elements
  /// at v_e, how far (29) was off in the last pass, and how many there were.
  bool follows_elements_ = false, gives_up_ = false;
  VectorXd element_force_, v_elements_;
  double missing_{};
  std::vector<double> shares_;
  int passes_{};
  MatrixXd element_skew_;  ///< Its skew part at the start, negative; or empty.
  Expansion expansion_;
  VectorXd z_of_v0_, z_of_v_;
  Eigen::PartialPivLU<MatrixXd> lu_;
};

}  // namespace tactus::integrators

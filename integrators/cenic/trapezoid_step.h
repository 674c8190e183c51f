#pragma once

#include <vector>

#include "tactus/integrators/cenic/step_scheme.h"

namespace tactus::integrators {

/// The second-order scheme of section V-B of [Kurtz25]: a full step of first
/// order, and a second one by the trapezoid rule, whose end is solved for as an
/// ICF problem at the first one's end,
///
///     x_hat = ICF(x0; h)                                            (24)
///     M_bar (v1 - v0) = h/2 f(x0) + h/2 f(v1; x_hat)                (25a)
///     q1 = q0 + h N_bar (v0 + v1) / 2                               (25b)
///
/// with bars for means of x0 and x_hat. f holds all forces: k, contact,
/// springs, dampers, actuators and what lies outside the plant (the paper: k
/// explicitly, contact, and first-order laws for the rest). A contact's at the
/// end follows (13) and (14) from x_hat, with an elastic force stepped back to
/// the start,
///
///     fe0 = fe(q_hat) + h k vn_hat,
///
/// and half its potential; the paper halves J instead, which would halve the
/// velocity that contact sees. Springs, dampers and the laws of servos are
/// taken at q0 + h (v0 + v1) / 2, where their forces at the end are linear in
/// v1. What lies outside the plant is what it says at x_hat and t0 + h; under
/// ExternalScheme::kImplicit it follows the velocity from there with the C of
/// (29), tau1 = g_hat - C (v1 - v_hat), and z1 is by the trapezoid rule on
/// (26). About v0, what C leaves out of the derivatives would cost an order.
///
/// The solution is of second order, while nothing comes or goes in the step,
/// and A-stable, but not L-stable: what decays fast changes sign and stays,
/// R(-inf) = -1, so that friction keeps ringing and steps stay short. There to
/// be compared with.
///
///   symbol   code              meaning
///   x_hat    comparison()
///   x1       solution()
///   f(x0)    f0_               generalized force at the start [N or N m]
///   M vdot0  f0_ at vdot0_
class TrapezoidStep final : public StepScheme {
 public:
  /// `function` makes the second step, the start's makes the first; they are to
  /// be IcfStep, whose law is (13) and (14).
  TrapezoidStep(DiagramStepping* stepping, StepFunction* function);

  /// Near-rigid parts have no force at x0: joint limits, locks, couplers and
  /// constraints between bodies are refused.
  void RequireSupported(const contact::VelocityProblem& problem) const override;
  void Begin(const StepOrigin& start) override;
  std::optional<StepFailure> Attempt(double h, StepOrigin* start,
                                     SchemeMemory* memory,
                                     systems::Context* context) override;
  void Record(double t_start, double t_end, systems::Context* context) override;

 private:
  void MakeEndProblem(const StepOrigin& start, double h);
  bool ClampEfforts(const StepOrigin& start, double h);
  void HalveInputs(double h);
  void HalveActuators(double h);
  void HalveContacts(double h);
  double CalcInputPower(const StepOrigin& origin);

  DiagramStepping* stepping_;
  StepOrigin at_end_;  ///< x_hat, with the problem for v1.
  const StepOrigin* start_{};
  double h_{};
  double power0_{};  ///< Of inputs at the start [W].
  VectorXd power_;
  VectorXd v0_, vdot0_, f0_;
  VectorXd x_hat_, q_mean_, v_mean_, vdot_;
  std::vector<Vector3d> forces_W_;
  std::vector<double> actuator_forces_, efforts_;
};

}  // namespace tactus::integrators

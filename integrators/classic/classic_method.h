#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/integrators/step_size/contact_step_limit.h"
#include "tactus/integrators/step_size/error_controlled_integrator.h"

namespace tactus::integrators {

/// What classic methods with error control share: for any diagram,
///
///     xdot = f(t, x),    x1, x1_low ~ x(t0 + h)   by the method
///     error = || x1 - x1_low ||                   DiagramErrorNorm
///
/// x1 is kept when the error is within the accuracy
/// (ErrorControlledIntegrator). At the minimum step the message names the block
/// or the coordinate at fault. f includes contact as the force of the
/// continuous law; so that nothing passes through it between two evaluations of
/// f, a step is at most what contact_step_limit.h allows. Quaternions are made
/// unit after each accepted step.
class ClassicMethod : public ErrorControlledIntegrator {
 public:
  void Initialize(const systems::Diagram& diagram,
                  systems::Context* context) final;

  const ErrorControlOptions& options() const { return error_control(); }

 protected:
  /// Part of the simulation's state; lives in the Context.
  struct Memory {
    std::string method;
    StepSize size;
    /// df/dx; null when it is to be evaluated. Copies share it.
    std::shared_ptr<const MatrixXd> jacobian;
    VectorXd slope;  ///< The last stage's f, as its solver has it.
    double eta = 1;  ///< Of Newton's last convergence.

    template <class Archive>
    void Serialize(Archive* a) {
      MatrixXd J = jacobian ? *jacobian : MatrixXd();
      a->Visit(&method, &size, &J, &slope, &eta);
      if (!a->is_reading()) return;
      jacobian = J.size() > 0 ? std::make_shared<const MatrixXd>(J) : nullptr;
    }
    /// @throws CheckpointError unless it is of so many states.
    void Check(int num_states) const;
  };

  using Outcome = Attempt::Outcome;

  /// @param error_order  of x1 - x1_low in h.
  /// @throws std::invalid_argument for options out of range.
  ClassicMethod(const ErrorControlOptions& options, int error_order);

  /// A step starts at (t0(), x0()).
  virtual void Begin(Memory*) {}
  /// The method: both solutions at t0() + h.
  virtual Outcome Solve(double h, Memory* memory, VectorXd* x1,
                        VectorXd* x1_low) = 0;
  /// The last attempt was accepted.
  virtual void Accept(Memory*) {}

  /// W of the norm over the full state, whichever the error norm is.
  void CalcStateWeights(const VectorXd& x, VectorXd* weights) const {
    state_norm_->CalcWeights(x, weights);
  }
  /// f(t, x), counted, and booked as `phase`.
  void Eval(double t, const VectorXd& x, VectorXd* xdot,
            Phase phase = Phase::kDerivatives);
  const VectorXd& x0() const { return x0_; }
  const VectorXd& xdot0() const { return xdot0_; }

 private:
  StepSize* FindStepSize(systems::Context* context) const final;
  LatestEnd BeginStep(double t_limit, double h_ideal,
                      systems::Context* context) final;
  Attempt MakeAttempt(double h, systems::Context* context) final;
  void FinishStep(double t1, systems::Context* context) final;
  [[noreturn]] void Fail(double h, const StepFailure& failure,
                         systems::Context* context) final;
  double FindTimeOfContact(double h_ideal);

  std::unique_ptr<DiagramErrorNorm> state_norm_;
  std::vector<ContactStepLimit> contact_limits_;
  systems::Context* context_{};  // of the present Step()
  Memory* memory_{};             // in it
  VectorXd x0_, xdot0_, x1_, x1_low_;
};

}  // namespace tactus::integrators

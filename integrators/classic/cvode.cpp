// With SUNDIALS, or, where it was not found, what says so.
#include "tactus/integrators/classic/cvode.h"

#include "tactus/common/require.h"
#include "tactus/integrators/step_functions/step_failure.h"
#include "tactus/integrators/step_size/attempt_span.h"

#ifdef TACTUS_HAS_CVODE

#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <typeinfo>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "tactus/systems/diagram.h"

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::Diagram;

// Which step the Context was left by. Without Serialize(), so that checkpoints
// are refused.
struct CvodeMemory {
  long stamp{};
};

// The weight of what the error norm leaves out, beside that of the full
// state's: CVODE divides by weights, and its Jacobian's increments go by them.
constexpr double kIgnored = 1e-6;

Eigen::Map<VectorXd> MapVector(N_Vector v) {
  return {N_VGetArrayPointer(v), N_VGetLength(v)};
}

}  // namespace

// One CVODE problem, and the step from where it stands.
class Cvode::Solver {
 public:
  Solver(const Diagram& diagram, const ErrorControlOptions& options,
         Statistics* statistics)
      : diagram_(diagram),
        options_(options),
        statistics_(statistics),
        norm_(diagram, options.error_norm, options.length_scale),
        state_norm_(diagram, ErrorNorm::kState, options.length_scale) {
    const int n = diagram.num_continuous_states();
    SUNContext_Create(nullptr, &sundials_);
    y_ = N_VNew_Serial(n, sundials_);
    matrix_ = SUNDenseMatrix(n, n, sundials_);
    linear_ = SUNLinSol_Dense(y_, matrix_, sundials_);
    cvode_ = CVodeCreate(CV_BDF, sundials_);
    CVodeSetErrHandlerFn(cvode_, &Solver::KeepMessage, this);
    CVodeInit(cvode_, &Solver::CalcDerivatives, 0, y_);
    CVodeWFtolerances(cvode_, &Solver::CalcWeights);
    CVodeSetUserData(cvode_, this);
    CVodeSetLinearSolver(cvode_, linear_, matrix_);
    CVodeSetMaxStep(cvode_, options.h_max);
    CVodeSetMaxHnilWarns(cvode_, -1);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() {
    CVodeFree(&cvode_);
    SUNLinSolFree(linear_);
    SUNMatDestroy(matrix_);
    N_VDestroy(y_);
    SUNContext_Free(&sundials_);
  }

  const Diagram& diagram() const { return diagram_; }

  void Step(double t_limit, Context* context) {
    context_ = context;
    const double t0 = context->time();
    x0_ = context->continuous_state();
    blame_.clear();
    std::optional<AttemptSpan> attempt;
    attempt_ = &attempt;
    attempt_start_ = t0;
    attempt.emplace(t0, t_limit - t0, statistics_);
    if (!Continues(*context)) Restart(t0);
    double t1{};
    int flag = Try(t_limit, &t1);
    if (flag < 0) {
      Restart(t0);
      attempt.emplace(t0, t_limit - t0, statistics_);
      flag = Try(t_limit, &t1);
    }
    context->SetTimeAndContinuousState(t0, x0_);
    if (flag < 0 || !(t1 > t0)) Fail(t0);
    if (flag != CV_TSTOP_RETURN && t1 - t0 < options_.h_min) {
      message_ = "the step falls below the minimum";
      Fail(t0);
    }
    attempt->set_length(t1 - t0);
    Accept(t0, flag == CV_TSTOP_RETURN ? t_limit : t1, t_limit);
  }

 private:
  bool Continues(const Context& context) {
    if (!is_started_ || context.time() != t_ || x0_ != x_ ||
        context.integrator_memory().get<CvodeMemory>().stamp != stamp_) {
      return false;
    }
    if (!at_stop_) return true;
    Eval(context, &xdot_);
    return xdot_ == xdot_at_stop_;
  }

  void Restart(double t0) {
    CountEffort();
    MapVector(y_) = x0_;
    CVodeReInit(cvode_, t0, y_);
    is_started_ = true;
    counted_ = {};
  }

  int Try(double t_limit, double* t1) {
    CVodeSetStopTime(cvode_, t_limit);
    const int flag = CVode(cvode_, t_limit, y_, t1, CV_ONE_STEP);
    if (exception_) {
      is_started_ = false;
      std::rethrow_exception(std::exchange(exception_, nullptr));
    }
    return flag;
  }

  void Accept(double t0, double t1, double t_limit) {
    x_ = MapVector(y_);
    diagram_.ProjectContinuousState(&x_);
    t_ = t1;
    at_stop_ = t1 == t_limit;
    context_->SetTimeAndContinuousState(t_, x_);
    context_->integrator_memory().get<CvodeMemory>().stamp = ++stamp_;
    if (at_stop_) Eval(*context_, &xdot_at_stop_);
    CountEffort();
    const bool is_longest = t1 - t0 >= (1 - 1e-9) * options_.h_max;
    statistics_->AddStep(t1 - t0, at_stop_     ? StepLimit::kEvent
                                  : is_longest ? StepLimit::kMaximumStep
                                               : StepLimit::kAccuracy);
  }

  [[noreturn]] void Fail(double t0) {
    is_started_ = false;
    CountEffort();
    Eval(*context_, &xdot_);
    using Kind = StepFailure::Kind;
    const auto culprit = diagram_.FindNonFinite(*context_, xdot_);
    if (culprit || !blame_.empty()) {
      throw StepError(t0, {.kind = Kind::kDerivativeNotFinite,
                           .details = culprit.value_or(blame_)});
    }
    throw StepError(t0,
                    {.kind = Kind::kOther, .details = "CVODE: " + message_});
  }

  // CVODE repeats attempts by itself. What it evaluates at `t` after another
  // failure belongs to a new one, which ends there.
  void NoticeAttempt(double t) {
    if (statistics_->profile.trace == nullptr) return;
    const long failures = statistics_->rejected_steps;
    CountEffort();
    if (statistics_->rejected_steps > failures)
      attempt_->emplace(attempt_start_, t - attempt_start_, statistics_);
    (*attempt_)->set_length(t - attempt_start_);
  }

  // What CVODE counted since the last call, or restart.
  void CountEffort() {
    Counts now;
    CVodeGetNumErrTestFails(cvode_, &now.rejected);
    CVodeGetNumNonlinSolvIters(cvode_, &now.iterations);
    // Without those that an up-to-date Jacobian mended.
    CVodeGetNumStepSolveFails(cvode_, &now.failures);
    CVodeGetNumJacEvals(cvode_, &now.jacobians);
    CVodeGetNumLinSolvSetups(cvode_, &now.factorizations);
    statistics_->rejected_steps +=
        now.rejected - counted_.rejected + now.failures - counted_.failures;
    statistics_->newton_iterations += now.iterations - counted_.iterations;
    statistics_->failed_solves += now.failures - counted_.failures;
    statistics_->jacobian_evaluations += now.jacobians - counted_.jacobians;
    statistics_->factorizations += now.factorizations - counted_.factorizations;
    counted_ = now;
  }

  void Eval(const Context& context, VectorXd* xdot) {
    solvers::ThrowIfStopped(options_.stop);
    ScopedTimer timer(&statistics_->profile, Phase::kDerivatives);
    diagram_.CalcTimeDerivatives(context, xdot);
    ++statistics_->derivative_evaluations;
  }

  // An exception must not pass through C: it is kept until CVODE returns. What
  // is not finite CVODE is to try again with a smaller step.
  static int CalcDerivatives(double t, N_Vector y, N_Vector ydot, void* data) {
    auto* self = static_cast<Solver*>(data);
    self->NoticeAttempt(t);
    try {
      self->context_->SetTimeAndContinuousState(t, MapVector(y));
      self->Eval(*self->context_, &self->xdot_);
    } catch (...) {
      self->exception_ = std::current_exception();
      return -1;
    }
    if (!self->xdot_.allFinite()) {
      const auto culprit =
          self->diagram_.FindNonFinite(*self->context_, self->xdot_);
      self->blame_ = culprit.value_or("");
      return 1;
    }
    MapVector(ydot) = self->xdot_;
    return 0;
  }

  static int CalcWeights(N_Vector y, N_Vector ewt, void* data) {
    auto* self = static_cast<Solver*>(data);
    const VectorXd x = MapVector(y);
    VectorXd& W = self->weights_;
    self->norm_.CalcWeights(x, &W);
    const auto n = static_cast<double>(W.size());
    const double share = n / static_cast<double>((W.array() > 0).count());
    if (share > 1) {
      self->state_norm_.CalcWeights(x, &self->state_weights_);
      W = W.cwiseMax(kIgnored * self->state_weights_);
    }
    // CVODE divides by the root of n.
    MapVector(ewt) = std::sqrt(share) / self->options_.accuracy * W;
    return 0;
  }

  static void KeepMessage(int, const char*, const char*, char* message,
                          void* data) {
    static_cast<Solver*>(data)->message_ = message;
  }

  struct Counts {
    long rejected{}, iterations{}, failures{}, jacobians{}, factorizations{};
  };

  const Diagram& diagram_;
  ErrorControlOptions options_;
  Statistics* statistics_;
  DiagramErrorNorm norm_, state_norm_;
  SUNContext sundials_{};
  N_Vector y_{};
  SUNMatrix matrix_{};
  SUNLinearSolver linear_{};
  void* cvode_{};
  Context* context_{};
  std::optional<AttemptSpan>* attempt_{};  // of the present Step()
  double attempt_start_{};

  bool is_started_{}, at_stop_{};
  long stamp_{};
  double t_{};
  VectorXd x_, x0_, xdot_, xdot_at_stop_, weights_, state_weights_;
  Counts counted_;
  std::string message_, blame_;
  std::exception_ptr exception_;
};

bool Cvode::IsAvailable() {
  return true;
}

Cvode::Cvode(const ErrorControlOptions& options) : options_(options) {
  CheckErrorControlOptions(options);
}

void Cvode::Initialize(const Diagram& diagram, Context* context) {
  solver_ = std::make_unique<Solver>(diagram, options_, &statistics_);
  context->integrator_memory() = systems::Value(CvodeMemory{});
}

void Cvode::Step(const Diagram& diagram, double t_limit, Context* context) {
  Require(&diagram == &solver_->diagram(),
          "cvode was initialised for another diagram");
  before_step_ = statistics_;
  solver_->Step(t_limit, context);
}

}  // namespace tactus::integrators

#else

namespace tactus::integrators {

class Cvode::Solver {};

bool Cvode::IsAvailable() {
  return false;
}

Cvode::Cvode(const ErrorControlOptions& options) : options_(options) {
  Require(false,
          "this build has no CVODE: install libsundials-dev and configure "
          "anew");
}

void Cvode::Initialize(const systems::Diagram&, systems::Context*) {}
void Cvode::Step(const systems::Diagram&, double, systems::Context*) {}

}  // namespace tactus::integrators

#endif

namespace tactus::integrators {

Cvode::~Cvode() = default;

}  // namespace tactus::integrators

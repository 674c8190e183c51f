#include "tactus/integrators/step_size/error_controlled_integrator.h"

#include <algorithm>
#include <string>

#include "tactus/common/require.h"
#include "tactus/integrators/step_size/attempt_span.h"
#include "tactus/integrators/step_size/first_step.h"

namespace tactus::integrators {

ErrorControlledIntegrator::ErrorControlledIntegrator(
    const ErrorControlOptions& options, const StepSizeController& rule)
    : attempts_(options, rule) {}

void ErrorControlledIntegrator::SetDiagram(const systems::Diagram& diagram) {
  diagram_ = &diagram;
  attempts_.LimitSteps(diagram.CalcLongestStep());
  norm_ = std::make_unique<DiagramErrorNorm>(
      diagram, error_control().error_norm, error_control().length_scale);
}

// What the options say, or else what the derivatives do.
double ErrorControlledIntegrator::CalcFirstStep(
    systems::Context* context) const {
  const ErrorControlOptions& options = error_control();
  if (options.first_step) return *options.first_step * attempts_.h_max();
  return ChooseFirstStep(*diagram_, *norm_,
                         {.accuracy = options.accuracy,
                          .error_order = attempts_.rule().order,
                          .h_min = options.h_min,
                          .h_max = attempts_.h_max()},
                         context);
}

void ErrorControlledIntegrator::Step(const systems::Diagram& diagram,
                                     double t_limit,
                                     systems::Context* context) {
  Require(&diagram == diagram_,
          std::string(name()) + " was initialised for another diagram");
  StepSize* size = FindStepSize(context);
  before_step_ = statistics_;
  if (size->h_ideal == 0) size->h_ideal = CalcFirstStep(context);
  t0_ = context->time();
  const LatestEnd end =
      BeginStep(t_limit, std::min(size->h_ideal, attempts_.h_max()), context);
  attempts_.BeginStep(t0_, end.t, end.why, size);
  PrepareAttempts(attempts_.Plan().h, context);
  while (true) {
    const PlannedStep planned = attempts_.Plan();
    solvers::ThrowIfStopped(error_control().stop);
    const AttemptSpan span(t0_, planned.h, &statistics_);
    const Attempt attempt = MakeAttempt(planned.h, context);
    if (attempts_.Accepts(planned, attempt, &statistics_))
      return FinishStep(attempts_.end_of(planned), context);
    if (attempts_.is_below_minimum())
      Fail(planned.h, attempt.failure.value_or(StepFailure{}), context);
  }
}

StepFailure ErrorControlledIntegrator::Blame(const DiagramError& error) const {
  return {.kind = StepFailure::Kind::kInaccurate,
          .culprit = norm_->Describe(error)};
}

}  // namespace tactus::integrators

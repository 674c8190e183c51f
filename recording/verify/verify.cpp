#include "tactus/recording/verify/verify.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>

#include "tactus/common/require.h"
#include "tactus/recording/verify/sampler.h"
#include "tactus/solvers/stop.h"
#include "tactus/systems/simulator.h"

namespace tactus::recording {
namespace {

/// One run, watched from outside.
class Watched {
 public:
  Watched(const SampleOptions& options, systems::Simulator* simulator,
          Trajectory* trajectory)
      : options_(options), simulator_(*simulator), trajectory_(*trajectory) {
    t_ = simulator->context().time();
    simulator->set_monitor(
        [this](const systems::Context& context) { return Monitor(context); });
  }

  void AdvanceTo(double t_end) {
    using End = Trajectory::End;
    using Reason = systems::SimulatorStatus::Reason;
    bool is_started = false;
    try {
      systems::SimulatorStatus status = simulator_.Initialize();
      is_started = true;
      if (status.reached_time()) status = simulator_.AdvanceTo(t_end);
      trajectory_.message = status.message;
      if (status.reason == Reason::kTerminated) {
        trajectory_.end = End::kTerminated;
      } else if (!status.reached_time()) {
        trajectory_.end = End::kInterrupted;
      }
    } catch (const solvers::Stopped&) {
      trajectory_.end = End::kInterrupted;
    } catch (const std::exception& error) {
      if (thrown_) std::rethrow_exception(thrown_);
      const bool is_refusal =
          dynamic_cast<const std::invalid_argument*>(&error) != nullptr;
      if (!is_started && is_refusal) throw;
      trajectory_.end = End::kFailed;
      trajectory_.message = error.what();
    }
  }

 private:
  std::optional<std::string> Monitor(const systems::Context& context) {
    const double h = context.time() - std::exchange(t_, context.time());
    if (h > 0) ++trajectory_.steps;
    trajectory_.longest_step = std::max(trajectory_.longest_step, h);
    try {
      if (options_.after_step) options_.after_step(context);
    } catch (...) {
      thrown_ = std::current_exception();
      throw;
    }
    if (options_.stop && options_.stop()) return "stopped";
    return std::nullopt;
  }

  const SampleOptions& options_;
  systems::Simulator& simulator_;
  Trajectory& trajectory_;
  double t_{};
  std::exception_ptr thrown_;  ///< By the caller's own function.
};

}  // namespace

Trajectory SampleRun(const systems::Diagram& diagram,
                     const systems::Context& start,
                     std::unique_ptr<systems::Integrator> integrator,
                     const QuantityList& quantities,
                     const SampleOptions& options) {
  using Clock = std::chrono::steady_clock;
  Require(options.period > 0, "samples need a positive period");
  Trajectory trajectory;
  trajectory.integrator = std::string(integrator->name());
  Sampler sampler(quantities, options.period);
  systems::Simulator simulator(diagram, start);
  simulator.set_integrator(std::move(integrator));
  simulator.Observe(options.period, [&](const systems::Context& context) {
    sampler.Take(context);
  });
  Watched watched(options, &simulator, &trajectory);
  const double t_start = start.time();
  const Clock::time_point clock_start = Clock::now();
  watched.AdvanceTo(t_start + options.duration);
  trajectory.wall_time =
      std::chrono::duration<double>(Clock::now() - clock_start).count();
  if (trajectory.steps > 0) {
    trajectory.mean_step = (simulator.context().time() - t_start) /
                           static_cast<double>(trajectory.steps);
  }
  sampler.Finish(&trajectory);
  return trajectory;
}

bool Verification::is_complete() const {
  return !levels.empty() &&
         std::ranges::all_of(levels, &Trajectory::is_complete);
}

bool Verification::held() const {
  return !estimates.empty() && std::ranges::all_of(estimates, &Estimate::held);
}

Verification Verify(const systems::Diagram& diagram,
                    const systems::Context& start, double duration,
                    const MakeIntegrator& make_integrator,
                    const VerifyOptions& options) {
  Require(options.levels >= 3, "a verification needs at least three levels");
  Require(options.samples >= 1 && duration > 0 && options.accuracy > 0,
          "a verification needs samples, a duration and an accuracy");
  const QuantityList quantities(diagram, options.quantities);
  Verification verification;
  std::vector<Trajectory>& levels = verification.levels;
  double longest = options.h_max;
  for (int level = 0; level < options.levels; ++level) {
    const double accuracy = options.accuracy / std::pow(kAccuracyFactor, level);
    levels.push_back(SampleRun(
        diagram, start, make_integrator(accuracy, std::ldexp(longest, -level)),
        quantities,
        {.duration = duration,
         .period = duration / options.samples,
         .stop = options.stop}));
    levels.back().accuracy = accuracy;
    if (!levels.back().is_complete()) return verification;
    longest = std::min(options.h_max, levels.front().longest_step);
  }
  const std::vector<double> tolerances(
      quantities.quantities().size(),
      options.tolerance.value_or(10 * options.accuracy));
  verification.estimates = AssessLevels(levels, tolerances);
  return verification;
}

}  // namespace tactus::recording

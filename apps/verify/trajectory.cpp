#include "tactus/apps/verify/trajectory.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/refusal.h"
#include "tactus/apps/run/strict_contact.h"
#include "tactus/apps/verify/sampler.h"
#include "tactus/apps/verify/step_watch.h"
#include "tactus/common/require.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/systems/signals/csv_writer.h"
#include "tactus/systems/signals/name_pattern.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using systems::MatchesPattern;
using systems::Signal;

constexpr int kQuaternionSize = 4;

/// A part of a signal that is compared by itself; `start` counts in the signal.
using Part = Quantity;

std::vector<Part> SplitSignal(const Signal& signal) {
  const auto& names = signal.components;
  const auto qw = std::ranges::find(names, "qw");
  if (qw == names.end())
    return {{.name = signal.name, .start = 0, .size = signal.size()}};
  const int start = static_cast<int>(qw - names.begin());
  const std::string whole = signal.name.substr(0, signal.name.rfind('/') + 1);
  std::vector<Part> parts;
  if (start > 0) {
    parts.push_back({.name = whole + "position", .start = 0, .size = start});
  }
  parts.push_back({.name = whole + "rotation",
                   .start = start,
                   .size = kQuaternionSize,
                   .is_rotation = true});
  return parts;
}

std::vector<std::string> PartNames(const std::vector<Signal>& signals) {
  std::vector<std::string> names;
  for (const Signal& signal : signals) {
    for (Part& part : SplitSignal(signal))
      names.push_back(std::move(part.name));
  }
  return names;
}

bool Fits(std::string_view pattern, const Signal& signal) {
  return MatchesPattern(pattern, signal.name) ||
         std::ranges::any_of(SplitSignal(signal), [&](const Part& part) {
           return MatchesPattern(pattern, part.name);
         });
}

std::vector<Signal> FindSignalsByPart(const systems::Diagram& diagram,
                                      const std::vector<Signal>& all,
                                      const std::string& pattern) {
  if (pattern.find("contact/") != std::string::npos)
    return multibody::FindSignals(diagram, pattern);
  std::vector<Signal> found;
  std::ranges::copy_if(
      all, std::back_inserter(found),
      [&](const Signal& signal) { return Fits(pattern, signal); });
  if (found.empty()) {
    throw std::invalid_argument(
        fmt::format("no quantity {} '{}'; {}",
                    systems::IsPattern(pattern) ? "fits" : "is called", pattern,
                    multibody::Suggest(pattern, PartNames(all))));
  }
  return found;
}

// Between two unit quaternions, of either sign.
double CalcAngle(const Eigen::Vector4d& a, const Eigen::Vector4d& b) {
  const Quaterniond q_A(a[0], a[1], a[2], a[3]), q_B(b[0], b[1], b[2], b[3]);
  const Quaterniond q_AB = q_A.conjugate() * q_B;
  return 2 * std::atan2(q_AB.vec().norm(), std::abs(q_AB.w()));
}

/// Advances to the end, and says how it ended. @throws Refusal
void Advance(double t_end, systems::Simulator* simulator,
             Trajectory* trajectory) {
  using Reason = systems::SimulatorStatus::Reason;
  try {
    systems::SimulatorStatus status = InitializeOrRefuse(simulator);
    if (status.reached_time()) status = simulator->AdvanceTo(t_end);
    trajectory->message = status.message;
    if (status.reason == Reason::kTerminated) {
      trajectory->end = Trajectory::End::kTerminated;
    } else if (!status.reached_time()) {
      trajectory->end = Trajectory::End::kInterrupted;
    }
  } catch (const solvers::Stopped&) {
    trajectory->end = Trajectory::End::kInterrupted;
  } catch (const Refusal&) {
    throw;
  } catch (const std::exception& error) {
    trajectory->end = Trajectory::End::kFailed;
    trajectory->message = error.what();
  }
}

}  // namespace

QuantityList::QuantityList(const systems::Diagram& diagram,
                           std::span<const std::string> patterns) {
  const std::vector<Signal> all =
      multibody::FindSignals(diagram, std::string_view("*"));
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (const Signal& signal : FindSignalsByPart(diagram, all, patterns[i])) {
      Add(signal, patterns[i], static_cast<int>(i));
    }
  }
}

// What is wanted of a signal: all of it, or the parts that fit.
void QuantityList::Add(const Signal& signal, std::string_view wanted,
                       int pattern) {
  const bool all = MatchesPattern(wanted, signal.name) ||
                   wanted.find("contact/") != std::string_view::npos;
  const auto same = std::ranges::find(signals_, signal.name, &Signal::name);
  int start = num_columns_;
  if (same != signals_.end()) {
    start = 0;
    for (auto it = signals_.begin(); it != same; ++it) start += it->size();
  }
  bool used = false;
  for (Part part : SplitSignal(signal)) {
    if (!all && !MatchesPattern(wanted, part.name)) continue;
    part.start += start;
    const auto known =
        std::ranges::find(quantities_, part.start, &Quantity::start);
    if (known != quantities_.end()) {
      patterns_of_[static_cast<std::size_t>(known - quantities_.begin())]
          .push_back(pattern);
      continue;
    }
    quantities_.push_back(std::move(part));
    patterns_of_.push_back({pattern});
    used = true;
  }
  if (!used || same != signals_.end()) return;
  signals_.push_back(signal);
  num_columns_ += signal.size();
}

std::string Trajectory::Describe() const {
  if (accuracy) return fmt::format("{}, accuracy {:g}", integrator, *accuracy);
  return fmt::format("{}, step {:g} s", integrator, step.value_or(0));
}

Trajectory RunTrajectory(const Scenario& scenario,
                         const IntegratorOptions& integrator,
                         const QuantityList& quantities,
                         const SamplingOptions& options) {
  Require(options.period > 0, "samples need a positive period");
  IntegratorOptions with_stop = integrator;
  if (options.stop) with_stop.stop = &options.stop;
  IntegratorChoice choice = MakeIntegrator(with_stop);
  StepWatch watch(scenario, choice);
  const StrictContact strict(scenario, choice);
  Sampler sampler(quantities, options.period);
  Trajectory trajectory{.columns = {},
                        .quantities = {},
                        .times = {},
                        .values = {},
                        .integrator = std::string(choice.integrator->name()),
                        .accuracy = choice.accuracy,
                        .step = choice.step,
                        .message = {}};

  systems::Simulator simulator(*scenario.scene.diagram, scenario.scene.context);
  simulator.set_integrator(std::move(choice.integrator));
  simulator.Observe(options.period, [&](const systems::Context& context) {
    sampler.Take(context);
  });
  const double t_start = simulator.context().time();
  simulator.set_monitor(
      [&](const systems::Context& context) -> std::optional<std::string> {
        watch.Add(context);
        strict.Check(context);
        if (options.stop && options.stop()) return "stopped";
        return std::nullopt;
      });
  const auto start = std::chrono::steady_clock::now();
  Advance(t_start + scenario.duration, &simulator, &trajectory);
  trajectory.wall_time =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  watch.Finish(simulator.context().time() - t_start, &trajectory);
  sampler.Finish(&trajectory);
  return trajectory;
}

VectorXd CalcGap(const Trajectory& a, const Trajectory& b,
                 const Quantity& quantity) {
  const auto rows =
      static_cast<Eigen::Index>(std::min(a.times.size(), b.times.size()));
  // A sample is taken at the end of a step that is off it but for rounding.
  const double same =
      rows > 0 ? 1e-9 * std::abs(a.times[rows - 1] - a.times[0]) : 0;
  VectorXd gap(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    Require(std::abs(a.times[i] - b.times[i]) <= same,
            "trajectories that are compared must be sampled at the same times");
    const VectorXd x = a.values.row(i).segment(quantity.start, quantity.size);
    const VectorXd y = b.values.row(i).segment(quantity.start, quantity.size);
    const double all = quantity.is_rotation
                           ? CalcAngle(x.head<4>(), y.head<4>())
                           : (x - y).lpNorm<Eigen::Infinity>();
    gap[i] = x.allFinite() && y.allFinite()
                 ? all
                 : std::numeric_limits<double>::infinity();
  }
  return gap;
}

std::optional<double> FindParting(std::span<const double> times,
                                  const VectorXd& gap, double threshold) {
  for (Eigen::Index i = 0; i < gap.size(); ++i) {
    if (gap[i] <= threshold) continue;
    return times[static_cast<std::size_t>(std::max<Eigen::Index>(i - 1, 0))];
  }
  return std::nullopt;
}

void WriteCsv(const Trajectory& trajectory, std::ostream* out) {
  systems::CsvWriter csv(trajectory.columns, out);
  for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
    csv.Write(trajectory.times[i],
              trajectory.values.row(static_cast<Eigen::Index>(i)).transpose());
  }
}

}  // namespace tactus::apps

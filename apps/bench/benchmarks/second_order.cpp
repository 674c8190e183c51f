// The schemes of CENIC: what accuracy costs under each.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using integrators::DiagramErrorNorm;
using integrators::Scheme;
using integrators::Statistics;

/// Errors of chaotic motion mean something over short times only: a run is cut
/// into segments, each is computed from its start on, which a run at 1e-5 has
/// left, and compared with a reference at its end.
struct Subject {
  const char* scene;
  int num_segments;
  double length;  ///< Of each [s].
};

constexpr Subject kSubjects[] = {
    {"hard_clutter", 20, 0.1},   {"soft_clutter", 20, 0.1},
    {"ball_drop", 20, 0.25},     {"cylinder", 10, 0.1},
    {"stack", 10, 0.1},          {"conveyor", 10, 0.1},
    {"double_pendulum", 10, 0.1}};

/// Segments whose references differ by more are left out.
constexpr double kMostDisagreement = 1e-3;

struct Run {
  VectorXd end;
  Statistics statistics;
  double seconds{};  ///< Of the processor's time.
};

/// What all segments took together, and how far they ended from the truth.
struct Outcome {
  long steps{}, rejected{}, iterations{};
  double seconds{};
  std::vector<double> errors = {};

  double Quantile(double p) const {
    std::vector<double> sorted = errors;
    std::sort(sorted.begin(), sorted.end());
    const double last = static_cast<double>(sorted.size() - 1);
    return sorted[static_cast<std::size_t>(std::lround(p * last))];
  }
};

/// A scene cut into segments, with the truth at their ends.
class Segments {
 public:
  Segments(const Subject& subject, double reference_accuracy)
      : subject_(subject),
        scene_(examples::FindScene(subject.scene).make()),
        norm_(*scene_.diagram, integrators::ErrorNorm::kPositions) {
    FindStarts();
    for (int k = 0; k < subject.num_segments; ++k) {
      const VectorXd truth = Reference(k, reference_accuracy);
      const double apart =
          norm_.Calc(Reference(k, 10 * reference_accuracy), truth).error;
      if (!(apart < kMostDisagreement)) continue;
      used_.push_back(k);
      truth_.push_back(truth);
      reference_.errors.push_back(apart);
    }
  }

  int num_used() const { return static_cast<int>(used_.size()); }
  const Outcome& reference() const { return reference_; }

  Outcome Measure(const CenicOptions& options) {
    Outcome outcome;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      const Run run = RunSegment(used_[i], options);
      outcome.steps += run.statistics.steps;
      outcome.rejected += run.statistics.rejected_steps;
      outcome.iterations += run.statistics.newton_iterations;
      outcome.seconds += run.seconds;
      outcome.errors.push_back(norm_.Calc(run.end, truth_[i]).error);
    }
    return outcome;
  }

 private:
  void FindStarts() {
    systems::Simulator simulator(*scene_.diagram, scene_.context);
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-5});
    simulator.Initialize();
    for (int k = 0; k < subject_.num_segments; ++k) {
      if (k > 0) simulator.AdvanceTo(k * subject_.length);
      starts_.push_back(simulator.context().continuous_state());
    }
  }

  VectorXd Reference(int k, double accuracy) const {
    return RunSegment(k, {.accuracy = accuracy,
                          .kappa = 1e-2,
                          .scheme = Scheme::kExtrapolated})
        .end;
  }

  Run RunSegment(int k, const CenicOptions& options) const {
    const double start = k * subject_.length;
    systems::Context context = scene_.context;
    context.SetTimeAndContinuousState(start, starts_[k]);
    systems::Simulator simulator(*scene_.diagram, context);
    const Cenic& cenic = simulator.reset_integrator<Cenic>(options);
    simulator.Initialize();
    const std::clock_t begin = std::clock();
    simulator.AdvanceTo(start + subject_.length);
    const std::clock_t end = std::clock();
    return {.end = simulator.context().continuous_state(),
            .statistics = cenic.statistics(),
            .seconds = static_cast<double>(end - begin) / CLOCKS_PER_SEC};
  }

  Subject subject_;
  examples::SceneInstance scene_;
  DiagramErrorNorm norm_;
  std::vector<VectorXd> starts_;
  std::vector<int> used_;
  std::vector<VectorXd> truth_;
  Outcome reference_;
};

/// One scheme's line through error and work.
struct Curve {
  Scheme scheme{};
  std::vector<std::pair<double, Outcome>> points = {};  ///< By accuracy.

  const Outcome* Find(double accuracy) const {
    for (const auto& [at, outcome] : points) {
      if (at == accuracy) return &outcome;
    }
    return nullptr;
  }

  /// The work, in iterations, for a median error of `error`: between the
  /// loosest accuracy from which on errors are smaller, and the one before.
  std::optional<double> WorkFor(double error) const {
    for (std::size_t i = points.size(); i-- > 1;) {
      const Outcome &coarse = points[i - 1].second, &fine = points[i].second;
      const double e0 = coarse.Quantile(0.5), e1 = fine.Quantile(0.5);
      if (e1 > error) return std::nullopt;
      if (e0 < error) continue;
      const double s = e1 < e0 ? std::log(e0 / error) / std::log(e0 / e1) : 0;
      return std::pow(static_cast<double>(coarse.iterations), 1 - s) *
             std::pow(static_cast<double>(fine.iterations), s);
    }
    return static_cast<double>(points.front().second.iterations);
  }
};

std::string MakeRow(Scheme scheme, double accuracy, const Outcome& outcome) {
  return fmt::format(
      "| {} | {:g} | {} | {} | {} | {:.3f} | {:.1e} | {:.1e} |\n",
      to_string(scheme), accuracy, outcome.steps, outcome.rejected,
      outcome.iterations, outcome.seconds, outcome.Quantile(0.5),
      outcome.Quantile(0.75));
}

// How many times less work than step doubling for its error.
std::string CompareAtEqualError(const std::vector<Curve>& curves) {
  std::string text;
  const Curve& base = curves.front();
  for (double accuracy : {1e-3, 1e-5}) {
    const Outcome* goal = base.Find(accuracy);
    if (goal == nullptr) continue;
    for (std::size_t i = 1; i < curves.size(); ++i) {
      const auto work = curves[i].WorkFor(goal->Quantile(0.5));
      text += fmt::format(
          "For the median error of step_doubling at {:g}, {} takes {}.\n",
          accuracy, to_string(curves[i].scheme),
          work ? fmt::format("1/{:.2f} of its iterations",
                             static_cast<double>(goal->iterations) / *work)
               : "tighter accuracies than these");
    }
  }
  return text + "\n";
}

std::string MakePrecisionTable(const Subject& subject,
                               const BenchOptions& options) {
  const double tightest = options.quick ? 1e-4 : 1e-6;
  Segments segments(subject, options.quick ? 1e-6 : 1e-8);
  std::string text = fmt::format(
      "## {}: {} segments of {:g} s\n\n{} of them are left out, where two "
      "references are more than {:g} apart; the others' are {:.1e} (median) "
      "and {:.1e} (largest) apart.\n\n"
      "| scheme | accuracy | steps | rejected | iterations | s | median error "
      "| 75 % |\n|---|---|---|---|---|---|---|---|\n",
      subject.scene, subject.num_segments, subject.length,
      subject.num_segments - segments.num_used(), kMostDisagreement,
      segments.reference().Quantile(0.5), segments.reference().Quantile(1));
  std::vector<Curve> curves;
  for (const Scheme scheme : integrators::Schemes()) {
    Curve& curve = curves.emplace_back(Curve{.scheme = scheme});
    for (double accuracy = 1e-1; accuracy > 0.5 * tightest; accuracy /= 10) {
      // Round-off of the division would show in the table.
      const double rounded = std::pow(10, std::round(std::log10(accuracy)));
      curve.points.emplace_back(
          rounded, segments.Measure({.accuracy = rounded, .scheme = scheme}));
      text += MakeRow(scheme, rounded, curve.points.back().second);
    }
  }
  return text + "\n" + CompareAtEqualError(curves);
}

// Percent of the energy above rest that a ball loses, at fixed steps.
double EnergyLost(Scheme scheme, double h, double duration) {
  const examples::SceneInstance scene = examples::MakeBallDrop();
  constexpr double kMass = 0.1, kGravity = 9.81, kRadius = 0.1, kGap = 1;
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e9,
                                                 .h_max = h,
                                                 .first_step = 1,
                                                 .adaptive_tolerance = false,
                                                 .scheme = scheme});
  simulator.AdvanceTo(duration);
  const VectorXd q = scene.plant->positions(simulator.context());
  const VectorXd v = scene.plant->velocities(simulator.context());
  const double height = q[2] - kRadius, depth = std::max(-height, 0.0);
  const double energy = kMass * kGravity * height + 500 * depth * depth +
                        kMass / 2 * v.tail(3).squaredNorm();
  return 100 * (1 - energy / (kMass * kGravity * kGap));
}

std::string MakeEnergyTable(const BenchOptions& options) {
  const double duration = options.quick ? 1 : 10;
  std::string text = fmt::format(
      "## Energy of a bouncing ball (Figure 8)\n\n0.1 kg, 1e3 N/m, no "
      "dissipation, gap 1 m, {:g} s at fixed steps: percent lost. The paper: "
      "the trapezoid's falls with h^2, step doubling's with h.\n\n| h [s] |",
      duration);
  std::string line = "|---|";
  for (const Scheme scheme : integrators::Schemes()) {
    text += fmt::format(" {} |", to_string(scheme));
    line += "---|";
  }
  text += "\n" + line + "\n";
  std::vector<double> steps = {4e-3, 2e-3, 1e-3, 5e-4};
  if (!options.quick) steps.insert(steps.end(), {2.5e-4, 1.25e-4});
  for (double h : steps) {
    text += fmt::format("| {:g} |", h);
    for (const Scheme scheme : integrators::Schemes())
      text += fmt::format(" {:.3g} |", EnergyLost(scheme, h, duration));
    text += "\n";
  }
  return text + "\n";
}

std::string MakeClutterTable(const BenchOptions& options) {
  const double duration = options.quick ? 0.5 : 10;
  std::string text = fmt::format(
      "## hard_clutter over {:g} s (Figure 9)\n\nThe paper: the trapezoid is 5 "
      "to 20 times slower than step doubling.\n\n| scheme | accuracy | steps | "
      "rejected | iterations | s |\n|---|---|---|---|---|---|\n",
      duration);
  const double tightest = options.quick ? 1e-2 : 1e-5;
  for (const Scheme scheme : integrators::Schemes()) {
    for (int digits = 1; std::pow(10, -digits) > 0.5 * tightest; ++digits) {
      const double accuracy = std::pow(10, -digits);
      const examples::SceneInstance scene = examples::MakeHardClutter();
      systems::Simulator simulator(*scene.diagram, scene.context);
      const Statistics& statistics =
          simulator
              .reset_integrator<Cenic>(
                  CenicOptions{.accuracy = accuracy, .scheme = scheme})
              .statistics();
      simulator.Initialize();
      const double seconds = TimeOf([&] { simulator.AdvanceTo(duration); });
      text += fmt::format("| {} | {:g} | {} | {} | {} | {:.3f} |\n",
                          to_string(scheme), accuracy, statistics.steps,
                          statistics.rejected_steps,
                          statistics.newton_iterations, seconds);
    }
  }
  return text + "\n";
}

}  // namespace

std::string BenchSecondOrder(const BenchOptions& options) {
  std::string text =
      "# The schemes of CENIC: error against work\n\nErrors are of positions, "
      "as accuracies are [m, rad], at the ends of short segments of a run; "
      "references are the extrapolated scheme's. Work is Newton iterations, "
      "and "
      "the processor's time.\n\n";
  text += MakeEnergyTable(options);
  if (options.quick) {
    text += MakePrecisionTable({"soft_clutter", 5, 0.1}, options);
  } else {
    for (const Subject& subject : kSubjects)
      text += MakePrecisionTable(subject, options);
  }
  return text + MakeClutterTable(options);
}

}  // namespace tactus::apps

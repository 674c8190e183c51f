// Random quantities of many scenes: their true errors beside the stated ones.
#include <algorithm>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/impacts/problem.h"
#include "tactus/apps/bench/trust/trust.h"
#include "tactus/apps/bench/trust/verdict.h"
#include "tactus/apps/verify/reference.h"
#include "tactus/apps/verify/verification.h"

namespace tactus::apps {
namespace {

using impacts::Dice;

constexpr int kNumQuantities = 50;
constexpr double kPatience = 60;         // With a truth by rk3 [s].
constexpr double kWitnessPatience = 10;  // [s]

struct Subject {
  const char* scene;
  double duration;  ///< [s]
};

constexpr Subject kSubjects[] = {
    {"double_pendulum", 1}, {"ball_drop", 1},     {"cylinder", 1},
    {"box_slide", 1},       {"scaling_10", 0.4},  {"conveyor", 1},
    {"static_gripper", 1},  {"digital_pid", 0.3}, {"hard_clutter", 0.4},
    {"soft_clutter", 0.4},  {"cable_pull", 0.5},  {"franka", 0.5},
    {"acrobot_lqr", 2},     {"cart_pole", 2},     {"quadrotor_hover", 2}};

/// What is asked of a scene.
struct Question {
  double accuracy{};
  std::vector<std::string> quantities = {};
  std::vector<double> tolerances = {};
};

// The names of what moves by more than `least` in a coarse run.
std::vector<std::string> FindMoving(const Scenario& scenario, double least) {
  const std::vector<std::string> patterns = {"body/*/pose", "energy/total"};
  const QuantityList all(*scenario.scene.diagram, patterns);
  const Trajectory run =
      RunTrajectory(scenario, {}, all, {.period = scenario.duration / 100});
  std::vector<std::string> names;
  for (const Quantity& quantity : run.quantities) {
    const auto values = run.values.middleCols(quantity.start, quantity.size);
    const auto range =
        values.colwise().maxCoeff() - values.colwise().minCoeff();
    if (range.maxCoeff() > least) names.push_back(quantity.name);
  }
  return names;
}

// At most `count` of the scene's quantities, each once.
Question Draw(const Scenario& scenario, int count, Dice* dice) {
  Question question{.accuracy = dice->Scale(1e-4, 1e-2)};
  std::vector<std::string> names = FindMoving(scenario, question.accuracy);
  for (int i = 0; i < count && !names.empty(); ++i) {
    const auto k = static_cast<std::ptrdiff_t>(
        dice->Uniform(0, static_cast<double>(names.size())));
    question.quantities.push_back(names[static_cast<std::size_t>(k)]);
    question.tolerances.push_back(question.accuracy * dice->Scale(3, 30));
    names.erase(names.begin() + k);
  }
  return question;
}

std::string MakeRow(const Subject& subject, double accuracy,
                    const Estimate& estimate, const Verdict& verdict) {
  return fmt::format(
      "| {} | {} | {:.1e} | {:.1e} | {:.2e} | {}{:.2e}{} | {:.1e} | {:.3g} | "
      "{}{:.3g}{} |\n",
      subject.scene, estimate.name, accuracy, estimate.tolerance,
      verdict.stated, verdict.is_within ? "" : "**", verdict.error,
      verdict.is_within ? "" : "**", verdict.doubt, verdict.truth_until,
      verdict.is_overstated ? "**" : "", verdict.trusted_until,
      verdict.is_overstated ? "**" : "");
}

/// Rows of a table, and what they sum up to.
struct Table {
  std::string rows;
  int judged = 0, within = 0, overstated = 0, known_to_end = 0;

  void Add(const Subject& subject, double accuracy, const Estimate& estimate,
           const Verdict& verdict) {
    ++judged;
    within += verdict.is_within;
    overstated += verdict.is_overstated;
    known_to_end += verdict.truth_until >= subject.duration * (1 - 1e-9);
    rows += MakeRow(subject, accuracy, estimate, verdict);
  }
};

void Ask(const Subject& subject, int count, Dice* dice, Table* table) {
  const Scenario scenario =
      MakeScenario({.target = subject.scene, .duration = subject.duration});
  const Question question = Draw(scenario, count, dice);
  const QuantityList quantities(*scenario.scene.diagram, question.quantities);
  const double period = subject.duration / 1000;
  IntegratorOptions integrator;
  integrator.accuracy = question.accuracy;
  const Verification verification =
      Verify(scenario, integrator, quantities,
             {.period = period,
              .tolerances = question.tolerances,
              .witness_patience = kWitnessPatience});
  const Reference truth =
      ComputeReference(scenario, quantities,
                       {.accuracy = 1e-4 * question.accuracy,
                        .period = period,
                        .threshold = INFINITY,
                        .patience = kPatience});
  if (!verification.is_complete() || !truth.is_complete()) {
    table->rows +=
        fmt::format("| {} | a run failed | | | | | | | |\n", subject.scene);
    return;
  }
  const Trajectory& run = verification.levels.front();
  // rk3 is the truth, or the finer of CENIC's two.
  const Trajectory& best = truth.is_independent ? truth.second : truth.first;
  for (std::size_t i = 0; i < run.quantities.size(); ++i) {
    const Quantity& quantity = run.quantities[i];
    const Verdict verdict = JudgeEstimate(
        run.times, verification.estimates[i], CalcGap(run, best, quantity),
        CalcGap(truth.first, truth.second, quantity));
    table->Add(subject, question.accuracy, verification.estimates[i], verdict);
  }
}

}  // namespace

std::string RunQuantities(const BenchOptions& options) {
  constexpr int kNumScenes = static_cast<int>(std::size(kSubjects));
  Dice dice(15);
  Table table;
  const int num_scenes = options.quick ? 3 : kNumScenes;
  for (int i = 0; i < num_scenes; ++i) {
    // What scenes with few quantities lack, the next ones give.
    const int left = kNumScenes - i;
    const int count = (kNumQuantities - table.judged + left - 1) / left;
    Ask(kSubjects[i], count, &dice, &table);
  }
  return fmt::format(
      "| scene | quantity | accuracy | tolerance | stated error | true error | "
      "the truth's doubt | truth until, s | trusted until, s "
      "|\n|---|---|---|---|---|---|---|---|---|\n{}\nOf {} quantities, {} are "
      "within the stated error, {} horizons are overstated, and of {} the "
      "truth is known to the end.\n",
      table.rows, table.judged, table.within, table.overstated,
      table.known_to_end);
}

}  // namespace tactus::apps

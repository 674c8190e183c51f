#include "tactus/apps/bench/impacts/sweep.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/common/require.h"

namespace tactus::apps::impacts {
namespace {

/// What one method answered.
struct Answers {
  std::vector<std::vector<double>> errors;  ///< By quantity and case.
  Cost cost = {};
};

Answers Ask(const Sweep& sweep, const Method& method,
            const std::vector<std::vector<double>>& truth) {
  Answers answers{
      .errors = std::vector<std::vector<double>>(sweep.quantities.size())};
  for (int i = 0; i < sweep.num_cases; ++i) {
    const std::vector<double> measured =
        sweep.measure(i, method, &answers.cost);
    Require(measured.size() == sweep.quantities.size(),
            sweep.name + ": a number is needed for each quantity");
    for (std::size_t k = 0; k < measured.size(); ++k) {
      answers.errors[k].push_back(Judge(sweep.quantities[k].judgement,
                                        measured[k],
                                        truth.empty() ? 0 : truth[i][k]));
    }
  }
  return answers;
}

std::string Number(double value) {
  return std::isfinite(value) ? fmt::format("{:.3g}", value) : "-";
}

// In bold where it is more than the accuracy's share; 1 % at fixed steps.
std::string MakeGain(const Method& method, double gain) {
  const bool is_large = !(gain <= method.accuracy().value_or(0.01));
  return is_large ? fmt::format("**{}**", Number(100 * gain))
                  : Number(100 * gain);
}

// "distance 0.21 to 1.3, ".
std::string DescribeTruth(const Sweep& sweep,
                          const std::vector<std::vector<double>>& truth) {
  std::string text;
  for (std::size_t k = 0; !truth.empty() && k < sweep.quantities.size(); ++k) {
    const Judgement judgement = sweep.quantities[k].judgement;
    if (judgement == Judgement::kValue || judgement == Judgement::kCount)
      continue;
    double least = kInfinity, most = -kInfinity;
    for (const std::vector<double>& each : truth) {
      least = std::min(least, each[k]);
      most = std::max(most, each[k]);
    }
    text += fmt::format("{}{} {:.4g} to {:.4g}", text.empty() ? "" : ", ",
                        sweep.quantities[k].name, least, most);
  }
  return text.empty() ? "" : "True values: " + text + ".\n\n";
}

std::string MakeRow(const Sweep& sweep, const Quantity& quantity,
                    const Method& method, const std::vector<double>& errors,
                    const Cost& cost) {
  const Spread spread = CalcSpread(errors);
  const std::string name =
      fmt::format("| {}, {} | {} | {} |", quantity.name, quantity.unit,
                  method.name, method.setting);
  const std::string values =
      quantity.judgement == Judgement::kCount
          ? fmt::format(" | | {} of {} |", Number(spread.sum), sweep.num_cases)
          : fmt::format(" {} | {} | {} |", Number(spread.median),
                        Number(spread.mean), Number(spread.worst));
  return name + values +
         fmt::format(" {} | {} | {} | {} | {:.3f} |{}\n",
                     CompareWithGoals(quantity, method, spread),
                     MakeGain(method, cost.gain), cost.steps, cost.iterations,
                     cost.seconds,
                     cost.failures > 0
                         ? fmt::format(" {} failed |", cost.failures)
                         : "");
}

}  // namespace

double Judge(Judgement judgement, double measured, double truth) {
  double error = measured;
  if (judgement == Judgement::kRelative)
    error = 100 * std::abs(measured - truth) / std::abs(truth);
  if (judgement == Judgement::kDifference) error = std::abs(measured - truth);
  return std::isnan(error) ? kInfinity : error;
}

Spread CalcSpread(std::vector<double> errors) {
  for (double& error : errors)
    if (std::isnan(error)) error = kInfinity;
  const double sum = std::accumulate(errors.begin(), errors.end(), 0.0);
  return {.median = Median(errors),
          .mean = sum / static_cast<double>(errors.size()),
          .worst = *std::ranges::max_element(errors),
          .sum = sum};
}

std::string CompareWithGoals(const Quantity& quantity, const Method& method,
                             const Spread& spread) {
  std::string text;
  const auto compare = [&](const char* name, std::optional<double> goal,
                           double value) {
    if (!goal) return;
    text += fmt::format("{}{} {:g}: {}", text.empty() ? "" : "; ", name, *goal,
                        value <= *goal ? "yes" : "**no**");
  };
  for (const Goal& goal : quantity.goals) {
    // Accuracies of the command line are decimal fractions, as these are.
    if (goal.accuracy && *goal.accuracy != method.accuracy().value_or(0))
      continue;
    compare("median", goal.median, spread.median);
    compare("mean", goal.mean, spread.mean);
    compare(
        quantity.judgement == Judgement::kCount ? "count" : "worst", goal.worst,
        quantity.judgement == Judgement::kCount ? spread.sum : spread.worst);
  }
  return text;
}

std::string RunSweep(const Sweep& sweep, const ImpactsOptions& options) {
  std::vector<std::vector<double>> truth;
  for (int i = 0; sweep.truth && i < sweep.num_cases; ++i)
    truth.push_back(sweep.truth(i));
  std::string text =
      fmt::format("### {}: {} cases\n\n", sweep.name, sweep.num_cases);
  text += DescribeTruth(sweep, truth);
  text +=
      "| error | method | accuracy or step | median | mean "
      "| worst | asked | gain at most, % | steps | iterations | CPU s |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n";
  std::vector<std::string> rows(sweep.quantities.size());
  for (const Method& method :
       MakeMethods(options, sweep.accuracies, sweep.step)) {
    const Answers answers = Ask(sweep, method, truth);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows[k] += MakeRow(sweep, sweep.quantities[k], method, answers.errors[k],
                         answers.cost);
    }
  }
  for (const std::string& each : rows) text += each;
  return text + "\n";
}

}  // namespace tactus::apps::impacts

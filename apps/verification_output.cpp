#include "tactus/apps/verification_output.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/report.h"

namespace tactus::apps {
namespace {

using Convergence = Estimate::Convergence;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRows = 20;

std::string MakeLevelTable(const Verification& verification) {
  const bool by_accuracy = verification.levels.front().accuracy.has_value();
  std::string text =
      fmt::format("\n  {:<10} {:>8} {:>9} {:>12} {:>14} {:>10}\n",
                  by_accuracy ? "accuracy" : "step [s]", "steps", "rejected",
                  "mean step [s]", "longest [s]", "wall time");
  for (const Trajectory& level : verification.levels) {
    text += fmt::format("  {:<10.4g} {:>8} {:>9} {:>13.4g} {:>14.4g} {:>10}\n",
                        by_accuracy ? *level.accuracy : *level.step,
                        level.steps, level.rejected_steps, level.mean_step,
                        level.longest_step, FormatSeconds(level.wall_time));
  }
  return text;
}

// The accuracy at which E would be the tolerance, rounded down to one digit;
// nothing where that is far beyond the runs there are.
std::optional<double> SuggestAccuracy(const Verification& verification,
                                      const Estimate& estimate) {
  const std::optional<double> accuracy = verification.levels.front().accuracy;
  if (!accuracy || !estimate.order_in_accuracy || estimate.parts_at)
    return std::nullopt;
  const double needed =
      *accuracy * std::pow(estimate.tolerance / estimate.error,
                           1 / *estimate.order_in_accuracy);
  const double finest = *verification.levels.back().accuracy;
  if (!(needed >= finest / 10) || needed >= *accuracy) return std::nullopt;
  const double digit = std::pow(10, std::floor(std::log10(needed)));
  return std::floor(needed / digit * (1 + 1e-12)) * digit;
}

std::string DescribeTrust(const Verification& verification,
                          const Estimate& estimate) {
  if (estimate.convergence == Convergence::kNotRefined)
    return "not known: the steps of finer runs are as long";
  if (estimate.held) return "the end";
  std::string text = fmt::format("{:.4g} s", estimate.trusted_until);
  if (estimate.parts_at) {
    return text + fmt::format("; sensitive from {:.4g} s", *estimate.parts_at);
  }
  if (const auto accuracy = SuggestAccuracy(verification, estimate))
    text += fmt::format("; the end at accuracy {:.0e}, about", *accuracy);
  return text;
}

std::string FormatOrder(const Estimate& estimate) {
  if (estimate.order) return fmt::format("{:.2f}", *estimate.order);
  return fmt::format("n/a ({})", to_string(estimate.convergence));
}

// Smaller for those that hold for a shorter time, or less well.
std::pair<double, double> Rank(const Estimate& estimate) {
  return {estimate.held ? INFINITY : estimate.trusted_until,
          -estimate.error / estimate.tolerance};
}

std::size_t ChooseWorst(const std::vector<Estimate>& estimates) {
  return static_cast<std::size_t>(
      std::ranges::min_element(estimates, {}, Rank) - estimates.begin());
}

// Those that hold least first, where there are too many to show all.
std::vector<std::size_t> ChooseRows(const std::vector<Estimate>& estimates) {
  std::vector<std::size_t> rows(estimates.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (rows.size() <= kMostRows) return rows;
  std::ranges::stable_sort(rows, {},
                           [&](std::size_t i) { return Rank(estimates[i]); });
  rows.resize(kMostRows);
  return rows;
}

std::string FormatReferenceError(const std::optional<double>& error) {
  if (!error) return fmt::format("{:>14}", "n/a");
  return fmt::format("{:>14.2g}", *error);
}

// How far the column "by reference" looks, where that is not to the end.
std::string DescribeReach(const Reference& reference) {
  if (reference.reaches_end()) return {};
  if (!reference.has_horizon())
    return "  by reference: n/a, the references part at once\n";
  return fmt::format(
      "  by reference: until {:.4g} s, where the references part\n",
      reference.horizon);
}

std::string MakeEstimateTable(const VerificationSubject& subject,
                              const Verification& verification) {
  const std::vector<Estimate>& estimates = verification.estimates;
  const std::vector<std::size_t> rows = ChooseRows(estimates);
  std::size_t width = 10;
  for (const std::size_t i : rows)
    width = std::max(width, estimates[i].name.size());
  std::vector<std::optional<double>> errors;
  if (subject.reference != nullptr)
    errors = CalcErrors(*subject.reference, verification.levels.front());
  std::string text =
      fmt::format("\n  {:<{}} {:>9} {:>9} {:>16}{}  trusted until\n",
                  "quantity", width, "tolerance", "error", "order of step",
                  errors.empty() ? "" : "  by reference");
  for (const std::size_t i : rows) {
    const Estimate& estimate = estimates[i];
    text += fmt::format("  {:<{}} {:>9.3g} {:>9.2g} {:>16}{}  {}\n",
                        estimate.name, width, estimate.tolerance,
                        estimate.error, FormatOrder(estimate),
                        errors.empty() ? "" : FormatReferenceError(errors[i]),
                        DescribeTrust(verification, estimate));
  }
  if (rows.size() < estimates.size()) {
    text += fmt::format("  and {} more, which hold longer or are closer\n",
                        estimates.size() - rows.size());
  }
  if (!errors.empty()) text += DescribeReach(*subject.reference);
  return text;
}

Json OrNull(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json MakeLevelJson(const Trajectory& level) {
  return {{"accuracy", OrNull(level.accuracy)},
          {"step", OrNull(level.step)},
          {"steps", level.steps},
          {"rejected_steps", level.rejected_steps},
          {"mean_step_s", level.mean_step},
          {"longest_step_s", level.longest_step},
          {"contacts_max", level.contacts_max},
          {"wall_time_s", level.wall_time}};
}

Json MakeEstimateJson(const Verification& verification,
                      const Estimate& estimate) {
  return {{"tolerance", estimate.tolerance},
          {"error", estimate.error},
          {"trusted_error", estimate.trusted_error},
          {"trusted_until_s", estimate.trusted_until},
          {"held", estimate.held},
          {"convergence", std::string(to_string(estimate.convergence))},
          {"order_in_step", OrNull(estimate.order)},
          {"order_in_accuracy", OrNull(estimate.order_in_accuracy)},
          {"sensitive_from_s", OrNull(estimate.parts_at)},
          {"suggested_accuracy",
           estimate.held ? Json()
                         : OrNull(SuggestAccuracy(verification, estimate))},
          {"differences_between_levels", estimate.gaps},
          {"trust", DescribeTrust(verification, estimate)}};
}

}  // namespace

std::string MakeVerificationText(const VerificationSubject& subject,
                                 const Verification& verification) {
  std::string text =
      fmt::format("{}: {:g} s by {}\n", subject.scenario, subject.duration,
                  verification.levels.front().Describe());
  text += MakeLevelTable(verification);
  text += MakeEstimateTable(subject, verification);
  return text;
}

std::string MakeComplaint(const VerificationSubject& subject,
                          const Verification& verification) {
  const std::vector<Estimate>& all = verification.estimates;
  const auto fails = std::ranges::count(all, false, &Estimate::held);
  if (fails == 0) return {};
  const Estimate& worst = all[ChooseWorst(all)];
  std::string text = "tactus: accuracy not reached: ";
  if (worst.convergence == Convergence::kNotRefined) {
    text += fmt::format(
        "nothing can be told of {}, as finer runs take the "
        "same steps",
        worst.name);
  } else {
    text += fmt::format("{} is within {:g} until {:.4g} s, not to {:g} s",
                        worst.name, worst.tolerance, worst.trusted_until,
                        subject.duration);
  }
  if (worst.parts_at) {
    text += fmt::format("; finer runs part from each other at {:.4g} s",
                        *worst.parts_at);
  }
  if (fails == 2) text += "; one more leaves its tolerance";
  if (fails > 2)
    text += fmt::format("; {} more leave their tolerance", fails - 1);
  return text;
}

Json MakeVerificationJson(const VerificationSubject& subject,
                          const Verification& verification) {
  Json levels = Json::array(), quantities = Json::object();
  for (const Trajectory& level : verification.levels)
    levels.push_back(MakeLevelJson(level));
  for (const Estimate& estimate : verification.estimates) {
    quantities[estimate.name] = MakeEstimateJson(verification, estimate);
  }
  if (subject.reference != nullptr && verification.is_complete()) {
    const auto errors =
        CalcErrors(*subject.reference, verification.levels.front());
    std::size_t i = 0;
    for (auto& [name, json] : quantities.items())
      json["error_by_reference"] = OrNull(errors[i++]);
  }
  return {{"scenario", subject.scenario},
          {"integrator", verification.levels.front().integrator},
          {"duration", subject.duration},
          {"held", verification.held()},
          {"levels", std::move(levels)},
          {"quantities", std::move(quantities)},
          {"version", TACTUS_VERSION}};
}

}  // namespace tactus::apps

#include "tactus/apps/verify/verification_output.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/format_seconds.h"
#include "tactus/apps/io/or_null.h"

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

// Whether a finer accuracy makes finer steps: it chose those of each level for
// most of the time, and they shrink.
bool StepsFollowAccuracy(const std::vector<Trajectory>& levels) {
  for (std::size_t k = 0; k < levels.size(); ++k) {
    if (levels[k].share_by_accuracy <= 0.5) return false;
    if (k > 0 && levels[k].mean_step > 0.9 * levels[k - 1].mean_step)
      return false;
  }
  return true;
}

// The setting at which E, which goes with its power `order`, would be the
// tolerance, rounded down to one digit; nothing where that is far beyond
// `finest`.
std::optional<double> Extrapolate(double setting, double finest, double order,
                                  const Estimate& estimate) {
  const double needed =
      setting * std::pow(estimate.tolerance / estimate.error, 1 / order);
  if (!(needed >= finest / 10) || needed >= setting) return std::nullopt;
  const double digit = std::pow(10, std::floor(std::log10(needed)));
  return std::floor(needed / digit * (1 + 1e-12)) * digit;
}

/// What would make E the tolerance, about; one of them, or nothing.
struct Suggestion {
  std::optional<double> accuracy, max_step;
};

Suggestion Suggest(const Verification& verification, const Estimate& estimate) {
  const Trajectory& first = verification.levels.front();
  const Trajectory& last = verification.levels.back();
  if (estimate.held || estimate.parts_at || estimate.contradicted_at ||
      !first.accuracy) {
    return {};
  }
  if (StepsFollowAccuracy(verification.levels)) {
    if (!estimate.order_in_accuracy) return {};
    return {.accuracy = Extrapolate(*first.accuracy, *last.accuracy,
                                    *estimate.order_in_accuracy, estimate),
            .max_step = {}};
  }
  if (!estimate.order) return {};
  // Where finer levels owe some of what they are better by to their accuracy, p
  // says too much of their steps; no method is of less than first order.
  const bool by_steps = std::ranges::all_of(
      verification.levels,
      [](const Trajectory& level) { return level.share_by_accuracy < 0.1; });
  const double order =
      by_steps ? *estimate.order : std::min(*estimate.order, 1.0);
  return {.accuracy = {},
          .max_step = Extrapolate(first.longest_step, last.longest_step, order,
                                  estimate)};
}

std::string DescribeTrust(const Verification& verification,
                          const Estimate& estimate) {
  if (estimate.convergence == Convergence::kNotRefined)
    return "not known: the steps of finer runs are as long";
  if (estimate.held) return "the end";
  std::string text = fmt::format("{:.4g} s", estimate.trusted_until);
  if (estimate.contradicted_at)
    return text + "; from there on another method says otherwise";
  if (estimate.parts_at) {
    return text + fmt::format("; sensitive from {:.4g} s", *estimate.parts_at);
  }
  const Suggestion suggestion = Suggest(verification, estimate);
  if (suggestion.accuracy) {
    text += fmt::format("; the end at accuracy {:.0e}, about",
                        *suggestion.accuracy);
  }
  if (suggestion.max_step) {
    text += fmt::format("; the end with --max-step {:.0e}, about",
                        *suggestion.max_step);
  }
  return text;
}

bool IsRefined(const Estimate& estimate) {
  return estimate.convergence != Convergence::kNotRefined;
}

std::string FormatError(const Estimate& estimate) {
  return IsRefined(estimate) ? fmt::format("{:.2g}", estimate.error) : "-";
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
    text += fmt::format("  {:<{}} {:>9.3g} {:>9} {:>16}{}  {}\n", estimate.name,
                        width, estimate.tolerance, FormatError(estimate),
                        FormatOrder(estimate),
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

Json MakeLevelJson(const Trajectory& level) {
  return {{"accuracy", OrNull(level.accuracy)},
          {"step", OrNull(level.step)},
          {"steps", level.steps},
          {"rejected_steps", level.rejected_steps},
          {"mean_step_s", level.mean_step},
          {"longest_step_s", level.longest_step},
          {"share_by_accuracy",
           level.accuracy ? Json(level.share_by_accuracy) : Json()},
          {"contacts_max", level.contacts_max},
          {"wall_time_s", level.wall_time}};
}

Json MakeEstimateJson(const Verification& verification,
                      const Estimate& estimate) {
  const Suggestion suggestion = Suggest(verification, estimate);
  const auto if_refined = [&](double value) {
    return IsRefined(estimate) ? Json(value) : Json();
  };
  return {{"tolerance", estimate.tolerance},
          {"error", if_refined(estimate.error)},
          {"trusted_error", if_refined(estimate.trusted_error)},
          {"trusted_until_s", if_refined(estimate.trusted_until)},
          {"held", estimate.held},
          {"convergence", std::string(to_string(estimate.convergence))},
          {"order_in_step", OrNull(estimate.order)},
          {"order_in_accuracy", OrNull(estimate.order_in_accuracy)},
          {"sensitive_from_s", OrNull(estimate.parts_at)},
          {"contradicted_at_s", OrNull(estimate.contradicted_at)},
          {"suggested_accuracy", OrNull(suggestion.accuracy)},
          {"suggested_max_step_s", OrNull(suggestion.max_step)},
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
  if (verification.witness) text += MakeWitnessText(*verification.witness);
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
  if (worst.contradicted_at) {
    text += "; another method says otherwise from there on";
  } else if (worst.parts_at) {
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
    for (auto& [name, entry] : quantities.items())
      entry["error_by_reference"] = OrNull(errors[i++]);
  }
  return {
      {"scenario", subject.scenario},
      {"integrator", verification.levels.front().integrator},
      {"duration", subject.duration},
      {"held", verification.held()},
      {"levels", std::move(levels)},
      {"witness",
       verification.witness ? MakeWitnessJson(*verification.witness) : Json()},
      {"quantities", std::move(quantities)},
      {"version", TACTUS_VERSION}};
}

}  // namespace tactus::apps

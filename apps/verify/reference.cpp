#include "tactus/apps/verify/reference.h"

#include <algorithm>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/verify/alarm.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

Trajectory RunIndependent(const Scenario& scenario,
                          const QuantityList& quantities,
                          const ReferenceOptions& options, double seconds) {
  return RunTrajectory(
      scenario,
      {.name = options.independent, .accuracy = options.accuracy / 10},
      quantities,
      {.period = options.period, .stop = MakeAlarm(seconds, options.stop)});
}

Trajectory RunCenic(const Scenario& scenario, const QuantityList& quantities,
                    const ReferenceOptions& options, double accuracy) {
  return RunTrajectory(scenario,
                       {.name = "cenic",
                        .accuracy = accuracy,
                        .num_threads = options.num_threads},
                       quantities,
                       {.period = options.period, .stop = options.stop});
}

// The largest difference until `horizon` [s].
double LargestUntil(double horizon, const std::vector<double>& times,
                    const VectorXd& gap) {
  double largest = 0;
  for (Eigen::Index k = 0; k < gap.size(); ++k) {
    if (times[static_cast<std::size_t>(k)] > horizon) break;
    largest = std::max(largest, gap[k]);
  }
  return largest;
}

void CompareBoth(double threshold, Reference* reference) {
  const Trajectory& first = reference->first;
  reference->horizon = first.times.empty() ? 0 : first.times.back();
  std::vector<VectorXd> gaps;
  for (const Quantity& quantity : first.quantities) {
    gaps.push_back(CalcGap(first, reference->second, quantity));
    const auto parting = FindParting(first.times, gaps.back(), threshold);
    if (parting) reference->horizon = std::min(reference->horizon, *parting);
    reference->agreements.push_back(
        {.name = quantity.name,
         .last = gaps.back().size() > 0 ? gaps.back().tail(1)[0] : 0,
         .parts_at = parting});
  }
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    reference->agreements[i].largest =
        LargestUntil(reference->horizon, first.times, gaps[i]);
  }
}

}  // namespace

Reference ComputeReference(const Scenario& scenario,
                           const QuantityList& quantities,
                           const ReferenceOptions& options) {
  Reference reference;
  reference.first = RunCenic(scenario, quantities, options, options.accuracy);
  if (!reference.first.is_complete()) return reference;
  const double seconds = std::max(options.patience, reference.first.wall_time);
  reference.second = RunIndependent(scenario, quantities, options, seconds);
  reference.is_independent = reference.second.is_complete();
  if (!reference.is_independent && !(options.stop && options.stop())) {
    reference.why_not = ExplainEnd(reference.second, seconds);
    reference.second =
        RunCenic(scenario, quantities, options, 10 * options.accuracy);
  }
  if (reference.is_complete()) CompareBoth(options.threshold, &reference);
  return reference;
}

std::vector<std::optional<double>> CalcErrors(const Reference& reference,
                                              const Trajectory& trajectory) {
  std::vector<std::optional<double>> errors;
  for (const Quantity& quantity : reference.first.quantities) {
    std::optional<double>& result = errors.emplace_back();
    if (!reference.has_horizon()) continue;
    result = LargestUntil(reference.horizon, trajectory.times,
                          CalcGap(reference.first, trajectory, quantity));
  }
  return errors;
}

Json MakeReferenceJson(const Reference& reference,
                       const ReferenceOptions& options) {
  const auto describe = [](const Trajectory& run) {
    return Json{{"integrator", run.integrator},
                {"accuracy", run.accuracy ? Json(*run.accuracy) : Json()},
                {"steps", run.steps},
                {"contacts_max", run.contacts_max},
                {"wall_time_s", run.wall_time}};
  };
  Json agreements = Json::object();
  for (const Reference::Agreement& each : reference.agreements) {
    agreements[each.name] = {
        {"difference_until_horizon", each.largest},
        {"difference_at_end", each.last},
        {"parts_at_s", each.parts_at ? Json(*each.parts_at) : Json()}};
  }
  return {{"first", describe(reference.first)},
          {"second", describe(reference.second)},
          {"independent", reference.is_independent},
          {"why_not_independent", reference.why_not},
          {"threshold", options.threshold},
          {"horizon_s", reference.horizon},
          {"agreement", std::move(agreements)}};
}

std::string MakeReferenceText(const Reference& reference,
                              const ReferenceOptions& options) {
  std::string text =
      fmt::format("reference: {}, beside {}{}\n", reference.first.Describe(),
                  reference.second.Describe(),
                  reference.is_independent ? ", an independent method" : "");
  if (!reference.why_not.empty())
    text += fmt::format("  not independent: {}\n", reference.why_not);
  const auto worst = std::ranges::max_element(reference.agreements, {},
                                              &Reference::Agreement::largest);
  if (worst == reference.agreements.end()) return text;
  if (!reference.has_horizon()) {
    return text + fmt::format(
                      "  they part by more than {:g} at once, so that nothing "
                      "can be compared with them\n",
                      options.threshold);
  }
  const bool to_end = std::ranges::none_of(
      reference.agreements,
      [](const auto& each) { return each.parts_at.has_value(); });
  text += fmt::format(
      "  they agree within {:g} until {}; there, {} differs most: {:.2g}\n",
      options.threshold,
      to_end ? "the end" : fmt::format("{:.4g} s", reference.horizon),
      worst->name, worst->largest);
  return text;
}

}  // namespace tactus::apps

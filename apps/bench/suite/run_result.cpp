#include "tactus/apps/bench/suite/run_result.h"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

// The last line of what a program said, without its name before it.
std::string LastLine(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
    text.pop_back();
  const std::size_t newline = text.find_last_of("\r\n");
  if (newline != std::string::npos) text.erase(0, newline + 1);
  for (const std::string_view prefix : {"tactus: ", "error: "}) {
    if (text.starts_with(prefix)) text.erase(0, prefix.size());
  }
  return text;
}

// Peers need not report an energy.
bool IsFinite(const RunResult& result) {
  if (result.spec.is_peer()) return true;
  const auto it = result.report.find("energy_final_J");
  return it == result.report.end() || it->is_number();
}

void JudgeExit(int code, const std::string& err, RunResult* result) {
  result->message = LastLine(err);
  if (code == kUserError) {
    result->status = RunStatus::kRefused;
  } else if (code != kDone && code != kAssertionFailed) {
    result->status = RunStatus::kFailed;
    if (result->message.empty())
      result->message = fmt::format("exit code {}", code);
  } else if (!result->number("wall_time_s")) {
    result->status = RunStatus::kFailed;
    result->message = "it wrote no report";
  } else if (!IsFinite(*result)) {
    result->status = RunStatus::kFailed;
    result->message = "it ended with what is not a number";
  } else {
    result->status = RunStatus::kOk;
    // What the scene asserts is not of the integration, and as long to compute.
    if (code == kDone) result->message.clear();
  }
}

double Quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return std::lerp(sorted[low], sorted[high], at - static_cast<double>(low));
}

}  // namespace

std::string_view to_string(RunStatus status) {
  switch (status) {
    case RunStatus::kOk:
      return "ok";
    case RunStatus::kFailed:
      return "failed";
    case RunStatus::kTimeout:
      return "timeout";
    case RunStatus::kRefused:
      return "refused";
    case RunStatus::kMissing:
      return "missing";
    case RunStatus::kNotRun:
      break;
  }
  return "not run";
}

Spread CalcSpread(std::vector<double> values) {
  std::ranges::sort(values);
  return {.median = Quantile(values, 0.5),
          .min = values.front(),
          .max = values.back(),
          .lower_quartile = Quantile(values, 0.25),
          .upper_quartile = Quantile(values, 0.75)};
}

std::optional<double> RunResult::cost() const {
  if (!ok() || wall_times.empty()) return std::nullopt;
  return CalcSpread(wall_times).median / spec.duration;
}

std::optional<double> RunResult::number(std::string_view key) const {
  const auto it = report.find(key);
  if (it == report.end() || !it->is_number()) return std::nullopt;
  return it->get<double>();
}

void Judge(const ChildResult& child, const std::string& report_text,
           RunResult* result) {
  using End = ChildResult::End;
  if (!report_text.empty()) {
    result->report = Json::parse(report_text, nullptr, false);
    if (!result->report.is_object()) result->report = Json::object();
  }
  switch (child.end) {
    case End::kExited:
      return JudgeExit(child.code, child.err, result);
    case End::kSignalled:
      result->status = RunStatus::kFailed;
      result->message = fmt::format("ended by signal {}", child.code);
      return;
    case End::kTimedOut:
      result->status = RunStatus::kTimeout;
      result->message = fmt::format("stopped after {:.3g} s", child.seconds);
      return;
    case End::kNotStarted:
      result->status = RunStatus::kMissing;
      result->message = child.err;
      return;
    case End::kInterrupted:
      result->status = RunStatus::kNotRun;
      result->message = "interrupted";
  }
}

void Results::Add(const RunSpec& spec) {
  const auto [it, added] = index_.emplace(KeyOf(spec), all_.size());
  if (added) {
    all_.push_back({.spec = spec});
    return;
  }
  RunSpec& there = all_[it->second].spec;
  there.compare = there.compare || spec.compare;
  there.once = there.once && spec.once;
}

const RunResult& Results::at(const RunSpec& spec) const {
  return all_.at(index_.at(KeyOf(spec)));
}

std::string ReferenceKey(const RunSpec& spec) {
  return fmt::format("{}, {} s", spec.scene, spec.duration);
}

}  // namespace tactus::apps

#include "tactus/apps/run/profile_output.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/format_seconds.h"
#include "tactus/apps/run/report.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kProcess = 1;

std::string_view Explain(Phase phase) {
  switch (phase) {
    case Phase::kGeometry:
      return "geometry queries";
    case Phase::kProblem:
      return "problem setup: kinematics, dynamics, contact data";
    case Phase::kHessian:
      return "Hessian assembly";
    case Phase::kFactorization:
      return "factorization";
    case Phase::kLineSearch:
      return "line search";
    case Phase::kSolverRest:
      return "rest of the solver: gradients, triangular solves";
    case Phase::kExternal:
      return "controllers, force elements, other blocks";
    case Phase::kDerivatives:
      return "time derivatives of the diagram";
    case Phase::kJacobian:
      return "their Jacobian";
    case Phase::kCount:
      break;
  }
  return {};
}

double Microseconds(Span::Time from, Span::Time to) {
  return std::chrono::duration<double, std::micro>(to - from).count();
}

/// By start; of those that start at once, the outer first.
std::vector<const Span*> SortSpans(const std::vector<Span>& spans) {
  std::vector<const Span*> sorted;
  for (const Span& span : spans) sorted.push_back(&span);
  std::ranges::stable_sort(sorted, {}, [](const Span* span) {
    return std::pair(span->start, -(span->end - span->start));
  });
  return sorted;
}

Json MakeEvent(const Span& span, Span::Time origin) {
  Json event = {{"name", span.name},
                {"cat", span.is_attempt() ? "step" : "phase"},
                {"ph", "X"},
                {"ts", Microseconds(origin, span.start)},
                {"dur", Microseconds(span.start, span.end)},
                {"pid", kProcess},
                {"tid", span.lane}};
  if (span.is_attempt()) {
    event["args"] = {{"t_s", span.t},
                     {"h_s", span.h},
                     {"iterations", span.iterations},
                     {"accepted", span.accepted}};
  }
  return event;
}

// What viewers call the process and its threads.
Json MakeName(const char* what, int lane, const std::string& name) {
  return {{"name", what},
          {"ph", "M"},
          {"pid", kProcess},
          {"tid", lane},
          {"args", {{"name", name}}}};
}

}  // namespace

std::vector<ProfileShare> MakeShares(const Profile& profile, double wall_time) {
  std::vector<ProfileShare> shares;
  double rest = wall_time;
  for (int i = 0; i < static_cast<int>(Phase::kCount); ++i) {
    const auto phase = static_cast<Phase>(i);
    shares.push_back({.phase = to_string(phase),
                      .meaning = Explain(phase),
                      .seconds = profile[phase]});
    rest -= profile[phase];
  }
  shares.push_back({.phase = "other",
                    .meaning = "error estimates, events, dense output",
                    .seconds = std::max(rest, 0.0)});
  return shares;
}

Json MakeProfileJson(const Profile& profile, double wall_time) {
  Json json = Json::object();
  for (const ProfileShare& share : MakeShares(profile, wall_time))
    json[std::string(share.phase)] = share.seconds;
  return json;
}

std::string MakeProfileTable(const Profile& profile, double wall_time) {
  const std::vector<ProfileShare> shares = MakeShares(profile, wall_time);
  double all = 0;
  for (const ProfileShare& share : shares) all += share.seconds;
  std::string text = "where the time goes\n";
  for (const ProfileShare& share : shares) {
    if (share.seconds == 0) continue;
    text += fmt::format("  {:<14} {:>10} {:>6.1f} %  {}\n", share.phase,
                        FormatSeconds(share.seconds), 100 * share.seconds / all,
                        share.meaning);
  }
  return text + fmt::format("  {:<14} {:>10} {:>6.1f} %\n", "total",
                            FormatSeconds(all), all > 0 ? 100.0 : 0.0);
}

void WriteTraceJson(const Trace& trace, std::string_view title,
                    std::ostream* out) {
  std::set<int> lanes = {0};
  for (const Span& span : trace.spans()) lanes.insert(span.lane);
  const Json metadata = {{"scenario", title},
                         {"version", TACTUS_VERSION},
                         {"truncated", trace.num_left_out() > 0},
                         {"events_left_out", trace.num_left_out()}};
  *out << "{\"displayTimeUnit\": \"ms\",\n\"otherData\": "
       << metadata.dump(-1, ' ', false, Json::error_handler_t::replace)
       << ",\n\"traceEvents\": [\n"
       << MakeName("process_name", 0, "tactus").dump();
  for (const int lane : lanes) {
    const std::string name =
        lane == 0 ? "simulation" : fmt::format("worker {}", lane);
    *out << ",\n" << MakeName("thread_name", lane, name).dump();
  }
  for (const Span* span : SortSpans(trace.spans()))
    *out << ",\n" << MakeEvent(*span, trace.origin()).dump();
  *out << "\n]}\n";
}

}  // namespace tactus::apps

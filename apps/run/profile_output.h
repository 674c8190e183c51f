#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/common/profile.h"
#include "tactus/common/trace.h"

namespace tactus::apps {

/// A part of a run's wall time, as Figure 18 of [Kurtz25] has it.
struct ProfileShare {
  std::string_view phase;    ///< to_string() of it, or "other".
  std::string_view meaning;  ///< For people.
  double seconds{};
};

/// All phases, then "other": what no phase booked, such as error estimates,
/// choices of steps, events and dense output. They add up to `wall_time` [s],
/// that of integration.
std::vector<ProfileShare> MakeShares(const Profile& profile, double wall_time);

/// {phase: seconds}, in SI units.
nlohmann::ordered_json MakeProfileJson(const Profile& profile,
                                       double wall_time);

/// A table of the phases that took time.
std::string MakeProfileTable(const Profile& profile, double wall_time);

/// Chrome's trace event format, which Perfetto and chrome://tracing open:
/// complete events ("ph": "X") in microseconds since the trace began, in the
/// order in which they begin, outer ones first; a thread ("tid") per lane.
/// Attempts at a step carry "args": t_s, h_s, iterations, accepted. The
/// metadata say whether spans were left out, and how many.
void WriteTraceJson(const Trace& trace, std::string_view title,
                    std::ostream* out);

}  // namespace tactus::apps

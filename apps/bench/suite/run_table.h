#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "tactus/apps/bench/suite/report_page.h"
#include "tactus/apps/bench/suite/run_result.h"

namespace tactus::apps {

/// One line per run: what it was asked for, what became of it, medians and
/// spreads of wall times, counts, true errors and instructions, and its command
/// line. SI units; what does not apply is empty.
std::string MakeRunsCsv(std::span<const RunResult* const> runs);

/// Everything, for programs: machine and method, references, and each run with
/// all of its wall times and its report but for poses.
nlohmann::ordered_json MakeRunsJson(const Facts& machine, const Facts& method,
                                    const Results& results);

}  // namespace tactus::apps

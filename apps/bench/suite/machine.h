#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tactus::apps {

/// What the numbers of a report depend on besides the code: labels and values,
/// such as processor, cores, clock governor, load, kernel, compiler, flags and
/// libraries. What cannot be told is "unknown".
std::vector<std::pair<std::string, std::string>> DescribeMachine();

/// Processes that wanted to run in the last minute, on average; "unknown" where
/// the system does not say.
std::string LoadAverage();

}  // namespace tactus::apps

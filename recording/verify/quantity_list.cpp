#include "tactus/recording/verify/quantity_list.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/systems/signals/name_pattern.h"

namespace tactus::recording {
namespace {

using systems::MatchesPattern;
using systems::Signal;

constexpr int kQuaternionSize = 4;

/// A part of a signal that is compared by itself; `start` counts in the signal.
using Part = Quantity;

std::vector<Part> SplitSignal(const Signal& signal) {
  const auto& names = signal.components;
  const auto qw = std::ranges::find(names, "qw");
  if (qw == names.end())
    return {{.name = signal.name, .start = 0, .size = signal.size()}};
  const int start = static_cast<int>(qw - names.begin());
  const std::string whole = signal.name.substr(0, signal.name.rfind('/') + 1);
  std::vector<Part> parts;
  if (start > 0) {
    parts.push_back({.name = whole + "position", .start = 0, .size = start});
  }
  parts.push_back({.name = whole + "rotation",
                   .start = start,
                   .size = kQuaternionSize,
                   .is_rotation = true});
  return parts;
}

std::vector<std::string> PartNames(const std::vector<Signal>& signals) {
  std::vector<std::string> names;
  for (const Signal& signal : signals) {
    for (Part& part : SplitSignal(signal))
      names.push_back(std::move(part.name));
  }
  return names;
}

bool Fits(std::string_view pattern, const Signal& signal) {
  return MatchesPattern(pattern, signal.name) ||
         std::ranges::any_of(SplitSignal(signal), [&](const Part& part) {
           return MatchesPattern(pattern, part.name);
         });
}

std::vector<Signal> FindSignalsByPart(const systems::Diagram& diagram,
                                      const std::vector<Signal>& all,
                                      const std::string& pattern) {
  if (pattern.find("contact/") != std::string::npos)
    return multibody::FindSignals(diagram, pattern);
  std::vector<Signal> found;
  std::ranges::copy_if(
      all, std::back_inserter(found),
      [&](const Signal& signal) { return Fits(pattern, signal); });
  if (found.empty()) {
    throw std::invalid_argument(
        fmt::format("no quantity {} '{}'; {}",
                    systems::IsPattern(pattern) ? "fits" : "is called", pattern,
                    multibody::Suggest(pattern, PartNames(all))));
  }
  return found;
}

}  // namespace

QuantityList::QuantityList(const systems::Diagram& diagram,
                           std::span<const std::string> patterns) {
  const std::vector<Signal> all =
      multibody::FindSignals(diagram, std::string_view("*"));
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (const Signal& signal : FindSignalsByPart(diagram, all, patterns[i])) {
      Add(signal, patterns[i], static_cast<int>(i));
    }
  }
}

// What is wanted of a signal: all of it, or the parts that fit.
void QuantityList::Add(const Signal& signal, std::string_view wanted,
                       int pattern) {
  const bool all = MatchesPattern(wanted, signal.name) ||
                   wanted.find("contact/") != std::string_view::npos;
  const auto same = std::ranges::find(signals_, signal.name, &Signal::name);
  int start = num_columns_;
  if (same != signals_.end()) {
    start = 0;
    for (auto it = signals_.begin(); it != same; ++it) start += it->size();
  }
  bool used = false;
  for (Part part : SplitSignal(signal)) {
    if (!all && !MatchesPattern(wanted, part.name)) continue;
    part.start += start;
    const auto known =
        std::ranges::find(quantities_, part.start, &Quantity::start);
    if (known != quantities_.end()) {
      patterns_of_[static_cast<std::size_t>(known - quantities_.begin())]
          .push_back(pattern);
      continue;
    }
    quantities_.push_back(std::move(part));
    patterns_of_.push_back({pattern});
    used = true;
  }
  if (!used || same != signals_.end()) return;
  signals_.push_back(signal);
  num_columns_ += signal.size();
}

}  // namespace tactus::recording

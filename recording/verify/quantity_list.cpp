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

// A name or pattern, of names as they are or without scopes.
struct Wanted {
  std::string_view pattern;
  bool is_without_scopes{};

  bool Fits(std::string_view name) const {
    return is_without_scopes
               ? MatchesPattern(pattern, multibody::WithoutScopes(name))
               : MatchesPattern(pattern, name);
  }
  bool Fits(const Signal& signal) const {
    return Fits(signal.name) ||
           std::ranges::any_of(SplitSignal(signal), [&](const Part& part) {
             return Fits(part.name);
           });
  }
};

std::vector<Signal> SignalsThatFit(const std::vector<Signal>& all,
                                   const Wanted& wanted) {
  std::vector<Signal> found;
  std::ranges::copy_if(
      all, std::back_inserter(found),
      [&](const Signal& signal) { return wanted.Fits(signal); });
  return found;
}

// Without scopes where none is called so with them.
std::vector<Signal> FindSignalsByPart(const systems::Diagram& diagram,
                                      const std::vector<Signal>& all,
                                      Wanted* wanted) {
  const std::string_view pattern = wanted->pattern;
  if (pattern.find("contact/") != std::string_view::npos)
    return multibody::FindSignals(diagram, pattern);
  std::vector<Signal> found = SignalsThatFit(all, *wanted);
  if (found.empty()) {
    wanted->is_without_scopes = true;
    found = SignalsThatFit(all, *wanted);
    multibody::RequireDifferentWithoutScopes(found);
  }
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
    Wanted wanted{.pattern = patterns[i]};
    for (const Signal& signal : FindSignalsByPart(diagram, all, &wanted)) {
      const bool whole =
          wanted.Fits(signal.name) ||
          wanted.pattern.find("contact/") != std::string_view::npos;
      Add(signal, static_cast<int>(i),
          [&](const std::string& part) { return whole || wanted.Fits(part); });
    }
  }
}

void QuantityList::Add(const Signal& signal, int pattern,
                       const std::function<bool(const std::string&)>& wants) {
  const auto same = std::ranges::find(signals_, signal.name, &Signal::name);
  int start = num_columns_;
  if (same != signals_.end()) {
    start = 0;
    for (auto it = signals_.begin(); it != same; ++it) start += it->size();
  }
  bool used = false;
  for (Part part : SplitSignal(signal)) {
    if (!wants(part.name)) continue;
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

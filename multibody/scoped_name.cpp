#include "tactus/multibody/scoped_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

namespace tactus::multibody {
namespace {

constexpr std::string_view kScope = "::";

// How many letters to insert, remove or replace, row by row of the table of
// distances between beginnings (Levenshtein's distance).
int CalcEditDistance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const int replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string List(std::span<const std::string> names) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMost))) {
    text += (text.empty() ? "'" : ", '") + name + "'";
  }
  if (names.size() > kMost) {
    text += fmt::format(" and {} more", names.size() - kMost);
  }
  return text;
}

std::string_view WithoutScope(std::string_view name) {
  const std::size_t scope = name.rfind(kScope);
  return scope == name.npos ? name : name.substr(scope + kScope.size());
}

// "body/hand/pose" of "body/arm::hand/pose".
std::string WithoutAnyScope(std::string_view name) {
  std::string text;
  while (true) {
    const std::size_t slash = name.find('/');
    text += WithoutScope(name.substr(0, slash));
    if (slash == name.npos) return text;
    text += '/';
    name.remove_prefix(slash + 1);
  }
}

// Whether `name`, in letters of any case, is a part of the candidate that is
// long enough to be meant.
bool IsPart(std::string_view name, std::string_view candidate) {
  constexpr std::size_t kLeast = 3;
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return name.size() >= kLeast &&
         std::search(candidate.begin(), candidate.end(), name.begin(),
                     name.end(), same) != candidate.end();
}

}  // namespace

std::string MakeScopedName(std::string_view model, std::string_view element) {
  if (model.empty()) return std::string(element);
  return fmt::format("{}::{}", model, element);
}

bool IsInScope(std::string_view name, std::string_view model) {
  return model.empty() || (name.starts_with(model) &&
                           name.substr(model.size()).starts_with(kScope));
}

int FindScopedName(std::span<const std::string> names, std::string_view name,
                   std::string_view kind) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  const std::string ending = fmt::format("::{}", name);
  std::vector<std::string> matches;
  int match = -1;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].ends_with(ending)) continue;
    matches.push_back(names[i]);
    match = static_cast<int>(i);
  }
  if (matches.size() == 1) return match;
  if (matches.empty()) {
    throw std::invalid_argument(fmt::format("there is no {} '{}'; {}", kind,
                                            name, Suggest(name, names)));
  }
  throw std::invalid_argument(
      fmt::format("{} '{}' may be any of {}", kind, name, List(matches)));
}

std::string Suggest(std::string_view name, std::span<const std::string> names) {
  if (names.empty()) return "there are none";
  std::vector<std::string> sorted(names.begin(), names.end());
  const auto has_it = [name](const std::string& candidate) {
    return IsPart(name, candidate) || IsPart(name, WithoutAnyScope(candidate));
  };
  const auto others =
      std::stable_partition(sorted.begin(), sorted.end(), has_it);
  if (others - sorted.begin() == 1)
    return fmt::format("did you mean '{}'?", sorted.front());

  std::string nearest;
  const int size = static_cast<int>(name.size());
  int least = 1 + (size < 4 ? 1 : std::max(2, size / 3));
  for (const std::string& candidate : names) {
    const int distance =
        std::min({CalcEditDistance(name, candidate),
                  CalcEditDistance(name, WithoutScope(candidate)),
                  CalcEditDistance(name, WithoutAnyScope(candidate))});
    if (distance < std::min(least, size)) {
      least = distance;
      nearest = candidate;
    }
  }
  if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  return "there are: " + List(sorted);
}

}  // namespace tactus::multibody

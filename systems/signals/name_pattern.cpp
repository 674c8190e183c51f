#include "tactus/systems/signals/name_pattern.h"

namespace tactus::systems {

// Takes each `*` as short as it can be, and the last one longer where the rest
// does not fit: what an earlier one could take instead, the last can, too.
bool MatchesPattern(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0;
  std::size_t star = pattern.npos, star_end = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_end = n;
    } else if (p < pattern.size() &&
               (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != pattern.npos) {
      p = star + 1;
      n = ++star_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

bool IsPattern(std::string_view text) {
  return text.find_first_of("*?") != text.npos;
}

}  // namespace tactus::systems

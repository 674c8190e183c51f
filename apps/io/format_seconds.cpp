#include "tactus/apps/io/format_seconds.h"

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {

std::string FormatSeconds(double seconds) {
  return seconds < 0.1 ? fmt::format("{:.3g} ms", 1e3 * seconds)
                       : fmt::format("{:.3g} s", seconds);
}

}  // namespace tactus::apps

#include "tactus/apps/verify/run_error.h"

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {

std::string Describe(const RunError& error) {
  std::string text = error.position < 1e-3
                         ? fmt::format("{:.2g} mm", 1e3 * error.position)
                         : fmt::format("{:.2g} m", error.position);
  if (!error.position_of.empty()) text += " (" + error.position_of + ")";
  text += fmt::format(", {:.2g} rad", error.rotation);
  if (!error.rotation_of.empty()) text += " (" + error.rotation_of + ")";
  return error.is_orderly ? text : text + ", a guess";
}

}  // namespace tactus::apps

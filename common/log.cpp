#include "tactus/common/log.h"

#include <memory>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace tactus {
namespace {

// spdlog writes to stdout unless told otherwise; results go there, not
// warnings.
void SendToStderrOnce() {
  static const bool done = [] {
    if (spdlog::default_logger()->name().empty()) {
      spdlog::set_default_logger(std::make_shared<spdlog::logger>(
          "tactus", std::make_shared<spdlog::sinks::stderr_sink_mt>()));
      spdlog::set_pattern("%n: %l: %v");
    }
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace

void LogWarning(const std::string& message) {
  SendToStderrOnce();
  spdlog::warn(message);
}

}  // namespace tactus

#include "tactus/common/log.h"

#include <memory>
#include <sstream>

#include <catch2/catch.hpp>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace tactus {
namespace {

TEST_CASE("LogWarning: a program's own default logger -> it gets the warning") {
  std::ostringstream text;
  auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
  const auto before = spdlog::default_logger();
  auto logger = std::make_shared<spdlog::logger>("mine", sink);
  logger->set_pattern("%l: %v");
  spdlog::set_default_logger(logger);
  LogWarning("the start was moved");
  spdlog::set_default_logger(before);
  CHECK(text.str() == "warning: the start was moved\n");
}

}  // namespace
}  // namespace tactus

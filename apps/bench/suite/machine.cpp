#include "tactus/apps/bench/suite/machine.h"

#include <ctime>
#include <fstream>
#include <thread>

#include <spdlog/fmt/fmt.h>
#include <sys/utsname.h>

namespace tactus::apps {
namespace {

// The first line of a file, if there is one.
std::string FirstLine(const char* path) {
  std::ifstream in(path);
  std::string line;
  return std::getline(in, line) ? line : "unknown";
}

std::string Processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  }
  return "unknown";
}

std::string Memory() {
  std::ifstream in("/proc/meminfo");
  std::string key;
  double kilobytes{};
  if (in >> key >> kilobytes && key == "MemTotal:")
    return fmt::format("{:.1f} GiB", kilobytes / (1 << 20));
  return "unknown";
}

std::string Kernel() {
  utsname name{};
  if (::uname(&name) != 0) return "unknown";
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::string Date() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  const std::size_t size =
      std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M UTC", &utc);
  return {text, size};
}

}  // namespace

std::string LoadAverage() {
  const std::string line = FirstLine("/proc/loadavg");
  return line.substr(0, line.find(' '));
}

std::vector<std::pair<std::string, std::string>> DescribeMachine() {
  return {
      {"date", Date()},
      {"version", "tactus " TACTUS_VERSION},
      {"processor", Processor()},
      {"cores", std::to_string(std::thread::hardware_concurrency())},
      {"clock governor",
       FirstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
      {"load at the start", LoadAverage()},
      {"memory", Memory()},
      {"kernel", Kernel()},
      {"compiler", TACTUS_COMPILER},
      {"build type", TACTUS_BUILD_TYPE},
      {"flags", TACTUS_FLAGS},
      {"libraries", TACTUS_LIBRARIES},
  };
}

}  // namespace tactus::apps

#include "tactus/common/spent_time.h"

#include <ctime>

namespace tactus {
namespace {

double ReadClock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) +
         1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

SpentTime SpentTime::Now() {
  return {.wall = ReadClock(CLOCK_MONOTONIC),
          .cpu = ReadClock(CLOCK_PROCESS_CPUTIME_ID)};
}

SpentTime& SpentTime::operator+=(const SpentTime& other) {
  wall += other.wall;
  cpu += other.cpu;
  return *this;
}

SpentTime operator-(const SpentTime& later, const SpentTime& earlier) {
  return {.wall = later.wall - earlier.wall, .cpu = later.cpu - earlier.cpu};
}

}  // namespace tactus

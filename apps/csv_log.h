#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/apps/recording.h"

namespace tactus::apps {

/// Body poses over time as comma-separated values [RFC 4180]: a header row,
/// then one row per frame,
///
///     time, and per body  NAME.x NAME.y NAME.z  NAME.qw NAME.qx NAME.qy
///     NAME.qz
///
/// in seconds and metres; X_WB of the body frame in the world. Numbers have as
/// many digits as it takes to read back the same double.
class CsvLog {
 public:
  /// Writes the header. `bodies`: the names, in the order of a frame's poses.
  CsvLog(const std::vector<std::string>& bodies, std::ostream* out);

  /// @throws std::invalid_argument unless there is a pose per body.
  void Write(const Frame& frame);

 private:
  std::ostream* out_;
  std::size_t num_bodies_;
  std::string row_;
};

/// A field, in quotation marks where it must be.
std::string QuoteCsv(std::string_view field);

}  // namespace tactus::apps

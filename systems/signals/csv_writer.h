#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/systems/types.h"

namespace tactus::systems {

/// Comma-separated values [RFC 4180] as they come: a header row, "time" and the
/// columns, then one row per sample. Numbers have as many digits as it takes to
/// read back the same double.
class CsvWriter {
 public:
  /// Writes the header. `out` must outlive the writer.
  CsvWriter(const std::vector<std::string>& columns, std::ostream* out);

  /// @throws std::invalid_argument unless there is a value per column.
  void Write(double time, const VectorRef& values);

 private:
  std::ostream* out_;
  Eigen::Index num_columns_;
  std::string row_;
};

/// A field, in quotation marks where it must be.
std::string QuoteCsv(std::string_view field);

}  // namespace tactus::systems

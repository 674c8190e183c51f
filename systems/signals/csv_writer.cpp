#include "tactus/systems/signals/csv_writer.h"

#include <array>
#include <cassert>
#include <charconv>
#include <stdexcept>

namespace tactus::systems {
namespace {

// The shortest text that reads back as the same number.
void Append(double value, std::string* row) {
  std::array<char, 32> text;
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value);
  assert(error == std::errc());
  static_cast<void>(error);
  row->append(text.data(), end);
}

}  // namespace

std::string QuoteCsv(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(field);
  }
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

CsvWriter::CsvWriter(const std::vector<std::string>& columns, std::ostream* out)
    : out_(out), num_columns_(static_cast<Eigen::Index>(columns.size())) {
  std::string header = "time";
  for (const std::string& column : columns) header += ',' + QuoteCsv(column);
  *out_ << header << '\n';
}

void CsvWriter::Write(double time, const VectorRef& values) {
  if (values.size() != num_columns_) {
    throw std::invalid_argument("a row of CSV needs one value per column");
  }
  row_.clear();
  Append(time, &row_);
  for (const double value : values) {
    row_ += ',';
    Append(value, &row_);
  }
  row_ += '\n';
  out_->write(row_.data(), static_cast<std::streamsize>(row_.size()));
}

}  // namespace tactus::systems

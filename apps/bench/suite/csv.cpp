#include "tactus/apps/bench/suite/csv.h"

#include <stdexcept>

#include "tactus/systems/signals/csv_writer.h"

namespace tactus::apps {

std::string MakeCsv(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ',';
      text += systems::QuoteCsv(row[i]);
    }
    text += '\n';
  }
  return text;
}

bool ReadCsvRow(std::istream* in, std::vector<std::string>* cells) {
  cells->clear();
  std::string line;
  if (!std::getline(*in, line)) return false;
  cells->emplace_back();
  bool is_quoted = false;
  for (std::size_t i = 0;; ++i) {
    if (i == line.size()) {
      if (!is_quoted) return true;
      cells->back() += '\n';
      if (!std::getline(*in, line))
        throw std::invalid_argument("a quote of a table is not closed");
      i = static_cast<std::size_t>(-1);
    } else if (line[i] == '"') {
      const bool is_double =
          is_quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (is_double) {
        cells->back() += line[++i];
      } else {
        is_quoted = !is_quoted;
      }
    } else if (line[i] == ',' && !is_quoted) {
      cells->emplace_back();
    } else {
      cells->back() += line[i];
    }
  }
}

}  // namespace tactus::apps

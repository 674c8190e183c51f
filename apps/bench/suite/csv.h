#pragma once

#include <istream>
#include <string>
#include <vector>

namespace tactus::apps {

/// Rows of cells as RFC 4180 has them: what holds a comma, a quote or a line's
/// end is quoted.
std::string MakeCsv(const std::vector<std::vector<std::string>>& rows);

/// Reads the next of such rows, whose quoted cells may go on over several
/// lines. False at the end.
/// @throws std::invalid_argument for a quote that is not closed.
bool ReadCsvRow(std::istream* in, std::vector<std::string>* cells);

}  // namespace tactus::apps

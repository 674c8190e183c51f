#pragma once

#include <string>
#include <vector>

namespace tactus::apps {

/// Rows of cells as RFC 4180 has them: what holds a comma, a quote or a line's
/// end is quoted.
std::string MakeCsv(const std::vector<std::vector<std::string>>& rows);

}  // namespace tactus::apps

#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tactus {

/// Words and numbers of the text files that we read ourselves, in any locale.

/// Without the blanks (space, tab, line ends) at both ends.
std::string_view TrimBlanks(std::string_view text);

/// The parts of `text` between blanks (space, tab, line ends).
std::vector<std::string_view> SplitWords(std::string_view text);

/// The number that is all of `word`; nothing for other text and for what is not
/// finite. A leading plus sign is allowed.
std::optional<double> ParseNumber(std::string_view word);
std::optional<int> ParseInteger(std::string_view word);

}  // namespace tactus

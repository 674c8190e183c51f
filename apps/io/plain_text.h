#pragma once

#include <string>
#include <string_view>

namespace tactus::apps {

/// `text` as one line for a terminal: control characters (C0, DEL and C1)
/// become blanks, and bytes that are no UTF-8 the replacement character U+FFFD.
/// What files and command lines say may hold anything.
std::string MakePlain(std::string_view text);

}  // namespace tactus::apps

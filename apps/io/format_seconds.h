#pragma once

#include <string>

namespace tactus::apps {

/// Wall time to be read, such as "0.47 s" or "1.3 ms".
std::string FormatSeconds(double seconds);

}  // namespace tactus::apps

#pragma once

#include <string>
#include <string_view>

namespace tactus {

/// Base 64 with padding [RFC 4648, section 4].
std::string EncodeBase64(std::string_view bytes);

}  // namespace tactus

#pragma once

#include <string>

#include "tactus/apps/bench/suite/section.h"

namespace tactus::apps {

/// A table in Markdown, without its caption.
std::string MakeMarkdown(const Table& table);

}  // namespace tactus::apps

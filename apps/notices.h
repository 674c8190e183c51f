#pragma once

#include <ostream>
#include <span>

#include "tactus/multibody/parsing/import_report.h"

namespace tactus::apps {

/// One line per notice; the cosmetic ones only on request.
void PrintNotices(std::span<const multibody::Notice> notices, bool cosmetic,
                  std::ostream& out);

/// A line where fewer threads are used than were asked for.
void WarnOfThreads(int asked, int used, std::ostream& out);

}  // namespace tactus::apps

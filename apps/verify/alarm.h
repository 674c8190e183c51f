#pragma once

#include <functional>

namespace tactus::apps {

/// A predicate that turns true after so many seconds, or with `other`.
std::function<bool()> MakeAlarm(double seconds,
                                const std::function<bool()>& other);

}  // namespace tactus::apps

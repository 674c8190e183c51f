#pragma once

#include <functional>

namespace tactus::contact {

/// Where a non-increasing function f changes sign in [low, high], to round-off;
/// the nearer end where it does not. f may jump.
double FallingRoot(const std::function<double(double)>& f, double low,
                   double high);

}  // namespace tactus::contact

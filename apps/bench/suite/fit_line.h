#pragma once

#include <vector>

namespace tactus::apps {

/// The line y = intercept + slope x nearest to points, and how near.
struct Line {
  double slope{}, intercept{}, r_squared{};
};

/// Least squares. @pre at least two points, not all of one x.
Line FitLine(const std::vector<double>& x, const std::vector<double>& y);

/// The exponent p of y = c x^p, by least squares of the logarithms.
/// @pre likewise, all numbers positive.
double FitExponent(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace tactus::apps

#include "tactus/solvers/line_search.h"

#include <algorithm>
#include <cmath>

namespace tactus::solvers {
namespace {

// The root is exact to this share of the slope at the start. On hard clutter,
// 1e-8 instead takes half as many evaluations again and saves no Newton step.
constexpr double kRelativeSlope = 1e-3;
constexpr int kMaxIterations = 50;

// The first alpha to look at, given the samples at both ends. Outside the
// bracket it stands for none.
double FirstGuess(LineSearchStart where,
                  const ConvexFunction::LineSample& start,
                  const ConvexFunction::LineSample& full,
                  ConvexFunction* function) {
  const double from_unit = 1 - full.slope / full.curvature;
  switch (where) {
    case LineSearchStart::kCubic:
      return MinimizeCubic(start.cost, start.slope, full.cost, full.slope);
    case LineSearchStart::kQuadratic: {
      const double alpha = -start.slope / function->EvalLine(0).curvature;
      return alpha < 1 ? alpha : from_unit;
    }
    case LineSearchStart::kUnit:
      break;
  }
  return from_unit;
}

}  // namespace

double MinimizeCubic(double l0, double s0, double l1, double s1) {
  // l(a) = l0 + s0 a + c2 a^2 + c3 a^3; l'(a) = s0 + 2 c2 a + 3 c3 a^2 = 0.
  const double c2 = 3 * (l1 - l0) - 2 * s0 - s1;
  const double c3 = s0 + s1 - 2 * (l1 - l0);
  const double root = std::sqrt(std::max(c2 * c2 - 3 * s0 * c3, 0.0));
  // The root of the rising slope, in the form that does not cancel.
  const double alpha = c2 >= 0 ? -s0 / (c2 + root) : (root - c2) / (3 * c3);
  return std::isfinite(alpha) ? alpha : 0.5;
}

LineSearchResult SearchLine(const ConvexFunction::LineSample& start,
                            LineSearchStart where, ConvexFunction* function) {
  LineSearchResult result;
  const ConvexFunction::LineSample full = function->EvalLine(1);
  if (!std::isfinite(full.cost) || !std::isfinite(full.slope)) {
    result.finite = false;
    return result;
  }
  const double flat = kRelativeSlope * std::abs(start.slope);
  if (full.slope <= flat) return result;

  double lower = 0, upper = 1;
  double alpha = FirstGuess(where, start, full, function);
  while (result.iterations < kMaxIterations) {
    if (!(alpha > lower && alpha < upper)) alpha = (lower + upper) / 2;
    result.alpha = alpha;
    ++result.iterations;
    const ConvexFunction::LineSample sample = function->EvalLine(alpha);
    if (std::abs(sample.slope) <= flat) break;
    (sample.slope < 0 ? lower : upper) = alpha;
    const double step = -sample.slope / sample.curvature;
    alpha += step;
  }
  return result;
}

}  // namespace tactus::solvers

#pragma once

#include "tactus/solvers/convex_newton.h"

namespace tactus::solvers {

struct LineSearchResult {
  bool finite = true;  ///< False: the function is not finite on the line.
  double alpha = 1;
  int iterations{};  ///< Evaluations after the one at alpha = 1.
};

/// The minimiser of l(alpha) over (0, 1], where `function` has its direction
/// set.
///
/// `start` is the sample at alpha = 0, its slope negative. The full step is
/// taken where l' at alpha = 1 is at most 1e-3 |l'(0)|. Otherwise the root of
/// the slope, to the same share, is bracketed by [0, 1]; the first guess is
/// `where`'s, and Newton's method on the slope follows, falling back to
/// bisection when it leaves the bracket. By default the guess minimises the
/// cubic through l(0), l'(0), l(1), l'(1) ([Kurtz25], section VI-D; the others
/// are there to compare with, its Figure 19). The sample at 0 that kQuadratic
/// takes is not counted.
LineSearchResult SearchLine(const ConvexFunction::LineSample& start,
                            LineSearchStart where, ConvexFunction* function);

/// The minimiser in (0, 1) of the cubic with values l0, l1 and slopes s0 < 0,
/// s1 > 0 at 0 and 1.
double MinimizeCubic(double l0, double s0, double l1, double s1);

}  // namespace tactus::solvers

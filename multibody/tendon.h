#pragma once

#include <limits>
#include <string>
#include <vector>

namespace tactus::multibody {

/// A length that is linear in scalar joints, of one tree or of several,
///
///     L = offset + sum_i coefficient_i q_i,
///
/// and what acts along it. A force f along L is the force coefficient_i f on
/// each joint. Limits are near-rigid (contact/icf/law.h); spring, damper and
/// dry friction are
///
///     f = -stiffness (L - L*) - damping Ldot - dry_friction sign(Ldot),
///
/// with L* the length of [rest_lower, rest_upper] that is nearest to L: slack
/// in between. Lengths are in the unit of coefficient_i q_i, m if joints slide.
struct Tendon {
  struct Term {
    int joint{};
    double coefficient = 1;
  };

  std::string name = {};
  std::vector<Term> terms = {};  ///< Each joint once.
  double offset{};

  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double rest_lower{}, rest_upper{};
  double stiffness{}, damping{}, dry_friction{};
};

}  // namespace tactus::multibody

#include "tactus/integrators/cenic/friction_cone.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tactus::integrators {
namespace {

using contact::ContactPatch;
using contact::ContactPoint;

// Friction lags behind its normal impulse by up to 0.2 % (kLagTolerance of
// contact/icf/island_line.cpp) in either solution, so that P_two + (P_two -
// P_hat) may be beyond Coulomb's cone by twice that.
constexpr double kBeyond = 1.004;
constexpr double kLeastSpeed = 2e-5;  // v [m/s]

auto KeyOf(const PairImpulse& sum) {
  return std::tuple(sum.body_a, sum.body_b);
}

PairImpulse MakePairImpulse(const contact::VelocityProblem& problem,
                            const ContactPatch& patch, double h,
                            const std::vector<Vector3d>& forces_W) {
  const contact::ContactBody& a = problem.bodies[patch.body_a];
  const contact::ContactBody& b = problem.bodies[patch.body_b];
  PairImpulse sum{.body_a = a.id, .body_b = b.id, .clique = b.clique};
  for (int i = 0; i < patch.num_points; ++i) {
    const int index = patch.first_point + i;
    const ContactPoint& point = problem.points[index];
    const Vector3d normal = point.R_WC.col(2);
    const Vector3d impulse = h * forces_W[index];
    const double along = impulse.dot(normal);
    sum.tangential += impulse - along * normal;
    sum.bound += point.friction * along;
    sum.tolerance = std::max(sum.tolerance,
                             point.friction * kLeastSpeed / point.inverse_mass);
  }
  if (sum.body_a > sum.body_b) {
    std::swap(sum.body_a, sum.body_b);
    sum.tangential = -sum.tangential;
  }
  return sum;
}

// One sum for each pair, in the order of pairs.
void Merge(std::vector<PairImpulse>* sums) {
  std::ranges::stable_sort(*sums, {}, KeyOf);
  std::size_t kept = 0;
  for (const PairImpulse& next : *sums) {
    if (kept > 0 && KeyOf((*sums)[kept - 1]) == KeyOf(next)) {
      PairImpulse& sum = (*sums)[kept - 1];
      sum.tangential += next.tangential;
      sum.bound += next.bound;
      sum.tolerance = std::max(sum.tolerance, next.tolerance);
    } else {
      (*sums)[kept++] = next;
    }
  }
  sums->resize(kept);
}

}  // namespace

void AddPairImpulses(const StepOrigin& origin, double h,
                     std::vector<PairImpulse>* sums) {
  for (const ContactPatch& patch : origin.problem.patches) {
    const PairImpulse sum =
        MakePairImpulse(origin.problem, patch, h, origin.result.forces_W);
    if (sum.tolerance > 0) sums->push_back(sum);
  }
  Merge(sums);
}

// With T(theta) = P_t and B(theta) the bound, |T|^2 - B^2 = a theta^2 + 2 b
// theta + c, and c < 0: the cone is left at the first positive root,
//
//     theta = -c / (b + sqrt(b^2 - a c)).
double CalcConeWeight(const PairImpulse& two, const PairImpulse& hat) {
  const Vector3d T = two.tangential, dT = two.tangential - hat.tangential;
  const double tolerance = std::max(two.tolerance, hat.tolerance);
  const double B = kBeyond * two.bound + tolerance;
  const double dB = kBeyond * (two.bound - hat.bound);
  if (B + dB >= 0 && (T + dT).norm() <= B + dB) return 1;
  const double a = dT.squaredNorm() - dB * dB;
  const double b = T.dot(dT) - B * dB;
  const double c = T.squaredNorm() - B * B;
  if (!(c < 0)) return 0;
  return std::clamp(-c / (b + std::sqrt(std::max(b * b - a * c, 0.0))), 0.0,
                    1.0);
}

void LowerToCone(const std::vector<PairImpulse>& two,
                 const std::vector<PairImpulse>& hat,
                 std::vector<double>* theta) {
  const auto lower = [theta](const PairImpulse& pair, double weight) {
    double& held = (*theta)[pair.clique];
    held = std::min(held, weight);
  };
  auto t = two.begin();
  for (const PairImpulse& full : hat) {
    for (; t != two.end() && KeyOf(*t) < KeyOf(full); ++t)
      lower(*t, CalcConeWeight(*t, {}));
    const bool in_both = t != two.end() && KeyOf(*t) == KeyOf(full);
    lower(full, CalcConeWeight(in_both ? *t : PairImpulse{}, full));
    if (in_both) ++t;
  }
  for (; t != two.end(); ++t) lower(*t, CalcConeWeight(*t, {}));
}

}  // namespace tactus::integrators

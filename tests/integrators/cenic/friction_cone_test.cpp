#include "tactus/integrators/cenic/friction_cone.h"

#include <vector>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

// Of the bodies a and b of clique 0: tangential impulse along x, mu gamma_n.
PairImpulse Make(double tangential, double bound, int a = 0, int b = 1,
                 int clique = 0) {
  return {.body_a = a,
          .body_b = b,
          .clique = clique,
          .tangential = {tangential, 0, 0},
          .bound = bound};
}

// How far P(theta) is beyond 1.004 mu P_n.
double CalcExcess(const PairImpulse& two, const PairImpulse& hat,
                  double theta) {
  const Vector3d T = two.tangential + theta * (two.tangential - hat.tangential);
  const double B = 1.004 * (two.bound + theta * (two.bound - hat.bound));
  return T.norm() - B;
}

TEST_CASE("Cone weight: both solutions slide alike -> 1") {
  CHECK(CalcConeWeight(Make(1, 1), Make(1.2, 1.2)) == 1);
  CHECK(CalcConeWeight(Make(1.2, 1.2), Make(1, 1)) == 1);
  CHECK(CalcConeWeight(Make(0.1, 1), Make(0.2, 1)) == 1);  // Both stick.
}

TEST_CASE("Cone weight: the extrapolation leaves the cone -> up to its edge") {
  for (const auto& [two, hat] :
       {std::pair(Make(1, 1), Make(0.5, 1)),     // It slips, then sticks.
        std::pair(Make(0.9, 1), Make(1, 1.5)),   // P_n falls.
        std::pair(Make(0.5, 0.6), Make(-1, 1)),  // It turns round.
        std::pair(Make(0, 1), Make(2, 2.004))}) {
    const double theta = CalcConeWeight(two, hat);
    CHECK(theta > 0);
    CHECK(theta < 1);
    CHECK(CalcExcess(two, hat, theta) == Approx(0).margin(1e-12));
  }
}

TEST_CASE("Cone weight: outside in both halves, or pulled -> 0") {
  CHECK(CalcConeWeight(Make(1.1, 1), Make(0.5, 1)) == 0);
  // The full step alone touches.
  CHECK(CalcConeWeight({}, Make(0.5, 1)) == 0);
}

TEST_CASE("Cone weight: what is below the tolerance -> 1") {
  PairImpulse two = Make(0, 0), hat = Make(1e-6, 2e-6);
  hat.tolerance = 1e-5;
  CHECK(CalcConeWeight(two, hat) == 1);
}

TEST_CASE("Cone weight: pairs in one solution or both -> the least by clique") {
  std::vector<double> theta(3, 1.0);
  const PairImpulse edge = Make(1, 1), stuck = Make(0.5, 1);
  LowerToCone({Make(1, 1, 0, 1), Make(1, 1, 0, 2, 1)},
              {Make(0.5, 1, 0, 2, 1), Make(0.5, 1, 1, 2, 2)}, &theta);
  CHECK(theta[0] == 1);
  CHECK(theta[1] == CalcConeWeight(edge, stuck));
  CHECK(theta[2] == 0);
}

}  // namespace
}  // namespace tactus::integrators

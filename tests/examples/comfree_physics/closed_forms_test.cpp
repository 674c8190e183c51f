// The pieces fit together, and the integrals are integrals.
#include "tactus/examples/comfree_physics/closed_forms.h"

#include <catch2/catch.hpp>

namespace tactus::examples {
namespace {

const ComFreeGainSet kGains{.stiffness = 0.2, .damping = 0.001, .rho = 9};

TEST_CASE(
    "MakeGainSet: an impedance -> gains if it is constant, else refused") {
  contact::ComFreeOptions options{.stiffness = 0.3,
                                  .damping = 0.002,
                                  .impedance = {.r_min = 0.8, .r_max = 0.8}};
  const ComFreeGainSet gains = MakeGainSet(options, 0.01);
  CHECK(gains.rho == Approx(4));
  CHECK(gains.G() == Approx(0.3 * 0.01 + 0.002));
  options.impedance.r_max = 0.9;
  CHECK_THROWS_WITH(MakeGainSet(options, 0.01), Catch::Contains("r_min"));
}

TEST_CASE("CalcFrictionRatio, CalcLift: where their pieces join -> no jumps") {
  const double unit = 1 / CalcSlipNumber(kGains, 0.7, 2, 1);
  for (double x : {0.25, 1.0}) {
    const double below = (x - 1e-9) * unit, above = (x + 1e-9) * unit;
    CHECK(CalcFrictionRatio(kGains, 0.7, 2, below) ==
          Approx(CalcFrictionRatio(kGains, 0.7, 2, above)).epsilon(1e-6));
    CHECK(CalcLift(kGains, 0.7, 2, below) ==
          Approx(CalcLift(kGains, 0.7, 2, above)).epsilon(1e-6));
  }
}

TEST_CASE("CalcLift: slow sliding -> the penetration at rest") {
  CHECK(CalcLift(kGains, 0.7, 2, 1e-6) ==
        Approx(-CalcRestingPenetration(kGains, 8)).epsilon(1e-12));
}

// (h + d / k) mu
TEST_CASE("CalcLift: fast sliding -> (h + d / k) mu more per unit of speed") {
  const double lift =
      CalcLift(kGains, 0.7, 2, 11) - CalcLift(kGains, 0.7, 2, 10);
  CHECK(lift == Approx((0.002 + 0.001 / 0.2) * 0.7).epsilon(1e-9));
}

// The slider's velocity is predicted with the load, before friction acts.
TEST_CASE("CalcCreep: a load -> the creep at which friction balances it") {
  const double a = 1.5;
  const double creep = CalcCreep(kGains, 1, 4, a);
  CHECK(CalcFrictionRatio(kGains, 1, 4, creep + kGains.h * a) * kGravity ==
        Approx(a).epsilon(1e-12));
  CHECK(creep == Approx(0.003 * (1 / 0.1008 - 1)).epsilon(1e-12));
}

TEST_CASE(
    "CalcStoppingDistance: a speed -> the integral of speed over "
    "deceleration") {
  for (double speed : {0.05, 0.4, 1.0, 3.0}) {
    double distance = 0;
    const int num_slices = 100000;
    for (int i = 0; i < num_slices; ++i) {
      const double u = speed * (i + 0.5) / num_slices;
      distance += u / (kGravity * CalcFrictionRatio(kGains, 0.5, 1, u)) *
                  speed / num_slices;
    }
    CHECK(CalcStoppingDistance(kGains, 0.5, 1, speed) ==
          Approx(distance).epsilon(1e-6));
    CHECK(distance > speed * speed / (2 * 0.5 * kGravity));
  }
}

TEST_CASE(
    "CalcNextSpin: from one facet to two -> no jump, and odd in the spin") {
  const double border = 0.2 * 1e-3 / (kGains.G() * 0.1);
  CHECK(CalcNextSpin(kGains, 0.3, 0.1, 1e-3, border * (1 - 1e-12)) ==
        Approx(CalcNextSpin(kGains, 0.3, 0.1, 1e-3, border * (1 + 1e-12))));
  CHECK(CalcNextSpin(kGains, 0.3, 0.1, 1e-3, -2 * border) ==
        -CalcNextSpin(kGains, 0.3, 0.1, 1e-3, 2 * border));
}

TEST_CASE("CalcStabilityNumber: a cube's 16 facets -> 2 N rho G + N rho k h") {
  CHECK(CalcStabilityNumber({}, 16) == Approx(16 * 9 * (2 * 0.0012 + 0.0002)));
}

}  // namespace
}  // namespace tactus::examples

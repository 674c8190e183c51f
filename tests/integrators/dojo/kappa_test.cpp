#include "tactus/integrators/dojo/kappa.h"

#include <limits>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

TEST_CASE("ChooseKappa: 1 kg at 10 ms -> about a millionth, and less below") {
  CHECK(ChooseKappa(1, 9.81, 0.01) == Approx(0.01 * 9.81 * 9.81 * 1e-6));
  CHECK(ChooseKappa(0.02, 9.81, 0.01) ==
        Approx(0.02 * ChooseKappa(1, 9.81, 0.01)));
  CHECK(ChooseKappa(1, 9.81, 0.001) ==
        Approx(1e-3 * ChooseKappa(1, 9.81, 0.01)));
  CHECK(ChooseKappa(1, 2 * 1.62, 0.01) ==
        Approx(4 * ChooseKappa(1, 1.62, 0.01)));
}

TEST_CASE("ChooseKappa: much mass, long steps, nothing that moves -> 1e-6") {
  CHECK(ChooseKappa(80, 9.81, 0.01) == 1e-6);
  CHECK(ChooseKappa(1, 9.81, 0.1) == 1e-6);
  CHECK(ChooseKappa(std::numeric_limits<double>::infinity(), 9.81, 0.01) ==
        1e-6);
}

TEST_CASE("ChooseKappa: no gravity -> as at 1 m/s^2") {
  CHECK(ChooseKappa(1, 0, 0.01) == ChooseKappa(1, 1, 0.01));
  CHECK(ChooseKappa(1, 0, 0.01) > 0);
}

}  // namespace
}  // namespace tactus::integrators

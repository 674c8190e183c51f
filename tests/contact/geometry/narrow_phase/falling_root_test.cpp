#include "tactus/contact/geometry/narrow_phase/falling_root.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

TEST_CASE("FallingRoot: falling functions -> their roots") {
  CHECK(FallingRoot([](double t) { return 0.3 - t; }, -1, 1) == Approx(0.3));
  CHECK(FallingRoot([](double t) { return -t * t * t; }, -1, 2) ==
        Approx(0).margin(1e-15));
  CHECK(FallingRoot([](double t) { return 1 - std::exp(30 * t); }, -1, 1) ==
        Approx(0).margin(1e-15));
  CHECK(FallingRoot([](double t) { return std::exp(-30 * t) - 1e-6; }, -1, 1) ==
        Approx(std::log(1e6) / 30).epsilon(1e-14));
}

TEST_CASE("FallingRoot: a jump across zero -> found to round-off") {
  int calls = 0;
  const auto step = [&](double t) {
    ++calls;
    return t < 0.123 ? 1e6 : -1e-6;
  };
  CHECK(FallingRoot(step, -1, 1) == Approx(0.123).epsilon(1e-14));
  CHECK(calls < 150);
}

TEST_CASE("FallingRoot: no change of sign -> an end") {
  CHECK(FallingRoot([](double t) { return 5 - t; }, -1, 1) == 1);
  CHECK(FallingRoot([](double t) { return -5 - t; }, -1, 1) == -1);
  CHECK(FallingRoot([](double) { return 0.; }, -1, 1) == -1);
  CHECK(FallingRoot([](double) { return std::nan(""); }, -1, 1) == -1);
}

TEST_CASE("FallingRoot: a smooth function -> round-off in few calls") {
  int calls = 0;
  const auto f = [&](double t) {
    ++calls;
    return 0.4 - t - 0.3 * std::atan(5 * t);
  };
  const double t = FallingRoot(f, -1, 1);
  CHECK(std::abs(f(t)) < 1e-15);
  CHECK(calls < 20);
}

}  // namespace
}  // namespace tactus::contact

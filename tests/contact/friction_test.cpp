#include "tactus/contact/friction.h"

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

TEST_CASE("Friction: slip grows -> mu falls from mu_s to mu_d") {
  const double mu_s = 1, mu_d = 0.5;
  const auto mu = [&](double slip) {
    return CalcFrictionCoefficient(mu_s, mu_d, slip);
  };
  CHECK(mu(0) == Approx(mu_s).epsilon(1e-15));
  CHECK(mu(10) == Approx((mu_s + mu_d) / 2).epsilon(1e-15));
  CHECK(mu(20) == Approx(mu_d).epsilon(1e-15));
  double last = mu(0);
  for (double slip = 0.5; slip < 100; slip += 0.5) {
    CHECK(mu(slip) < last);
    last = mu(slip);
  }
  // Beyond 20 vs it stays within a quarter of a percent of mu_s - mu_d.
  for (double slip : {20.0, 25.0, 100.0, 1e4, 1e12}) {
    CHECK(mu(slip) <= mu_d + 1e-15);
    CHECK(mu(slip) >= mu_d - 0.0025 * (mu_s - mu_d));
  }
  CHECK(mu(1e12) < mu_d - 0.0024 * (mu_s - mu_d));  // a tight bound
  CHECK(CalcFrictionCoefficient(0.7, 0.7, 3.3) == 0.7);
}

}  // namespace
}  // namespace tactus::contact

#include "tactus/systems/dense_output.h"

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

TEST_CASE("DenseOutput: a cubic's ends -> the cubic") {
  const auto x = [](double t) {
    return Eigen::Vector2d(1 + t * (2 + t * (3 - 5 * t)), -t * t * t);
  };
  const auto xdot = [](double t) {
    return Eigen::Vector2d(2 + t * (6 - 15 * t), -3 * t * t);
  };
  const double t0 = -0.3, t1 = 1.7;
  const DenseOutput step{.t0 = t0,
                         .t1 = t1,
                         .x0 = x(t0),
                         .x1 = x(t1),
                         .xdot0 = xdot(t0),
                         .xdot1 = xdot(t1)};
  VectorXd y;
  for (const double t : {t0, 0.0, 0.25, 1.1, t1}) {
    step.Eval(t, &y);
    CHECK((y - x(t)).norm() < 1e-14);
  }
}

TEST_CASE("DenseOutput: the mean rate as both slopes -> a straight line") {
  const Eigen::Vector2d x0(1, 2), x1(4, -2);
  const DenseOutput step{.t0 = 1,
                         .t1 = 3,
                         .x0 = x0,
                         .x1 = x1,
                         .xdot0 = (x1 - x0) / 2,
                         .xdot1 = (x1 - x0) / 2};
  VectorXd y;
  step.Eval(1.5, &y);
  CHECK((y - (0.75 * x0 + 0.25 * x1)).norm() < 1e-15);
}

}  // namespace
}  // namespace tactus::systems

#include "tactus/multibody/fluid/flow_rates.h"

#include <functional>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/fluid/flow_force.h"

namespace tactus::multibody {
namespace {

using test::Random;

const Fluid kOil{.density = 900, .viscosity = 7};

// Central differences, force above damping.
template <int n>
Eigen::Matrix<double, 12, n> Differentiate(
    const std::function<FlowForce(const Eigen::Vector<double, n>&)>& calc,
    const Eigen::Vector<double, n>& x) {
  constexpr double e = 1e-6;
  Eigen::Matrix<double, 12, n> slopes;
  for (int k = 0; k < n; ++k) {
    const Eigen::Vector<double, n> step = e * Eigen::Vector<double, n>::Unit(k);
    const FlowForce ahead = calc(x + step), behind = calc(x - step);
    slopes.col(k) << (ahead.F_E - behind.F_E) / (2 * e),
        (ahead.damping - behind.damping) / (2 * e);
  }
  return slopes;
}

void CheckRates(const FlowRates& rates,
                const std::function<FlowForce(const Vector6d&)>& calc,
                const Vector6d& V) {
  const Eigen::Matrix<double, 12, 6> slopes = Differentiate<6>(calc, V);
  CHECK(rates.force.isApprox(slopes.topRows<6>(), 1e-8));
  CHECK(rates.damping.isApprox(slopes.bottomRows<6>(), 1e-8));
}

TEST_CASE("Flow rates: boxes at random -> differences by V and by lengths") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Vector3d h = Vector3d(0.3, 0.2, 0.1) + random.Vector3(0.05);
    const Vector6d V = random.Vector(6, 2);
    CheckRates(
        CalcBoxFlowRates(kOil, h, V),
        [&](const Vector6d& at) { return CalcBoxFlow(kOil, h, at); }, V);
    const BoxSizeRates by_size = CalcBoxSizeRates(kOil, h, V);
    const Eigen::Matrix<double, 12, 3> slopes = Differentiate<3>(
        [&](const Vector3d& at) { return CalcBoxFlow(kOil, at, V); }, h);
    CHECK(by_size.force.isApprox(slopes.topRows<6>(), 1e-8));
    CHECK(by_size.damping.isApprox(slopes.bottomRows<6>(), 1e-8));
  }
}

TEST_CASE("Flow rates: ellipsoids at random -> differences by V") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Vector3d radii = Vector3d(0.3, 0.2, 0.1) + random.Vector3(0.05);
    const FlowCoefficients coefficients{.blunt_drag = random.Uniform(0, 1),
                                        .slender_drag = random.Uniform(0, 1),
                                        .angular_drag = random.Uniform(0, 2),
                                        .kutta_lift = random.Uniform(0, 2),
                                        .magnus_lift = random.Uniform(0, 2)};
    const EllipsoidFlow flow(radii, coefficients);
    const Vector6d V = random.Vector(6, 2);
    CheckRates(
        EllipsoidFlowRates(radii, coefficients).Calc(kOil, V),
        [&](const Vector6d& at) { return flow.Calc(kOil, at); }, V);
  }
}

// What is of second order is gone, and damping's kink counts as constant; a
// spin makes a force of any speed.
TEST_CASE("Flow rates: at rest, or spinning -> creep and Magnus' force") {
  const Vector3d radii(0.3, 0.2, 0.1);
  const EllipsoidFlow flow(radii, {});
  const EllipsoidFlowRates rates(radii, {});
  const FlowRates at_rest = rates.Calc(kOil, Vector6d::Zero());
  CHECK(at_rest.damping.norm() == 0);
  const FlowForce still = flow.Calc(kOil, Vector6d::Zero());
  CHECK(at_rest.force.isApprox(-Matrix6d(still.damping.asDiagonal())));
  Vector6d V = Vector6d::Zero();
  V.head<3>() << 1, 2, -1;
  const auto slopes = Differentiate<6>(
      [&](const Vector6d& at) { return flow.Calc(kOil, at); }, V);
  CHECK((rates.Calc(kOil, V).force - slopes.topRows<6>()).norm() < 1e-3);
}

}  // namespace
}  // namespace tactus::multibody

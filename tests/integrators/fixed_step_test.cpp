#include "tactus/integrators/fixed_step.h"

#include <cmath>
#include <limits>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::Simulator;
using test::PlantDiagram;

constexpr double kGravity = 9.81;

PlantDiagram MakeFalling() {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  cube.plant->SetPositions(&cube.context,
                           (VectorXd(7) << 0, 0, 50, 1, 0, 0, 0).finished());
  return cube;
}

TEST_CASE("Fixed steps: options out of range -> refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (double bad : {0.0, -0.01, nan}) {
    CHECK_THROWS_AS(FixedStep(std::make_unique<IcfStep>(), bad),
                    std::invalid_argument);
    CHECK_THROWS_AS(IcfStep({.tolerance = bad}), std::invalid_argument);
  }
  CHECK_THROWS_AS(IcfStep({.hessian_reuse = -1}), std::invalid_argument);
  CHECK_THROWS_AS(FixedStep(nullptr), std::invalid_argument);
}

// v_n = -n h g, z_n = z0 - h^2 g n (n + 1) / 2.
TEST_CASE(
    "Fixed steps: free fall under ICF -> symplectic Euler's closed form") {
  const PlantDiagram cube = MakeFalling();
  Simulator simulator(*cube.diagram, cube.context);
  auto& icf =
      simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), 0.01);
  simulator.AdvanceTo(1);
  CHECK(icf.statistics().steps == 100);
  CHECK(simulator.context().time() == 1);
  CHECK(cube.plant->velocities(simulator.context())[5] == Approx(-kGravity));
  CHECK(cube.plant->positions(simulator.context())[2] ==
        Approx(50 - 1e-4 * kGravity * 5050));
}

// Whatever the time asked for, the state belongs to it: v = -g t.
TEST_CASE("Fixed steps: an end between steps -> the last ends there") {
  const PlantDiagram cube = MakeFalling();
  for (double t_end : {0.0097, 0.01, 0.010005, 0.0195, 0.0295, 0.1234}) {
    INFO("t = " << t_end);
    Simulator simulator(*cube.diagram, cube.context);
    auto& icf = simulator.reset_integrator<FixedStep>(
        std::make_unique<IcfStep>(), 0.01);
    simulator.AdvanceTo(t_end);
    CHECK(simulator.context().time() == t_end);
    CHECK(cube.plant->velocities(simulator.context())[5] ==
          Approx(-kGravity * t_end).epsilon(1e-10));
    CHECK(icf.statistics().step_max <= 0.01 * 1.001);
  }
}

TEST_CASE(
    "Fixed steps: ends at rounded multiples -> all steps the same number") {
  const PlantDiagram cube = MakeFalling();
  Simulator simulator(*cube.diagram, cube.context);
  auto& icf =
      simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), 0.01);
  for (int k = 1; k <= 10; ++k) {  // ends that are not exact multiples
    simulator.AdvanceTo(0.1 * k);
    CHECK(icf.statistics().last_step == 0.01);
  }
  CHECK(icf.statistics().steps == 100);
  CHECK(icf.statistics().step_min == icf.statistics().step_max);
}

TEST_CASE("Fixed steps: a cube at rest, any step -> stays, and its weight") {
  for (double h : {1e-3, 0.1}) {
    PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
    const double depth = kGravity / (4 * 1e5);
    VectorXd q(7);
    q << 0, 0, 0.05 - depth, 1, 0, 0, 0;
    cube.plant->SetPositions(&cube.context, q);
    Simulator simulator(*cube.diagram, cube.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
    simulator.AdvanceTo(1);
    CHECK((cube.plant->positions(simulator.context()) - q).norm() < 1e-9);
    const auto& results =
        cube.plant->contact_results_output().Eval<multibody::ContactResults>(
            simulator.context());
    double force = 0;
    for (const auto& point : results.points)
      force += std::abs(point.force_B_W.z());
    CHECK(results.time == 1);
    CHECK(force == Approx(kGravity).epsilon(1e-6));
  }
}

TEST_CASE("Fixed steps: a copied Context -> continues with the same bits") {
  PlantDiagram tumble = test::MakeTumble();
  Simulator simulator(*tumble.diagram, tumble.context);
  simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>());
  simulator.AdvanceTo(0.25);
  Simulator other(*tumble.diagram, simulator.context());
  other.reset_integrator<FixedStep>(std::make_unique<IcfStep>());
  simulator.AdvanceTo(0.5);
  other.AdvanceTo(0.5);
  CHECK(simulator.context().continuous_state() ==
        other.context().continuous_state());
}

}  // namespace
}  // namespace tactus::integrators

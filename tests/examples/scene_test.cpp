#include "tactus/examples/scene.h"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/integrators/cenic.h"
#include "tactus/integrators/icf_fixed_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using integrators::IcfFixedStep;
using integrators::IcfFixedStepOptions;
using integrators::Statistics;
using systems::Simulator;

TEST_CASE("Every scene runs for a tenth of a second") {
  for (const Scene& scene : Scenes()) {
    INFO(scene.name);
    SceneInstance instance = FindScene(scene.name).make();
    Simulator simulator(*instance.diagram, instance.context);
    simulator.reset_integrator<Cenic>();
    CHECK(simulator.AdvanceTo(0.1).reached_time());
    CHECK(simulator.context().continuous_state().allFinite());
  }
  CHECK_THROWS_WITH(FindScene("nosuch"), Catch::Contains("hard_clutter"));
}

TEST_CASE("The ball loses energy in proportion to the step (Figure 8)") {
  const auto loss = [](double h) {
    SceneInstance scene = MakeBallDrop();
    Simulator simulator(*scene.diagram, scene.context);
    simulator.reset_integrator<IcfFixedStep>(IcfFixedStepOptions{.step = h});
    const double start = scene.plant->CalcEnergy(simulator.context());
    simulator.AdvanceTo(10);
    // In the air at 10 s, so that the contact spring holds nothing.
    return 1 - scene.plant->CalcEnergy(simulator.context()) / start;
  };
  const double at_4 = loss(1e-4), at_2 = loss(5e-5), at_1 = loss(2.5e-5);
  CHECK(at_1 > 0);
  CHECK(at_4 / at_2 == Approx(2).margin(0.15));
  CHECK(at_2 / at_1 == Approx(2).margin(0.1));
}

TEST_CASE("A box on a slope and a stack of cubes stay where they are") {
  for (auto make : {&MakeIncline, &MakeStack}) {
    SceneInstance scene = make();
    Simulator simulator(*scene.diagram, scene.context);
    simulator.reset_integrator<Cenic>();
    simulator.AdvanceTo(2);
    const VectorXd before = scene.plant->positions(simulator.context());
    simulator.AdvanceTo(100);
    const VectorXd after = scene.plant->positions(simulator.context());
    CHECK((after - before).cwiseAbs().maxCoeff() < 98 * 1e-4);
    CHECK(scene.plant->velocities(simulator.context()).cwiseAbs().maxCoeff() <
          1e-4);
  }
}

TEST_CASE("A sliding box stops where Coulomb says") {
  SceneInstance scene = MakeBoxSlide();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-5});
  simulator.AdvanceTo(1);
  // v^2 / (2 mu g) with v = 2 m/s and mu = 0.5.
  CHECK(scene.plant->positions(simulator.context())[0] ==
        Approx(4 / (2 * 0.5 * 9.81)).epsilon(0.01));
}

TEST_CASE("The conveyor's block sticks, slips, and feels the force jump") {
  constexpr double kWeight = 9.81;  // [N]
  SceneInstance scene = MakeConveyor();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-5});
  double stick_most = 0;
  int stuck = 0, slipping = 0, at_mu_d = 0;
  simulator.set_monitor(
      [&](const systems::Context& context) -> std::optional<std::string> {
        if (context.time() < 0.1) return std::nullopt;
        const auto& results = scene.plant->contact_results_output()
                                  .Eval<multibody::ContactResults>(context);
        double tangential = 0, slip = 0;
        for (const multibody::PointContact& point : results.points) {
          tangential += point.force_B_W.x();
          slip = std::max(slip, std::abs(point.v_AB_W.x()));
        }
        tangential = std::abs(tangential);
        if (slip < 2e-4) {
          ++stuck;
          stick_most = std::max(stick_most, tangential);
        } else if (slip > 0.05) {
          ++slipping;
          if (std::abs(tangential / kWeight - 0.5) < 0.05) ++at_mu_d;
        }
        return std::nullopt;
      });
  simulator.AdvanceTo(2);
  CHECK(stuck > 5);
  CHECK(slipping > 20);
  // Sticking carries more than sliding could, mu_d of the weight; sliding
  // carries that, but for the moments when it begins and the block rocks.
  CHECK(stick_most > 0.7 * kWeight);
  CHECK(at_mu_d > 0.9 * slipping);
}

TEST_CASE("Hard clutter costs what the paper's tables say, and stays put") {
  SceneInstance scene = MakeHardClutter();
  Simulator simulator(*scene.diagram, scene.context);
  const Statistics& s =
      simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3})
          .statistics();
  simulator.AdvanceTo(9);
  const double earlier = scene.plant->CalcEnergy(simulator.context());
  simulator.AdvanceTo(10);
  const double later = scene.plant->CalcEnergy(simulator.context());
  // Table III: 510 steps, 19,235 iterations, 10,557 factorizations.
  CHECK(s.steps > 510 / 2);
  CHECK(s.steps < 510 * 2);
  CHECK(s.newton_iterations < 19235 * 2);
  CHECK(s.newton_iterations > 19235 / 2);
  CHECK(s.factorizations < 17000 * 2);
  CHECK(s.factorizations > 10000 / 2);
  CHECK(s.failed_solves == 0);

  CHECK(std::abs(later - earlier) < 1e-3 * earlier);
  const VectorXd q = scene.plant->positions(simulator.context());
  for (Eigen::Index i = 0; i < q.size(); i += 7) {
    CHECK(std::abs(q[i]) < 0.3);
    CHECK(std::abs(q[i + 1]) < 0.3);
    CHECK(q[i + 2] > 0.045);
    CHECK(q[i + 2] < 1);
  }
}

}  // namespace
}  // namespace tactus::examples

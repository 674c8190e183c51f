#include <algorithm>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

TEST_CASE("Quadrotor: off its place -> comes back, upright, and hovers") {
  const SceneInstance scene = MakeQuadrotorHover();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>();
  double lowest = 1;
  simulator.set_monitor([&](const systems::Context& context) {
    lowest = std::min(lowest, scene.plant->positions(context)[2]);
    return std::nullopt;
  });
  const VectorXd start = scene.plant->positions(simulator.context());
  CHECK((start.head<3>() - Vector3d(0, 0, 1)).norm() > 1);
  simulator.AdvanceTo(8);
  CHECK(lowest > 0.4);
  const VectorXd q = scene.plant->positions(simulator.context());
  CHECK((q.head<3>() - Vector3d(0, 0, 1)).norm() < 1e-3);
  CHECK(2 * q.segment<3>(4).norm() < 1e-2);
  CHECK(scene.plant->velocities(simulator.context()).tail(3).norm() < 1e-2);
  // The thrusts bear the weight of 0.775 kg.
  multibody::PlantInputs inputs;
  scene.plant->EvalInputs(simulator.context().of(*scene.plant), &inputs);
  CHECK(inputs.actuation.sum() == Approx(0.775 * 9.81).epsilon(0.01));
}

}  // namespace
}  // namespace tactus::examples

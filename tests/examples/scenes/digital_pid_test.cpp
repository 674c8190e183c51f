#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/panda.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using systems::Context;

TEST_CASE("Digital PID: samples each millisecond -> no step goes past one") {
  constexpr double kPeriod = 1e-3;
  const SceneInstance scene = MakeDigitalPid();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>();
  double last = 0;
  long num_samples = 0, num_crossed = 0;
  simulator.set_monitor([&](const Context& context) {
    const double t = context.time();
    const long sample = std::lround(t / kPeriod);
    if (t == static_cast<double>(sample) * kPeriod) ++num_samples;
    const double next = kPeriod * (std::floor(last / kPeriod + 1e-9) + 1);
    if (t > next + 1e-12) ++num_crossed;
    last = t;
    return std::nullopt;
  });
  simulator.AdvanceTo(0.3);
  CHECK(num_crossed == 0);
  CHECK(num_samples >= 300);
}

TEST_CASE(
    "Digital PID: five seconds -> the arm arrives, motors bearing its weight") {
  const SceneInstance scene = MakeDigitalPid();
  const multibody::Model& model = scene.plant->model();
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& cenic = simulator.reset_integrator<integrators::Cenic>();
  simulator.AdvanceTo(5);
  const VectorXd q = scene.plant->positions(simulator.context());
  const VectorXd target =
      CalcPandaJoints({.radius = 0.45, .height = 0.4, .angle = 1.2});
  CHECK((q.head(kPandaJoints) - target).cwiseAbs().maxCoeff() < 1e-4);
  CHECK(scene.plant->velocities(simulator.context()).norm() < 1e-3);
  // The integrals have learnt k(q, 0).
  multibody::PlantInputs inputs;
  scene.plant->EvalInputs(simulator.context().of(*scene.plant), &inputs);
  multibody::PositionKinematics position;
  multibody::VelocityKinematics at_rest;
  VectorXd weight;
  multibody::CalcPositionKinematics(model, q, &position);
  multibody::CalcVelocityKinematics(model, position, VectorXd::Zero(kPandaDofs),
                                    &at_rest);
  multibody::CalcBias(model, position, at_rest, &weight);
  CHECK((inputs.actuation - weight).head(kPandaJoints).cwiseAbs().maxCoeff() <
        0.02);
  CHECK(weight.cwiseAbs().maxCoeff() > 20);
  CHECK(cenic.statistics().steps >= 5000);
  CHECK(cenic.statistics().steps < 5200);
}

}  // namespace
}  // namespace tactus::examples

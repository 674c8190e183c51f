#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/plant/controllers/linearize.h"
#include "tactus/systems/control/lqr.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using Eigen::Vector4d;
using integrators::Cenic;
using integrators::CenicOptions;
using systems::Context;
using systems::Simulator;

const Vector2d kUpright(std::numbers::pi, 0);

Vector4d Error(const SceneInstance& scene, const Context& context) {
  Vector4d x;
  x << scene.plant->positions(context) - kUpright,
      scene.plant->velocities(context);
  return x;
}

TEST_CASE("Acrobot: from an offset -> balances upright") {
  const SceneInstance scene = MakeAcrobotLqr();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-5});
  CHECK(Error(scene, simulator.context()).norm() > 0.15);
  simulator.AdvanceTo(10);
  CHECK(Error(scene, simulator.context()).norm() < 1e-4);
  // Both centres of mass above the shoulder, which is at 2 m.
  CHECK(scene.plant->CalcEnergy(simulator.context()) ==
        Approx(9.81 * (2.5 + 4)));
}

// x0'S x0, the least cost there is, with S of the Riccati equation; near the
// equilibrium the acrobot is as good as linear.
TEST_CASE("Acrobot: from nearby -> the cost that the regulator promises") {
  SceneInstance scene = MakeAcrobotLqr();
  const Vector4d weights(10, 10, 1, 1);
  const multibody::LinearizedModel linear = multibody::Linearize(
      scene.plant->shared_model(), {kUpright, VectorXd::Zero(1)});
  const MatrixXd S = systems::ContinuousLqr({.A = linear.A,
                                             .B = linear.B,
                                             .Q = weights.asDiagonal(),
                                             .R = MatrixXd::Identity(1, 1)})
                         .S;
  scene.plant->SetPositions(&scene.context, kUpright + Vector2d(2e-3, -1e-3));
  const Vector4d x0 = Error(scene, scene.context);

  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(
      CenicOptions{.accuracy = 1e-10, .h_max = 0.002});
  double cost = 0, last_time = 0, last_rate = -1;
  simulator.set_monitor([&](const Context& context) {
    multibody::PlantInputs inputs;
    scene.plant->EvalInputs(context.of(*scene.plant), &inputs);
    const Vector4d x = Error(scene, context);
    const double rate =
        x.dot(weights.cwiseProduct(x)) + inputs.actuation.squaredNorm();
    if (last_rate >= 0)
      cost += (context.time() - last_time) * (rate + last_rate) / 2;
    last_time = context.time();
    last_rate = rate;
    return std::nullopt;
  });
  simulator.AdvanceTo(12);
  CHECK(cost == Approx(x0.dot(S * x0)).epsilon(0.01));
}

}  // namespace
}  // namespace tactus::examples

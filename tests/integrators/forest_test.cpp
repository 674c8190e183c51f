// Free-floating forests of sixty joints of all types under CENIC: what no force
// from outside changes stays.
#include <memory>

#include "integrators/test_diagrams.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

struct Totals {
  double energy{};
  Vector6d momentum;  ///< About W's origin.
};

Totals CalcTotals(const multibody::Model& model, const VectorXd& q,
                  const VectorXd& v) {
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  CalcPositionKinematics(model, q, &position);
  CalcVelocityKinematics(model, position, v, &velocity);
  return {
      .energy = CalcKineticEnergy(model, position, velocity, v) +
                CalcPotentialEnergy(model, position, q),
      .momentum = CalcMomentum(model, position, velocity, Vector3d::Zero())};
}

// Joint springs are inside, gravity is not there, and nothing touches.
TEST_CASE("CENIC: a forest of random trees -> keeps momentum and energy") {
  const int per_tree[] = {1000, 20};
  for (unsigned i = 0; i < 2; ++i) {
    INFO("forest " << i);
    const auto model =
        multibody::test::MakeRandomModel(60 + i, {.num_bodies = 60,
                                                  .gravity = false,
                                                  .reach = 6,
                                                  .per_tree = per_tree[i],
                                                  .armature = false,
                                                  .damping = false,
                                                  .floating_base = true});
    test::PlantDiagram scene = test::MakeAlone(model);
    multibody::test::Random random(i);
    scene.plant->SetPositions(
        &scene.context, multibody::test::MakeRandomPositions(*model, &random));
    scene.plant->SetVelocities(&scene.context,
                               random.Vector(model->num_velocities(), 0.5));
    const auto totals = [&](const systems::Context& context) {
      return CalcTotals(*model, scene.plant->positions(context),
                        scene.plant->velocities(context));
    };
    systems::Simulator simulator(*scene.diagram, scene.context);
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-8});
    const Totals start = totals(simulator.context());
    simulator.AdvanceTo(0.02);
    const Totals end = totals(simulator.context());
    // Some hundred steps of 1e-8.
    CHECK((end.momentum - start.momentum).norm() <
          1e-5 * start.momentum.norm());
    CHECK(std::abs(end.energy - start.energy) < 1e-5 * start.energy);
  }
}

}  // namespace
}  // namespace tactus::integrators

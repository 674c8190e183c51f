#include "tactus/integrators/project_start.h"

#include <memory>
#include <string>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/classic/sdirk2.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

/// Two sliders of 1 kg at rest, on a rope x + y <= 1 that is 1 m too short.
test::PlantDiagram MakeTautRope() {
  test::ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  std::vector<multibody::Tendon::Term> terms;
  for (const std::string name : {"left", "right"}) {
    const int body =
        model.AddBody(name, {.mass = 1, .I_Bcm = 0.01 * Matrix3d::Identity()});
    terms.push_back(
        {.joint = model.AddJoint({.name = name,
                                  .type = test::JointType::kPrismatic,
                                  .parent = 0,
                                  .child = body,
                                  .axis_F = Vector3d::UnitX()})});
  }
  model.AddTendon({.name = "rope", .terms = terms, .upper = 1});
  test::PlantDiagram rope = test::MakeAlone(std::move(model).Build());
  rope.plant->SetPositions(&rope.context, Eigen::Vector2d(1.5, 0.5));
  return rope;
}

// Thrown by its near-rigid spring, it would leave at hundreds of metres a
// second.
void CheckStaysAtRest(const std::string& method,
                      std::unique_ptr<systems::Integrator> integrator) {
  INFO(method);
  const test::PlantDiagram rope = MakeTautRope();
  systems::Simulator simulator(*rope.diagram, rope.context);
  simulator.set_integrator(std::move(integrator));
  simulator.AdvanceTo(0.5);
  const auto q = rope.plant->positions(simulator.context());
  CHECK(q[0] == Approx(1).margin(1e-6));
  CHECK(q[1] == Approx(0).margin(1e-6));
  CHECK(rope.plant->velocities(simulator.context()).norm() < 1e-6);
}

TEST_CASE("ProjectStart: a rope too short -> no method is thrown by it") {
  CheckStaysAtRest("cenic", std::make_unique<Cenic>());
  CheckStaysAtRest(
      "icf", std::make_unique<FixedStep>(std::make_unique<IcfStep>(), 0.005));
  CheckStaysAtRest("rk3", std::make_unique<RungeKutta3>());
  CheckStaysAtRest("sdirk2", std::make_unique<Sdirk2>());
}

}  // namespace
}  // namespace tactus::integrators

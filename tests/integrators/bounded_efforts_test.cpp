// Limits of efforts, from the model to the motion.
#include <cmath>
#include <limits>
#include <memory>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::JointType;
using test::ModelBuilder;
using test::PlantDiagram;

// A motor that is told 100 N, and a stiff servo far from where it should be:
// one step of 3 kg gains h f / m, and the effort is the limit itself.
TEST_CASE(
    "Effort limits: a motor and a servo beyond them -> the limit exactly") {
  for (const bool servo : {false, true}) {
    ModelBuilder builder;
    const int body = builder.AddBody(
        "block", {.mass = 3, .I_Bcm = 0.01 * Matrix3d::Identity()});
    const int slide = builder.AddJoint({.name = "slide",
                                        .type = JointType::kPrismatic,
                                        .parent = 0,
                                        .child = body,
                                        .axis_F = Vector3d::UnitX()});
    builder.AddActuator({.name = "drive",
                         .joint = slide,
                         .gain = servo ? 1e6 : 1,
                         .bias0 = servo ? 1e6 : 100,
                         .bias1 = servo ? -1e6 : 0,
                         .bias2 = servo ? -1e3 : 0,
                         .force_lower = -5,
                         .force_upper = 5});
    builder.set_gravity(Vector3d::Zero());
    const PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
    constexpr double h = 1e-3;
    Simulator simulator(*scene.diagram, scene.context);
    simulator.reset_integrator<FixedStep>(
        std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), h);
    simulator.AdvanceTo(h);
    constexpr double kTenRoundings =
        10 * std::numeric_limits<double>::epsilon();
    const double v = scene.plant->velocities(simulator.context())[0];
    CHECK(std::abs(v / (h * 5 / 3) - 1) <= kTenRoundings);
    const VectorXd efforts =
        scene.plant->actuator_efforts_output().Eval(simulator.context());
    CHECK(efforts[0] == 5);
  }
}

}  // namespace
}  // namespace tactus::integrators

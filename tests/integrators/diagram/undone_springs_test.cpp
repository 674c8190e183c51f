// Controllers that take out the springs of joints, which methods have at the
// end of a step, in its middle or at its start: nothing of them is to stay.
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using systems::Simulator;
using test::MultibodyPlant;
using test::PlantDiagram;

constexpr double kInertia = 1e-3;              // [kg m^2]
constexpr double kWanted = 0.1, kRate = 0.02;  // kp and kd: of 10 rad/s, twice

enum class Wire { kForce, kMotor };

struct Hinge {
  double spring = 0, damping = 0;
  Wire wire = Wire::kForce;
  double gain = 1;   ///< Of the motor.
  double servo = 0;  ///< Its own stiffness.
  double limit = std::numeric_limits<double>::infinity();
  bool has_element = false;  ///< A soft spring between link and world.
  double share = 1;          ///< Of the spring that is taken out.
};

// A controller that leaves of spring, damping and servo kp and kd:
// q = q0 (1 + 10 t) exp(-10 t) from rest.
PlantDiagram Make(const Hinge& of) {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int link = builder.AddBody(
      "link", {.mass = 1, .I_Bcm = kInertia * Matrix3d::Identity()});
  const int joint = builder.AddJoint({.name = "hinge",
                                      .type = test::JointType::kRevolute,
                                      .parent = 0,
                                      .child = link,
                                      .axis_F = Vector3d::UnitY(),
                                      .damping = of.damping,
                                      .stiffness = of.spring});
  builder.AddActuator({.name = "motor",
                       .joint = joint,
                       .gain = of.gain,
                       .bias1 = -of.servo,
                       .force_lower = -of.limit,
                       .force_upper = of.limit});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  test::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<MultibodyPlant>(model);
  const double gain = of.wire == Wire::kMotor ? of.gain : 1;
  const double kp = of.share * of.spring + of.servo - kWanted;
  const double kd = of.damping - kRate;
  const auto& law = diagram.AddSystem<systems::LinearSystem>(
      "law", systems::LinearSystem::Matrices{
                 .A = MatrixXd(0, 0),
                 .B = MatrixXd(0, 2),
                 .C = MatrixXd(1, 0),
                 .D = Eigen::RowVector2d(kp / gain, kd / gain)});
  diagram.Connect(plant.state_output(), law.get_input_port());
  diagram.Connect(law.get_output_port(), of.wire == Wire::kMotor
                                             ? plant.actuation_input()
                                             : plant.generalized_force_input());
  if (of.has_element) {
    const multibody::ForceElement& element =
        diagram.AddSystem<multibody::SpringDamper>(
            "element", model,
            multibody::BodyPoint{.body = link, .p_BoP_B = {0, 0, 0.1}},
            multibody::BodyPoint{.body = 0, .p_BoP_B = {0, 0, 1}},
            multibody::SpringDamperParameters{.stiffness = 1e-6});
    ConnectForces(plant, {&element}, &diagram);
  }
  PlantDiagram hinge = test::Finish(std::move(diagram), plant);
  plant.SetPositions(&hinge.context, VectorXd::Constant(1, 0.1));
  return hinge;
}

template <class Integrator, class... Args>
double RunTo(const PlantDiagram& hinge, double t, Args&&... args) {
  Simulator simulator(*hinge.diagram, hinge.context);
  simulator.reset_integrator<Integrator>(std::forward<Args>(args)...);
  simulator.AdvanceTo(t);
  return hinge.plant->positions(simulator.context())[0];
}

double Truth(double t) {
  return 0.1 * (1 + 10 * t) * std::exp(-10 * t);
}

std::unique_ptr<CondStep> Middle() {
  return std::make_unique<CondStep>(contact::CondOptions{.theta = 0.5});
}

std::vector<double> RunFixed(const PlantDiagram& hinge, double t, double h) {
  return {RunTo<FixedStep>(hinge, t, std::make_unique<IcfStep>(), h),
          RunTo<FixedStep>(hinge, t, std::make_unique<ComFreeStep>(), h),
          RunTo<FixedStep>(hinge, t, std::make_unique<CondStep>(), h),
          RunTo<FixedStep>(hinge, t, Middle(), h),
          RunTo<FixedStep>(hinge, t, std::make_unique<DojoStep>(), h)};
}

// Steps of 2 ms. The last springs are slow beside the damper that is wanted,
// and no less than it.
TEST_CASE(
    "Undone springs: every method, by forces and by motors -> the error dies "
    "away as asked") {
  for (const double spring : {500.0, 9.0}) {
    for (const double damping : {0.0, 0.5}) {
      for (const Wire wire : {Wire::kForce, Wire::kMotor}) {
        INFO("spring " << spring << ", damping " << damping << ", motor "
                       << (wire == Wire::kMotor));
        const PlantDiagram hinge =
            Make({.spring = spring, .damping = damping, .wire = wire});
        for (const double q : RunFixed(hinge, 0.2, 2e-3))
          CHECK(q == Approx(Truth(0.2)).margin(8e-4));
        // Step doubling, of first order, is as exact at 1e-5.
        for (const auto& [scheme, accuracy] :
             std::vector<std::pair<Scheme, double>>{
                 {Scheme::kStepDoubling, 1e-5},
                 {Scheme::kExtrapolated, 1e-4}}) {
          const CenicOptions options{.accuracy = accuracy, .scheme = scheme};
          CHECK(RunTo<Cenic>(hinge, 0.2, options) ==
                Approx(Truth(0.2)).margin(8e-4));
        }
      }
    }
  }
}

// Of 90 N m/rad a tenth: what is left swings at 95 rad/s, and no method takes
// more of it than with that spring alone.
TEST_CASE("Undone springs: in part -> as a joint with what is left") {
  const PlantDiagram part = Make({.spring = 90, .share = 0.9});
  const PlantDiagram left = Make({.spring = 9, .share = 0});
  const std::vector<double> a = RunFixed(part, 0.1, 5e-4),
                            b = RunFixed(left, 0.1, 5e-4);
  for (std::size_t i = 0; i < a.size(); ++i) {
    INFO("method " << i);
    CHECK(a[i] == Approx(b[i]).margin(1e-3));
  }
}

TEST_CASE("Undone servos: every method -> the error dies away as asked") {
  for (const double limit : {std::numeric_limits<double>::infinity(), 1e4}) {
    const PlantDiagram hinge = Make({.spring = 100,
                                     .damping = 0.2,
                                     .wire = Wire::kMotor,
                                     .gain = 2000,
                                     .servo = 2000,
                                     .limit = limit});
    for (const double q : RunFixed(hinge, 0.2, 2e-3))
      CHECK(q == Approx(Truth(0.2)).margin(8e-4));
    CHECK(RunTo<Cenic>(hinge, 0.2, CenicOptions{.accuracy = 1e-4}) ==
          Approx(Truth(0.2)).margin(8e-4));
  }
}

// Force elements keep what resists of them; a controller beside them does not
// become one.
TEST_CASE(
    "Undone dampers: by forces beside a force element -> the error dies away "
    "as asked") {
  for (const Wire wire : {Wire::kForce, Wire::kMotor}) {
    const PlantDiagram hinge =
        Make({.spring = 20, .damping = 1, .wire = wire, .has_element = true});
    for (const double q : RunFixed(hinge, 0.2, 2e-3))
      CHECK(q == Approx(Truth(0.2)).margin(8e-4));
    CHECK(RunTo<Cenic>(hinge, 0.2, CenicOptions{.accuracy = 1e-4}) ==
          Approx(Truth(0.2)).margin(8e-4));
  }
}

}  // namespace
}  // namespace tactus::integrators

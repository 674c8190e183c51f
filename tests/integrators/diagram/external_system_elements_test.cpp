#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "integrators/slider_loops.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/forces/bushing.h"
#include "tactus/multibody/plant/forces/spring_damper.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::kMass;
using test::MakeSlider;
using test::PlantDiagram;

// The slider on a spring from 1 m beside its way, of 0.5 m and `stiffness`, and
// a controller that holds it at x = 1.
struct Sideways {
  double stiffness{}, kp{}, kd{};
};

PlantDiagram MakeSideways(const Sideways& law) {
  const std::shared_ptr<const test::Model> model = MakeSlider();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  const multibody::ForceElement& spring =
      diagram.AddSystem<multibody::SpringDamper>(
          "spring", model,
          multibody::BodyPoint{.body = 0, .p_BoP_B = {0, 1, 0}},
          multibody::BodyPoint{.body = 1},
          multibody::SpringDamperParameters{.free_length = 0.5,
                                            .stiffness = law.stiffness});
  ConnectForces(plant, {&spring}, &diagram);
  const auto& pid = test::AddPid(law.kp, 0, law.kd, &diagram);
  const auto& target = diagram.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(1, 0));
  diagram.Connect(plant.state_output(), pid.estimated_state_input());
  diagram.Connect(target.get_output_port(), pid.desired_state_input());
  diagram.Connect(pid.control_output(), plant.actuation_input());
  return test::Finish(std::move(diagram), plant);
}

// m (v1 - v0) = -h k (L - L0) x1 / L + h kp (1 - x1) - h kd v1,
// L^2 = x1^2 + 1,  x1 = x0 + h v1, which falls in v1 all the way: by bisection.
double CalcImplicitEuler(const Sideways& law, double x0, double v0, double h) {
  double lower = -1e3, upper = 1e3;
  while (upper - lower > 1e-12) {
    const double v1 = (lower + upper) / 2;
    const double x1 = x0 + h * v1, L = std::hypot(x1, 1);
    const double force =
        -law.stiffness * (L - 0.5) * x1 / L + law.kp * (1 - x1) - law.kd * v1;
    const double rest = kMass * (v1 - v0) - h * force;
    (rest > 0 ? upper : lower) = v1;
  }
  return lower;
}

// Along the slope at x~(v0) alone, it would miss by a tenth.
TEST_CASE("Force elements: a force that is not linear -> implicit Euler") {
  const double h = 0.05;
  for (const Sideways& law : {Sideways{1e4}, Sideways{1e4, 5e3, 200}}) {
    for (const double v0 : {0.0, 3.0, -8.0}) {
      const PlantDiagram loop = MakeSideways(law);
      systems::Context context = loop.context;
      loop.plant->SetPositions(&context, VectorXd::Constant(1, 0.3));
      loop.plant->SetVelocities(&context, VectorXd::Constant(1, v0));
      Simulator simulator(*loop.diagram, context);
      simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
      simulator.AdvanceTo(h);
      const double v1 = CalcImplicitEuler(law, 0.3, v0, h);
      INFO(law.kp << " " << v0);
      CHECK(std::abs(loop.plant->velocities(simulator.context())[0] - v1) <
            1e-3 * std::abs(v1 - v0));
    }
  }
}

// Two sliders on springs from 1 m beside them, whose forces (h w)^2 = 6 and
// 0.006 make implicit and symplectic, and a rotor on a weak one that turns by
// radians.
TEST_CASE("Force elements: slow ones and one not -> each by its own scheme") {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  for (const char* name : {"slow", "fast"}) {
    const int body =
        builder.AddBody(name, {.mass = kMass, .I_Bcm = Matrix3d::Identity()});
    builder.AddJoint({.name = name,
                      .type = test::JointType::kPrismatic,
                      .parent = 0,
                      .child = body,
                      .axis_F = Vector3d::UnitX()});
  }
  const int rotor =
      builder.AddBody("rotor", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddJoint({.name = "rotor",
                    .type = test::JointType::kRevolute,
                    .child = rotor,
                    .axis_F = Vector3d::UnitZ()});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  std::vector<const multibody::ForceElement*> springs;
  for (const int body : {1, 2})
    springs.push_back(&diagram.AddSystem<multibody::SpringDamper>(
        body == 1 ? "weak" : "strong", model,
        multibody::BodyPoint{.body = 0, .p_BoP_B = {0, 1, 0}},
        multibody::BodyPoint{.body = body},
        multibody::SpringDamperParameters{.free_length = 0.5,
                                          .stiffness = body == 1 ? 10 : 1e4}));
  springs.push_back(&diagram.AddSystem<multibody::SpringDamper>(
      "rotor", model, multibody::BodyPoint{.body = 0, .p_BoP_B = {0, 1, 0}},
      multibody::BodyPoint{.body = rotor, .p_BoP_B = {0.1, 0, 0}},
      multibody::SpringDamperParameters{.free_length = 0.5, .stiffness = 0.1}));
  ConnectForces(plant, springs, &diagram);
  PlantDiagram loop = test::Finish(std::move(diagram), plant);
  plant.SetPositions(&loop.context, Vector3d(0.3, 0.3, 0));
  plant.SetVelocities(&loop.context, Vector3d(2, 2, 60));
  Simulator simulator(*loop.diagram, loop.context);
  const double h = 0.05;
  simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
  simulator.AdvanceTo(h);
  const VectorXd v1 = plant.velocities(simulator.context());
  const double L0 = std::hypot(0.3, 1);
  CHECK(v1[0] == Approx(2 - h / kMass * 10 * (L0 - 0.5) * 0.3 / L0));
  const double fast = CalcImplicitEuler({.stiffness = 1e4}, 0.3, 2, h);
  CHECK(std::abs(v1[1] - fast) < 1e-3 * std::abs(fast - 2));
}

// Two bodies 0.5 m apart on a stiff bushing, which turn about each other.
PlantDiagram MakeSpinningPair() {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const Vector3d I_a(2.7e-3, 5.2e-3, 4.2e-3), I_b(2.1e-3, 2.1e-3, 3.3e-3);
  const int a = builder.AddBody("a", {.mass = 1, .I_Bcm = I_a.asDiagonal()});
  const int b = builder.AddBody("b", {.mass = 2, .I_Bcm = I_b.asDiagonal()});
  RigidTransform X_AB = RigidTransform::Identity();
  X_AB.translation().x() = 0.5;
  builder.AddJoint({.name = "a", .child = a});
  builder.AddJoint({.name = "b", .child = b, .X_PF = X_AB});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  const multibody::ForceElement& bushing =
      diagram.AddSystem<multibody::Bushing>(
          "bushing", model, multibody::BodyFrame{.body = a, .X_BF = X_AB},
          multibody::BodyFrame{.body = b},
          multibody::BushingParameters{
              .rotational_stiffness = Vector3d::Constant(1e3),
              .rotational_damping = Vector3d::Constant(10),
              .translational_stiffness = Vector3d::Constant(1e5),
              .translational_damping = Vector3d::Constant(50)});
  ConnectForces(plant, {&bushing}, &diagram);
  PlantDiagram pair = test::Finish(std::move(diagram), plant);
  VectorXd v(12);
  const Vector3d w(0, 3, 2);
  v << w, w.cross(Vector3d(-1.0 / 3, 0, 0)), w,
      w.cross(Vector3d(1.0 / 6, 0, 0));
  plant.SetVelocities(&pair.context, v);
  return pair;
}

Vector3d CalcAngularMomentum(const PlantDiagram& pair,
                             const systems::Context& context) {
  const multibody::Model& model = pair.plant->model();
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  CalcPositionKinematics(model, pair.plant->positions(context), &position);
  CalcVelocityKinematics(model, position, pair.plant->velocities(context),
                         &velocity);
  const Vector3d center = CalcCenterOfMass(model, position);
  return CalcMomentum(model, position, velocity, center).head<3>();
}

// What integrator, and how much of the momentum it may gain or lose in 2 s.
template <class Integrator, class... Arguments>
void CheckSpin(double most, Arguments&&... arguments) {
  const PlantDiagram pair = MakeSpinningPair();
  const Vector3d before = CalcAngularMomentum(pair, pair.context);
  Simulator simulator(*pair.diagram, pair.context);
  simulator.reset_integrator<Integrator>(std::forward<Arguments>(arguments)...);
  simulator.AdvanceTo(2);
  const Vector3d after = CalcAngularMomentum(pair, simulator.context());
  const double off = (after - before).norm() / before.norm();
  INFO(most << ": " << off);
  CHECK(off < most);
}

// With slopes at v0 alone a step of 10 ms blows up, one of 5 ms gains 43 %, and
// an accuracy of 1e-2 31 %.
TEST_CASE("Force elements: two bodies turn on a bushing -> keep the momentum") {
  CheckSpin<FixedStep>(0.08, std::make_unique<IcfStep>(), 0.01);
  CheckSpin<FixedStep>(2e-3, std::make_unique<IcfStep>(), 0.005);
  CheckSpin<FixedStep>(2e-4, std::make_unique<IcfStep>(), 0.0025);
  CheckSpin<Cenic>(0.05, CenicOptions{.accuracy = 1e-2});
  CheckSpin<Cenic>(0.05, CenicOptions{.accuracy = 1e-3});
  CheckSpin<Cenic>(1e-3, CenicOptions{.accuracy = 1e-4});
  // Where the steps are about as long as need no second look: halves look
  // where the whole step does.
  CheckSpin<Cenic>(1e-4, CenicOptions{.accuracy = 3e-6});
}

// A light rod on a ball joint that a strong spring turns by radians in a step.
// Its forces at v1 are those of another turn, and throw it about.
TEST_CASE("Force elements: a rod turned far in a step -> comes to rest") {
  test::ModelBuilder builder;
  const Vector3d I(1e-6, 4e-4, 4e-4);
  const int rod = builder.AddBody(
      "rod", {.mass = 0.02, .p_BoBcm = {0.25, 0, 0}, .I_Bcm = I.asDiagonal()});
  builder.AddJoint(
      {.name = "ball", .type = test::JointType::kBall, .child = rod});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  const multibody::ForceElement& spring =
      diagram.AddSystem<multibody::SpringDamper>(
          "spring", model,
          multibody::BodyPoint{.body = 0, .p_BoP_B = {0.3, 0.6, 0.4}},
          multibody::BodyPoint{.body = rod, .p_BoP_B = {0.5, 0, 0}},
          multibody::SpringDamperParameters{
              .free_length = 0.1, .stiffness = 1000, .damping = 0.1});
  ConnectForces(plant, {&spring}, &diagram);
  const PlantDiagram loop = test::Finish(std::move(diagram), plant);
  for (const double h : {0.02, 0.01}) {
    Simulator simulator(*loop.diagram, loop.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
    simulator.AdvanceTo(2);
    const VectorXd v = plant.velocities(simulator.context());
    multibody::PositionKinematics position;
    multibody::VelocityKinematics velocity;
    CalcPositionKinematics(*model, plant.positions(simulator.context()),
                           &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    CHECK(CalcKineticEnergy(*model, position, velocity, v) < 1e-3);
  }
}

}  // namespace
}  // namespace tactus::integrators

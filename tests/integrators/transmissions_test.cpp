// Actuators along lengths of their own, with gains that follow them, and bodies
// that adhere: from the model to the motion.
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "integrators/step_once.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using multibody::Transmission;
using systems::Simulator;
using test::JointType;
using test::ModelBuilder;
using test::MultibodyPlant;
using test::PlantDiagram;

constexpr double kMass = 2;

// A plant under a constant control.
PlantDiagram Drive(ModelBuilder builder, double control) {
  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<MultibodyPlant>(std::move(builder).Build());
  const auto& source = diagram.AddSystem<systems::ConstantVectorSource>(
      "control", VectorXd::Constant(1, control));
  diagram.Connect(source.get_output_port(), plant.actuation_input());
  return test::Finish(std::move(diagram), plant);
}

enum class Method { kCenic, kRungeKutta };

void Run(Method method, double end, PlantDiagram* scene) {
  Simulator simulator(*scene->diagram, scene->context);
  if (method == Method::kCenic) {
    simulator.reset_integrator<Cenic>(
        CenicOptions{.accuracy = 1e-6, .h_max = 0.01});
  } else {
    simulator.reset_integrator<RungeKutta3>(
        RungeKutta3Options{.accuracy = 1e-8, .h_max = 1e-2});
  }
  simulator.Initialize();
  simulator.AdvanceTo(end);
  scene->context = simulator.context();
}

// A block on a slide along x, without gravity, with an actuator of gear 3.
PlantDiagram DriveBlock(Actuator actuator, double control, double q, double v) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int block = builder.AddBody(
      "block", {.mass = kMass, .I_Bcm = 0.01 * Matrix3d::Identity()});
  actuator.joint = builder.AddJoint({.name = "slide",
                                     .type = JointType::kPrismatic,
                                     .child = block,
                                     .axis_F = Vector3d::UnitX()});
  actuator.gear = 3;
  builder.AddActuator(actuator);
  PlantDiagram scene = Drive(std::move(builder), control);
  scene.plant->SetPositions(&scene.context, VectorXd::Constant(1, q));
  scene.plant->SetVelocities(&scene.context, VectorXd::Constant(1, v));
  return scene;
}

// m vdot = gear^2 gain2 u v.
TEST_CASE("Transmissions: a gain by rate -> v0 exp(gear^2 gain2 u t / m)") {
  for (const double u : {0.5, -0.1}) {  // Damps, drives.
    for (const Method method : {Method::kCenic, Method::kRungeKutta}) {
      PlantDiagram scene =
          DriveBlock({.name = "a", .gain = 0, .gain2 = -0.7}, u, 0, 1.5);
      Run(method, 0.8, &scene);
      CHECK(scene.v() ==
            Approx(1.5 * std::exp(-9 * 0.7 * u * 0.8 / kMass)).epsilon(1e-4));
    }
  }
}

// m a = gear (gain + gain1 gear x) u, with gain1 u < 0 a spring to x = -gain /
// (gear gain1) of stiffness -gear^2 gain1 u, else one that repels from there.
TEST_CASE("Transmissions: a gain by length -> a spring that u stiffens") {
  const double gain = 2, gain1 = -40, x0 = 0.1, t = 0.6;
  const double rest = -gain / (3 * gain1);
  for (const double u : {0.5, -0.05}) {
    const double w2 = -9 * gain1 * u / kMass, w = std::sqrt(std::abs(w2));
    const double x =
        rest + (x0 - rest) * (u > 0 ? std::cos(w * t) : std::cosh(w * t));
    for (const Method method : {Method::kCenic, Method::kRungeKutta}) {
      PlantDiagram scene =
          DriveBlock({.name = "a", .gain = gain, .gain1 = gain1}, u, x0, 0);
      Run(method, t, &scene);
      CHECK(scene.q() == Approx(x).margin(1e-3 * std::abs(x0)));
    }
  }
}

// The control's own limits bound what gains make of it, the force's the rest.
TEST_CASE("Transmissions: a gain by rate at the force limit -> it holds") {
  PlantDiagram scene = DriveBlock({.name = "a",
                                   .gain = 0,
                                   .gain2 = -100,
                                   .force_lower = -0.4,
                                   .force_upper = 0.4},
                                  1, 0, 1.5);
  Run(Method::kCenic, 0.5, &scene);
  CHECK(scene.v() == Approx(1.5 - 3 * 0.4 / kMass * 0.5).epsilon(1e-6));
}

PlantDiagram HoldBall(const Transmission& transmission, const Actuator& law,
                      double control) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body = builder.AddBody(
      "ball", {.mass = kMass, .I_Bcm = 0.5 * Matrix3d::Identity()});
  Transmission of = transmission;
  of.joint = builder.AddJoint(
      {.name = "ball", .type = JointType::kBall, .child = body});
  Actuator actuator = law;
  actuator.tendon = builder.AddTendon({.name = "t", .transmission = of});
  builder.AddActuator(actuator);
  return Drive(std::move(builder), control);
}

// About one axis the gear's frame makes no difference: I theta'' = -k (theta -
// u), theta the length.
TEST_CASE("Transmissions: a servo on a ball joint -> it swings about u") {
  const Vector3d axis = Vector3d(1, 2, -2) / 3;
  const double k = 20, u = 0.4, t = 0.7;
  for (const bool in_parent : {false, true}) {
    for (const Method method : {Method::kCenic, Method::kRungeKutta}) {
      Transmission of{.kind = Transmission::Kind::kJoint,
                      .in_parent = in_parent};
      of.gear.head<3>() = axis;
      PlantDiagram scene =
          HoldBall(of, {.name = "a", .gain = k, .bias1 = -k}, u);
      Run(method, t, &scene);
      const double theta = u * (1 - std::cos(std::sqrt(k / 0.5) * t));
      const VectorXd q = scene.plant->positions(scene.context);
      const Eigen::AngleAxisd turn(
          Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized());
      CHECK((turn.angle() * turn.axis() - theta * axis).norm() < 1e-3);
    }
  }
}

// Turned by a right angle about z, the child's x is the parent's y.
TEST_CASE(
    "Transmissions: a motor on a turned ball -> child's or parent's axis") {
  for (const bool in_parent : {false, true}) {
    Transmission of{.kind = Transmission::Kind::kJoint, .in_parent = in_parent};
    of.gear[0] = 1;
    PlantDiagram scene = HoldBall(of, {.name = "a", .gain = 3}, 0.1);
    const double s = std::numbers::sqrt2 / 2;
    scene.plant->SetPositions(&scene.context, Eigen::Vector4d(s, 0, 0, s));
    Run(Method::kCenic, 0.2, &scene);
    const double rate = 3 * 0.1 * 0.2 / 0.5;
    const VectorXd w = scene.plant->velocities(scene.context);
    const Vector3d expected =
        in_parent ? Vector3d(rate, 0, 0) : Vector3d(0, rate, 0);
    CHECK((w - expected).norm() < 1e-9);
  }
}

// Two bodies in space, with a force between them in the frame of one, which
// turns: momentum and angular momentum stay.
TEST_CASE("Transmissions: a servo between two frames -> momenta stay") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  Transmission of;
  const auto add = [&](const char* name, double mass) {
    return builder.AddBody(
        name, {.mass = mass, .I_Bcm = 0.1 * mass * Matrix3d::Identity()});
  };
  of.body = add("a", 1);
  of.reference = add("b", 3);
  of.X_BS.translation() << 0.1, 0.2, 0;
  of.X_BR.translation() << -0.1, 0, 0.3;
  of.gear << 0, 0, 0, 1, -0.5, 2;
  builder.SetDefaultPose(of.body,
                         RigidTransform(Eigen::Translation3d(1, 0.2, 0.1)));
  Actuator actuator{.name = "a", .gain = 15, .bias1 = -15, .bias2 = -1};
  actuator.tendon = builder.AddTendon({.name = "t", .transmission = of});
  builder.AddActuator(actuator);
  PlantDiagram scene = Drive(std::move(builder), 0.5);
  VectorXd v(12);
  v << 0.3, 1, -0.4, 0, 0, 0, -0.2, 0.5, 0.9, 0, 0, 0;
  scene.plant->SetVelocities(&scene.context, v);
  const auto momentum = [&] {
    const VectorXd q = scene.plant->positions(scene.context);
    const VectorXd w = scene.plant->velocities(scene.context);
    Vector6d sum = Vector6d::Zero();
    for (int i = 0; i < 2; ++i) {
      const double mass = i == 0 ? 1 : 3;
      const Vector3d p = q.segment<3>(7 * i), p_dot = w.segment<3>(6 * i + 3);
      sum.tail<3>() += mass * p_dot;
      sum.head<3>() += 0.1 * mass * w.segment<3>(6 * i) + mass * p.cross(p_dot);
    }
    return sum;
  };
  const Vector6d start = momentum();
  Run(Method::kRungeKutta, 1, &scene);
  CHECK(scene.plant->velocities(scene.context).segment<3>(3).norm() > 0.05);
  CHECK((momentum() - start).norm() < 1e-5);
}

// A crank without mass at its pin: the work of a constant f along l.
TEST_CASE("Transmissions: a motor on a slider-crank -> its work is f dl") {
  const double r = 0.3, d = 0.8, I = 0.2, f = 1.5, start = 0.4;
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int crank =
      builder.AddBody("crank", {.mass = 1, .I_Bcm = I * Matrix3d::Identity()});
  builder.AddJoint({.name = "crank",
                    .type = JointType::kRevolute,
                    .child = crank,
                    .axis_F = Vector3d::UnitY(),
                    .default_position = start});
  Transmission of{.kind = Transmission::Kind::kCrank,
                  .body = crank,
                  .reference = 0,
                  .rod_length = d};
  of.gear[5] = 1;
  of.X_BS.translation() << 0, 0, r;
  Actuator actuator{.name = "a"};
  actuator.tendon = builder.AddTendon({.name = "t", .transmission = of});
  builder.AddActuator(actuator);
  PlantDiagram scene = Drive(std::move(builder), f);
  Run(Method::kCenic, 0.6, &scene);
  const auto length = [&](double a) {
    return r * std::cos(a) - std::sqrt(d * d - std::pow(r * std::sin(a), 2));
  };
  const double work = f * (length(scene.q()) - length(start));
  CHECK(work > 0.005);
  CHECK(I / 2 * scene.v() * scene.v() == Approx(work).epsilon(1e-3));
}

constexpr double kGravity = 9.81, kHalf = 0.05, kCubeMass = 1;

// A cube of one kilogram below a ceiling, z = 0, with k = 1e5 N/m, in the
// ceiling by its weight's worth and more unless it has a gap [m].
std::shared_ptr<const test::Model> HangCube(double gain, double gap = -1e-4) {
  ModelBuilder builder;
  const contact::Material material{.stiffness = 2e5,
                                   .dissipation = 10,
                                   .static_friction = 0.5,
                                   .dynamic_friction = 0.5,
                                   .stiction_velocity = 1e-4};
  const contact::Box shape{Vector3d::Constant(kHalf)};
  const int cube = builder.AddBody(
      "cube",
      multibody::MakeSolidInertia(shape, 1000, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "cube", .body = cube, .shape = shape, .material = material});
  RigidTransform X_WG = RigidTransform::Identity();
  X_WG.linear() =
      Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX()).matrix();
  builder.AddGeometry({.name = "ceiling",
                       .X_BG = X_WG,
                       .shape = contact::HalfSpace{},
                       .material = material});
  builder.SetDefaultPose(
      cube, RigidTransform(Eigen::Translation3d(0, 0, -kHalf - gap)));
  builder.AddActuator(
      {.name = "glue", .body = cube, .adheres = true, .gain = gain});
  return std::move(builder).Build();
}

TEST_CASE("Transmissions: adhesion above the weight -> a cube hangs") {
  const auto model = HangCube(3);
  for (const bool is_icf : {true, false}) {
    CAPTURE(is_icf);
    test::Stepping stepping(model);
    IcfStep icf;
    CondStep cond(contact::CondOptions{.residual = 1e-9});
    StepFunction* function = &cond;
    if (is_icf) function = &icf;
    stepping.inputs.actuation = VectorXd::Constant(1, 2 * kGravity / 3);
    for (int i = 0; i < 300; ++i) stepping.Step(function, 1e-3);
    REQUIRE(stepping.failure().empty());
    CHECK(stepping.q[2] > -kHalf - 1e-4);
    CHECK(stepping.v.norm() < 1e-3);
    // The four points carry what is pulled beyond the weight.
    double push = 0;
    for (const Vector3d& force : stepping.result().forces_W) push += force.z();
    CHECK(std::abs(push) == Approx(kCubeMass * kGravity).epsilon(1e-3));
  }
}

// At no distance at all, as scenes are drawn, no pair overlaps.
TEST_CASE("Transmissions: adhesion of what hardly touches -> it hangs") {
  for (const double gap : {0.0, 1e-6, 1e-5, 1e-4}) {
    for (const int method : {0, 1, 2}) {
      CAPTURE(gap, method);
      test::Stepping stepping(HangCube(3, gap));
      IcfStep icf;
      CondStep cond(contact::CondOptions{.residual = 1e-9});
      DojoStep dojo;
      StepFunction* const functions[] = {&icf, &cond, &dojo};
      stepping.inputs.actuation = VectorXd::Constant(1, 2 * kGravity / 3);
      for (int i = 0; i < 300; ++i) stepping.Step(functions[method], 1e-3);
      REQUIRE(stepping.failure().empty());
      CHECK(stepping.q[2] > -kHalf - 2e-4);
      CHECK(stepping.v.norm() < 1e-3);
    }
  }
}

TEST_CASE("Transmissions: adhesion of what hardly touches, rk3 -> it hangs") {
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<MultibodyPlant>(HangCube(3, 0));
  const auto& source = diagram.AddSystem<systems::ConstantVectorSource>(
      "control", VectorXd::Constant(1, 2 * kGravity / 3));
  diagram.Connect(source.get_output_port(), plant.actuation_input());
  const PlantDiagram scene = test::Finish(std::move(diagram), plant);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<RungeKutta3>();
  simulator.AdvanceTo(0.3);
  CHECK(scene.plant->positions(simulator.context())[2] > -kHalf - 1e-4);
}

TEST_CASE("Transmissions: adhesion below the weight, or none -> a cube falls") {
  for (const double pull : {0.9 * kGravity, 0.0}) {
    test::Stepping stepping(HangCube(1));
    IcfStep icf;
    stepping.inputs.actuation = VectorXd::Constant(1, pull);
    for (int i = 0; i < 300; ++i) stepping.Step(&icf, 1e-3);
    CHECK(stepping.q[2] < -kHalf - 0.2);
  }
}

}  // namespace
}  // namespace tactus::integrators

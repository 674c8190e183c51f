// Force elements on a plant under CENIC, against closed forms.
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "integrators/force_scenes.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/bushing.h"
#include "tactus/multibody/plant/forces/drag.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/multibody/plant/forces/vacuum_gripper.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::BodyPoint;
using multibody::SpringDamper;
using systems::Context;
using systems::DiagramBuilder;
using systems::Simulator;
using test::MakeBalls;
using test::MakeWith;
using test::MultibodyPlant;
using test::PlantDiagram;
using test::PositionOf;
using test::VelocityOf;

constexpr double kGravity = 9.81;

constexpr double kMassA = 1, kMassB = 3;
const Vector3d kLine = Vector3d(2, -1, 2) / 3;  // unit

/// Two balls in space on a spring of 0.5 m, stretched by 10 cm.
PlantDiagram MakeOscillator(double stiffness, double damping) {
  return MakeWith<SpringDamper>(
      MakeBalls({{kMassA, Vector3d::Zero()}, {kMassB, 0.6 * kLine}}),
      BodyPoint{.body = 1}, BodyPoint{.body = 2},
      multibody::SpringDamperParameters{
          .free_length = 0.5, .stiffness = stiffness, .damping = damping});
}

// With the reduced mass m: the stretch is
// 0.1 exp(-a t) (cos w t + a/w sin w t), a = d/2m, w^2 = k/m - a^2.
TEST_CASE("Spring-damper: two bodies swing -> their frequency and decay") {
  const double m = kMassA * kMassB / (kMassA + kMassB), k = 30, d = 0.9;
  const PlantDiagram pair = MakeOscillator(k, d);
  Simulator simulator(*pair.diagram, pair.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-8});
  const double a = d / (2 * m), w = std::sqrt(k / m - a * a);
  for (double t : {0.2, 0.5, 1.0, 2.0}) {
    simulator.AdvanceTo(t);
    const Vector3d A = PositionOf(*pair.plant, simulator.context(), 0);
    const Vector3d B = PositionOf(*pair.plant, simulator.context(), 1);
    const double stretch =
        0.1 * std::exp(-a * t) * (std::cos(w * t) + a / w * std::sin(w * t));
    CHECK((B - A).norm() - 0.5 == Approx(stretch).margin(3e-4));
    // The centre of mass stays, but for what blocks of C by body leave.
    const Vector3d center = (kMassA * A + kMassB * B) / (kMassA + kMassB);
    CHECK((center - 0.45 * kLine).norm() < 1e-6);
  }
}

// Explicit forces are equal and opposite as they come.
TEST_CASE("Spring-damper: explicit steps -> momentum stays to round-off") {
  PlantDiagram pair = MakeOscillator(200, 5);
  VectorXd v = VectorXd::Zero(12);
  v << 0, 0, 0, 0.3, -0.2, 0.5, 0, 0, 0, -0.1, 0.4, 0.2;
  pair.plant->SetVelocities(&pair.context, v);
  const auto momentum = [&](const Context& context) -> Vector3d {
    return kMassA * VelocityOf(*pair.plant, context, 0) +
           kMassB * VelocityOf(*pair.plant, context, 1);
  };
  const Vector3d at_start = momentum(pair.context);
  Simulator simulator(*pair.diagram, pair.context);
  simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), 1e-3,
                                        ExternalScheme::kExplicit);
  simulator.AdvanceTo(0.5);
  CHECK((VelocityOf(*pair.plant, simulator.context(), 0) - v.segment<3>(3))
            .norm() > 0.1);
  CHECK((momentum(simulator.context()) - at_start).norm() < 1e-12);
}

long CountSteps(const PlantDiagram& subject, ExternalScheme scheme,
                double duration) {
  Simulator simulator(*subject.diagram, subject.context);
  const Statistics& statistics = simulator
                                     .reset_integrator<Cenic>(CenicOptions{
                                         .accuracy = 1e-3, .external = scheme})
                                     .statistics();
  simulator.AdvanceTo(duration);
  return statistics.steps;
}

// A bob of 1 kg on a bushing at the world: sinks by m g / K and, pushed round,
// turns by T / K.
TEST_CASE("Bushing: a weight and a torque -> m g / k and torque / stiffness") {
  const auto model = MakeBalls({{1, Vector3d::Zero()}}, kGravity);
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  const multibody::BushingParameters rubber{
      .rotational_stiffness = {5, 5, 4},
      .rotational_damping = {0.3, 0.3, 0.3},
      .translational_stiffness = {300, 300, 400},
      .translational_damping = {20, 20, 20}};
  const auto& mount = builder.AddSystem<multibody::Bushing>(
      "mount", model, multibody::BodyFrame{.body = 0},
      multibody::BodyFrame{.body = 1}, rubber);
  const auto& push = builder.AddSystem<multibody::AppliedForce>(
      "push", model, BodyPoint{.body = 1});
  const auto& torque = builder.AddSystem<systems::ConstantVectorSource>(
      "torque", Vector3d(0, 0, 6));
  builder.Connect(torque.get_output_port(), push.torque_input());
  ConnectForces(plant, {&mount, &push}, &builder);
  const PlantDiagram subject = test::Finish(std::move(builder), plant);
  Simulator simulator(*subject.diagram, subject.context);
  simulator.reset_integrator<Cenic>();
  simulator.AdvanceTo(6);
  const VectorXd q = plant.positions(simulator.context());
  CHECK((Vector3d(q.head<3>()) - Vector3d(0, 0, -kGravity / 400)).norm() <
        1e-8);
  CHECK(2 * std::atan2(q[6], q[3]) == Approx(6.0 / 4).epsilon(1e-6));
}

TEST_CASE("Drag: a falling ball -> its closed form, to the terminal velocity") {
  const double c = 0.5, mass = 2;
  const PlantDiagram fall = MakeWith<multibody::Drag>(
      MakeBalls({{mass, Vector3d::Zero()}}, kGravity), BodyPoint{.body = 1},
      multibody::DragCoefficients{.quadratic = c});
  Simulator simulator(*fall.diagram, fall.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-7});
  const double terminal = std::sqrt(mass * kGravity / c);
  for (double t : {0.2, 0.6, 5.0}) {
    simulator.AdvanceTo(t);
    CHECK(VelocityOf(*fall.plant, simulator.context(), 0).z() ==
          Approx(-terminal * std::tanh(kGravity * t / terminal)).epsilon(1e-3));
  }
  CHECK(VelocityOf(*fall.plant, simulator.context(), 0).z() ==
        Approx(-terminal).epsilon(1e-6));
}

// v = u (1 - exp(-c t / m)); the spin, by itself, exp(-b t / I).
TEST_CASE(
    "Drag: wind and spin -> the ball nears the wind's speed, spin decays") {
  const double c = 3, mass = 2, b = 0.04, spin = 7;
  const auto model = MakeBalls({{mass, Vector3d::Zero()}});
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  const auto& drag = builder.AddSystem<multibody::Drag>(
      "drag", model, BodyPoint{.body = 1},
      multibody::DragCoefficients{.linear = c, .rotational_linear = b});
  const Vector3d u(4, -2, 1);
  const auto& wind =
      builder.AddSystem<systems::ConstantVectorSource>("wind", u);
  builder.Connect(wind.get_output_port(), drag.fluid_velocity_input());
  ConnectForces(plant, {&drag}, &builder);
  PlantDiagram subject = test::Finish(std::move(builder), plant);
  VectorXd v = VectorXd::Zero(6);
  v[1] = spin;
  plant.SetVelocities(&subject.context, v);
  Simulator simulator(*subject.diagram, subject.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-7});
  for (double t : {0.2, 0.8}) {
    simulator.AdvanceTo(t);
    const Vector3d expected = u * (1 - std::exp(-c * t / mass));
    CHECK((VelocityOf(plant, simulator.context(), 0) - expected).norm() < 2e-3);
    CHECK(plant.velocities(simulator.context())[1] ==
          Approx(spin * std::exp(-b * t / (0.01 * mass))).epsilon(1e-3));
  }
}

TEST_CASE("Drag: a thick fluid -> at most twice the steps if implicit") {
  const auto make = [](double c) {
    return MakeWith<multibody::Drag>(
        MakeBalls({{1, Vector3d::Zero()}}, kGravity), BodyPoint{.body = 1},
        multibody::DragCoefficients{.linear = c});
  };
  const PlantDiagram thin = make(1), thick = make(1e5);
  CHECK(CountSteps(thick, ExternalScheme::kImplicit, 1) <=
        2 * CountSteps(thin, ExternalScheme::kImplicit, 1));
  CHECK(CountSteps(thick, ExternalScheme::kExplicit, 0.01) > 100);
}

// Where a double pendulum's coordinates are after 1 s, with a damper from its
// tip to the wall.
template <class Integrator, class Options>
Vector2d SwingOnDamper(const Options& options) {
  const auto model = test::MakePendulumModel(2, 0);
  const PlantDiagram swing = MakeWith<SpringDamper>(
      model, BodyPoint{.body = 2, .p_BoP_B = {0, 0, -0.4}},
      BodyPoint{.body = 0, .p_BoP_B = {0.5, 0, 0.3}},
      multibody::SpringDamperParameters{
          .free_length = 0.2, .stiffness = 100, .damping = 20});
  Context context = swing.context;
  swing.plant->SetPositions(&context, Vector2d(1, 0.5));
  Simulator simulator(*swing.diagram, context);
  simulator.reset_integrator<Integrator>(options);
  simulator.AdvanceTo(1);
  return swing.plant->positions(simulator.context());
}

// It resists nothing of what they do together.
TEST_CASE("Spring-damper: two bodies that fall -> their centre falls freely") {
  const PlantDiagram pair = MakeWith<SpringDamper>(
      MakeBalls({{kMassA, Vector3d::Zero()}, {kMassB, {0.6, 0, 0}}}, kGravity),
      BodyPoint{.body = 1}, BodyPoint{.body = 2},
      multibody::SpringDamperParameters{
          .free_length = 0.5, .stiffness = 100, .damping = 20});
  Simulator simulator(*pair.diagram, pair.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  simulator.AdvanceTo(1);
  const Vector3d A = PositionOf(*pair.plant, simulator.context(), 0);
  const Vector3d B = PositionOf(*pair.plant, simulator.context(), 1);
  const Vector3d center = (kMassA * A + kMassB * B) / (kMassA + kMassB);
  CHECK(center.z() == Approx(-kGravity / 2).margin(2e-3));
}

// The damper resists one motion of two. By the diagonal of its slope both
// would be slow, and 0.5 rad off.
TEST_CASE("Spring-damper: at the end of a chain -> the end of small steps") {
  const Vector2d truth =
      SwingOnDamper<RungeKutta3>(ErrorControlOptions{.accuracy = 1e-8});
  for (const double accuracy : {1e-2, 1e-3, 1e-4}) {
    const Vector2d end =
        SwingOnDamper<Cenic>(CenicOptions{.accuracy = accuracy});
    INFO(accuracy << ": " << (end - truth).transpose());
    CHECK((end - truth).norm() < 15 * accuracy);
  }
}

// Two bodies in space: what suction gives is what they gain until they touch.
TEST_CASE(
    "Vacuum gripper: two bodies drawn together -> the energy of its work") {
  const multibody::SuctionLaw law{
      .max_force = 40, .decay_length = 0.005, .range = 0.1};
  const auto model = MakeBalls({{0.5, Vector3d::Zero()}, {0.2, 0.19 * kLine}});
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  // The mouth, 5 cm from the centre of a ball of 5 cm, towards the other.
  const std::vector<multibody::SuctionCup> cups = {
      {.body = "ball0", .p_BoM_B = 0.05 * kLine}};
  const auto& gripper = builder.AddSystem<multibody::VacuumGripper>(
      "gripper", model, cups, multibody::VacuumGripperParameters{.law = law});
  const auto& pump = builder.AddSystem<systems::ConstantVectorSource>(
      "pump", VectorXd::Ones(1));
  builder.Connect(pump.get_output_port(), gripper.suction_input());
  ConnectForces(plant, {&gripper}, &builder);
  const PlantDiagram pair = test::Finish(std::move(builder), plant);
  const auto [f0, d0, R] = law;
  const auto work = [&](double d) {
    return f0 * d0 *
           ((1 + d0 / R) * std::log((d0 + R) / (d0 + d)) - (R - d) / R);
  };
  Simulator simulator(*pair.diagram, pair.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-8});
  double worst = 0, nearest = 1;
  simulator.set_monitor([&](const Context& context)
                            -> std::optional<std::string> {
    const double d =
        (PositionOf(plant, context, 1) - PositionOf(plant, context, 0)).norm() -
        0.1;
    if (d < 0.002) return "close";
    nearest = d;
    worst = std::max(
        worst, std::abs(plant.CalcEnergy(context) - (work(d) - work(0.09))));
    return std::nullopt;
  });
  CHECK_FALSE(simulator.AdvanceTo(1).reached_time());
  CHECK(nearest < 0.003);
  CHECK(work(nearest) > 0.2);
  CHECK(worst < 2e-3 * work(nearest));
}

}  // namespace
}  // namespace tactus::integrators

// Bodies in a fluid, against closed forms.
#include <cmath>
#include <memory>
#include <numbers>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::PlantDiagram;

constexpr double kGravity = 9.81;

// A plate of steel, 20 x 20 x 1 cm.
PlantDiagram MakePlate(const multibody::Fluid& fluid) {
  multibody::ModelBuilder builder;
  builder.AddBody(
      "plate", multibody::MakeSolidInertia(contact::Box{{0.1, 0.1, 0.005}},
                                           7800, RigidTransform::Identity()));
  builder.set_fluid(fluid);
  return test::MakeAlone(std::move(builder).Build());
}
constexpr double kMass = 7800 * 0.2 * 0.2 * 0.01;

// m vdot = m g - 2 rho h^2 v^2: with V^2 = m g / (2 rho h^2),
//
//     v = V tanh(g t / V),   z = V^2 / g ln cosh(g t / V).
struct Fall {
  double speed{}, depth{};
};
Fall CalcFall(double rho, double t) {
  const double V = std::sqrt(kMass * kGravity / (2 * rho * 0.1 * 0.1));
  return {.speed = V * std::tanh(kGravity * t / V),
          .depth = V * V / kGravity * std::log(std::cosh(kGravity * t / V))};
}

struct Sinking {
  double speed{}, depth{};
  long num_steps{};
};

template <class Integrator>
Sinking Sink(const multibody::Fluid& fluid, double duration,
             std::unique_ptr<Integrator> integrator) {
  PlantDiagram plate = MakePlate(fluid);
  const Integrator& method = *integrator;
  Simulator simulator(*plate.diagram);
  simulator.set_integrator(std::move(integrator));
  simulator.AdvanceTo(duration);
  return {.speed = -plate.plant->velocities(simulator.context())[5],
          .depth = -plate.plant->positions(simulator.context())[2],
          .num_steps = method.statistics().steps};
}

std::unique_ptr<Cenic> MakeCenic(double accuracy) {
  CenicOptions options;
  options.accuracy = accuracy;
  return std::make_unique<Cenic>(options);
}

// A step is about the root of the accuracy long: positions within the accuracy
// leave velocities within accuracy / h.
TEST_CASE("Fluid: a plate sinks -> V tanh(g t / V), to the accuracy") {
  for (const double t : {0.05, 0.2, 2.0}) {
    const Fall truth = CalcFall(1000, t);
    for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5}) {
      const Sinking plate = Sink({.density = 1000}, t, MakeCenic(accuracy));
      INFO(t << " s at " << accuracy);
      CHECK(std::abs(plate.depth - truth.depth) < 5 * accuracy);
      CHECK(std::abs(plate.speed - truth.speed) < 2 * std::sqrt(accuracy));
    }
  }
}

TEST_CASE("Fluid: methods of fixed steps -> first order in the step") {
  const Fall truth = CalcFall(1000, 0.2);
  const auto error_of = [&](auto function, double h) {
    const Sinking plate =
        Sink({.density = 1000}, 0.2,
             std::make_unique<FixedStep>(std::move(function), h));
    return std::abs(plate.depth - truth.depth);
  };
  CHECK(error_of(std::make_unique<IcfStep>(), 1e-3) < 1e-3);
  CHECK(error_of(std::make_unique<ComFreeStep>(), 1e-3) < 1e-3);
  CHECK(error_of(std::make_unique<DojoStep>(), 1e-3) < 1e-3);
}

// Two links in water swing, a plate tumbles whose frame is beside its centre.
// By the diagonal of the fluid's slope all motions would be slow, not those
// alone that water resists.
VectorXd Swim(const std::shared_ptr<const multibody::Model>& model,
              std::unique_ptr<systems::Integrator> integrator) {
  PlantDiagram swimmer = test::MakeAlone(model);
  VectorXd v = VectorXd::Zero(model->num_velocities());
  v.tail<2>() << 3, -4;
  swimmer.plant->SetVelocities(&swimmer.context, v);
  Simulator simulator(*swimmer.diagram, swimmer.context);
  simulator.set_integrator(std::move(integrator));
  simulator.AdvanceTo(0.7);
  return swimmer.plant->positions(simulator.context());
}

TEST_CASE("Fluid: coupled motions in water -> the end of small steps") {
  const multibody::Fluid water{.density = 1000, .viscosity = 1e-3};
  const auto make_chain = [&] {
    multibody::ModelBuilder builder;
    RigidTransform X_BG(Eigen::Translation3d(0, 0, -0.15));
    for (int i = 0; i < 2; ++i) {
      const std::string name = "link" + std::to_string(i);
      const int body = builder.AddBody(
          name, multibody::MakeSolidInertia(contact::Box{{0.02, 0.02, 0.15}},
                                            2000, X_BG));
      RigidTransform X_PF(Eigen::Translation3d(0, 0, i == 0 ? 0 : -0.3));
      builder.AddJoint({.name = "joint" + std::to_string(i),
                        .type = multibody::JointType::kRevolute,
                        .parent = body - 1,
                        .child = body,
                        .X_PF = X_PF,
                        .axis_F = Vector3d::UnitY()});
    }
    builder.set_fluid(water);
    return std::move(builder).Build();
  };
  const auto make_plate = [&] {
    multibody::ModelBuilder builder;
    builder.AddBody("plate",
                    multibody::MakeSolidInertia(
                        contact::Box{{0.15, 0.1, 0.01}}, 1500,
                        RigidTransform(Eigen::Translation3d(0.1, 0, 0))));
    builder.set_fluid(water);
    return std::move(builder).Build();
  };
  for (const auto& model : {make_chain(), make_plate()}) {
    const VectorXd truth = Swim(
        model,
        std::make_unique<RungeKutta3>(ErrorControlOptions{.accuracy = 1e-8}));
    const auto error_of = [&](auto integrator) {
      return (Swim(model, std::move(integrator)) - truth).norm();
    };
    INFO(model->num_bodies() << " bodies");
    CHECK(error_of(MakeCenic(1e-3)) < 1e-2);
    CHECK(error_of(MakeCenic(1e-4)) < 1e-3);
    const auto error_of_steps = [&](auto function) {
      return error_of(std::make_unique<FixedStep>(std::move(function), 1e-3));
    };
    CHECK(error_of_steps(std::make_unique<IcfStep>()) < 3e-3);
    CHECK(error_of_steps(std::make_unique<ComFreeStep>()) < 3e-3);
    CHECK(error_of_steps(std::make_unique<CondStep>()) < 3e-3);
  }
}

// 6 pi mu r / m = 2e4 / s: explicit steps would have to be below 0.1 ms.
TEST_CASE("Fluid: a plate in honey -> Stokes' speed in fewer than 60 steps") {
  const multibody::Fluid honey{.viscosity = 5e4};
  const double r = 0.205 / 3;
  const double speed = kMass * kGravity / (6 * std::numbers::pi * 5e4 * r);
  const Sinking plate = Sink(honey, 1, MakeCenic(1e-3));
  CHECK(plate.speed == Approx(speed).epsilon(1e-3));
  CHECK(plate.num_steps < 60);
}

TEST_CASE("Fluid: wind along x on a plate -> its drag in the step record") {
  PlantDiagram plate = MakePlate({.density = 1.2, .wind_W = {20, 0, 0}});
  Simulator simulator(*plate.diagram);
  simulator.set_integrator(MakeCenic(1e-4));
  simulator.AdvanceTo(1);
  const auto& record = plate.plant->last_step(simulator.context());
  REQUIRE(record.spatial_forces.size() == 1);
  // 2 rho hy hz (wx - vx)^2 on the edge that faces the wind.
  const double slip = 20 - plate.plant->velocities(simulator.context())[3];
  CHECK(record.spatial_forces[0].F_Q_W[3] ==
        Approx(2 * 1.2 * 0.1 * 0.005 * slip * slip).epsilon(1e-3));
  CHECK(std::abs(record.spatial_forces[0].F_Q_W[4]) < 1e-9);
}

}  // namespace
}  // namespace tactus::integrators

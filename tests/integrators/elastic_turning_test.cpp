// Elastic bodies that spin: turning is no strain, and makes no energy.
#include <memory>
#include <optional>
#include <utility>

#include "integrators/elastic_blocks.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/adaptive_step.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ElasticBody;
using multibody::ModelBuilder;
using test::CalcEnergy;
using test::kFriction;
using test::MakeBlock;
using test::MakeFreeBlock;
using test::MakeSpinningBlock;
using test::Stepping;

// At 0.3 rad per step. Where turning counts as strain, such a block swells by a
// third.
TEST_CASE("Elastic bodies: a damped block spins -> it keeps shape and spin") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddElasticBody(
      MakeBlock({.youngs_modulus = 1e6, .damping = 0.07}, 0));
  Stepping stepping(std::move(builder).Build());
  const Vector3d w(10, -20, 20);
  for (Eigen::Index i = 0; i < stepping.v.size(); i += 3)
    stepping.v.segment<3>(i) = w.cross(stepping.q.segment<3>(i));
  const ElasticBody& block = stepping.model().elastic_bodies()[0];
  const double energy = CalcEnergy(stepping);
  const auto calc_spin = [&] {
    return test::CalcAngularMomentum(block, stepping.q, stepping.v);
  };
  const Vector3d spin = calc_spin();
  CondStep function(CondOptions{.residual = 1e-10});
  for (int i = 0; i < 100; ++i) {
    test::RunSteps(&stepping, &function, 0.01, 1);
    CHECK(CalcEnergy(stepping) < 1.03 * energy);
  }
  CHECK(CalcEnergy(stepping) > 0.9 * energy);
  CHECK((calc_spin() - spin).norm() < 0.05 * spin.norm());
}

// A bar of 20 kPa that its spin of 20 rad/s stretches by 6 %. With the rate of
// strain of a rotation that is held, damping takes 8 % of it in half a second.
TEST_CASE("Elastic bodies: a damped bar stretched by its spin -> it spins on") {
  for (const double theta : {1.0, 0.5}) {
    ModelBuilder builder;
    builder.set_gravity(Vector3d::Zero());
    builder.AddElasticBody(
        {.name = "bar",
         .solid = std::make_shared<multibody::ElasticSolid>(
             multibody::MakeBoxMesh({0.1, 0.02, 0.02}, {5, 1, 1}),
             multibody::ElasticMaterial{.youngs_modulus = 2e4,
                                        .damping = 0.01})});
    Stepping stepping(std::move(builder).Build());
    const VectorXd rest = stepping.q;
    for (Eigen::Index i = 0; i < stepping.v.size(); i += 3)
      stepping.v.segment<3>(i) = Vector3d(0, 0, 20).cross(rest.segment<3>(i));
    const ElasticBody& bar = stepping.model().elastic_bodies()[0];
    const auto calc_spin = [&] {
      return test::CalcAngularMomentum(bar, stepping.q, stepping.v);
    };
    const Vector3d spin = calc_spin();
    CondStep function(CondOptions{.theta = theta, .residual = 1e-9});
    test::RunSteps(&stepping, &function, 0.002, 250);
    CHECK(stepping.q.norm() > 1.01 * rest.norm());
    CHECK((calc_spin() - spin).norm() < 1e-3 * spin.norm());
  }
}

// Of 0.3 rad, whatever the error: where a whole step and its halves count what
// turns as strain, the block gains 70 % of its energy.
TEST_CASE(
    "Elastic bodies: a block spins, long steps by halves -> it keeps shape") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddElasticBody(MakeBlock({.youngs_modulus = 1e6}, 0));
  const std::shared_ptr<const multibody::Model> model =
      std::move(builder).Build();
  Stepping start(model);
  const Vector3d w(10, -20, 20);
  for (Eigen::Index i = 0; i < start.v.size(); i += 3)
    start.v.segment<3>(i) = w.cross(start.q.segment<3>(i));

  systems::DiagramBuilder diagram_builder;
  const auto& plant =
      diagram_builder.AddSystem<multibody::MultibodyPlant>(model);
  const auto diagram = std::move(diagram_builder).Build();
  systems::Simulator simulator(*diagram);
  plant.SetPositions(&simulator.mutable_context(), start.q);
  plant.SetVelocities(&simulator.mutable_context(), start.v);
  simulator.reset_integrator<AdaptiveStep>(
      [] { return std::make_unique<CondStep>(CondOptions{.residual = 1e-10}); },
      AdaptiveStepOptions{
          .control = {.accuracy = 1e9, .h_max = 0.01, .first_step = 1}});
  const double energy = CalcEnergy(start);
  Stepping now(model);
  for (int i = 1; i <= 20; ++i) {
    simulator.AdvanceTo(0.01 * i);
    now.q = plant.positions(simulator.context());
    now.v = plant.velocities(simulator.context());
    CHECK(CalcEnergy(now) < 1.001 * energy);
    CHECK(CalcEnergy(now) > 0.97 * energy);
    CHECK(now.q.norm() == Approx(start.q.norm()).epsilon(2e-3));
  }
}

/// A block of 1 MPa that spins by `turn` per step, `height` above the ground.
Stepping MakeTurningBlock(double turn, double h, double damping,
                          std::optional<double> height = {}) {
  ModelBuilder builder;
  if (height) {
    test::AddGround(kFriction, &builder);
  } else {
    builder.set_gravity(Vector3d::Zero());
  }
  builder.AddElasticBody(MakeBlock({.youngs_modulus = 1e6, .damping = damping},
                                   height.value_or(0)));
  Stepping stepping(std::move(builder).Build());
  const Vector3d w = turn / h * Vector3d(1, -2, 2) / 3;
  const Vector3d centre(0, 0, height.value_or(0));
  for (Eigen::Index i = 0; i < stepping.v.size(); i += 3)
    stepping.v.segment<3>(i) = w.cross(stepping.q.segment<3>(i) - centre);
  return stepping;
}

// With elements of the start, the block gains 37 % at 0.05 rad per step, and is
// blown up at 0.3; counting turns as at the end of the step, at 0.05.
TEST_CASE("Elastic bodies: a block spins at mid-point -> it keeps its energy") {
  for (const double damping : {0.0, 0.01}) {
    for (const double turn : {0.05, 0.1, 0.3}) {
      Stepping stepping = MakeTurningBlock(turn, 0.01, damping);
      const ElasticBody& block = stepping.model().elastic_bodies()[0];
      const auto calc_spin = [&] {
        return test::CalcAngularMomentum(block, stepping.q, stepping.v);
      };
      const double energy = CalcEnergy(stepping);
      const Vector3d spin = calc_spin();
      CondStep function(CondOptions{.theta = 0.5, .residual = 1e-8});
      test::RunSteps(&stepping, &function, 0.01, 100);
      CHECK(CalcEnergy(stepping) == Approx(energy).epsilon(4e-3));
      CHECK((calc_spin() - spin).norm() < 2e-3 * spin.norm());
    }
  }
}

// Steps in which it touches down are taken to their end.
TEST_CASE("Elastic bodies: a spinning block lands at mid-point -> no gain") {
  Stepping stepping = MakeTurningBlock(0.2, 0.01, 0.07, 0.12);
  CondStep function(CondOptions{.theta = 0.5, .residual = 1e-5});
  double energy = CalcEnergy(stepping);
  const double start = energy;
  for (int i = 0; i < 60; ++i) {
    test::RunSteps(&stepping, &function, 0.01, 1);
    CHECK(CalcEnergy(stepping) < energy + 0.02 * start);
    energy = CalcEnergy(stepping);
  }
  CHECK(energy < 0.5 * start);
}

// It falls on an edge at 3 m/s: the step that stops it turns it by a third of a
// radian, of which the velocity before tells nothing.
TEST_CASE("Elastic bodies: a fall sets a stiff block spinning -> no gain") {
  ModelBuilder builder;
  test::AddGround(kFriction, &builder);
  ElasticBody block = MakeBlock({.youngs_modulus = 7e6}, 0.1);
  block.X_BS.rotate(Eigen::AngleAxisd(0.4, Vector3d::UnitY()));
  builder.AddElasticBody(block);
  Stepping stepping(std::move(builder).Build());
  for (Eigen::Index i = 2; i < stepping.v.size(); i += 3) stepping.v[i] = -3;
  CondStep function;
  double energy = CalcEnergy(stepping);
  const double start = energy;
  for (int i = 0; i < 20; ++i) {
    test::RunSteps(&stepping, &function, 0.01, 1);
    CHECK(CalcEnergy(stepping) < energy + 1e-3 * start);
    energy = CalcEnergy(stepping);
  }
}

// A mid-point that takes elements as they were at the start is of first order.
TEST_CASE("Elastic bodies: a vibrating block spins -> second order at middle") {
  constexpr double kDuration = 0.04;  // [s]
  const auto model = MakeFreeBlock();
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  const Stepping start = MakeSpinningBlock(model);
  plant.SetPositions(&simulator.mutable_context(), start.q);
  plant.SetVelocities(&simulator.mutable_context(), start.v);
  simulator.reset_integrator<RungeKutta3>(RungeKutta3Options{.accuracy = 1e-8});
  simulator.AdvanceTo(kDuration);
  const VectorXd truth = plant.positions(simulator.context());

  double errors[2];
  for (int k = 0; k < 2; ++k) {
    Stepping stepping = MakeSpinningBlock(model);
    CondStep function(CondOptions{.theta = 0.5, .residual = 1e-11});
    const int count = k == 0 ? 20 : 40;
    test::RunSteps(&stepping, &function, kDuration / count, count);
    errors[k] = (stepping.q - truth).norm();
  }
  INFO(errors[0] << " " << errors[1]);
  CHECK(errors[0] / errors[1] == Approx(4).epsilon(0.1));
}

}  // namespace
}  // namespace tactus::integrators

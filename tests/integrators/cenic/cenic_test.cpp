#include "tactus/integrators/cenic/cenic.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::DiagramBuilder;
using systems::Simulator;
using test::PlantDiagram;

constexpr double kGravity = 9.81;

TEST_CASE("CENIC: options out of range -> refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](const CenicOptions& options) {
    CHECK_THROWS_AS(Cenic(options), std::invalid_argument);
  };
  CHECK_NOTHROW(Cenic(CenicOptions{}));
  for (double bad : {0.0, -1e-3, nan}) {
    refused({.accuracy = bad});
    refused({.h_max = bad});
    refused({.h_min = bad});
    refused({.first_step = bad});
    refused({.length_scale = bad});
    refused({.kappa = bad});
  }
  refused({.h_max = 1e-3, .h_min = 1e-3});
  refused({.first_step = 1.1});
  refused({.hessian_reuse = -1});
  CHECK_THROWS_WITH(Cenic({.accuracy = 0}),
                    Catch::Matchers::Contains("accuracy"));
}

TEST_CASE("CENIC: a diagram of no plant or two -> refused") {
  DiagramBuilder none, two;
  none.AddSystem<test::Decay>("decay", -1.0, 1.0);
  two.AddSystem<test::MultibodyPlant>(test::MakeCubeModel(), "left");
  two.AddSystem<test::MultibodyPlant>(test::MakeCubeModel(), "right");
  for (DiagramBuilder* builder : {&none, &two}) {
    const auto diagram = std::move(*builder).Build();
    Simulator simulator(*diagram);
    simulator.reset_integrator<Cenic>();
    CHECK_THROWS_AS(simulator.Initialize(), std::invalid_argument);
  }
}

// In free fall, q = q0 + h v0 - h^2 g in one step and 3/4 of the last term in
// two: the error is g h^2 / 4 and the whole sequence of steps is known.
TEST_CASE(
    "CENIC: free fall by step doubling -> the step sequence's closed form") {
  const double accuracy = 1e-3;
  for (double length_scale : {1.0, 4.0}) {
    PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
    cube.plant->SetPositions(&cube.context,
                             (VectorXd(7) << 0, 0, 50, 1, 0, 0, 0).finished());
    Simulator simulator(*cube.diagram, cube.context);
    auto& cenic = simulator.reset_integrator<Cenic>(
        CenicOptions{.accuracy = accuracy,
                     .first_step = 0.1,
                     .length_scale = length_scale,
                     .scheme = Scheme::kStepDoubling});
    std::vector<double> times;
    simulator.set_monitor([&](const Context& context) {
      times.push_back(context.time());
      return std::nullopt;
    });
    simulator.AdvanceTo(1);

    double h = 0.01, t = 0, v = 0, z = 50;
    std::size_t i = 1;  // times[0] is the start
    while (t + h < 1) {
      REQUIRE(i < times.size());
      CHECK(times[i++] - t == Approx(h).epsilon(1e-9));
      z += h * v - 0.75 * kGravity * h * h;
      v -= kGravity * h;
      t += h;
      const double error = kGravity * h * h / 4 / length_scale;
      REQUIRE(error <= accuracy);
      const double factor = 0.9 * std::sqrt(accuracy / error);
      if (factor >= 1.2) h *= std::min(factor, 5.0);
    }
    h = 1 - t;
    z += h * v - 0.75 * kGravity * h * h;
    CHECK(times.size() == i + 1);
    CHECK(cenic.statistics().rejected_steps == 0);
    CHECK(cube.plant->positions(simulator.context())[2] ==
          Approx(z).epsilon(1e-12));
    CHECK(cube.plant->velocities(simulator.context())[5] ==
          Approx(-kGravity).epsilon(1e-12));
  }
}

// zdot = -lambda z by implicit Euler: z / (1 + lambda h) against z / (1 +
// lambda h / 2)^2, an error of the latter times (lambda h / 2)^2 / (1 + lambda
// h).
TEST_CASE("CENIC: a decay outside the plant -> steps by its error") {
  const double accuracy = 1e-4, lambda = 3;
  for (double z0 : {0.5, 200.0}) {  // absolute below one, relative above
    DiagramBuilder builder;
    builder.AddSystem<test::Decay>("decay", -lambda, z0);
    const auto& plant = builder.AddSystem<test::MultibodyPlant>(
        test::MakePendulumModel(1, 0));  // hangs at rest
    PlantDiagram subject = test::Finish(std::move(builder), plant);
    Simulator simulator(*subject.diagram, subject.context);
    auto& cenic = simulator.reset_integrator<Cenic>(
        CenicOptions{.accuracy = accuracy,
                     .h_max = 1,
                     .first_step = 1e-3,
                     .scheme = Scheme::kStepDoubling});
    simulator.Initialize();
    Context context = simulator.context();
    double h = 1e-3, z = z0;
    for (int i = 0; i < 8; ++i) {
      cenic.Step(*subject.diagram, 10, &context);
      CHECK(cenic.statistics().last_step == Approx(h).epsilon(1e-8));
      z /= std::pow(1 + lambda * h / 2, 2);
      CHECK(context.continuous_state()[0] == Approx(z).epsilon(1e-8));
      const double error =
          std::pow(lambda * h / 2, 2) * z / (1 + lambda * h) / std::max(1.0, z);
      const double factor = std::min(0.9 * std::sqrt(accuracy / error), 5.0);
      if (factor >= 1.2) h *= factor;
    }
    CHECK(h < 0.1);  // without z in the error it would be at h_max
  }
}

TEST_CASE(
    "CENIC: a resting cube -> its weight as contact force, longest steps") {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  const double depth = kGravity / (4 * 1e5);
  cube.plant->SetPositions(
      &cube.context,
      (VectorXd(7) << 0, 0, 0.05 - depth, 1, 0, 0, 0).finished());
  Simulator simulator(*cube.diagram, cube.context);
  auto& cenic = simulator.reset_integrator<Cenic>();
  simulator.AdvanceTo(5);
  CHECK(cenic.statistics().step_max == 0.1);
  const auto& results =
      cube.plant->contact_results_output().Eval<multibody::ContactResults>(
          simulator.context());
  CHECK(results.time == 5);
  Vector3d force = Vector3d::Zero();
  for (const multibody::PointContact& point : results.points) {
    const bool cube_is_b = point.normal_W.z() > 0;
    force += cube_is_b ? point.force_B_W : -point.force_B_W;
  }
  CHECK((force - Vector3d(0, 0, kGravity)).norm() <= 1e-4 * kGravity);
  CHECK(cube.plant->velocities(simulator.context()).norm() < 1e-6);
}

TEST_CASE("CENIC: a hundredth of the accuracy -> ten times the steps") {
  long last = 0;
  for (double accuracy : {1e-2, 1e-4, 1e-6}) {
    PlantDiagram swing = test::MakeSwing();
    Simulator simulator(*swing.diagram, swing.context);
    auto& cenic = simulator.reset_integrator<Cenic>(
        CenicOptions{.accuracy = accuracy, .first_step = 0.1});
    simulator.AdvanceTo(1);
    // h ~ accuracy^1/2: ten times the steps for a hundredth of the error.
    if (last > 20)
      CHECK(cenic.statistics().steps == Approx(10.0 * last).epsilon(0.15));
    last = cenic.statistics().steps;
  }
}

// A sin(w t) on 1 kg from rest: x = A/w t - A/w^2 sin(w t). The norm looks at
// positions, which a wave that passes within one step hardly moves.
TEST_CASE("CENIC: driven by a wave shorter than its steps -> the closed form") {
  for (const auto& [amplitude, hertz] :
       {std::pair(1.0, 20.0), std::pair(10.0, 50.0), std::pair(100.0, 100.0)}) {
    const double w = 2 * std::numbers::pi * hertz, t = 2.003;
    DiagramBuilder builder;
    multibody::ModelBuilder model;
    model.set_gravity(Vector3d::Zero());
    const int body =
        model.AddBody("body", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    model.AddJoint({.name = "slide",
                    .type = multibody::JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX()});
    const auto& plant =
        builder.AddSystem<test::MultibodyPlant>(std::move(model).Build());
    const auto& wave =
        builder.AddSystem<systems::Sine>("wave", amplitude, w, 0.0, 1);
    builder.Connect(wave.GetOutputPort("y"), plant.generalized_force_input());
    const PlantDiagram driven = test::Finish(std::move(builder), plant);
    Simulator simulator(*driven.diagram, driven.context);
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
    simulator.AdvanceTo(t);
    const double expected =
        amplitude / w * t - amplitude / (w * w) * std::sin(w * t);
    INFO(amplitude << " N at " << hertz << " Hz");
    CHECK(plant.positions(simulator.context())[0] ==
          Approx(expected).margin(2e-3));
  }
}

}  // namespace
}  // namespace tactus::integrators

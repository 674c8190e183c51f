// The stability function of every scheme of CENIC.
#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/cenic/fixed_steps.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::Simulator;
using test::Advance;
using test::FixedSteps;
using test::PlantDiagram;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A mass on a slide with damper and spring, no gravity.
PlantDiagram MakeOscillator(double damping, double stiffness) {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body = builder.AddBody("mass", {.mass = 2});
  builder.AddJoint({.name = "slide",
                    .type = test::JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX(),
                    .damping = damping,
                    .stiffness = stiffness});
  return test::MakeAlone(std::move(builder).Build());
}

// What one step multiplies by under vdot = -w / h v.
double StabilityFunction(Scheme scheme, double w) {
  const double half = 1 / (1 + w / 2);
  switch (scheme) {
    case Scheme::kStepDoubling:
      return half * half;
    case Scheme::kExtrapolated:
      return 2 * half * half - 1 / (1 + w);
  }
  return kNaN;
}

TEST_CASE("Scheme: one step of a damped slider -> the stability function") {
  const double h = 0.1;
  for (const Scheme scheme : Schemes()) {
    for (double w : {0.01, 0.5, 2.0, 12.0, 1e3, 1e6}) {
      PlantDiagram slider = MakeOscillator(2 * w / h, 0);
      slider.plant->SetVelocities(&slider.context, VectorXd::Constant(1, 3));
      const VectorXd x = Advance(slider, FixedSteps(scheme, h), h);
      INFO(to_string(scheme) << ", w " << w);
      CHECK(
          x[1] ==
          Approx(3 * StabilityFunction(scheme, w)).epsilon(1e-9).margin(1e-9));
    }
    CHECK(std::abs(StabilityFunction(scheme, 1e9)) < 1e-8);  // L-stable
  }
}

// The same for what lies outside the plant.
TEST_CASE("Scheme: a decay outside the plant -> the stability function") {
  const double h = 0.1;
  for (const Scheme scheme : Schemes()) {
    for (double w : {0.01, 2.0, 1e5}) {
      systems::DiagramBuilder builder;
      builder.AddSystem<test::Decay>("decay", -w / h, 5.0);
      const auto& plant = builder.AddSystem<test::MultibodyPlant>(
          test::MakePendulumModel(1, 0));  // hangs at rest
      const PlantDiagram subject = test::Finish(std::move(builder), plant);
      const VectorXd x = Advance(subject, FixedSteps(scheme, h), h);
      INFO(to_string(scheme) << ", w " << w);
      CHECK(
          x[0] ==
          Approx(5 * StabilityFunction(scheme, w)).epsilon(1e-8).margin(1e-8));
    }
  }
}

TEST_CASE("Scheme: an oscillator at any step -> gains no energy") {
  const double h = 0.01;
  for (const Scheme scheme : Schemes()) {
    for (double y : {0.1, 0.7, 1.5, 3.0, 10.0, 1e3}) {  // h omega
      const double stiffness = 2 * y * y / (h * h);
      PlantDiagram subject = MakeOscillator(0, stiffness);
      subject.plant->SetPositions(&subject.context,
                                  VectorXd::Constant(1, 1 / y));
      Simulator simulator(*subject.diagram, subject.context);
      simulator.reset_integrator<Cenic>(FixedSteps(scheme, h));
      const auto energy = [&](const Context& context) {
        const double q = subject.plant->positions(context)[0];
        const double v = subject.plant->velocities(context)[0];
        return v * v + stiffness / 2 * q * q;
      };
      const double start = energy(simulator.context());
      double last = start, most_gain = 0;
      simulator.set_monitor([&](const Context& context) {
        most_gain = std::max(most_gain, energy(context) / last - 1);
        last = energy(context);
        return std::nullopt;
      });
      simulator.AdvanceTo(100 * h);
      INFO(to_string(scheme) << ", h omega " << y);
      CHECK(most_gain < 1e-6);
      if (y == 1e3) CHECK(last < 1e-12 * start);
    }
  }
}

}  // namespace
}  // namespace tactus::integrators

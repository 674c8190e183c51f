#include "tactus/integrators/cenic/kink_error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using contact::RowLaw;
using contact::VelocityProblem;
using test::PlantDiagram;

constexpr double kMass = 2;

// A body of 2 kg on a slide.
struct Slide {
  Slide() {
    builder.set_gravity(Vector3d::Zero());
    const int body =
        builder.AddBody("body", {.mass = kMass, .I_Bcm = Matrix3d::Identity()});
    joint = builder.AddJoint({.name = "slide",
                              .type = test::JointType::kPrismatic,
                              .child = body,
                              .axis_F = Vector3d::UnitX()});
  }
  PlantDiagram Place(double q, double v) {
    PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
    scene.plant->SetPositions(&scene.context, VectorXd::Constant(1, q));
    scene.plant->SetVelocities(&scene.context, VectorXd::Constant(1, v));
    return scene;
  }
  test::ModelBuilder builder;
  int joint{};
};

// One velocity of kMass, at v0.
VelocityProblem MakeProblem(double v0) {
  VelocityProblem problem;
  problem.v0 = VectorXd::Constant(1, v0);
  problem.cliques.push_back(
      {.v_start = 0, .nv = 1, .M = MatrixXd::Constant(1, 1, kMass)});
  return problem;
}

// A spring of 100 N/m that is slack from -1 m to 1 m, along twice the
// velocity: w = 2^2 / kMass.
VelocityProblem MakeSpring(double g0, double v0, double damping = 0) {
  VelocityProblem problem = MakeProblem(v0);
  problem.joint_terms = {{.dof = 0, .coefficient = 2}};
  problem.joint_rows.push_back({{.law = RowLaw::Law::kSpring,
                                 .error = g0,
                                 .lower = -1,
                                 .upper = 1,
                                 .stiffness = 100,
                                 .damping = damping,
                                 .inverse_mass = 4 / kMass},
                                0,
                                1});
  return problem;
}

// 3 N less 60 N/m times what it has moved, at most 5 N either way; w = 1 /
// kMass.
VelocityProblem MakeServo(double v0, double damping = 0) {
  VelocityProblem problem = MakeProblem(v0);
  problem.actuators.push_back({.dof = 0,
                               .force0 = 3,
                               .damping = damping,
                               .stiffness = 60,
                               .lower = -5,
                               .upper = 5});
  return problem;
}

// A step of h at a velocity that nothing changes.
KinkStep MakeFreeStep(double v, double h) {
  const auto at = [&](double t) {
    return KinkStep::Point{VectorXd::Constant(1, v * t),
                           VectorXd::Constant(1, v)};
  };
  return {.h = h,
          .hat = at(h),
          .half = at(h / 2),
          .two = at(h),
          .end = at(h),
          .theta = VectorXd::Ones(1)};
}

constexpr double kElastic = 1.503;  // tau_e where nothing dissipates [s]

// 0.02 m beyond the slack the spring gives k (0.02 m)^2 / (2 * 2 m/s) on the
// way back at 2 m/s, of which steps of 0.1 s feel nothing; on either side.
TEST_CASE("Kink error: steps that all end in the slack -> what was not felt") {
  for (const double side : {-1.0, 1.0}) {
    const VelocityProblem problem = MakeSpring(side * 1.02, -side * 1);
    REQUIRE(HasKinks(problem));
    const double J = 100 * 0.02 * 0.02 / 4;
    CHECK(CalcKinkError(problem, MakeFreeStep(-side * 1, 0.1)) ==
          Approx(kElastic * 4 / kMass * J).epsilon(0.05));
  }
}

// From 0.1 m before the spring to 0.1 m beyond at 2 m/s: J = k (0.1 m)^2 / 4;
// the ends of the full step and of the second half say k 0.1 m, that of the
// first half says nothing.
TEST_CASE("Kink error: a step out of the slack -> of the extrapolated one") {
  const VelocityProblem problem = MakeSpring(0.9, 1);
  KinkStep step = MakeFreeStep(1, 0.1);
  const double J = 100 * 0.1 * 0.1 / 4;
  const double J_hat = 0.1 * 100 * 0.1, J_two = 0.05 * 100 * 0.1;
  for (const double theta : {0.0, 0.25, 1.0}) {
    step.theta[0] = theta;
    const double J1 = J_two + theta * (J_two - J_hat);
    CHECK(CalcKinkError(problem, step) ==
          Approx(kElastic * 4 / kMass * std::abs(J - J1)).epsilon(0.01));
  }
}

// 2 zeta = c sqrt(w / k)
TEST_CASE("Kink error: damping -> what is wrong is forgotten sooner") {
  const auto error = [](double two_zeta) {
    const double damping = two_zeta * std::sqrt(100 / (4 / kMass));
    return CalcKinkError(MakeSpring(1.02, -1, damping), MakeFreeStep(-1, 0.1));
  };
  CHECK(error(0.5) == Approx(error(0) * (3e-3 + 1.5 / 16) / kElastic));
  CHECK(error(2) == Approx(error(0) * 3e-3 / kElastic));
}

TEST_CASE("Kink error: springs without slack, limits, free flight -> none") {
  const auto has = [](auto change) {
    VelocityProblem problem = MakeSpring(1.02, -1);
    change(&problem.joint_rows[0]);
    CHECK(HasKinks(problem) ==
          (CalcKinkError(problem, MakeFreeStep(-1, 0.1)) > 0));
    return HasKinks(problem);
  };
  CHECK(has([](RowLaw*) {}));
  CHECK_FALSE(has([](RowLaw* row) { row->lower = row->upper; }));
  CHECK_FALSE(has([](RowLaw* row) { row->law = RowLaw::Law::kLimit; }));
  CHECK_FALSE(has([](RowLaw* row) { row->stiffness = 0; }));
  CHECK(CalcKinkError(MakeSpring(0, 1), MakeFreeStep(1, 0.1)) == 0);
}

// 3 N - 60 N/m x meets -5 N at x = 2/15 m, of 1/2 m at 5 m/s: J is that of
// the mean -1 N for 4/150 s and of -5 N, where all ends of steps say -5 N.
TEST_CASE("Kink error: an actuator that meets its limit -> what is cut off") {
  const VelocityProblem problem = MakeServo(5);
  REQUIRE(HasKinks(problem));
  const double J = 4.0 / 150 * (-1 + 5);
  CHECK(CalcKinkError(problem, MakeFreeStep(5, 0.1)) ==
        Approx(kElastic / kMass * J).epsilon(0.01));

  VelocityProblem geared = problem;  // twice the force at half the rate
  geared.actuators[0].gear = 2;
  CHECK(CalcKinkError(geared, MakeFreeStep(2.5, 0.1)) > 0);
  geared.v0[0] = 2.5;
  CHECK(CalcKinkError(geared, MakeFreeStep(2.5, 0.1)) ==
        Approx(kElastic * 4 / kMass * J).epsilon(0.01));
}

TEST_CASE("Kink error: an actuator within its limits, or without -> none") {
  CHECK(CalcKinkError(MakeServo(1), MakeFreeStep(1, 0.1)) == 0);
  VelocityProblem problem = MakeServo(5);
  problem.actuators[0].lower = -std::numeric_limits<double>::infinity();
  CHECK(HasKinks(problem));
  problem.actuators[0].upper = std::numeric_limits<double>::infinity();
  CHECK_FALSE(HasKinks(problem));
  problem = MakeServo(5);
  problem.actuators[0].stiffness = 0;  // a motor with back-EMF
  CHECK_FALSE(HasKinks(problem));
}

struct Outcome {
  double q{}, energy{};
};

// By the default scheme, `stored(q)` besides kinetic energy.
template <class Stored>
Outcome Run(const PlantDiagram& scene, double accuracy, double duration,
            const Stored& stored) {
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  simulator.AdvanceTo(duration);
  const double q = scene.plant->positions(simulator.context())[0];
  const double v = scene.plant->velocities(simulator.context())[0];
  return {q, kMass * v * v / 2 + stored(q)};
}

// Ten crossings of a slack of 0.2 m at 1 m/s, and ten half waves between them.
// Stiff springs would take all energy, at any accuracy; 100 N/m a third.
TEST_CASE("Kink error: a body between springs -> keeps its energy") {
  for (const double k : {10.0, 1e2, 1e4, 1e6}) {
    const double crossing = 0.2, wave = std::numbers::pi * std::sqrt(kMass / k);
    const double duration = 10 * (crossing + wave);
    Slide slide;
    slide.builder.AddTendon({.name = "t",
                             .terms = {{slide.joint, 1}},
                             .rest_lower = -0.1,
                             .rest_upper = 0.1,
                             .stiffness = k});
    const PlantDiagram scene = slide.Place(0.013, 1);
    const auto stored = [&](double q) {
      const double beyond = std::max(std::abs(q) - 0.1, 0.0);
      return k * beyond * beyond / 2;
    };
    for (const double accuracy : {1e-3, 1e-4, 1e-5}) {
      INFO(k << " " << accuracy);
      const Outcome end = Run(scene, accuracy, duration, stored);
      CHECK(end.energy < kMass / 2 * (1 + 10 * accuracy));
      CHECK(end.energy > kMass / 2 * (1 - 120 * accuracy));
      CHECK(std::abs(end.q - 0.013) < 120 * accuracy);
    }
  }
}

// A servo that is at its limit but for 0.6 mm: U = F |q|.
TEST_CASE("Kink error: a body on a servo at its limits -> keeps its energy") {
  const double k = 1e4, limit = 6;
  Slide slide;
  slide.builder.AddActuator({.name = "servo",
                             .joint = slide.joint,
                             .gain = k,
                             .bias1 = -k,
                             .force_lower = -limit,
                             .force_upper = limit});
  const PlantDiagram scene = slide.Place(0, 1);
  const auto stored = [&](double q) {
    const double x = std::min(std::abs(q), limit / k);
    return k * x * x / 2 + limit * (std::abs(q) - x);
  };
  for (const double accuracy : {1e-3, 1e-4, 1e-5}) {
    INFO(accuracy);
    const Outcome end = Run(scene, accuracy, 10, stored);
    CHECK(end.energy < kMass / 2 * (1 + 10 * accuracy));
    CHECK(end.energy > kMass / 2 * (1 - 50 * accuracy));
  }
}

}  // namespace
}  // namespace tactus::integrators

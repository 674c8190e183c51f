#include "tactus/integrators/diagram/impact_slopes.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/diagram/diagram_stepping.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::PlantDiagram;

constexpr double kH = 0.01, kGravity = 9.81;
constexpr double kHalf = 0.05;  // Of the cube's edge [m].

// A cube at rest or falling, and the weight of steps from there.
struct Cube {
  explicit Cube(double z, double speed = 0)
      : scene(test::MakeAlone(test::MakeCubeModel())),
        stepping(*scene.diagram, &statistics, ExternalScheme::kImplicit),
        origin(stepping.plant(), &icf) {
    VectorXd q(7);
    q << 0, 0, z, 1, 0, 0, 0;
    scene.plant->SetPositions(&scene.context, q);
    scene.plant->SetVelocities(&scene.context,
                               -speed * VectorXd::Unit(6, kDown));
    stepping.Split(scene.context.continuous_state(), &origin.x);
    REQUIRE_FALSE(stepping.Prepare(scene.context, kH, &origin));
  }

  // Of a step to v1 that moves by `moved`, rotation vector first.
  double CalcWeight(const VectorXd& v1, const VectorXd& moved) const {
    HybridState end = {.q = {}, .v = v1, .z = {}};
    multibody::IntegratePositions(stepping.model(), origin.x.q, moved, 1,
                                  &end.q);
    std::vector<double> weights;
    CalcCurvatureWeights(stepping.model(), origin.problem, origin.x, end, kH,
                         &weights);
    REQUIRE(weights.size() == 1);
    return weights[0];
  }

  static constexpr int kDown = 5;
  PlantDiagram scene;
  Statistics statistics;
  IcfStep icf;
  DiagramStepping stepping;
  StepOrigin origin;
};

TEST_CASE(
    "Impact slopes: a stop at a share s of the step -> 3/2 (1 - |1-2s|)") {
  const Cube cube(kHalf - 1e-3, 2);
  const VectorXd& v0 = cube.origin.x.v;
  const VectorXd v1 = VectorXd::Zero(6);
  for (const auto& [s, weight] :
       std::vector<std::pair<double, double>>{{0, 0},
                                              {1.0 / 6, 0.5},
                                              {1.0 / 3, 1},
                                              {0.5, 1},
                                              {0.75, 0.75},
                                              {1, 0}}) {
    INFO("s " << s);
    CHECK(cube.CalcWeight(v1, kH * s * v0) == Approx(weight).margin(1e-9));
    // A bounce has its kink at the same place.
    const VectorXd bounce = -0.6 * v0;
    CHECK(cube.CalcWeight(bounce, kH * (s * v0 + (1 - s) * bounce)) ==
          Approx(weight).margin(1e-9));
  }
}

// r = sqrt(I / m) theta / (h |v1 - v0| / 2) = 2/3
TEST_CASE("Impact slopes: a rotation -> weighed by its inertia") {
  const Cube cube(kHalf - 1e-3, 0.5);
  const MatrixXd& M = cube.origin.problem.cliques[0].M;
  VectorXd moved = kH / 2 * cube.origin.x.v;
  moved[1] = 2.0 / 3 * kH * 0.5 / 2 * std::sqrt(M(5, 5) / M(1, 1));
  CHECK(cube.CalcWeight(VectorXd::Zero(6), moved) == Approx(0.5).margin(1e-3));
}

// q1 = q0 + h v1, as methods of first order move.
TEST_CASE("Impact slopes: accelerations as of free motion -> the cubic") {
  const Cube cube(kHalf - 1e-3);
  for (const auto& [share, weight] : std::vector<std::pair<double, double>>{
           {0, 1}, {0.8, 1}, {1.25, 0.75}, {1.5, 0.5}, {2, 0}, {5, 0}}) {
    INFO("share " << share);
    const VectorXd v1 = share * kH * kGravity * VectorXd::Unit(6, 3);
    CHECK(cube.CalcWeight(v1, kH * v1) == Approx(weight).margin(1e-9));
  }
}

// A sledge of 1 kg that lies on the ground, with or without a servo of 400 N/m
// and 80 N s/m on its slide, 0.5 m off its goal.
struct Sledge {
  explicit Sledge(bool has_servo, double most = 1e9)
      : scene(Make(has_servo, most)),
        stepping(*scene.diagram, &statistics, ExternalScheme::kImplicit),
        origin(stepping.plant(), &icf) {
    scene.plant->SetVelocities(&scene.context, VectorXd::Constant(1, 0.3));
    stepping.Split(scene.context.continuous_state(), &origin.x);
    REQUIRE_FALSE(stepping.Prepare(scene.context, kH, &origin));
  }

  static PlantDiagram Make(bool has_servo, double most) {
    multibody::ModelBuilder builder;
    const int body = builder.AddBody("sledge", {.mass = 1});
    const int slide = builder.AddJoint({.name = "slide",
                                        .type = test::JointType::kPrismatic,
                                        .parent = 0,
                                        .child = body,
                                        .axis_F = Vector3d::UnitX()});
    if (has_servo) {
      builder.AddActuator({.name = "servo",
                           .joint = slide,
                           .gain = 400,
                           .bias0 = 200,
                           .bias1 = -400,
                           .bias2 = -80,
                           .force_upper = most});
    }
    builder.AddGeometry({.name = "sledge",
                         .body = body,
                         .shape = contact::Sphere{kHalf + 1e-4},
                         .material = {}});
    builder.AddGeometry(
        {.name = "ground",
         .body = 0,
         .X_BG = RigidTransform(Eigen::Translation3d(0, 0, -kHalf)),
         .shape = contact::HalfSpace{},
         .material = {}});
    return test::MakeAlone(std::move(builder).Build());
  }

  // Of a step that changes the velocity by h a, q1 = q0 + h v1.
  double CalcWeight(double a) const {
    HybridState end = origin.x;
    end.v[0] += kH * a;
    end.q[0] += kH * end.v[0];
    std::vector<double> weights;
    CalcCurvatureWeights(stepping.model(), origin.problem, origin.x, end, kH,
                         &weights);
    return weights[0];
  }

  PlantDiagram scene;
  Statistics statistics;
  IcfStep icf;
  DiagramStepping stepping;
  StepOrigin origin;
};

// Implicit Euler, (1 + h 80 + h^2 400) a = 200 - (80 + h 400) 0.3, and 30 N
// where that is the most.
TEST_CASE("Impact slopes: accelerations that servos make -> the cubic") {
  const Sledge servo(true), weak(true, 30), none(false);
  const double a =
      (200 - (80 + kH * 400) * 0.3) / (1 + kH * 80 + kH * kH * 400);
  CHECK(servo.CalcWeight(a) == Approx(1).margin(1e-6));
  CHECK(servo.CalcWeight(1.5 * a) == Approx(0.5).margin(1e-6));
  CHECK(weak.CalcWeight(30) == Approx(1).margin(1e-6));
  CHECK(weak.CalcWeight(45) == Approx(0.5).margin(1e-6));
  CHECK(none.CalcWeight(a) == Approx(0).margin(1e-6));
}

TEST_CASE("Impact slopes: nothing in reach -> the cubic") {
  const Cube cube(1, 2);
  CHECK(cube.CalcWeight(VectorXd::Zero(6), VectorXd::Zero(6)) == 1);
}

// The lowest place of a cube that falls flat onto the ground, and of its steps.
struct Lowest {
  double at_steps = 1, inside = 1;
};

Lowest FindLowest(double step) {
  PlantDiagram scene = test::MakeAlone(test::MakeCubeModel());
  VectorXd q(7);
  q << 0, 0, 0.5, 1, 0, 0, 0;
  scene.plant->SetPositions(&scene.context, q);
  Simulator simulator(*scene.diagram, scene.context);
  if (step > 0) {
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), step);
  } else {
    simulator.reset_integrator<Cenic>();
  }
  Lowest lowest;
  const auto watch = [&](double* z) {
    return [&scene, z](const systems::Context& context) {
      *z = std::min(*z, scene.plant->positions(context)[2]);
    };
  };
  simulator.Observe(Simulator::kEveryStep, watch(&lowest.at_steps));
  simulator.Observe(1e-4, watch(&lowest.inside));
  simulator.Initialize();
  simulator.AdvanceTo(0.5);
  return lowest;
}

// With a cubic through both velocities, 4.5 and 2.6 mm.
TEST_CASE("Impact slopes: a fall onto the ground -> no dip between steps") {
  for (const double step : {0.0, 0.01}) {
    INFO("step " << step);
    const Lowest lowest = FindLowest(step);
    CHECK(lowest.at_steps < kHalf);
    CHECK(lowest.inside > lowest.at_steps - 5e-5);
  }
}

}  // namespace
}  // namespace tactus::integrators

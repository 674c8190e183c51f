// Elastic bodies between two surfaces that press on them from the sides, where
// gravity says nothing of where they will touch.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/elastic_blocks.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ElasticBody;
using multibody::ElasticSolid;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kSkin = 1e-3, kFriction = 0.5, kGravity = 9.81;
constexpr double kStep = 2e-3;  // [s]

contact::Material MakeMaterial() {
  contact::Material material;
  material.static_friction = material.dynamic_friction = kFriction;
  return material;
}

ElasticBody MakeBody(const Vector3d& half, const Eigen::Vector3i& cells) {
  return {.name = "body",
          .solid = std::make_shared<ElasticSolid>(
              multibody::MakeBoxMesh(half, {cells[0], cells[1], cells[2]}),
              multibody::ElasticMaterial{
                  .youngs_modulus = 1e5, .density = 1000, .damping = 2e-3}),
          .skin = kSkin,
          .material = MakeMaterial()};
}

double CalcDeepest(const contact::VelocityProblem& problem) {
  double deepest = 0;
  for (const contact::ContactPoint& point : problem.points)
    deepest = std::max(deepest, -point.phi0);
  return deepest;
}

// Of nodes alone, faces and edges apart.
double CalcDeepestNode(const contact::VelocityProblem& problem) {
  double deepest = 0;
  for (const contact::ContactPatch& patch : problem.patches) {
    if (problem.bodies[patch.body_a].is_on_face() ||
        problem.bodies[patch.body_b].is_on_face())
      continue;
    for (const contact::ContactPoint& point : problem.PointsOf(patch))
      deepest = std::max(deepest, -point.phi0);
  }
  return deepest;
}

// Its nodes are as far from the walls as round-off leaves them, at rest, and
// gravity is along the walls.
TEST_CASE("Elastic grip: pressed on walls, a hair apart -> contact stays") {
  constexpr double kHalf = 0.02, kSqueeze = 0.95, kHair = 1e-9;
  const double wall = kSqueeze * kHalf + kSkin + kHair, thickness = 0.01;
  ModelBuilder builder;
  for (const double side : {-1.0, 1.0}) {
    RigidTransform X_WG = RigidTransform::Identity();
    X_WG.translation().x() = side * (wall + thickness);
    builder.AddGeometry({.name = side < 0 ? "left" : "right",
                         .body = 0,
                         .X_BG = X_WG,
                         .shape = contact::Box{{thickness, 0.1, 0.1}},
                         .material = MakeMaterial()});
  }
  builder.AddElasticBody(MakeBody(Vector3d::Constant(kHalf), {2, 2, 2}));
  Stepping stepping(std::move(builder).Build());
  const ElasticBody& block = stepping.model().elastic_bodies()[0];
  for (int i = 0; i < block.size(); i += 3)
    stepping.q[block.q_start + i] *= kSqueeze;
  CondStep function(CondOptions{.residual = 1e-9});
  for (int step = 0; step < 20; ++step) {
    test::RunSteps(&stepping, &function, kStep, 1);
    int pressed = 0;
    for (const Vector3d& f : stepping.result().forces_W)
      if (std::abs(f.x()) > 0.1) ++pressed;
    CHECK(pressed == 18);
    CHECK(CalcDeepest(stepping.problem()) < 1e-6);
  }
}

// A strip that hangs from two fingers, which slide along x.
struct HangingStrip {
  static constexpr double kThick = 1.5e-3, kFinger = 4e-3, kMass = 0.1;

  HangingStrip() : stepping(MakeModel()) {
    stepping.inputs.actuation = VectorXd::Zero(2);
  }

  static std::shared_ptr<const multibody::Model> MakeModel() {
    ModelBuilder builder;
    const contact::Box pad{{kFinger, 0.012, 0.01}};
    for (const double side : {-1.0, 1.0}) {
      const std::string name = side < 0 ? "left" : "right";
      multibody::SpatialInertia inertia = multibody::MakeSolidInertia(
          pad, kMass / (8 * pad.half_extents.prod()),
          RigidTransform::Identity());
      const int body = builder.AddBody(name, inertia);
      multibody::Joint joint{.name = name,
                             .type = multibody::JointType::kPrismatic,
                             .parent = 0,
                             .child = body,
                             .axis_F = -side * Vector3d::UnitX()};
      joint.X_PF.translation() << side * (kThick + kSkin + kFinger + 5e-4), 0,
          0.022;
      builder.AddActuator({.name = name, .joint = builder.AddJoint(joint)});
      builder.AddGeometry({.name = name,
                           .body = body,
                           .shape = pad,
                           .material = MakeMaterial()});
    }
    builder.AddElasticBody(MakeBody({kThick, 0.01, 0.03}, {1, 2, 6}));
    return std::move(builder).Build();
  }

  double CalcHeight() const {
    const ElasticBody& strip = stepping.model().elastic_bodies()[0];
    return stepping
        .q(Eigen::seqN(strip.q_start + 2, strip.solid->num_nodes(), 3))
        .mean();
  }

  // The deepest overlap on the way [m].
  double Run(double force, int steps) {
    stepping.inputs.actuation.setConstant(force);
    double deepest = 0;
    for (int i = 0; i < steps; ++i) {
      test::RunSteps(&stepping, &function, kStep, 1);
      deepest = std::max(deepest, CalcDeepestNode(stepping.problem()));
      // An edge has virtual nodes at its ends, three times as stiff as what
      // holds these.
      CHECK(CalcDeepest(stepping.problem()) < 1e-4);
    }
    return deepest;
  }

  Stepping stepping;
  CondStep function{CondOptions{.residual = 1e-6}};
};

// Virtual nodes on fingers are tied by beta = 100 masses of a finger: a node
// that is pressed by N sinks in by N h^2 / (beta push_out), here with all of N
// on one.
TEST_CASE("Elastic grip: a strip between fingers -> held, then it falls") {
  constexpr double kForce = 1, kPushOut = 0.2;
  HangingStrip strip;
  const double top = strip.CalcHeight();
  const double sunk =
      kForce * kStep * kStep / (100 * HangingStrip::kMass * kPushOut);
  CHECK(strip.Run(kForce, 100) < sunk);
  const double held = strip.CalcHeight();
  CHECK(std::abs(held - top) < 2e-3);
  constexpr int kOpening = 50;
  CHECK(strip.Run(-kForce, kOpening) < sunk);
  const double fallen = held - strip.CalcHeight();
  const double free = kGravity * std::pow(kOpening * kStep, 2) / 2;
  CHECK(fallen == Approx(free).epsilon(0.15));
  for (const contact::ContactPoint& point : strip.stepping.problem().points)
    CHECK(point.phi0 > 0);
}

}  // namespace
}  // namespace tactus::integrators

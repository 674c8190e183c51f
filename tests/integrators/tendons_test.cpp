// Tendons, from the model to the motion.
#include <cmath>
#include <numbers>

#include "integrators/tendon_blocks.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"

namespace tactus::integrators {
namespace {

using test::JointType;
using test::ModelBuilder;
using test::PlantDiagram;
using test::tendons::Blocks;
using test::tendons::kAll;
using test::tendons::kImplicit;
using test::tendons::kMassA;
using test::tendons::kMassB;
using test::tendons::Method;
using test::tendons::NameOf;
using test::tendons::Run;

constexpr double kGravity = 9.81;

// L = q_a + 2 q_b falls to its lower limit and stays.
TEST_CASE("Tendons: a fall to the lower limit -> held to 1e-5") {
  for (const bool one_tree : {true, false}) {
    Blocks blocks(one_tree, Vector3d::UnitZ(), 20);
    blocks.builder.AddTendon(
        {.name = "t",
         .terms = {{blocks.joint_a, 1}, {blocks.joint_b, 2}},
         .offset = 0.5,
         .lower = 0.45});
    const PlantDiagram scene = blocks.Place(0, 0);
    for (const Method method : kImplicit) {
      INFO(NameOf(method) << " " << one_tree);
      double beyond = 0, last = 0;
      Run(scene, method, 2, [&](const VectorXd& q, const VectorXd&) {
        last = blocks.Length(q);
        beyond = std::max(beyond, 0.45 - last);
      });
      CHECK(beyond < 1e-5);
      CHECK(last == Approx(0.45).margin(1e-5));
    }
  }
}

// Two trees: L = 2 q_a + 3 q_b carries both weights with one force f, 2 f =
// kMassA g and 3 f = kMassB g, where dampers have taken all motion.
TEST_CASE("Tendons: two weights on a spring -> its rest length, less f / k") {
  const double k = 400, f = kMassA * kGravity / 2;
  Blocks blocks(false, Vector3d::UnitZ(), 30);
  blocks.builder.AddTendon({.name = "t",
                            .terms = {{blocks.joint_a, 2}, {blocks.joint_b, 3}},
                            .rest_lower = -0.1,
                            .rest_upper = 0.3,
                            .stiffness = k,
                            .damping = 5});
  const PlantDiagram scene = blocks.Place(0.1, 0.1);
  for (const Method method : kAll) {
    INFO(NameOf(method));
    double length = 0;
    Run(scene, method, 8,
        [&](const VectorXd& q, const VectorXd&) { length = blocks.Length(q); });
    CHECK(std::abs(length - (-0.1 - f / k)) < 1e-6);
  }
}

// It is slack between its rest lengths: a block flies through freely, and comes
// back when a half wave of the spring has turned it. (CENIC's first-order steps
// damp the wave.)
TEST_CASE(
    "Tendons: a spring slack between two lengths -> free flight, return") {
  const double k = 800, v0 = 0.5, upper = 0.1;
  Blocks blocks(false, Vector3d::UnitX());
  blocks.builder.AddTendon({.name = "t",
                            .terms = {{blocks.joint_a, 1}},
                            .rest_lower = -1,
                            .rest_upper = upper,
                            .stiffness = k});
  PlantDiagram scene = blocks.Place(0, 0);
  scene.plant->SetVelocities(&scene.context, Vector2d(v0, 0));
  const double turn = std::numbers::pi * std::sqrt(kMassA / k);
  for (const Method method : {Method::kCenic, Method::kRungeKutta}) {
    INFO(NameOf(method));
    const double loss = method == Method::kCenic ? 0.02 : 1e-5;
    double out = 0, end = 0, end_v = 0;
    Run(scene, method, 0.5, [&](const VectorXd& q, const VectorXd& v) {
      if (v[0] > 0 && q[0] < upper) out = std::max(out, std::abs(v[0] - v0));
      end = q[0];
      end_v = v[0];
    });
    CHECK(out < 1e-9);
    CHECK(end_v == Approx(-v0).epsilon(loss));
    const double back = 0.5 - upper / v0 - turn;
    CHECK(end == Approx(upper - v0 * back).margin(loss * 0.1));
  }
}

// L = q_a - q_b is between the blocks alone: spring, damper, friction and a
// motor, momentum stays. They swing by k and the reduced mass.
TEST_CASE("Tendons: one across two trees, all its forces -> momentum stays") {
  const double k = 50;
  Blocks blocks(false, Vector3d::UnitX());
  const int tendon = blocks.builder.AddTendon(
      {.name = "t",
       .terms = {{blocks.joint_a, 1}, {blocks.joint_b, -1}},
       .lower = -0.4,
       .stiffness = k,
       .damping = 1,
       .dry_friction = 0.5});
  blocks.builder.AddActuator(
      {.name = "servo", .tendon = tendon, .gain = 20, .bias1 = -20});
  PlantDiagram scene = blocks.Place(0.5, 0);
  scene.plant->SetVelocities(&scene.context, Vector2d(1, -1.5));
  const double start = kMassA * 1 - kMassB * 1.5;
  for (const Method method : kAll) {
    INFO(NameOf(method));
    double change = 0;
    Run(scene, method, 1, [&](const VectorXd&, const VectorXd& v) {
      change =
          std::max(change, std::abs(kMassA * v[0] + kMassB * v[1] - start));
    });
    CHECK(change < 1e-10);
  }
}

TEST_CASE("Tendons: two blocks on a spring -> swing at the closed form") {
  const double k = 50, start = 0.2;
  const double omega = std::sqrt(k * (1 / kMassA + 1 / kMassB));
  Blocks blocks(false, Vector3d::UnitX());
  blocks.builder.AddTendon(
      {.name = "t",
       .terms = {{blocks.joint_a, 1}, {blocks.joint_b, -1}},
       .stiffness = k});
  const PlantDiagram scene = blocks.Place(start, 0);
  double time = 0, worst = 0;
  Run(scene, Method::kRungeKutta, 2, [&](const VectorXd& q, const VectorXd&) {
    worst = std::max(
        worst, std::abs(blocks.Length(q) - start * std::cos(omega * time)));
    time += 0.01;
  });
  CHECK(worst < 1e-5);
  CHECK(scene.plant->CalcEnergy(scene.context) ==
        Approx(k * start * start / 2));
}

// The same spring, damper and friction in a joint, whose first two stand in the
// matrix of the step instead.
TEST_CASE("Tendons: one over a single joint -> the motion of its own laws") {
  for (const Method method : kImplicit) {
    INFO(NameOf(method));
    VectorXd ends[2];
    for (const bool as_tendon : {false, true}) {
      ModelBuilder builder;
      const int body =
          builder.AddBody("bob", {.mass = 2,
                                  .p_BoBcm = {0, 0, -0.3},
                                  .I_Bcm = 0.01 * Matrix3d::Identity()});
      multibody::Joint joint{.name = "hinge",
                             .type = JointType::kRevolute,
                             .child = body,
                             .axis_F = Vector3d::UnitY(),
                             .upper = as_tendon ? INFINITY : 0.4};
      if (!as_tendon) {
        joint.damping = 0.5 * 4;
        joint.dry_friction = 0.3 * 2;
        joint.stiffness = 10 * 4;
        joint.spring_reference = 0.5;
      }
      const int index = builder.AddJoint(joint);
      if (as_tendon) {
        builder.AddTendon({.name = "t",
                           .terms = {{index, -2}},
                           .offset = 0.1,
                           .lower = 0.1 - 2 * 0.4,
                           .rest_lower = 0.1 - 2 * 0.5,
                           .rest_upper = 0.1 - 2 * 0.5,
                           .stiffness = 10,
                           .damping = 0.5,
                           .dry_friction = 0.3});
      }
      Run(test::MakeAlone(std::move(builder).Build()), method, 0.5,
          [&](const VectorXd& q, const VectorXd&) { ends[as_tendon] = q; });
    }
    CHECK(ends[0][0] > 0.1);
    CHECK(std::abs(ends[0][0] - ends[1][0]) < 1e-8);
  }
}

// Held below f0; above, both blocks feel their share of f0.
TEST_CASE("Tendons: a load below, above dry friction -> held, the rest moves") {
  const double f0 = 5;
  for (const double load : {0.9 * f0, 1.5 * f0}) {
    Blocks blocks(false, Vector3d::UnitX());
    const int tendon = blocks.builder.AddTendon(
        {.name = "t",
         .terms = {{blocks.joint_a, 1}, {blocks.joint_b, 2}},
         .dry_friction = f0});
    blocks.builder.AddActuator(
        {.name = "pull", .tendon = tendon, .gain = 0, .bias0 = load});
    const PlantDiagram scene = blocks.Place(0, 0);
    for (const Method method : kImplicit) {
      INFO(NameOf(method) << ", load " << load);
      VectorXd v;
      Run(scene, method, 1,
          [&](const VectorXd&, const VectorXd& at) { v = at; });
      const double rest = std::max(load - f0, 0.0);
      CHECK(v[0] == Approx(rest / kMassA).margin(1e-3));
      CHECK(v[1] == Approx(2 * rest / kMassB).margin(1e-3));
    }
  }
}

}  // namespace
}  // namespace tactus::integrators

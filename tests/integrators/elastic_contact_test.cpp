// Elastic bodies that touch each other, and themselves.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "integrators/elastic_blocks.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/contact/continuous_forces.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ElasticBody;
using multibody::ElasticSolid;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kHalf = 0.02, kSkin = 1e-3, kFriction = 0.3;  // [m]

constexpr double kDamping = 5e-3;  // [s]

ElasticBody MakeBlock(const std::string& name, const Vector3d& at,
                      double damping = kDamping) {
  ElasticBody block{
      .name = name,
      .solid = std::make_shared<ElasticSolid>(
          multibody::MakeBoxMesh(Vector3d::Constant(kHalf), {2, 2, 2}),
          multibody::ElasticMaterial{.youngs_modulus = 1e5,
                                     .damping = damping}),
      .skin = kSkin};
  block.X_BS.translation() = at;
  block.material.static_friction = kFriction;
  block.material.dynamic_friction = kFriction;
  return block;
}

Vector3d CalcMean(const ElasticBody& body, const VectorXd& q) {
  Vector3d mean = Vector3d::Zero();
  for (int i = 0; i < body.solid->num_nodes(); ++i)
    mean += q.segment<3>(body.q_start + 3 * i) / body.solid->num_nodes();
  return mean;
}

// Nothing else pushes them, so that what one loses is the other's.
TEST_CASE("Elastic contact: two blocks collide -> momentum is kept") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddElasticBody(MakeBlock("a", {0, 0, 0}));
  builder.AddElasticBody(
      MakeBlock("b", {2 * kHalf + 2 * kSkin + 2e-3, 0.007, 0.004}));
  Stepping stepping(std::move(builder).Build());
  const auto blocks = stepping.model().elastic_bodies();
  for (int i = 0; i < blocks[0].size(); i += 3)
    stepping.v.segment<3>(blocks[0].v_start + i) << 0.5, 0.1, 0;
  const Vector3d before = test::CalcMomentum(blocks[0], stepping.v);
  CondStep function(CondOptions{.residual = 1e-12});
  bool touched = false;
  for (int i = 0; i < 40; ++i) {
    test::RunSteps(&stepping, &function, 1e-3, 1);
    touched = touched || !stepping.problem().points.empty();
    const Vector3d after = test::CalcMomentum(blocks[0], stepping.v) +
                           test::CalcMomentum(blocks[1], stepping.v);
    CHECK((after - before).norm() < 1e-9 * before.norm());
  }
  CHECK(touched);
  const double mass = blocks[0].solid->masses().sum();
  const double a = test::CalcMomentum(blocks[0], stepping.v).x() / mass;
  const double b = test::CalcMomentum(blocks[1], stepping.v).x() / mass;
  CHECK(b > 0.2);
  CHECK(b > a);
}

// One on the other, not quite above it.
std::shared_ptr<const multibody::Model> MakeTwoBlocks(double damping) {
  ModelBuilder builder;
  test::AddGround(kFriction, &builder);
  builder.AddElasticBody(MakeBlock("lower", {0, 0, kHalf + kSkin}, damping));
  builder.AddElasticBody(
      MakeBlock("upper", {0.006, -0.004, 3 * kHalf + 3 * kSkin}, damping));
  return std::move(builder).Build();
}

TEST_CASE("Elastic contact: one block on another -> its weight, both ways") {
  Stepping stepping(MakeTwoBlocks(kDamping));
  const ElasticBody& upper = stepping.model().elastic_bodies()[1];
  const auto run = [&](CondStep function, double h, int count) {
    test::RunSteps(&stepping, &function, h, count);
  };
  run(CondStep({.residual = 1e-9}), 2e-3, 300);
  const double weight = 9.81 * upper.solid->masses().sum();
  Vector3d between = Vector3d::Zero(), below = Vector3d::Zero();
  const contact::VelocityProblem& problem = stepping.problem();
  for (const contact::ContactPatch& patch : problem.patches) {
    const contact::ContactBody& on_a = problem.bodies[patch.body_a];
    const bool of_upper = problem.bodies[patch.body_b].id >= upper.first_body;
    for (int i = 0; i < patch.num_points; ++i) {
      const Vector3d& f = stepping.result().forces_W[patch.first_point + i];
      if (!on_a.is_on_face()) {
        below += f;
      } else {
        between += of_upper ? f : Vector3d(-f);
      }
    }
  }
  CHECK(between.z() == Approx(weight).epsilon(1e-3));
  CHECK(between.head<2>().norm() < 1e-3 * weight);
  CHECK(below.z() == Approx(2 * weight).epsilon(1e-3));
  const double gap =
      CalcMean(upper, stepping.q).z() -
      CalcMean(stepping.model().elastic_bodies()[0], stepping.q).z();
  CHECK(gap == Approx(2 * kHalf + 2 * kSkin).margin(5e-4));
}

// Faces' corners give way by N h^2 / (beta push_out), with a beta of three
// times what holds a node in its block, three times as much as a hundred of its
// masses.
TEST_CASE("Elastic contact: one block on another -> faces hardly sink in") {
  // Of more, and of much less, than a step [s]; bounds by 15 % more [m].
  const auto [damping, bound] =
      GENERATE(table<double, double>({{kDamping, 1.82e-5}, {1e-4, 5.2e-5}}));
  Stepping stepping(MakeTwoBlocks(damping));
  CondStep function(CondOptions{.residual = 1e-9});
  test::RunSteps(&stepping, &function, 2e-3, 300);
  const contact::VelocityProblem& problem = stepping.problem();
  double deepest = 0;
  for (const contact::ContactPatch& patch : problem.patches) {
    if (!problem.bodies[patch.body_a].is_on_face()) continue;
    for (int i = 0; i < patch.num_points; ++i)
      deepest = std::max(deepest, -problem.points[patch.first_point + i].phi0);
  }
  CAPTURE(deepest);
  CHECK(deepest > 0);
  CHECK(deepest < bound);
}

// A force along the slope of friction's cone and beyond.
TEST_CASE("Elastic contact: an upper block slides -> braked by mu g") {
  ModelBuilder builder;
  test::AddGround(kFriction, &builder);
  ElasticBody lower = MakeBlock("lower", {0, 0, kHalf + kSkin});
  for (int i = 0; i < lower.solid->num_nodes(); ++i) {
    const Vector3d& p = lower.solid->mesh().nodes[i];
    if (p.z() < 0)
      lower.attachments.push_back(
          {.node = i, .body = 0, .p_BN = lower.X_BS * p});
  }
  builder.AddElasticBody(std::move(lower));
  builder.AddElasticBody(
      MakeBlock("upper", {-0.012, 0, 3 * kHalf + 3 * kSkin}));
  Stepping stepping(std::move(builder).Build());
  const ElasticBody& upper = stepping.model().elastic_bodies()[1];
  CondStep function(CondOptions{.residual = 1e-8});
  test::RunSteps(&stepping, &function, 2e-3, 200);
  for (int i = 0; i < upper.size(); i += 3)
    stepping.v[upper.v_start + i] += 0.3;
  const double mass = upper.solid->masses().sum();
  test::RunSteps(&stepping, &function, 1e-3, 60);
  CHECK(test::CalcMomentum(upper, stepping.v).x() / mass ==
        Approx(0.3 - kFriction * 9.81 * 0.06).margin(0.02));
}

TEST_CASE("Elastic contact: pgs and apgd -> the motion of cond") {
  const auto run = [](StepFunction* function) {
    ModelBuilder builder;
    test::AddGround(kFriction, &builder);
    builder.AddElasticBody(MakeBlock("lower", {0, 0, kHalf + kSkin}));
    builder.AddElasticBody(
        MakeBlock("upper", {0.006, -0.004, 3 * kHalf + 3 * kSkin + 1e-3}));
    Stepping stepping(std::move(builder).Build());
    stepping.v.tail(27 * 3).setConstant(0.05);
    systems::Value memory = function->MakeMemory();
    for (int i = 0; i < 10; ++i)
      REQUIRE_FALSE(stepping.Step(function, 2e-3, &memory).report.failure);
    return stepping.q;
  };
  CondStep cond(CondOptions{.residual = 1e-11});
  PgsStep pgs(CondOptions{.residual = 1e-10});
  ApgdStep apgd(CondOptions{.residual = 1e-10});
  const VectorXd q = run(&cond);
  CHECK((run(&pgs) - q).lpNorm<Eigen::Infinity>() < 2e-7);
  CHECK((run(&apgd) - q).lpNorm<Eigen::Infinity>() < 2e-7);
}

// Forces by their stiffness, as classic integrators have them.
TEST_CASE("Elastic contact: overlap -> accelerations add up to none") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddElasticBody(MakeBlock("a", {0, 0, 0}));
  builder.AddElasticBody(
      MakeBlock("b", {2 * kHalf + 1.5 * kSkin, 0.007, 0.004}));
  Stepping stepping(std::move(builder).Build());
  stepping.v.head(27 * 3).setConstant(0.1);
  CondStep function;
  test::RunSteps(&stepping, &function, 1e-3, 1);
  const contact::VelocityProblem& problem = stepping.problem();
  REQUIRE(problem.points.size() > 4);
  VectorXd vdot;
  contact::CalcAccelerations(problem, &vdot);
  const auto blocks = stepping.model().elastic_bodies();
  const Vector3d on_a = test::CalcMomentum(blocks[0], vdot);
  const Vector3d on_b = test::CalcMomentum(blocks[1], vdot);
  CHECK(on_b.x() > 1);
  CHECK((on_a + on_b).norm() < 1e-9 * on_b.norm());
}

// A strip of 0.16 m that lies folded over its middle, its halves 9 mm apart.
ElasticBody MakeStrip(bool self_contact) {
  return {.name = "strip",
          .solid = std::make_shared<ElasticSolid>(
              multibody::MakeBoxMesh({0.08, 0.01, 0.0015}, {20, 2, 1}),
              multibody::ElasticMaterial{.youngs_modulus = 1e4,
                                         .damping = kDamping}),
          .skin = kSkin,
          .self_contact = self_contact};
}

VectorXd Fold(const ElasticBody& strip, double radius) {
  const double bottom = 0.0015 + kSkin;
  VectorXd q(strip.size());
  for (int i = 0; i < strip.solid->num_nodes(); ++i) {
    const Vector3d& p = strip.solid->mesh().nodes[i];
    const double arc = std::numbers::pi * radius;
    const double s = p.x() + arc / 2;
    const double angle = std::clamp(s / radius, 0.0, std::numbers::pi);
    // The middle of the strip, and what is off it.
    const double x =
        s < 0 ? s : radius * std::sin(angle) - std::max(s - arc, 0.0);
    const double z = radius * (1 - std::cos(angle));
    q.segment<3>(3 * i) << x - p.z() * std::sin(angle), p.y(),
        bottom + z + p.z() * std::cos(angle);
  }
  return q;
}

// How far the upper half's nodes are over the lower half's, where they are
// above each other.
double CalcLeastGap(const ElasticBody& strip, const VectorXd& q) {
  const std::vector<Vector3d>& rest = strip.solid->mesh().nodes;
  double least = 1;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    for (std::size_t k = 0; k < rest.size(); ++k) {
      // The upper half's face of contact, like the lower one's, is the top.
      if (rest[i].x() > -0.05 || rest[k].x() < 0.05 || rest[i].z() < 0 ||
          rest[k].z() < 0)
        continue;
      const Vector3d d = q.segment<3>(3 * static_cast<int>(k)) -
                         q.segment<3>(3 * static_cast<int>(i));
      if (d.head<2>().norm() < 5e-3) least = std::min(least, d.z());
    }
  }
  return least;
}

double DropFold(bool self_contact, int steps) {
  ModelBuilder builder;
  test::AddGround(kFriction, &builder);
  builder.AddElasticBody(MakeStrip(self_contact));
  Stepping stepping(std::move(builder).Build());
  const ElasticBody& strip = stepping.model().elastic_bodies()[0];
  stepping.q = Fold(strip, 6e-3);
  CondStep function(CondOptions{.residual = 1e-5});
  test::RunSteps(&stepping, &function, 2e-3, steps);
  return CalcLeastGap(strip, stepping.q);
}

TEST_CASE("Elastic contact: a folded strip falls -> its layers do not pass") {
  const double with = DropFold(true, 80), without = DropFold(false, 80);
  INFO(with << " " << without);
  CHECK(with > 1.5 * kSkin);
  CHECK(with < 5e-3);
  CHECK(without < 0);
}

TEST_CASE("Elastic contact: flat, it touches itself nowhere -> the same bits") {
  const auto run = [](bool self_contact) {
    ModelBuilder builder;
    test::AddGround(kFriction, &builder);
    ElasticBody strip = MakeStrip(self_contact);
    strip.X_BS.translation().z() = 0.0015 + 1.5 * kSkin;
    builder.AddElasticBody(std::move(strip));
    Stepping stepping(std::move(builder).Build());
    CondStep function(CondOptions{.residual = 1e-5});
    test::RunSteps(&stepping, &function, 2e-3, 20);
    return stepping.q;
  };
  CHECK(run(true) == run(false));
}

}  // namespace
}  // namespace tactus::integrators

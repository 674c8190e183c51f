#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/elastic_blocks.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/batch_simulator.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ElasticBody;
using multibody::ModelBuilder;
using test::CalcEnergy;
using test::CalcMass;
using test::CalcMeanVelocity;
using test::kBlockHalf;
using test::kBlockSkin;
using test::kFriction;
using test::kGravity;
using test::MakeBlock;
using test::MakeFreeBlock;
using test::MakeSpinningBlock;
using test::Stepping;
using test::Stretch;

TEST_CASE("Elastic bodies: free vibration -> momentum stays, energy falls") {
  Stepping stepping(MakeFreeBlock());
  const ElasticBody& block = stepping.model().elastic_bodies()[0];
  stepping.q = Stretch(stepping.q);
  for (Eigen::Index i = 0; i < stepping.v.size(); i += 3) stepping.v[i] = 0.2;
  CondStep function(CondOptions{.residual = 1e-10});
  double energy = CalcEnergy(stepping);
  for (int i = 0; i < 100; ++i) {
    test::RunSteps(&stepping, &function, 1e-3, 1);
    CHECK(CalcEnergy(stepping) < energy + 1e-12);
    energy = CalcEnergy(stepping);
  }
  const Vector3d mean = CalcMeanVelocity(block, stepping.v);
  CHECK((mean - Vector3d(0.2, 0, 0)).norm() < 1e-9);
  CHECK(energy > CalcMass(block) * 0.2 * 0.2 / 2 - 1e-12);
}

// Its motion as a whole is 1e5 times as soft as what holds its nodes:
// Nesterov's momentum takes thousands of iterations.
TEST_CASE("Elastic bodies: a stiff one flies -> as momentum has it, in tens") {
  ModelBuilder builder;
  builder.AddElasticBody(
      MakeBlock({.youngs_modulus = 7e6, .damping = 0.05}, 1, 3));
  const auto model = std::move(builder).Build();
  const auto step = [&](const CondOptions& options, VectorXd* v) {
    Stepping stepping = MakeSpinningBlock(model);
    CondStep function(options);
    test::RunSteps(&stepping, &function, 0.01, 1);
    *v = stepping.v;
    return stepping.result().report.total.iterations;
  };
  VectorXd v, slow;
  const int count = step({.residual = 1e-9}, &v);
  CHECK(count < 300);
  const int of_slow =
      step({.acceleration = contact::Acceleration::kBarzilaiBorwein,
            .residual = 1e-9},
           &slow);
  CHECK(of_slow > 5 * count);
  CHECK((v - slow).norm() < 1e-6 * v.norm());
  // The last one that it may take counts.
  CHECK(step({.residual = 1e-9, .max_iterations = count}, &v) == count);
  // As many as asked for, neither more nor less.
  CHECK(step({.iterations = 7}, &v) == 7);
}

// The error against rk3 at tight accuracy halves with the step.
TEST_CASE("Elastic bodies: free vibration -> first order to rk3") {
  const auto model = MakeFreeBlock();
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  plant.SetPositions(&simulator.mutable_context(),
                     Stretch(model->default_positions()));
  simulator.reset_integrator<RungeKutta3>(RungeKutta3Options{.accuracy = 1e-8});
  simulator.AdvanceTo(0.02);
  const VectorXd truth = plant.positions(simulator.context());

  double errors[2];
  for (int k = 0; k < 2; ++k) {
    Stepping stepping(model);
    stepping.q = Stretch(stepping.q);
    CondStep function(CondOptions{.residual = 1e-9});
    const int count = k == 0 ? 100 : 200;
    test::RunSteps(&stepping, &function, 0.02 / count, count);
    errors[k] = (stepping.q - truth).norm();
  }
  INFO(errors[0] << " " << errors[1]);
  CHECK(errors[0] / errors[1] == Approx(2).epsilon(0.1));
  CHECK(errors[1] < 0.05 * (Stretch(truth) - truth).norm());
}

// Shorter steps take fewer iterations: what elements add to A goes with h^2.
// The half of a step that stalls is the step of half the length, which counts
// the turn of half the length as no strain.
TEST_CASE("Elastic bodies: too few iterations for a step -> halved") {
  constexpr double kStep = 0.02;  // [s]
  ModelBuilder model_builder;
  model_builder.AddElasticBody(MakeBlock({.youngs_modulus = 3e3}, 0));
  const auto model = std::move(model_builder).Build();
  Stepping half = MakeSpinningBlock(model);
  CondOptions few{.max_iterations = 0};
  const auto is_enough_for_halves = [&] {
    half = MakeSpinningBlock(model);
    CondStep function(few);
    return !half.Step(&function, kStep / 2).report.failure &&
           !half.Step(&function, kStep / 2).report.failure;
  };
  do {
    ++few.max_iterations;
  } while (!is_enough_for_halves());
  const Stepping start = MakeSpinningBlock(model);
  SECTION("alone") {
    systems::DiagramBuilder builder;
    const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
    const auto diagram = std::move(builder).Build();
    systems::Simulator simulator(*diagram);
    plant.SetPositions(&simulator.mutable_context(), start.q);
    plant.SetVelocities(&simulator.mutable_context(), start.v);
    const auto& steps = simulator.reset_integrator<FixedStep>(
        std::make_unique<CondStep>(few), kStep);
    simulator.AdvanceTo(kStep);
    CHECK(steps.statistics().rejected_steps == 1);
    CHECK(steps.statistics().steps == 2);
    CHECK((plant.positions(simulator.context()) - half.q).norm() < 1e-9);
  }
  SECTION("in a batch") {
    BatchSimulator batch(model, [&] { return std::make_unique<CondStep>(few); },
                         {.num_environments = 1, .step = kStep});
    batch.positions().row(0) = start.q;
    batch.velocities().row(0) = start.v;
    batch.Step();
    CHECK(batch.failure(0) == "");
    CHECK((batch.positions().row(0).transpose() - half.q).norm() < 1e-9);
  }
}

TEST_CASE("Elastic bodies: a block at rest -> the ground carries its weight") {
  ModelBuilder builder;
  test::AddGround(kFriction, &builder);
  builder.AddElasticBody(MakeBlock({.youngs_modulus = 1e5, .damping = 1e-2},
                                   kBlockHalf + kBlockSkin));
  Stepping stepping(std::move(builder).Build());
  CondStep function(CondOptions{.residual = 1e-9});
  test::RunSteps(&stepping, &function, 2e-3, 500);
  const ElasticBody& block = stepping.model().elastic_bodies()[0];
  CHECK(stepping.v.lpNorm<Eigen::Infinity>() < 1e-6);
  Vector3d force = Vector3d::Zero();
  for (const Vector3d& f : stepping.result().forces_W) force += f;
  CHECK(force.z() == Approx(CalcMass(block) * kGravity).epsilon(1e-6));
  CHECK(force.head<2>().norm() < 1e-6);
  // Rigid contact: nodes stand on their skins, and none is in the ground.
  for (int i = 0; i < block.solid->num_nodes(); ++i)
    CHECK(stepping.q[block.q_start + 3 * i + 2] > kBlockSkin - 1e-6);
}

// All of it slides: mu g, whatever the shape does.
TEST_CASE("Elastic bodies: a sliding block -> braked by mu g") {
  ModelBuilder builder;
  test::AddGround(kFriction, &builder);
  builder.AddElasticBody(MakeBlock({.youngs_modulus = 1e6, .damping = 1e-3},
                                   kBlockHalf + kBlockSkin));
  Stepping stepping(std::move(builder).Build());
  const ElasticBody& block = stepping.model().elastic_bodies()[0];
  CondStep function(CondOptions{.residual = 1e-8});
  test::RunSteps(&stepping, &function, 1e-3, 300);  // To rest.
  for (Eigen::Index i = 0; i < stepping.v.size(); i += 3) stepping.v[i] += 1;
  test::RunSteps(&stepping, &function, 1e-3, 200);
  CHECK(CalcMeanVelocity(block, stepping.v).x() ==
        Approx(1 - kFriction * kGravity * 0.2).epsilon(0.01));
}

TEST_CASE("Elastic bodies: nodes held by a body -> they move with it") {
  constexpr double kStep = 2e-3;  // [s]
  ModelBuilder builder;
  const int arm = builder.AddBody(
      "arm", multibody::MakeSolidInertia(contact::Box{Vector3d::Constant(0.1)},
                                         500, RigidTransform::Identity()));
  builder.AddJoint({.name = "lift",
                    .type = multibody::JointType::kPrismatic,
                    .parent = 0,
                    .child = arm,
                    .damping = 1e3});
  ElasticBody block = MakeBlock({.youngs_modulus = 1e5, .damping = 1e-2}, 0);
  const std::vector<Vector3d>& nodes = block.solid->mesh().nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].z() < kBlockHalf - 1e-9) continue;
    block.attachments.push_back(
        {.node = static_cast<int>(i), .body = arm, .p_BN = nodes[i]});
  }
  REQUIRE(block.attachments.size() == 9);
  const double mass = CalcMass(block);
  builder.AddElasticBody(block);
  Stepping stepping(std::move(builder).Build());
  CondStep function(CondOptions{.residual = 1e-9});
  test::RunSteps(&stepping, &function, kStep, 500);
  // With the arm's ends held by its mass it takes 345.
  CHECK(stepping.result().report.slowest.iterations < 150);
  // Terminal velocity of the damped joint under all of the weight.
  const double speed = -(mass + 0.2 * 0.2 * 0.2 * 500) * kGravity / 1e3;
  CHECK(stepping.v[0] == Approx(speed).epsilon(1e-4));
  // The dampers of virtual nodes creep until the share of the gap that a step
  // takes back makes up for it.
  const ElasticBody& built = stepping.model().elastic_bodies()[0];
  double sum = 0;
  for (const multibody::NodeAttachment& each : built.attachments) {
    const Vector3d held = each.p_BN + stepping.q[0] * Vector3d::UnitZ();
    const Vector3d gap =
        stepping.q.segment<3>(built.q_start + 3 * each.node) - held;
    CHECK(gap.norm() < 5e-5);
    sum -= gap.z();
  }
  // Along the slide all gaps together are 6.9e-5: half the give of the nodes'
  // own ends, half that of the arm's.
  CHECK(sum > 5e-5);
  CHECK(sum < 1e-4);
}

// A virtual node on the ball gives way by l / beta, which push-out makes up
// for: N h^2 / (beta push_out). On a slide, of three directions one is free, so
// that beta is a hundred times three masses, whatever the node weighs.
TEST_CASE("Elastic bodies: a ball on a node -> sinks in by its own damper") {
  constexpr double kMass = 1, kStep = 2e-3, kPushOut = 0.2;
  ModelBuilder builder;
  test::AddGround(kFriction, &builder);
  const contact::Sphere sphere{0.03};
  const double volume = 4 * 3.14159265358979 / 3 * std::pow(0.03, 3);
  const int ball = builder.AddBody(
      "ball", multibody::MakeSolidInertia(sphere, kMass / volume,
                                          RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "ball", .body = ball, .shape = sphere, .material = {}});
  multibody::Joint slide{.name = "slide",
                         .type = multibody::JointType::kPrismatic,
                         .parent = 0,
                         .child = ball};
  slide.X_PF.translation().z() = 2 * kBlockHalf + 2 * kBlockSkin + 0.03;
  builder.AddJoint(slide);
  builder.AddElasticBody(MakeBlock({.youngs_modulus = 1e6, .damping = 1e-2},
                                   kBlockHalf + kBlockSkin));
  Stepping stepping(std::move(builder).Build());
  CondStep function(CondOptions{.push_out = kPushOut, .residual = 1e-10});
  test::RunSteps(&stepping, &function, kStep, 500);
  REQUIRE(stepping.v.lpNorm<Eigen::Infinity>() < 1e-6);
  double overlap = 0;
  for (const contact::ContactPoint& point : stepping.problem().points)
    overlap = std::max(overlap, -point.phi0);
  CHECK(overlap ==
        Approx(kMass * kGravity * kStep * kStep / (100 * 3 * kMass * kPushOut))
            .epsilon(1e-2));
}

// The same problem, solved by other means: nodes on the ground, a ball on it
// all, and nodes held by a body.
TEST_CASE("Elastic bodies: pgs and apgd -> the motion of cond") {
  const auto run = [](StepFunction* function) {
    ModelBuilder builder;
    test::AddGround(kFriction, &builder);
    const contact::Sphere sphere{0.03};
    const int ball = builder.AddBody(
        "ball",
        multibody::MakeSolidInertia(sphere, 1000, RigidTransform::Identity()));
    builder.AddGeometry(
        {.name = "ball", .body = ball, .shape = sphere, .material = {}});
    RigidTransform X = RigidTransform::Identity();
    X.translation() << 0.01, 0.005, 2 * kBlockHalf + 2 * kBlockSkin + 0.032;
    builder.SetDefaultPose(ball, X);
    const int anchor = builder.AddBody(
        "anchor",
        multibody::MakeSolidInertia(sphere, 1000, RigidTransform::Identity()));
    builder.AddJoint({.name = "slide",
                      .type = multibody::JointType::kPrismatic,
                      .parent = 0,
                      .child = anchor,
                      .damping = 5});
    ElasticBody block =
        MakeBlock({.youngs_modulus = 1e5, .density = 500, .damping = 1e-3},
                  kBlockHalf + kBlockSkin + 2e-3);
    block.attachments.push_back(
        {.node = 0, .body = anchor, .p_BN = {-kBlockHalf, -kBlockHalf, 3e-3}});
    builder.AddElasticBody(block);
    Stepping stepping(std::move(builder).Build());
    // It slides.
    for (int i = 0; i < block.solid->num_nodes(); ++i)
      stepping.v[stepping.model().elastic_bodies()[0].v_start + 3 * i] = 0.3;
    systems::Value memory = function->MakeMemory();
    std::size_t most = 0;
    for (int i = 0; i < 60; ++i) {
      const StepResult& result = stepping.Step(function, 2e-3, &memory);
      REQUIRE_FALSE(result.report.failure);
      most = std::max(most, stepping.problem().points.size());
    }
    CHECK(most >= 10);
    return stepping.q;
  };
  const CondOptions tight{.residual = 1e-11};
  CondStep cond(tight);
  PgsStep pgs(tight);
  ApgdStep apgd(tight);
  const VectorXd q = run(&cond);
  CHECK((run(&pgs) - q).lpNorm<Eigen::Infinity>() < 1e-7);
  CHECK((run(&apgd) - q).lpNorm<Eigen::Infinity>() < 1e-7);
}

TEST_CASE("Elastic bodies: any number of threads -> the same bits") {
  const auto run = [](int num_threads) {
    ModelBuilder builder;
    test::AddGround(kFriction, &builder);
    for (int i = 0; i < 3; ++i) {
      ElasticBody block = MakeBlock({.youngs_modulus = 1e5}, 0.06 + 0.01 * i);
      block.name += std::to_string(i);
      block.X_BS.translation().x() = 0.3 * i;
      builder.AddElasticBody(block);
    }
    Stepping stepping(std::move(builder).Build());
    CondStep function(CondOptions{.num_threads = num_threads});
    test::RunSteps(&stepping, &function, 2e-3, 50);
    return stepping.q;
  };
  CHECK(run(1) == run(2));
}

// Its nodes, coordinates and contacts are shared among the threads.
TEST_CASE("Elastic bodies: a large one on several threads -> the same bits") {
  const auto run = [](int num_threads) {
    ModelBuilder builder;
    test::AddGround(kFriction, &builder);
    ElasticBody mat = MakeBlock({.youngs_modulus = 1e5}, 0.0205);
    mat.solid = std::make_shared<multibody::ElasticSolid>(
        multibody::MakeBoxMesh({0.2, 0.2, 0.02}, {19, 19, 1}),
        multibody::ElasticMaterial{.youngs_modulus = 1e5, .damping = 1e-3});
    builder.AddElasticBody(mat);
    Stepping stepping(std::move(builder).Build());
    CondStep function(
        CondOptions{.residual = 1e-4, .num_threads = num_threads});
    test::RunSteps(&stepping, &function, 2e-3, 12);
    CHECK(stepping.problem().points.size() == 400);
    return stepping.q;
  };
  const VectorXd q = run(1);
  CHECK(run(2) == q);
  CHECK(run(3) == q);
}

TEST_CASE("Elastic bodies: methods without them -> refused in one sentence") {
  const auto model = MakeFreeBlock();
  const auto refused = [&](std::unique_ptr<systems::Integrator> integrator,
                           const std::string& name) {
    systems::DiagramBuilder builder;
    builder.AddSystem<multibody::MultibodyPlant>(model);
    const auto diagram = std::move(builder).Build();
    systems::Simulator simulator(*diagram);
    simulator.set_integrator(std::move(integrator));
    CHECK_THROWS_WITH(simulator.AdvanceTo(0.01),
                      name +
                          " does not take elastic bodies, such as 'block'; "
                          "cond, pgs and apgd do, and classic integrators");
  };
  const auto fixed = [](std::unique_ptr<StepFunction> function) {
    return std::make_unique<FixedStep>(std::move(function), 1e-3);
  };
  refused(std::make_unique<Cenic>(CenicOptions{}), "cenic");
  refused(fixed(std::make_unique<IcfStep>()), "icf");
  refused(fixed(std::make_unique<ComFreeStep>()), "comfree");
  refused(fixed(std::make_unique<DojoStep>()), "dojo");
}

}  // namespace
}  // namespace tactus::integrators

#include "tactus/integrators/batch_simulator.h"

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Model;
using multibody::ModelBuilder;

/// A ball and a cube over the ground, and a driven arm that hits them.
std::shared_ptr<const Model> MakeModel() {
  ModelBuilder builder;
  const contact::Shape ball = contact::Sphere{0.1},
                       cube = contact::Box{Vector3d::Constant(0.1)},
                       rod = contact::Capsule{0.05, 0.5};
  for (const auto& [name, shape] :
       {std::pair{"ball", ball}, {"cube", cube}, {"arm", rod}}) {
    const int body = builder.AddBody(
        name,
        multibody::MakeSolidInertia(shape, 1000, RigidTransform::Identity()));
    builder.AddGeometry(
        {.name = name, .body = body, .shape = shape, .material = {}});
  }
  const int joint = builder.AddJoint(
      {.name = "hinge",
       .type = multibody::JointType::kRevolute,
       .parent = 0,
       .child = builder.num_bodies() - 1,
       .X_PF = RigidTransform(Eigen::Translation3d(-0.6, 0, 0.5)),
       .axis_F = Vector3d::UnitX()});
  builder.AddActuator({.name = "motor", .joint = joint});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {}});
  builder.SetDefaultPose(1, RigidTransform(Eigen::Translation3d(0, 0, 0.1)));
  builder.SetDefaultPose(2,
                         RigidTransform(Eigen::Translation3d(0.15, 0, 0.35)));
  return std::move(builder).Build();
}

std::unique_ptr<StepFunction> MakeComFree() {
  return std::make_unique<ComFreeStep>();
}

/// Velocities and controls that differ from environment to environment.
void Disturb(BatchSimulator* batch) {
  std::mt19937 generator(3);
  std::normal_distribution<double> normal;
  for (int e = 0; e < batch->num_environments(); ++e) {
    for (Eigen::Index i = 0; i < batch->velocities().cols(); ++i)
      batch->velocities()(e, i) = normal(generator);
    batch->actuation()(e, 0) = 20 * normal(generator);
  }
}

TEST_CASE("Batch: an environment of twelve -> the same bits as alone") {
  const auto model = MakeModel();
  BatchSimulator batch(model, MakeComFree,
                       {.num_environments = 12, .step = 0.001});
  Disturb(&batch);
  for (int e : {0, 7, 11}) {
    test::Stepping alone(model);
    alone.q = batch.positions().row(e);
    alone.v = batch.velocities().row(e);
    alone.inputs.actuation = batch.actuation().row(e);
    BatchSimulator copy(model, MakeComFree,
                        {.num_environments = 12, .step = 0.001});
    Disturb(&copy);
    copy.Step(300);
    ComFreeStep method;
    for (int i = 0; i < 300; ++i) alone.Step(&method, 0.001);
    CHECK(copy.positions().row(e).transpose() == alone.q);
    CHECK(copy.velocities().row(e).transpose() == alone.v);
    const auto& forces = alone.result().forces_W;
    REQUIRE(copy.contacts().num_contacts[e] == static_cast<int>(forces.size()));
    CHECK(copy.time() == Approx(0.3));
  }
}

TEST_CASE("Batch: other numbers of threads and calls -> the same bits") {
  const auto run = [](int threads, int calls, const auto& method) {
    BatchSimulator batch(
        MakeModel(), method,
        {.num_environments = 9, .step = 0.001, .num_threads = threads});
    Disturb(&batch);
    for (int i = 0; i < calls; ++i) batch.Step(120 / calls);
    return std::pair<MatrixXd, MatrixXd>(batch.positions(), batch.velocities());
  };
  const auto icf = [] {
    return std::make_unique<IcfStep>();
  };
  const auto once = run(1, 1, MakeComFree);
  CHECK(once.first.allFinite());
  CHECK(run(2, 3, MakeComFree) == once);
  CHECK(run(5, 1, MakeComFree) == once);
  CHECK(run(3, 2, icf) == run(1, 1, icf));
}

TEST_CASE("Batch: contacts -> in slots, ordered by their pairs of geometries") {
  BatchSimulator batch(MakeModel(), MakeComFree,
                       {.num_environments = 3, .contact_capacity = 20});
  batch.Step(400);  // the cube has fallen off the ball
  const BatchContacts& contacts = batch.contacts();
  for (int e = 0; e < 3; ++e) {
    const int n = contacts.num_contacts[e];
    REQUIRE(n >= 2);
    double weight = 0;
    for (int s = 0; s < n; ++s) {
      if (s > 0) {
        CHECK(std::pair(contacts.geometry_a(e, s - 1),
                        contacts.geometry_b(e, s - 1)) <=
              std::pair(contacts.geometry_a(e, s), contacts.geometry_b(e, s)));
      }
      CHECK(contacts.phi(e, s) <= 0);
      CHECK(std::hypot(contacts.normal_W[0](e, s), contacts.normal_W[1](e, s),
                       contacts.normal_W[2](e, s)) == Approx(1));
      // Pushes B away along the normal.
      double push = 0;
      for (int k = 0; k < 3; ++k)
        push += contacts.force_B_W[k](e, s) * contacts.normal_W[k](e, s);
      CHECK(push >= 0);
      weight += push;
    }
    CHECK(weight > 0);
  }
}

TEST_CASE(
    "Batch: too few contact slots -> that environment rests, others go on") {
  const auto model = MakeModel();
  BatchSimulator batch(
      model, MakeComFree,
      {.num_environments = 3, .contact_capacity = 1, .step = 0.001});
  // In the second, everything hovers out of reach.
  batch.positions()(1, 2) = 50;
  batch.positions()(1, 9) = 60;
  const MatrixXd start = batch.positions();
  batch.Step(50);
  CHECK(batch.statuses()[0] == EnvironmentStatus::kContactOverflow);
  CHECK(batch.statuses()[1] == EnvironmentStatus::kRunning);
  CHECK_THAT(batch.failure(0), Catch::Contains("1 slots"));
  CHECK(batch.failure(1).empty());
  CHECK(batch.positions()(1, 2) < 50);
  CHECK(batch.positions().row(0).allFinite());

  // Given room again, it goes on from where it stopped.
  const MatrixXd stopped = batch.positions();
  batch.Step(10);
  CHECK(batch.positions().row(0) == stopped.row(0));
  batch.positions()(0, 2) = 50;
  batch.positions()(0, 9) = 60;
  batch.statuses()[0] = EnvironmentStatus::kRunning;
  batch.Step(10);
  CHECK(batch.statuses()[0] == EnvironmentStatus::kRunning);
  CHECK(batch.failure(0).empty());
  CHECK(batch.positions()(0, 2) < 50);
}

TEST_CASE("Batch: a NaN actuation -> its environment alone fails") {
  BatchSimulator batch(MakeModel(), MakeComFree, {.num_environments = 2});
  batch.actuation()(0, 0) = std::numeric_limits<double>::quiet_NaN();
  batch.Step(3);
  CHECK(batch.statuses()[0] == EnvironmentStatus::kStepFailed);
  CHECK_THAT(batch.failure(0), Catch::Contains("finite"));
  CHECK(batch.statuses()[1] == EnvironmentStatus::kRunning);
  CHECK(batch.positions().allFinite());
}

TEST_CASE("Batch: a matrix of another shape -> refused, and nothing moves") {
  const auto complaint = [](const auto& spoil) {
    BatchSimulator batch(MakeModel(), MakeComFree, {.num_environments = 3});
    spoil(&batch);
    const MatrixXd q = batch.positions();
    try {
      batch.Step(2);
    } catch (const std::invalid_argument& error) {
      CHECK(batch.positions() == q);
      CHECK(batch.time() == 0);
      return std::string(error.what());
    }
    return std::string();
  };
  const auto lose_a_row = [](MatrixXd* matrix) {
    matrix->conservativeResize(2, matrix->cols());
  };
  CHECK(complaint([](BatchSimulator*) {}).empty());
  CHECK_THAT(complaint([&](auto* b) { lose_a_row(&b->positions()); }),
             Catch::Contains("positions are 2 x"));
  CHECK_THAT(complaint([&](auto* b) { lose_a_row(&b->velocities()); }),
             Catch::Contains("velocities are 2 x"));
  CHECK_THAT(complaint([&](auto* b) { lose_a_row(&b->actuation()); }),
             Catch::Contains("controls are 2 x"));
  CHECK_THAT(complaint([&](auto* b) { lose_a_row(&b->generalized_forces()); }),
             Catch::Contains("generalized forces are 2 x"));
  CHECK_THAT(complaint([](auto* b) { b->statuses().pop_back(); }),
             Catch::Contains("2 statuses, for 3 environments"));
}

/// ComFree, but for what flies too high.
class Fussy : public StepFunction {
 public:
  std::string_view name() const override { return "fussy"; }
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override {
    if (problem.q0[2] > 60) throw 60;
    if (problem.q0[2] > 40) throw std::runtime_error("too high for me");
    comfree_.Step(problem, memory, result);
  }

 private:
  ComFreeStep comfree_;
};

// ComFree's, until its seventh step.
class Tired : public Fussy {
 public:
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override {
    if (++steps_ == 7) throw std::runtime_error("tired");
    Fussy::Step(problem, memory, result);
  }

 private:
  int steps_ = 0;
};

TEST_CASE("Batch: a failure -> the time of its step's start") {
  BatchSimulator batch(MakeModel(), [] { return std::make_unique<Tired>(); },
                       {.step = 0.01, .num_threads = 1});
  batch.Step(4);
  CHECK(batch.failure(0).empty());
  batch.Step(10);
  CHECK(batch.failure(0) == "tired");
  CHECK(batch.failure_time(0) == Approx(0.06));
  CHECK(batch.time() == Approx(0.14));
}

TEST_CASE("Batch: a method that throws -> its environments alone fail") {
  BatchSimulator batch(MakeModel(), [] { return std::make_unique<Fussy>(); },
                       {.num_environments = 5, .num_threads = 2});
  batch.positions()(3, 2) = 50;
  batch.positions()(1, 2) = 70;
  const MatrixXd start = batch.positions();
  batch.Step(10);
  CHECK(batch.time() == Approx(0.02));
  CHECK(batch.statuses()[3] == EnvironmentStatus::kStepFailed);
  CHECK(batch.failure(3) == "too high for me");
  CHECK(batch.statuses()[1] == EnvironmentStatus::kStepFailed);
  CHECK(batch.failure(1) == "the method threw what is no exception");
  CHECK(batch.positions().row(1) == start.row(1));
  CHECK(batch.contacts().num_contacts[3] == 0);
  CHECK(batch.positions().row(3) == start.row(3));
  for (int e : {0, 2, 4}) {
    CHECK(batch.statuses()[e] == EnvironmentStatus::kRunning);
    CHECK(batch.positions().row(e) == batch.positions().row(0));
  }
}

// A rod in space that turns by 4 rad and by 5 rad in a step, which Dojo makes
// in halves, and one at rest.
TEST_CASE("Batch: a step too long for the method -> made in shorter ones") {
  constexpr double h = 0.01;
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddBody("rod", {.mass = 1,
                          .p_BoBcm = Vector3d::Zero(),
                          .I_Bcm = Matrix3d(Vector3d(2, 2, 1).asDiagonal())});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const auto make = [] {
    return std::make_unique<DojoStep>();
  };
  BatchSimulator batch(model, make, {.num_environments = 4, .step = h});
  const std::pair<double, int> cases[] = {{400, 2}, {500, 2}, {0, 1}};
  for (int e = 0; e < 3; ++e) batch.velocities()(e, 2) = cases[e].first;
  batch.velocities()(3, 2) = 4e5;  // 4,000 rad
  batch.Step(3);
  for (int e = 0; e < 3; ++e) {
    CAPTURE(e);
    test::Stepping alone(model);
    alone.v[2] = cases[e].first;
    DojoStep dojo;
    systems::Value memory = dojo.MakeMemory();
    for (int i = 0; i < 3 * cases[e].second; ++i)
      alone.Step(&dojo, h / cases[e].second, &memory);
    CHECK(batch.statuses()[e] == EnvironmentStatus::kRunning);
    CHECK((batch.positions().row(e).transpose() - alone.q).norm() < 1e-9);
    CHECK((batch.velocities().row(e).transpose() - alone.v).norm() < 1e-6);
    // A single run.
    systems::DiagramBuilder diagram_builder;
    auto& plant = diagram_builder.AddSystem<multibody::MultibodyPlant>(model);
    const auto diagram = std::move(diagram_builder).Build();
    systems::Simulator simulator(*diagram);
    simulator.reset_integrator<FixedStep>(make(), h);
    plant.SetVelocities(&simulator.mutable_context(),
                        VectorXd(cases[e].first * VectorXd::Unit(6, 2)));
    for (int i = 1; i <= 3; ++i) simulator.AdvanceTo(i * h);
    CHECK((plant.positions(simulator.context()) -
           batch.positions().row(e).transpose())
              .norm() < 1e-9);
  }
  CHECK(batch.statuses()[3] == EnvironmentStatus::kStepFailed);
  CHECK_THAT(batch.failure(3),
             Catch::Matchers::StartsWith(
                 "body 'rod' turns by more than half a revolution"));
}

TEST_CASE("Batch: options out of range -> refused") {
  const auto refused = [](const BatchOptions& options) {
    CHECK_THROWS_AS(BatchSimulator(MakeModel(), MakeComFree, options),
                    std::invalid_argument);
  };
  refused({.num_environments = 0});
  refused({.contact_capacity = -1});
  refused({.step = 0});
  refused({.num_threads = -2});
}

}  // namespace
}  // namespace tactus::integrators

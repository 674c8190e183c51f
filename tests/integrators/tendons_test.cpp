// Tendons, from the model to the motion.
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using multibody::Tendon;
using systems::Simulator;
using test::JointType;
using test::Model;
using test::ModelBuilder;
using test::MultibodyPlant;
using test::PlantDiagram;

constexpr double kGravity = 9.81;

enum class Method { kIcf, kCenic, kRungeKutta, kComFree, kCond };
constexpr Method kImplicit[] = {Method::kIcf, Method::kCenic};
constexpr Method kAll[] = {Method::kIcf, Method::kCenic, Method::kRungeKutta,
                           Method::kComFree, Method::kCond};

std::string NameOf(Method method) {
  constexpr const char* kNames[] = {"icf", "cenic", "rk3", "comfree", "cond"};
  return kNames[static_cast<int>(method)];
}

void SetIntegrator(Method method, Simulator* simulator) {
  switch (method) {
    case Method::kIcf:
      simulator->reset_integrator<FixedStep>(
          std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 1e-3);
      return;
    case Method::kCenic:
      simulator->reset_integrator<Cenic>(
          CenicOptions{.accuracy = 1e-6, .h_max = 0.01});
      return;
    case Method::kRungeKutta:
      simulator->reset_integrator<RungeKutta3>(
          RungeKutta3Options{.accuracy = 1e-7, .h_max = 1e-3});
      return;
    case Method::kComFree:
      simulator->reset_integrator<FixedStep>(
          std::make_unique<ComFreeStep>(contact::ComFreeOptions{}), 1e-3);
      return;
    case Method::kCond:
      simulator->reset_integrator<FixedStep>(
          std::make_unique<CondStep>(contact::CondOptions{.residual = 1e-9}),
          1e-3);
  }
}

using Observer = std::function<void(const VectorXd& q, const VectorXd& v)>;

/// Calls observe(q, v) at the start and after each hundredth of a second.
void Run(const PlantDiagram& scene, Method method, double duration,
         const Observer& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  SetIntegrator(method, &simulator);
  simulator.Initialize();
  const int n = static_cast<int>(std::lround(duration / 0.01));
  for (int i = 0; i <= n; ++i) {
    simulator.AdvanceTo(0.01 * i);
    observe(scene.plant->positions(simulator.context()),
            scene.plant->velocities(simulator.context()));
  }
}

constexpr double kMassA = 2, kMassB = 3;

/// Blocks of kMassA and kMassB on slides along `axis`, in one tree or in two.
/// The second one's position is its own, q_b = z_b or z_b - z_a.
struct Blocks {
  explicit Blocks(bool one_tree, const Vector3d& axis, double damping = 0) {
    const Matrix3d I = 0.01 * Matrix3d::Identity();
    const int a = builder.AddBody("a", {.mass = kMassA, .I_Bcm = I});
    const int b = builder.AddBody("b", {.mass = kMassB, .I_Bcm = I});
    const auto slide = [&](const char* name, int parent, int child) {
      return builder.AddJoint({.name = name,
                               .type = JointType::kPrismatic,
                               .parent = parent,
                               .child = child,
                               .axis_F = axis,
                               .damping = damping});
    };
    joint_a = slide("a", 0, a);
    joint_b = slide("b", one_tree ? a : 0, b);
  }
  PlantDiagram Place(double q_a, double q_b) {
    model = std::move(builder).Build();
    PlantDiagram scene = test::MakeAlone(model);
    scene.plant->SetPositions(&scene.context, Vector2d(q_a, q_b));
    return scene;
  }
  double Length(const VectorXd& q) const {
    return CalcTendonLength(*model, model->tendons()[0], q);
  }

  ModelBuilder builder;
  int joint_a{}, joint_b{};
  std::shared_ptr<const Model> model;
};

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

/// The blocks with an actuator on L = q_a + 2 q_b, and its control.
PlantDiagram MakeActuated(bool one_tree, Actuator actuator, double control) {
  Blocks blocks(one_tree, Vector3d::UnitX(), 10);
  actuator.tendon = blocks.builder.AddTendon(
      {.name = "t", .terms = {{blocks.joint_a, 1}, {blocks.joint_b, 2}}});
  blocks.builder.AddActuator(actuator);
  test::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(
      std::shared_ptr<const Model>(std::move(blocks.builder).Build()));
  const auto& source = builder.AddSystem<systems::ConstantVectorSource>(
      "control", VectorXd::Constant(1, control));
  builder.Connect(source.get_output_port(), plant.actuation_input());
  return test::Finish(std::move(builder), plant);
}

// f = kp (u - gear L) - kv gear Ldot, far stiffer than the steps are short.
TEST_CASE("Tendons: a servo -> its length reaches the control") {
  for (const bool one_tree : {true, false}) {
    const PlantDiagram scene = MakeActuated(
        one_tree,
        {.name = "servo", .gear = 2, .gain = 1e5, .bias1 = -1e5, .bias2 = -1e4},
        0.6);
    for (const Method method :
         {Method::kIcf, Method::kCenic, Method::kComFree, Method::kCond}) {
      INFO(NameOf(method) << " " << one_tree);
      VectorXd last;
      Run(scene, method, 4,
          [&](const VectorXd& q, const VectorXd&) { last = q; });
      CHECK(std::abs(last[0] + 2 * last[1] - 0.3) < 1e-6);
    }
  }
}

// A motor beyond its limit pushes f on a and 2 f on b, against dampers.
TEST_CASE(
    "Tendons: a motor beyond its limit -> geared, shared by coefficients") {
  const double gear = -3, most = 4, f = gear * most;
  const PlantDiagram scene = MakeActuated(
      false, {.name = "motor", .gear = gear, .force_upper = most}, 1e3);
  for (const Method method : kAll) {
    INFO(NameOf(method));
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    simulator.AdvanceTo(6);
    const VectorXd v = scene.plant->velocities(simulator.context());
    CHECK(v[0] == Approx(f / 10).epsilon(1e-6));
    CHECK(v[1] == Approx(2 * f / 10).epsilon(1e-6));
    CHECK(scene.plant->actuator_efforts_output().Eval(simulator.context())[0] ==
          Approx(f));
  }
}

// The servo's effort is the force that the record tells of: M vdot + D v.
TEST_CASE("Tendons: a servo's step -> its effort balances the motion") {
  const PlantDiagram scene = MakeActuated(
      false,
      {.name = "servo", .gear = 2, .gain = 300, .bias1 = -300, .bias2 = -20},
      0.6);
  for (const Method method : {Method::kIcf, Method::kComFree, Method::kCond}) {
    INFO(NameOf(method));
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    simulator.AdvanceTo(0.05);
    const VectorXd before = scene.plant->velocities(simulator.context());
    simulator.AdvanceTo(0.051);
    const VectorXd after = scene.plant->velocities(simulator.context());
    const double effort =
        scene.plant->actuator_efforts_output().Eval(simulator.context())[0];
    CHECK(std::abs(effort) > 1);
    CHECK(kMassA * (after[0] - before[0]) / 1e-3 + 10 * after[0] ==
          Approx(effort).epsilon(1e-6));
    CHECK(kMassB * (after[1] - before[1]) / 1e-3 + 10 * after[1] ==
          Approx(2 * effort).epsilon(1e-6));
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

// A stiff controller block at a motor on a tendon is taken implicitly: it does
// what a servo of the same law does, in steps far longer than its time
// constant.
TEST_CASE("Tendons: stiff feedback through a motor -> its law's decay") {
  const double kp = 1e4, kd = 1e4;
  Blocks blocks(false, Vector3d::UnitX());
  Actuator motor{.name = "motor"};
  motor.tendon = blocks.builder.AddTendon(
      {.name = "t", .terms = {{blocks.joint_a, 1}, {blocks.joint_b, 2}}});
  blocks.builder.AddActuator(motor);
  test::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(
      std::shared_ptr<const Model>(std::move(blocks.builder).Build()));
  MatrixXd D(1, 4);
  D << -kp, -2 * kp, -kd, -2 * kd;
  const auto& pd = builder.AddSystem<systems::LinearSystem>(
      "pd", systems::LinearSystem::Matrices{.A = MatrixXd(0, 0),
                                            .B = MatrixXd(0, 4),
                                            .C = MatrixXd(1, 0),
                                            .D = D});
  builder.Connect(plant.state_output(), pd.get_input_port());
  builder.Connect(pd.get_output_port(), plant.actuation_input());
  PlantDiagram scene = test::Finish(std::move(builder), plant);
  scene.plant->SetPositions(&scene.context, Vector2d(0.1, 0.05));
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double fastest = 0;
    VectorXd last;
    Run(scene, method, 2, [&](const VectorXd& q, const VectorXd& v) {
      fastest = std::max(fastest, std::abs(v[0] + 2 * v[1]));
      last = q;
    });
    // L = 0.2 exp(-kp t / kd), with the masses far behind.
    CHECK(last[0] + 2 * last[1] == Approx(0.2 * std::exp(-2)).epsilon(0.01));
    CHECK(fastest < 0.25);
  }
}

}  // namespace
}  // namespace tactus::integrators

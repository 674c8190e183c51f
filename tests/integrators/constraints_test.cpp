// Constraints between bodies, locks and limits, from the model to the motion.
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "integrators/test_diagrams.h"
#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic.h"
#include "tactus/integrators/comfree_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/integrators/runge_kutta3.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/joint_reactions.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/limit_projection.h"
#include "tactus/multibody/mjcf/load_mjcf.h"
#include "tactus/multibody/start_projection.h"
#include "tactus/multibody/step_record.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Constraint;
using multibody::ConstraintType;
using multibody::PositionKinematics;
using systems::Simulator;
using test::JointType;
using test::Model;
using test::ModelBuilder;
using test::PlantDiagram;

constexpr double kGravity = 9.81;

enum class Method { kIcf, kCenic, kRungeKutta };

const char* NameOf(Method method) {
  return method == Method::kIcf     ? "icf"
         : method == Method::kCenic ? "cenic"
                                    : "rk3";
}

void SetIntegrator(Method method, Simulator* simulator) {
  if (method == Method::kIcf) {
    simulator->reset_integrator<FixedStep>(
        std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 1e-3);
  } else if (method == Method::kCenic) {
    simulator->reset_integrator<Cenic>(
        CenicOptions{.accuracy = 1e-5, .h_max = 0.01});
  } else {
    simulator->reset_integrator<RungeKutta3>(
        RungeKutta3Options{.accuracy = 1e-7, .h_max = 1e-3});
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

RigidTransform At(const Vector3d& p) {
  return RigidTransform(Eigen::Translation3d(p));
}

PositionKinematics PlaceAll(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position;
}

/// Distance from P's origin to Q's, and the angle between the frames.
std::pair<double, double> Apart(const Model& model, const VectorXd& q,
                                const Constraint& constraint) {
  const PositionKinematics at = PlaceAll(model, q);
  const RigidTransform X_PQ =
      (at.X_WB[constraint.body_a] * constraint.X_AP).inverse() *
      at.X_WB[constraint.body_b] * constraint.X_BQ;
  return {X_PQ.translation().norm(),
          Eigen::AngleAxisd(Matrix3d(X_PQ.linear())).angle()};
}

/// A rod of mass m that reaches from its hinge about y to `end`, its centre
/// halfway.
int AddRod(const std::string& name, int parent, const Vector3d& hinge,
           const Vector3d& end, double m, ModelBuilder* builder) {
  const int body = builder->AddBody(
      name, {.mass = m,
             .p_BoBcm = end / 2,
             .I_Bcm = m * end.squaredNorm() / 12 * Matrix3d::Identity()});
  builder->AddJoint({.name = name + " hinge",
                     .type = JointType::kRevolute,
                     .parent = parent,
                     .child = body,
                     .X_PF = At(hinge),
                     .axis_F = Vector3d::UnitY()});
  return body;
}

/// Cranks of length l and m kg that hang from the world 1 m apart, and a bar of
/// the same length between them that a ball closes at its far end.
std::shared_ptr<const Model> MakeFourBar(double l, double m_crank,
                                         double m_bar) {
  ModelBuilder builder;
  const Vector3d down(0, 0, -l);
  const int a = AddRod("a", 0, {0, 0, 0}, down, m_crank, &builder);
  const int b = AddRod("b", 0, {1, 0, 0}, down, m_crank, &builder);
  const int bar = AddRod("bar", a, down, {1, 0, 0}, m_bar, &builder);
  builder.AddConstraint({.name = "pin",
                         .type = ConstraintType::kBall,
                         .body_a = bar,
                         .body_b = b,
                         .X_AP = At({1, 0, 0}),
                         .X_BQ = At(down)});
  return std::move(builder).Build();
}

// A parallelogram swings as one pendulum: its bar does not turn.
TEST_CASE("Constraints: a four-bar stays closed for five seconds") {
  const double l = 0.5, m_crank = 1, m_bar = 2, start = 1.0;
  const auto model = MakeFourBar(l, m_crank, m_bar);
  PlantDiagram scene = test::MakeAlone(model);
  VectorXd q(3);
  q[model->joints()[model->JointIndex("a hinge")].q_start] = start;
  q[model->joints()[model->JointIndex("b hinge")].q_start] = start;
  q[model->joints()[model->JointIndex("bar hinge")].q_start] = -start;
  scene.plant->SetPositions(&scene.context, q);

  const double I = 2 * m_crank * l * l / 3 + m_bar * l * l;
  const double moment = m_crank * l + m_bar * l;
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double open = 0, turned = 0, energy_error = 0;
    Run(scene, method, 5, [&](const VectorXd& at, const VectorXd& v) {
      open = std::max(open, Apart(*model, at, model->constraints()[0]).first);
      const int a = model->joints()[model->JointIndex("a hinge")].q_start;
      const int bar = model->joints()[model->JointIndex("bar hinge")].q_start;
      turned = std::max(turned, std::abs(at[a] + at[bar]));
      const double energy =
          I * v[a] * v[a] / 2 -
          moment * kGravity * (std::cos(at[a]) - std::cos(start));
      energy_error = std::max(energy_error, std::abs(energy));
    });
    CHECK(open < 1e-5);
    CHECK(turned < 1e-4);
    CHECK(energy_error < 0.05 * moment * kGravity);
  }
}

/// Two free bodies that a constraint ties; without gravity they are balls, so
/// that steps of first order conserve momentum to round-off.
PlantDiagram MakeFalling(const Constraint& constraint, const Vector3d& gravity,
                         std::shared_ptr<const Model>* model) {
  ModelBuilder builder;
  for (const char* name : {"a", "b"}) {
    const double m = name[0] == 'a' ? 1.0 : 2.5;
    if (gravity.isZero()) {
      builder.AddBody(name, {.mass = m, .I_Bcm = 0.03 * Matrix3d::Identity()});
      continue;
    }
    builder.AddBody(name, {.mass = m,
                           .p_BoBcm = {0.02, -0.01, 0.03},
                           .I_Bcm = Vector3d(0.02, 0.03, 0.04).asDiagonal()});
  }
  builder.AddConstraint(constraint);
  builder.set_gravity(gravity);
  *model = std::move(builder).Build();
  return test::MakeAlone(*model);
}

// Frames that are half a metre, and most of a radian, apart.
TEST_CASE("Constraints: violated welds and balls are together again") {
  for (const auto type : {ConstraintType::kWeld, ConstraintType::kBall}) {
    for (const Method method : {Method::kIcf, Method::kCenic}) {
      INFO(to_string(type) << " " << NameOf(method));
      std::shared_ptr<const Model> model;
      PlantDiagram scene = MakeFalling({.name = "tie",
                                        .type = type,
                                        .body_a = 1,
                                        .body_b = 2,
                                        .X_AP = At({0.1, 0, 0}),
                                        .X_BQ = At({-0.1, 0.05, 0})},
                                       {0, 0, -kGravity}, &model);
      VectorXd q = model->default_positions(), v = VectorXd::Zero(12);
      q.segment<3>(7) << 0.2, 0.45, 0.1;
      q.segment<4>(10) << std::cos(0.4), 0, std::sin(0.4), 0;
      v << 1, 0, 2, 0.3, 0, 0, 0, -1, 0, 0, 0.5, 0;
      const auto before = Apart(*model, q, model->constraints()[0]);
      CHECK(before.first > 0.3);
      scene.plant->SetPositions(&scene.context, q);
      scene.plant->SetVelocities(&scene.context, v);
      double gap = 0, turn = 0;
      Run(scene, method, 1, [&](const VectorXd& at, const VectorXd&) {
        const auto apart = Apart(*model, at, model->constraints()[0]);
        gap = std::max(gap, apart.first);
        turn = std::max(turn, apart.second);
      });
      CHECK(gap < 1e-5);
      if (type == ConstraintType::kWeld) CHECK(turn < 1e-5);
    }
  }
}

Vector6d CalcMomentum(const Model& model, const VectorXd& q,
                      const VectorXd& v) {
  const PositionKinematics at = PlaceAll(model, q);
  multibody::VelocityKinematics velocity;
  CalcVelocityKinematics(model, at, v, &velocity);
  Vector6d total = Vector6d::Zero();
  for (int b = 1; b < model.num_bodies(); ++b) {
    const auto& body = model.bodies()[b];
    const Matrix3d R = at.X_WB[b].linear();
    const Vector3d c = R * body.inertia.p_BoBcm;
    const Vector3d w = velocity.V_WB[b].head<3>();
    const Vector3d p =
        body.inertia.mass * (velocity.V_WB[b].tail<3>() + w.cross(c));
    total.tail<3>() += p;
    total.head<3>() += R * body.inertia.I_Bcm * R.transpose() * w +
                       (at.X_WB[b].translation() + c).cross(p);
  }
  return total;
}

// Between free bodies; projected first, so that only the motion is measured.
TEST_CASE("Constraints: forces conserve momentum") {
  for (const auto type : {ConstraintType::kWeld, ConstraintType::kBall,
                          ConstraintType::kDistance}) {
    for (const double k : {std::numeric_limits<double>::infinity(), 300.0}) {
      const bool is_distance = type == ConstraintType::kDistance;
      if (!is_distance && std::isfinite(k)) continue;
      INFO(to_string(type) << " " << k);
      std::shared_ptr<const Model> model;
      PlantDiagram scene = MakeFalling({.name = "tie",
                                        .type = type,
                                        .body_a = 1,
                                        .body_b = 2,
                                        .X_AP = At({0.1, 0, 0}),
                                        .X_BQ = At({-0.1, 0.05, 0}),
                                        .distance = is_distance ? 0.3 : 0,
                                        .stiffness = k},
                                       Vector3d::Zero(), &model);
      VectorXd q = model->default_positions(), v = VectorXd::Zero(12);
      q.segment<3>(7) << 0.3, 0.1, 0.1;
      v << 1, 0.2, 2, 0.3, 0, 0.1, 0.4, -1, 0, 0, 0.5, 0;
      ProjectToConstraints(*model, &q, &v);
      scene.plant->SetPositions(&scene.context, q);
      scene.plant->SetVelocities(&scene.context, v);
      const Vector6d start = CalcMomentum(*model, q, v);
      double linear = 0, angular = 0;
      Run(scene, Method::kIcf, 0.5, [&](const VectorXd& at, const VectorXd& u) {
        const Vector6d change = CalcMomentum(*model, at, u) - start;
        linear = std::max(linear, change.tail<3>().norm());
        angular = std::max(angular, change.head<3>().norm());
      });
      CHECK(linear < 1e-10 * start.tail<3>().norm());
      CHECK(angular < 1e-10 * start.norm());
    }
  }
}

/// m kg on a constraint below the world's origin, free to move.
PlantDiagram MakeHanging(double m, double length, double k, double d,
                         std::shared_ptr<const Model>* model) {
  ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = m, .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.SetDefaultPose(body, At({0, 0, -length}));
  builder.AddConstraint({.name = "string",
                         .type = ConstraintType::kDistance,
                         .body_a = body,
                         .body_b = 0,
                         .distance = length,
                         .stiffness = k,
                         .damping = d});
  *model = std::move(builder).Build();
  return test::MakeAlone(*model);
}

TEST_CASE("Constraints: a distance spring settles at L + m g / k") {
  const double m = 2, length = 0.4, k = 500, d = 20;
  for (const Method method :
       {Method::kIcf, Method::kCenic, Method::kRungeKutta}) {
    INFO(NameOf(method));
    std::shared_ptr<const Model> model;
    const PlantDiagram scene = MakeHanging(m, length, k, d, &model);
    double depth = 0;
    Run(scene, method, 5,
        [&](const VectorXd& q, const VectorXd&) { depth = -q[2]; });
    CHECK(depth == Approx(length + m * kGravity / k).epsilon(1e-6));
  }
}

// Let go level: |p| = L all the way, and speed^2 = 2 g depth.
TEST_CASE("Constraints: a rigid distance makes a pendulum") {
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    std::shared_ptr<const Model> model;
    const double length = 0.4;
    PlantDiagram scene = MakeHanging(
        2, length, std::numeric_limits<double>::infinity(), 0, &model);
    VectorXd q = model->default_positions();
    q.head<3>() << length, 0, 0;
    scene.plant->SetPositions(&scene.context, q);
    double stretch = 0, error = 0;
    Run(scene, method, 2, [&](const VectorXd& at, const VectorXd& v) {
      stretch = std::max(stretch, std::abs(at.head<3>().norm() - length));
      error = std::max(
          error, std::abs(v.tail<3>().squaredNorm() + 2 * kGravity * at[2]));
    });
    CHECK(stretch < 1e-5);
    CHECK(error < 0.02 * 2 * kGravity * length);
  }
}

// What falls against its limits.
TEST_CASE("Limits hold on every kind of joint to 1e-5") {
  ModelBuilder builder;
  const multibody::SpatialInertia bob{.mass = 1,
                                      .p_BoBcm = {0.1, 0.05, 0.2},
                                      .I_Bcm = 0.01 * Matrix3d::Identity()};
  const auto add = [&](multibody::Joint joint) {
    joint.child = builder.AddBody(joint.name, bob);
    joint.damping = 0.3;
    builder.AddJoint(joint);
  };
  add({.name = "hinge",
       .type = JointType::kRevolute,
       .axis_F = Vector3d::UnitY(),
       .upper = 0.6});
  add({.name = "slide", .type = JointType::kPrismatic, .lower = -0.05});
  add({.name = "ball", .type = JointType::kBall, .max_angle = 0.5});
  add({.name = "universal",
       .type = JointType::kUniversal,
       .lower_each = {-0.3, -0.2, multibody::kUnbounded[0]},
       .upper_each = {0.3, 0.2, multibody::kUnbounded[1]}});
  multibody::Joint planar{.name = "planar",
                          .type = JointType::kPlanar,
                          .lower_each = {-0.1, -0.2, -0.3},
                          .upper_each = {0.1, 0.2, 0.3}};
  planar.X_PF.rotate(Eigen::AngleAxisd(1, Vector3d(1, 1, 0).normalized()));
  add(planar);
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const PlantDiagram scene = test::MakeAlone(model);
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double beyond = 0;
    VectorXd last;
    Run(scene, method, 3, [&](const VectorXd& q, const VectorXd&) {
      VectorXd inside = q;
      for (const auto& moved : ProjectToLimits(*model, &inside))
        beyond = std::max(beyond, std::abs(moved.from - moved.to));
      last = q;
    });
    CHECK(beyond < 1e-5);
    // All came to rest on a limit.
    const auto position = [&](const char* name, int i) {
      return last[model->joints()[model->JointIndex(name)].q_start + i];
    };
    CHECK(position("hinge", 0) == Approx(0.6).margin(1e-4));
    CHECK(position("slide", 0) == Approx(-0.05).margin(1e-4));
    CHECK(2 * std::acos(position("ball", 0)) == Approx(0.5).margin(1e-4));
    CHECK(std::abs(position("universal", 0)) == Approx(0.3).margin(1e-4));
    CHECK(std::abs(position("universal", 1)) == Approx(0.2).margin(1e-4));
    CHECK(std::abs(position("planar", 1)) == Approx(0.2).margin(1e-4));
  }
}

TEST_CASE("Locked joints of every kind stay, whatever pulls") {
  for (const JointType type :
       {JointType::kRevolute, JointType::kBall, JointType::kUniversal,
        JointType::kPlanar, JointType::kFloating}) {
    INFO(to_string(type));
    ModelBuilder builder;
    const int body =
        builder.AddBody("bob", {.mass = 1,
                                .p_BoBcm = {0.3, 0.1, 0},
                                .I_Bcm = 0.01 * Matrix3d::Identity()});
    builder.AddJoint({.name = "joint",
                      .type = type,
                      .parent = 0,
                      .child = body,
                      .axis_F = Vector3d::UnitY(),
                      .is_locked = true});
    const std::shared_ptr<const Model> model = std::move(builder).Build();
    for (const Method method : {Method::kIcf, Method::kCenic}) {
      double moved = 0;
      Run(test::MakeAlone(model), method, 1,
          [&](const VectorXd& q, const VectorXd&) {
            VectorXd difference;
            CalcPositionDifference(*model, model->default_positions(), q,
                                   &difference);
            moved = std::max(moved, difference.cwiseAbs().maxCoeff());
          });
      CHECK(moved < 1e-6);
    }
  }
}

// Gravity on both, the moment of the bob about the weld among it: at rest, the
// weld carries all of it, and the balance holds in motion.
TEST_CASE("Constraints: the record has their forces, and reactions agree") {
  ModelBuilder builder;
  const double m = 2, arm = 0.3;
  const int body =
      builder.AddBody("bob", {.mass = m,
                              .p_BoBcm = {arm, 0, 0},
                              .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitZ()});
  for (const bool turned : {false, true}) {
    ModelBuilder copy = builder;
    copy.AddConstraint({.name = "hook",
                        .type = ConstraintType::kBall,
                        .body_a = turned ? body : 0,
                        .body_b = turned ? 0 : body});
    const std::shared_ptr<const Model> model = std::move(copy).Build();
    const PlantDiagram scene = test::MakeAlone(model);
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(Method::kIcf, &simulator);
    simulator.Initialize();
    simulator.AdvanceTo(0.05);
    const multibody::StepRecord& record =
        scene.plant->step_record_output().Eval<multibody::StepRecord>(
            simulator.context());
    REQUIRE(record.constraint_forces.size() == 1);
    const Vector6d& F = record.constraint_forces[0];
    CHECK(F[5] == Approx((turned ? -1 : 1) * m * kGravity).epsilon(1e-6));
    std::vector<Vector6d> reactions;
    CalcJointReactions(*model, record, &reactions);
    // The hook holds the weight, the slide the moment.
    CHECK(std::abs(reactions[0][5]) < 1e-6 * m * kGravity);
    CHECK(reactions[0][1] == Approx(-m * kGravity * arm).epsilon(1e-6));
  }
}

// M vdot + k = tau + J'F with the forces of the record alone, in motion.
TEST_CASE("Constraints: the record balances in motion") {
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    const auto model = MakeFourBar(0.5, 1, 2);
    PlantDiagram scene = test::MakeAlone(model);
    scene.plant->SetPositions(&scene.context, Vector3d(1, -1, 1));
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    simulator.Initialize();
    simulator.AdvanceTo(0.2);
    const auto& record =
        scene.plant->step_record_output().Eval<multibody::StepRecord>(
            simulator.context());
    REQUIRE(record.constraint_forces.size() == 1);
    const PositionKinematics at = PlaceAll(*model, record.q);
    multibody::VelocityKinematics velocity;
    CalcVelocityKinematics(*model, at, record.v, &velocity);
    std::vector<Vector6d> outside(model->num_bodies(), Vector6d::Zero());
    const Constraint& pin = model->constraints()[0];
    const Vector6d& F = record.constraint_forces[0];
    CHECK(F.tail<3>().norm() > 1);
    outside[pin.body_b] += F;
    outside[pin.body_a] -= F;
    outside[pin.body_a].head<3>() -=
        (at.X_WB[pin.body_b].translation() - at.X_WB[pin.body_a].translation())
            .cross(F.tail<3>());
    VectorXd tau;
    CalcInverseDynamics(*model, at, velocity, record.vdot, outside, &tau);
    CHECK(tau.norm() < 1e-5 * F.norm());
  }
}

// No motor: drivers that start half closed, with loops torn open, which the
// projection closes; then springs open the fingers.
TEST_CASE("Constraints: the loops of the Robotiq 2F-85 stay closed") {
  const std::string file = "models/menagerie/robotiq_2f85/2f85.xml";
  if (!tactus::test::HasShared(file)) return;
  ModelBuilder builder;
  LoadMjcf(tactus::test::SharedDirectory() / file, {}, &builder);
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  REQUIRE(model->constraints().size() == 2);
  REQUIRE(model->couplers().size() == 1);
  const auto driver = [&](const VectorXd& q) {
    return q[model->joints()[model->JointIndex("right_driver_joint")].q_start];
  };
  PlantDiagram scene = test::MakeAlone(model);
  VectorXd start = model->default_positions();
  for (const char* name : {"right_driver_joint", "left_driver_joint"})
    start[model->joints()[model->JointIndex(name)].q_start] = 0.4;
  CHECK(Apart(*model, start, model->constraints()[0]).first > 0.01);
  scene.plant->SetPositions(&scene.context, start);
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double open = 0, apart = 0;
    std::vector<double> angles;
    Run(scene, method, 1, [&](const VectorXd& q, const VectorXd&) {
      for (const Constraint& constraint : model->constraints())
        open = std::max(open, Apart(*model, q, constraint).first);
      const auto at = CalcCouplerError(*model, model->couplers()[0], q);
      apart = std::max(apart, std::abs(at.error));
      angles.push_back(driver(q));
    });
    CHECK(open < 1e-5);
    CHECK(apart < 1e-6);
    CHECK(angles.front() > 0.1);
    CHECK(std::abs(angles.back() - angles.front()) > 0.05);
  }
}

/// A crank, a coupler and a rocker of unequal lengths, in space: the pin holds
/// one direction more than there is to hold.
std::shared_ptr<const Model> MakeCrankRocker() {
  ModelBuilder builder;
  const int crank = AddRod("crank", 0, {0, 0, 0}, {0.3, 0, 0}, 0.5, &builder);
  const int link = AddRod("link", crank, {0.3, 0, 0}, {0.9, 0, 0}, 1, &builder);
  const int rocker = AddRod("rocker", 0, {1, 0, 0}, {0, 0, 0.6}, 0.8, &builder);
  builder.AddConstraint({.name = "pin",
                         .type = ConstraintType::kBall,
                         .body_a = link,
                         .body_b = rocker,
                         .X_AP = At({0.9, 0, 0}),
                         .X_BQ = At({0, 0, 0.6})});
  return std::move(builder).Build();
}

/// Calls observe(context) after every step, accuracies and fixed steps alike.
void RunEvery(const PlantDiagram& scene, double accuracy, double step,
              double duration,
              const std::function<void(const systems::Context&)>& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  if (step > 0) {
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), step);
  } else {
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  }
  simulator.Observe(Simulator::kEveryStep, observe);
  simulator.Initialize();
  simulator.AdvanceTo(duration);
}

// Half a metre open at the start. Whatever the step, up to 0.1 s and a radian.
TEST_CASE("Constraints: loops stay closed at every step and accuracy") {
  const auto model = MakeCrankRocker();
  PlantDiagram scene = test::MakeAlone(model);
  VectorXd q(3);
  for (const auto& [name, angle] :
       {std::pair("crank hinge", 0.5), std::pair("link hinge", -0.8),
        std::pair("rocker hinge", 0.1)}) {
    q[model->joints()[model->JointIndex(name)].q_start] = angle;
  }
  CHECK(Apart(*model, q, model->constraints()[0]).first > 0.4);
  scene.plant->SetPositions(&scene.context, q);
  for (const double accuracy : {1e-1, 1e-3, 1e-4}) {
    for (const double step : {0.0, 5e-3, 1e-2}) {
      if (step > 0 && accuracy < 1e-1) continue;
      INFO("accuracy " << accuracy << ", step " << step);
      double open = 0;
      RunEvery(scene, accuracy, step, 5, [&](const systems::Context& context) {
        open = std::max(open, Apart(*model, scene.plant->positions(context),
                                    model->constraints()[0])
                                  .first);
      });
      CHECK(open < 1e-6);
    }
  }
}

// A bob that turns about the cone of its limit leaves it along the tangent at
// every step; what is left must not become speed.
TEST_CASE("Constraints: a ball joint slides along its limit") {
  ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = 2,
                              .p_BoBcm = {0.3, 0.1, -0.2},
                              .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .parent = 0,
                    .child = body,
                    .max_angle = 0.8,
                    .damping = 0.2});
  const auto model = std::move(builder).Build();
  PlantDiagram scene = test::MakeAlone(model);
  scene.plant->SetVelocities(&scene.context, Vector3d(4, -1, -6));
  const double start = scene.plant->CalcEnergy(scene.context);
  for (const double step : {0.0, 1e-3, 1e-2}) {
    INFO("step " << step);
    double beyond = 0, energy = start;
    RunEvery(scene, 1e-3, step, 2, [&](const systems::Context& context) {
      VectorXd q = scene.plant->positions(context);
      for (const auto& moved : ProjectToLimits(*model, &q))
        beyond = std::max(beyond, moved.from - moved.to);
      energy = std::max(energy, scene.plant->CalcEnergy(context));
    });
    CHECK(beyond < 1e-6);
    CHECK(energy < start + 0.02 * std::abs(start));
  }
}

// A motor that would accelerate the joint by 1000 rad/s^2, at any step.
TEST_CASE("Limits hold to 1e-5 under heavy loads and long steps") {
  ModelBuilder builder;
  const double I = 0.2;
  const int body =
      builder.AddBody("arm", {.mass = 2, .I_Bcm = I * Matrix3d::Identity()});
  const int hinge = builder.AddJoint({.name = "hinge",
                                      .type = JointType::kRevolute,
                                      .parent = 0,
                                      .child = body,
                                      .axis_F = Vector3d::UnitY(),
                                      .upper = 0.4});
  for (const double acceleration : {10.0, 1000.0}) {
    ModelBuilder copy = builder;
    copy.AddActuator(
        {.name = "motor", .joint = hinge, .bias0 = acceleration * I});
    const PlantDiagram scene = test::MakeAlone(std::move(copy).Build());
    for (const double step : {0.0, 1e-3, 1e-2, 0.1}) {
      INFO("acceleration " << acceleration << ", step " << step);
      double beyond = 0, q = 0;
      RunEvery(scene, 1e-3, step, 2, [&](const systems::Context& context) {
        q = scene.plant->positions(context)[0];
        beyond = std::max(beyond, q - 0.4);
      });
      CHECK(beyond < 1e-6);
      CHECK(q == Approx(0.4).margin(1e-5));
    }
  }
}

TEST_CASE("Constraints: a start out of reach is refused with what is off") {
  ModelBuilder builder;
  const int body = AddRod("rod", 0, {0, 0, 0}, {0.5, 0, 0}, 1, &builder);
  builder.AddConstraint({.name = "hook",
                         .type = ConstraintType::kBall,
                         .body_a = 0,
                         .body_b = body,
                         .X_AP = At({0, 0, -0.75}),
                         .X_BQ = At({0.5, 0, 0})});
  const PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    CHECK_THROWS_WITH(
        simulator.Initialize(),
        Catch::StartsWith("the start violates the position of ball 'hook' by "
                          "0.9014 m") &&
            Catch::EndsWith("still off by 0.25 m"));
  }
}

// ComFree's gains are soft ones; refined, what they leave vanishes.
void RunComFree(const PlantDiagram& scene, int refinement, double duration,
                const Observer& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<FixedStep>(
      std::make_unique<ComFreeStep>(contact::ComFreeOptions{
          .stiffness = 0.2, .refinement_iterations = refinement}),
      1e-3);
  simulator.Initialize();
  const int n = static_cast<int>(std::lround(duration / 0.01));
  for (int i = 0; i <= n; ++i) {
    simulator.AdvanceTo(0.01 * i);
    observe(scene.plant->positions(simulator.context()),
            scene.plant->velocities(simulator.context()));
  }
}

TEST_CASE("Constraints: under ComFree a four-bar stays together") {
  const auto model = MakeFourBar(0.5, 1, 2);
  PlantDiagram scene = test::MakeAlone(model);
  scene.plant->SetPositions(&scene.context, Vector3d(1, -1, 1));
  double coarse = 0, fine = 0;
  for (double* worst : {&coarse, &fine}) {
    RunComFree(scene, worst == &coarse ? 0 : 100, 2,
               [&](const VectorXd& q, const VectorXd&) {
                 *worst = std::max(
                     *worst, Apart(*model, q, model->constraints()[0]).first);
               });
  }
  CHECK(coarse < 0.02);
  CHECK(fine < 1e-5);
}

TEST_CASE("Constraints: under ComFree they conserve momentum") {
  for (const auto type : {ConstraintType::kWeld, ConstraintType::kBall,
                          ConstraintType::kDistance}) {
    INFO(to_string(type));
    const bool is_distance = type == ConstraintType::kDistance;
    std::shared_ptr<const Model> model;
    PlantDiagram scene =
        MakeFalling({.name = "tie",
                     .type = type,
                     .body_a = 1,
                     .body_b = 2,
                     .X_AP = At({0.1, 0, 0}),
                     .X_BQ = At({-0.1, 0.05, 0}),
                     .distance = is_distance ? 0.3 : 0,
                     .stiffness = is_distance ? 300.0 : INFINITY},
                    Vector3d::Zero(), &model);
    VectorXd q = model->default_positions(), v = VectorXd::Zero(12);
    q.segment<3>(7) << 0.3, 0.1, 0.1;
    v << 1, 0.2, 2, 0.3, 0, 0.1, 0.4, -1, 0, 0, 0.5, 0;
    ProjectToConstraints(*model, &q, &v);
    scene.plant->SetPositions(&scene.context, q);
    scene.plant->SetVelocities(&scene.context, v);
    const Vector6d start = CalcMomentum(*model, q, v);
    double linear = 0;
    RunComFree(scene, 8, 0.5, [&](const VectorXd& at, const VectorXd& u) {
      const Vector6d change = CalcMomentum(*model, at, u) - start;
      linear = std::max(linear, change.tail<3>().norm());
    });
    CHECK(linear < 1e-10 * start.tail<3>().norm());
  }
}

TEST_CASE("Constraints: under ComFree a spring settles, and is recorded") {
  const double m = 2, length = 0.4, k = 500;
  std::shared_ptr<const Model> model;
  const PlantDiagram scene = MakeHanging(m, length, k, 20, &model);
  double depth = 0;
  RunComFree(scene, 0, 5,
             [&](const VectorXd& q, const VectorXd&) { depth = -q[2]; });
  CHECK(depth == Approx(length + m * kGravity / k).epsilon(1e-6));

  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<FixedStep>(
      std::make_unique<ComFreeStep>(contact::ComFreeOptions{}), 1e-3);
  simulator.AdvanceTo(5);
  const auto& record =
      scene.plant->step_record_output().Eval<multibody::StepRecord>(
          simulator.context());
  REQUIRE(record.constraint_forces.size() == 1);
  // On body B, the world, from the bob below.
  CHECK(record.constraint_forces[0][5] == Approx(-m * kGravity));
}

TEST_CASE("Constraints: under ComFree a ball joint stops at its limit") {
  ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = 1,
                              .p_BoBcm = {0.1, 0.05, 0.2},
                              .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .child = body,
                    .max_angle = 0.5,
                    .damping = 0.3});
  const PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
  double angle = 0;
  RunComFree(scene, 50, 3, [&](const VectorXd& q, const VectorXd&) {
    angle = 2 * std::acos(std::min(q[0], 1.0));
  });
  CHECK(angle == Approx(0.5).margin(1e-3));
}

}  // namespace
}  // namespace tactus::integrators

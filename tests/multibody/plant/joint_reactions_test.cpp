#include "tactus/multibody/plant/joint_reactions.h"

#include <cmath>
#include <memory>
#include <set>

#include "multibody/box_scene.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using systems::Context;
using systems::DiagramBuilder;
using test::kGravity;

/// A plant alone, whose reactions follow from the continuous law.
struct Subject {
  explicit Subject(ModelBuilder model) {
    DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(std::move(model).Build());
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }
  Vector6d Reaction(std::string_view joint) const {
    return plant->joint_reactions_output().Eval<std::vector<Vector6d>>(
        context)[plant->model().JointIndex(joint)];
  }
  double Vdot() const {
    return plant->step_record_output().Eval<StepRecord>(context).vdot[0];
  }

  const MultibodyPlant* plant{};
  std::unique_ptr<systems::Diagram> diagram;
  Context context;
};

constexpr double kMass = 2, kLength = 0.7, kInertia = 0.03;
const SpatialInertia kRod{.mass = kMass,
                          .p_BoBcm = {0, 0, -kLength},
                          .I_Bcm = kInertia * Matrix3d::Identity()};

// Along the rod m g cos + m l w^2, across it m (l alpha + g sin); about the
// hinge what acts along it, less the armature's share.
TEST_CASE("Joint reactions: a swinging pendulum's hinge -> the closed form") {
  for (const double armature : {0.0, 0.4}) {
    ModelBuilder model;
    const int rod = model.AddBody("rod", kRod);
    const int hinge = model.AddJoint({.name = "hinge",
                                      .type = JointType::kRevolute,
                                      .child = rod,
                                      .axis_F = Vector3d::UnitY(),
                                      .damping = 0.3,
                                      .armature = armature});
    model.AddActuator({.name = "motor", .joint = hinge});
    Subject s(std::move(model));
    const double theta = 0.8, rate = -1.7, torque = 0.6;
    s.plant->SetPositions(&s.context, VectorXd::Constant(1, theta));
    s.plant->SetVelocities(&s.context, VectorXd::Constant(1, rate));
    s.context.FixInput(s.plant->actuation_input(),
                       VectorXd::Constant(1, torque));
    const Vector3d along(std::sin(theta), 0, std::cos(theta));
    const Vector3d across(-std::cos(theta), 0, std::sin(theta));
    const double alpha =
        (torque - 0.3 * rate - kMass * kGravity * kLength * std::sin(theta)) /
        (kInertia + kMass * kLength * kLength + armature);
    CHECK(s.Vdot() == Approx(alpha));
    const Vector6d F = s.Reaction("hinge");
    CHECK(F.tail<3>().dot(along) ==
          Approx(kMass * (kGravity * std::cos(theta) + kLength * rate * rate)));
    CHECK(F.tail<3>().dot(across) ==
          Approx(kMass * (kLength * alpha + kGravity * std::sin(theta))));
    CHECK(std::abs(F[4]) < 1e-14);
    CHECK(F.head<3>().isApprox(
        Vector3d(0, torque - 0.3 * rate - armature * alpha, 0)));
  }
}

Tendon::Stop Point(int body, const Vector3d& p) {
  Tendon::Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

// A rod that a stay holds out level, with T sin(45) l = m g l / 2: the hinge
// bears the rest of the weight, and pushes back along the rod.
TEST_CASE("Joint reactions: a stay with a spring -> what it leaves the hinge") {
  ModelBuilder model;
  const int rod =
      model.AddBody("rod", {.mass = kMass,
                            .p_BoBcm = {kLength / 2, 0, 0},
                            .I_Bcm = kInertia * Matrix3d::Identity()});
  model.AddJoint({.name = "hinge",
                  .type = JointType::kRevolute,
                  .child = rod,
                  .axis_F = Vector3d::UnitY()});
  const double weight = kMass * kGravity;
  const double stretch = weight / std::sqrt(2.0) / 100;
  const double rest = std::sqrt(2.0) * kLength - stretch;
  model.AddTendon(
      {.name = "stay",
       .path = {Point(0, {0, 0, kLength}), Point(rod, {kLength, 0, 0})},
       .rest_lower = rest,
       .rest_upper = rest,
       .stiffness = 100});
  const Subject s(std::move(model));
  CHECK(std::abs(s.Vdot()) < 1e-12);
  const Vector6d F = s.Reaction("hinge");
  CHECK((F.tail<3>() - Vector3d(weight / 2, 0, weight / 2)).norm() < 1e-12);
  CHECK(F.head<3>().norm() < 1e-12);
}

// What goes along the hinges is their own, whatever a string does that goes
// from the world around a roll on the upper link to the lower one, and through
// a pulley on to the upper one.
TEST_CASE("Joint reactions: a motor's string around a roll -> not along it") {
  ModelBuilder model;
  const int upper = model.AddBody("upper", kRod);
  const int lower = model.AddBody("lower", kRod);
  const double damping = 0.3;
  model.AddJoint({.name = "shoulder",
                  .type = JointType::kRevolute,
                  .child = upper,
                  .axis_F = Vector3d::UnitY(),
                  .damping = damping});
  Joint elbow{.name = "elbow",
              .type = JointType::kRevolute,
              .parent = upper,
              .child = lower,
              .axis_F = Vector3d::UnitY(),
              .damping = damping};
  elbow.X_PF.translation().z() = -2 * kLength;
  model.AddJoint(elbow);
  Tendon::Stop roll = Point(upper, {0, 0, -2 * kLength});
  roll.kind = Tendon::Stop::Kind::kSphere;
  roll.radius = 0.2;
  const int string = model.AddTendon(
      {.name = "string",
       .path = {Point(0, {0.3, 0.1, 0.2}),
                Point(upper, {0.1, 0, -kLength}),
                roll,
                Point(lower, {0.15, 0.02, -0.5}),
                {.kind = Tendon::Stop::Kind::kPulley, .divisor = 2},
                Point(lower, {0, 0.1, -0.3}),
                Point(upper, {0.4, 0, 0})},
       .upper = 0.1,
       .stiffness = 30});
  model.AddActuator(
      {.name = "motor", .tendon = string, .gain = 0, .bias0 = -7});
  Subject s(std::move(model));
  const Vector2d v(0.8, -1.1);
  s.plant->SetPositions(&s.context, Vector2d(0.3, -0.9));
  s.plant->SetVelocities(&s.context, v);
  CHECK(std::abs(s.Reaction("shoulder").tail<3>().norm()) > 10);
  CHECK(s.Reaction("shoulder")[1] == Approx(-damping * v[0]));
  CHECK(s.Reaction("elbow")[1] == Approx(-damping * v[1]));
}

// The weight of all that hangs below.
TEST_CASE("Joint reactions: a chain at rest -> the weight below each joint") {
  ModelBuilder model;
  int parent = 0;
  RigidTransform X_PF = RigidTransform::Identity();
  for (const char* name : {"first", "second", "third"}) {
    const int link = model.AddBody(std::string(name) + " link", kRod);
    model.AddJoint({.name = name,
                    .type = JointType::kUniversal,
                    .parent = parent,
                    .child = link,
                    .X_PF = X_PF});
    parent = link;
    X_PF = RigidTransform(Eigen::Translation3d(0, 0, -2 * kLength));
  }
  const Subject s(std::move(model));
  const Vector3d weight(0, 0, kMass * kGravity);
  const char* joints[] = {"third", "second", "first"};
  for (int i = 0; i < 3; ++i) {
    const Vector6d F = s.Reaction(joints[i]);
    CHECK(F.head<3>().norm() < 1e-13);
    CHECK((F.tail<3>() - (i + 1) * weight).norm() < 1e-12);
  }
}

// The joint frame need not be the child's: the torque is about Mo.
TEST_CASE(
    "Joint reactions: a cantilever's clamp -> weights, and moments about Mo") {
  ModelBuilder model;
  const int beam = model.AddBody("beam", kRod);
  const int load = model.AddBody("load", {.mass = 3});
  RigidTransform X_CM = RigidTransform::Identity();
  X_CM.translation() = Vector3d(0.1, 0, -0.2);
  RigidTransform X_PF = RigidTransform::Identity();
  X_PF.linear() =
      Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitY()).toRotationMatrix();
  X_PF.translation() = Vector3d(5, 6, 7);
  model.AddJoint({.name = "clamp",
                  .type = JointType::kWeld,
                  .child = beam,
                  .X_PF = X_PF,
                  .X_CM = X_CM});
  model.AddJoint({.name = "bolt",
                  .type = JointType::kWeld,
                  .parent = beam,
                  .child = load,
                  .X_PF = RigidTransform(Eigen::Translation3d(0, 0.4, -1))});
  const auto built = std::move(model).Build();
  StepRecord record;
  record.q = record.v = record.vdot = VectorXd(0);
  std::vector<Vector6d> F;
  CalcJointReactions(*built, record, &F);
  // -z of the beam is x of the world.
  const double w_beam = kMass * kGravity, w_load = 3 * kGravity;
  const Vector6d clamp = F[built->JointIndex("clamp")];
  const double lever_beam = kLength - 0.2, lever_load = 1 - 0.2;
  CHECK((clamp.tail<3>() - Vector3d(0, 0, w_beam + w_load)).norm() < 1e-12);
  CHECK((clamp.head<3>() -
         Vector3d(0.4 * w_load, -lever_beam * w_beam - lever_load * w_load, 0))
            .norm() < 1e-12);
  const Vector6d bolt = F[built->JointIndex("bolt")];
  CHECK((bolt - (Vector6d() << 0, 0, 0, 0, 0, w_load).finished()).norm() <
        1e-12);
}

// Newton's third law between what acts and what moves: a free body's joint
// passes on the generalized force alone.
TEST_CASE(
    "Joint reactions: contact, applied force, thruster -> the joint's own "
    "force") {
  ModelBuilder model;
  const contact::Box cube{Vector3d::Constant(0.05)};
  const contact::Material material = test::MakeMaterial(1e4, 2, 0.5);
  for (const char* name : {"low", "high"}) {
    const int body = model.AddBody(
        name, MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
    // Not a joint at the centre: torques count.
    model.AddJoint({.name = name,
                    .child = body,
                    .X_CM = RigidTransform(Eigen::Translation3d(0.3, 0, 0.1))});
    model.AddGeometry(
        {.name = name, .body = body, .shape = cube, .material = material});
  }
  model.AddGeometry({.name = "ground",
                     .body = 0,
                     .shape = contact::HalfSpace{},
                     .material = material});
  RigidTransform X_BS = RigidTransform::Identity();
  X_BS.translation() = Vector3d(0.1, 0.2, -0.1);
  X_BS.linear() =
      Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  model.AddActuator({.name = "thruster",
                     .body = 2,
                     .X_BS = X_BS,
                     .wrench_S = (Vector6d() << 1, 2, 3, 4, 5, 6).finished()});
  Subject s(std::move(model));
  VectorXd q(14), v(12), tau(12);
  q << 0.3, 0, 0.1 + 0.049, 1, 0, 0, 0, 0.31, 0.01, 0.1 + 0.147, 1, 0.02, 0,
      0.1;
  NormalizeQuaternions(s.plant->model(), &q);
  v << 0.1, -2, 1, 0.4, -0.3, -0.2, 1, 1, -1, 0.3, 0.2, -0.4;
  tau << 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  s.plant->SetPositions(&s.context, q);
  s.plant->SetVelocities(&s.context, v);
  s.context.FixInput(s.plant->generalized_force_input(), tau);
  s.context.FixInput(s.plant->actuation_input(), VectorXd::Constant(1, 2));
  SpatialForce push{.body = 1, .p_BoQ_B = {0.1, -0.2, 0.3}};
  push.F_Q_W << 3, -4, 5, -6, 7, -8;
  s.context.FixInput(s.plant->spatial_forces_input(),
                     std::vector<SpatialForce>{push});
  // Both pairs do touch.
  std::set<std::pair<int, int>> pairs;
  for (const PointContact& point : s.plant->contact_results_output()
                                       .Eval<ContactResults>(s.context)
                                       .points) {
    if (point.force_B_W.norm() > 0) {
      pairs.emplace(point.geometry_a, point.geometry_b);
    }
  }
  CHECK(pairs.size() == 2);
  // v of a floating joint is angular, then linear at Mo, in F, here W.
  CHECK((s.Reaction("low") - tau.head<6>()).norm() < 1e-9);
  CHECK((s.Reaction("high") - tau.tail<6>()).norm() < 1e-9);
}

// A block on a slide along x, its corners at `height` above the ground.
Subject MakeBlockOnSlide(Actuator actuator, bool is_on_tendon, double height) {
  ModelBuilder model;
  const contact::Box cube{Vector3d::Constant(test::kHalf)};
  const int block = model.AddBody(
      "block", MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
  Joint slide{.name = "slide",
              .type = JointType::kPrismatic,
              .child = block,
              .axis_F = Vector3d::UnitX()};
  slide.X_PF.translation() << 0, 0, test::kHalf + height;
  model.AddJoint(slide);
  model.AddGeometry({.name = "ground",
                     .shape = contact::HalfSpace{},
                     .material = test::MakeMaterial(1e4, 0, 0)});
  model.AddGeometry({.name = "block",
                     .body = block,
                     .shape = cube,
                     .material = test::MakeMaterial(1e4, 0, 0)});
  if (is_on_tendon) {
    Transmission of{.body = block, .reference = 0};
    of.gear.tail<3>() << 0, 0, 1;
    actuator.tendon = model.AddTendon({.name = "t", .transmission = of});
  } else {
    actuator.body = block;
    actuator.adheres = true;
  }
  model.AddActuator(actuator);
  return Subject(std::move(model));
}

// What the slide carries less as it is lifted, or more as it is held down.
TEST_CASE(
    "Joint reactions: forces between frames and adhesion -> their share") {
  for (const bool is_on_tendon : {true, false}) {
    Subject s = MakeBlockOnSlide({.name = "a"}, is_on_tendon, -1e-4);
    const auto lift_at = [&](double u) {
      s.context.FixInput(s.plant->actuation_input(), VectorXd::Constant(1, u));
      return s.Reaction("slide")[5];
    };
    const double alone = lift_at(0);
    CHECK(alone < kGravity);  // The ground carries the rest of the kilogram.
    CHECK(lift_at(3) - alone == Approx(is_on_tendon ? -3 : 3));
  }
}

// It falls from 0.1 mm to 1 mm. Points that methods look ahead to are in the
// record, too.
TEST_CASE("Joint reactions: what adheres above the ground -> less by the gap") {
  for (const auto& [gap, pull] :
       {std::pair(5e-5, 3.0), std::pair(5.5e-4, 1.5), std::pair(2e-3, 0.0)}) {
    CAPTURE(gap);
    Subject s = MakeBlockOnSlide({.name = "a"}, false, gap);
    s.context.FixInput(s.plant->actuation_input(), VectorXd::Constant(1, 3));
    CHECK(s.Reaction("slide")[5] == Approx(kGravity + pull));
  }
}

}  // namespace
}  // namespace tactus::multibody

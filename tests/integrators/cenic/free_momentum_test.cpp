#include "tactus/integrators/cenic/free_momentum.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "integrators/cenic/attempted_step.h"
#include "integrators/free_pair.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {
namespace {

using test::Advance;
using test::Attempted;
using test::kGravity;
using test::MakePair;
using test::PlantDiagram;
using test::StartOf;
using test::Total;

// A floating trunk with two legs on hinges that servos hold.
struct Robot {
  double gain = 100, damping = 5;
  double gravity = kGravity;
  double lower = -20, upper = 20;  // Of the hinges [rad].
  bool has_ground = false;
  double armature = 0;        // Of the floating joint.
  double stiffness = 0;       // Of a spring from the world to the trunk.
  double link_stiffness = 0;  // Of one from the trunk to the left leg.
};

std::shared_ptr<const test::Model> MakeModel(const Robot& robot) {
  test::ModelBuilder builder;
  builder.set_gravity(-robot.gravity * Vector3d::UnitZ());
  const int trunk = builder.AddBody(
      "trunk", {.mass = 3,
                .p_BoBcm = {0.02, 0, 0.01},
                .I_Bcm = Vector3d(1, 4, 5).asDiagonal() * 1e-2});
  // The frames of the floating joint are neither the world's nor the body's.
  multibody::Joint root{.name = "root", .child = trunk};
  root.X_PF = Eigen::Translation3d(0.1, -0.2, 0.3) *
              Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized());
  root.X_CM = Eigen::Translation3d(-0.1, 0.1, 0.05) *
              Eigen::AngleAxisd(-0.4, Vector3d::UnitX());
  root.armature = robot.armature;
  builder.AddJoint(root);
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0 ? "left" : "right";
    const int leg =
        builder.AddBody(name, {.mass = 0.5,
                               .p_BoBcm = {0.15 * side, 0.03, 0},
                               .I_Bcm = Vector3d(1, 5, 5).asDiagonal() * 1e-3});
    RigidTransform X_PF = RigidTransform::Identity();
    X_PF.translation().x() = 0.2 * side;
    const int joint = builder.AddJoint(
        {.name = name,
         .type = test::JointType::kRevolute,
         .parent = trunk,
         .child = leg,
         .X_PF = X_PF,
         .axis_F = side > 0 ? Vector3d::UnitY() : Vector3d::UnitZ(),
         .lower = robot.lower,
         .upper = robot.upper});
    if (robot.gain > 0)
      builder.AddActuator({.name = name,
                           .joint = joint,
                           .gain = robot.gain,
                           .bias1 = -robot.gain,
                           .bias2 = -robot.damping});
  }
  if (robot.has_ground) {
    const contact::Material material{.stiffness = 1e4};
    builder.AddGeometry({.name = "trunk",
                         .body = trunk,
                         .shape = contact::Sphere{0.1},
                         .material = material});
    builder.AddGeometry({.name = "ground",
                         .body = 0,
                         .shape = contact::HalfSpace{},
                         .material = material});
  }
  return std::move(builder).Build();
}

PlantDiagram MakeRobot(const Robot& robot) {
  const std::shared_ptr<const test::Model> model = MakeModel(robot);
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  std::vector<const multibody::ForceElement*> springs;
  const auto add = [&](const std::string& name, const multibody::BodyPoint& a,
                       const multibody::BodyPoint& b, double length,
                       double stiffness) {
    if (stiffness == 0) return;
    springs.push_back(&diagram.AddSystem<multibody::SpringDamper>(
        name, model, a, b,
        multibody::SpringDamperParameters{.free_length = length,
                                          .stiffness = stiffness}));
  };
  add("spring", {.body = 0, .p_BoP_B = {0, 0, 9}}, {.body = 1}, 9,
      robot.stiffness);
  add("link", {.body = 1, .p_BoP_B = {0.3, 0, 0.2}},
      {.body = 2, .p_BoP_B = {0.1, 0, 0}}, 0.2, robot.link_stiffness);
  if (springs.empty()) return test::MakeAlone(model);
  ConnectForces(plant, springs, &diagram);
  return test::Finish(std::move(diagram), plant);
}

// Without gravity it turns and its legs swing.
void Spin(PlantDiagram* robot) {
  VectorXd q = robot->plant->positions(robot->context), v(8);
  q.tail<2>() << 0.3, 0.2;
  v << 1, 3, 2, 1, 0, 0.5, 2, -1;
  robot->plant->SetPositions(&robot->context, q);
  robot->plant->SetVelocities(&robot->context, v);
}

// By theta = 0 it falls too far by 138 and 44 mm.
TEST_CASE("Free momentum: a robot on servos falls -> by g t^2 / 2") {
  for (const double gain : {100.0, 1e5}) {
    for (const double accuracy : {1e-2, 1e-3}) {
      const PlantDiagram robot = MakeRobot({.gain = gain});
      const Total end = Advance(robot, accuracy, 1);
      const Vector3d way = end.center - StartOf(robot).center;
      CHECK((way + kGravity / 2 * Vector3d::UnitZ()).norm() < 1e-9);
    }
  }
}

// By theta = 0 the servos take 12 % of the angular momentum at 1e-2.
TEST_CASE("Free momentum: a robot on servos spins -> keeps its momentum") {
  PlantDiagram robot = MakeRobot({.gravity = 0});
  Spin(&robot);
  const Total start = StartOf(robot);
  for (const int first : {0, 3}) {  // Angular, linear.
    const Vector3d before = start.momentum.segment<3>(first);
    double last = 1;
    for (const double accuracy : {1e-2, 1e-3, 1e-4}) {
      const Total end = Advance(robot, accuracy, 2);
      const double off =
          (end.momentum.segment<3>(first) - before).norm() / before.norm();
      INFO(accuracy << ": " << off);
      CHECK(off < 4 * accuracy);
      CHECK(off < last / 5);  // Of order two in steps, which go by its root.
      last = off;
    }
  }
}

// theta is 0 in steps in which a leg meets its limit.
TEST_CASE("Free momentum: legs stop at their limits -> falls by g t^2 / 2") {
  PlantDiagram robot = MakeRobot({.gain = 0, .lower = -0.5, .upper = 0.5});
  VectorXd v = VectorXd::Zero(8);
  v.tail<2>() << 3, -2;
  robot.plant->SetVelocities(&robot.context, v);
  const Total start = StartOf(robot);
  const Total end = Advance(robot, 1e-3, 1);
  const Vector3d way =
      start.momentum.tail<3>() / 4 - kGravity / 2 * Vector3d::UnitZ();  // 4 kg
  CHECK((end.center - start.center - way).norm() < 1e-3);
}

// From rest a full step falls by g h^2, two half steps by 3/4 of that.
TEST_CASE("Free momentum: the world touches in any step -> two half steps") {
  const double h = 0.01, fall = kGravity * h * h;
  const auto start_at = [&](double gap) {
    PlantDiagram robot =
        MakeRobot({.gain = 0, .has_ground = true, .link_stiffness = 1e5});
    multibody::PositionKinematics position;
    VectorXd q = robot.plant->positions(robot.context);
    CalcPositionKinematics(robot.plant->model(), q, &position);
    VectorXd up = VectorXd::Zero(8), q1;
    up.segment<3>(3) =
        robot.plant->model().joints()[0].X_PF.linear().transpose() *
        Vector3d(0, 0, 0.1 + gap - position.X_WB[1].translation().z());
    RetractPositions(robot.plant->model(), q, up, &q1);
    robot.plant->SetPositions(&robot.context, q1);
    return robot;
  };
  CHECK(Attempted(start_at(-fall), h).is_refined());
  CHECK(Attempted(start_at(0.5 * fall), h).is_refined());
  CHECK(Attempted(start_at(0.9 * fall), h).is_refined());
  const PlantDiagram above = start_at(1.1 * fall);
  const Attempted flight(above, h);
  CHECK_FALSE(flight.is_refined());
  const Total end(above.plant->model(), flight.step.solution().q,
                  flight.step.solution().v);
  CHECK((end.center - StartOf(above).center).z() ==
        Approx(-fall / 2).epsilon(1e-9));
}

// A spring on the trunk is as stiff for the floating joint as another one is
// for a leg: nothing is extrapolated. A soft one leaves the momentum free.
TEST_CASE("Free momentum: a spring from the world -> by what it is for it") {
  const auto is_refined = [](double stiffness) {
    const PlantDiagram robot =
        MakeRobot({.stiffness = stiffness, .link_stiffness = 1e5});
    return Attempted(robot, 0.05).is_refined();
  };
  CHECK(is_refined(1e5));
  CHECK_FALSE(is_refined(1));
}

// States of a step in which everything moves, and x~.
struct MadeUp {
  explicit MadeUp(const multibody::Model& model) : momentum(model) {
    for (int t = 0; t < std::ssize(model.trees()); ++t) trees.push_back(t);
    const auto wave = [&](double size, double phase) {
      VectorXd y(model.num_velocities());
      for (Eigen::Index i = 0; i < y.size(); ++i)
        y[i] = size * std::sin(phase + 1.7 * static_cast<double>(i));
      return y;
    };
    const VectorXd by = wave(0.03, 0.5);
    RetractPositions(model, model.default_positions(), wave(0.8, 2), &two.q);
    RetractPositions(model, two.q, by, &hat.q);
    two.v = wave(2, 1);
    hat.v = two.v - 3 * by;
    x = two;
  }
  void Extrapolate(double theta_m) {
    momentum.Extrapolate(
        trees,
        {.two = &two, .hat = &hat, .theta = 0, .theta_momentum = theta_m}, &x);
  }
  FreeMomentum momentum;
  std::vector<int> trees;
  HybridState two, hat, x;
};

TEST_CASE("Free momentum: two states -> theta_m of centre and momentum") {
  for (const auto& [model, theta_m] :
       {std::pair(MakeModel({}), 1.0), std::pair(MakeModel({}), 0.3),
        std::pair(MakePair({0.3, 0.2, 0.5}), 1.0),
        std::pair(MakePair({0.3, 0.2, 0.5}), 0.3)}) {
    MadeUp step(*model);
    step.Extrapolate(theta_m);
    const Total two(*model, step.two.q, step.two.v);
    const Total hat(*model, step.hat.q, step.hat.v);
    const Total x1(*model, step.x.q, step.x.v);
    const Vector3d center = two.center + theta_m * (two.center - hat.center);
    CHECK((x1.center - center).norm() < 1e-13);
    const Vector6d momentum =
        two.momentum + theta_m * (two.momentum - hat.momentum);
    CHECK((x1.momentum - momentum).norm() < 1e-12);
  }
}

TEST_CASE("Free momentum: two states -> links follow as one rigid body") {
  const auto robot = MakeModel({});
  MadeUp step(*robot);
  step.Extrapolate(1);
  CHECK(step.x.q.tail<2>() == step.two.q.tail<2>());
  CHECK(step.x.v.tail<2>() == step.two.v.tail<2>());
  const auto pair = MakePair({0.3, 0.2, 0.5});
  MadeUp bodies(*pair);
  bodies.Extrapolate(1);
  const auto see = [&](const HybridState& x) {
    multibody::PositionKinematics position;
    multibody::VelocityKinematics velocity;
    CalcPositionKinematics(*pair, x.q, &position);
    CalcVelocityKinematics(*pair, position, x.v, &velocity);
    const RigidTransform X_AB = position.X_WB[1].inverse() * position.X_WB[2];
    const auto& V = velocity.V_WB;
    const Vector3d p_AB =
        position.X_WB[2].translation() - position.X_WB[1].translation();
    Vector6d V_AB = V[2] - V[1];
    V_AB.tail<3>() -= V[1].head<3>().cross(p_AB);
    return std::pair(
        X_AB.matrix().eval(),
        (position.X_WB[1].linear().transpose() * V_AB.tail<3>()).eval());
  };
  const auto before = see(bodies.two), after = see(bodies.x);
  // Places move along tangents of a turn by 0.03 rad.
  CHECK((after.first - before.first).norm() < 1e-3);
  CHECK((after.second - before.second).norm() < 1e-2);
  CHECK((bodies.x.q - bodies.two.q).norm() > 1e-2);
}

TEST_CASE("Free momentum: states that a turn tells apart -> turned as far") {
  const auto model = MakeModel({});
  MadeUp step(*model);
  VectorXd turn = VectorXd::Zero(8), q1;
  turn.head<3>() << 0.1, -0.2, 0.05;
  RetractPositions(*model, step.two.q, -turn, &step.hat.q);
  step.Extrapolate(0.5);
  RetractPositions(*model, step.two.q, turn / 2, &q1);
  VectorXd off;
  CalcPositionDifference(*model, q1, step.x.q, &off);
  CHECK(off.head<3>().norm() < 1e-12);
}

TEST_CASE("Free momentum: trees that nothing else holds -> hold") {
  using contact::Island;
  using contact::VelocityProblem;
  const auto holds = [](const Robot& robot, const auto& change) {
    const PlantDiagram subject = MakeRobot(robot);
    Attempted attempt(subject, 1e-3);
    VelocityProblem& problem = attempt.start.problem;
    std::vector<Island> islands;
    contact::IslandFinder finder;
    REQUIRE(finder.Find(problem, &islands) == 1);
    problem.bodies.resize(2);  // The world's, and its own.
    problem.bodies[1].clique = 0;
    change(&problem, &islands[0]);
    return FreeMomentum(subject.plant->model())
        .HoldsFor(attempt.start, islands[0]);
  };
  const auto as_it_is = [](VelocityProblem*, Island*) {
  };
  CHECK(holds({}, as_it_is));
  CHECK_FALSE(holds({.armature = 0.1}, as_it_is));
  const auto tie = [](int body) {
    return [body](VelocityProblem* problem, Island* island) {
      problem->constraints = {{.body_a = body, .body_b = 1}};
      island->constraints = {0};
    };
  };
  CHECK_FALSE(holds({}, tie(0)));  // to the world
  CHECK(holds({}, tie(1)));        // to itself
  using Law = contact::RowLaw::Law;
  const auto row = [](Law law, double of_root) {
    return [law, of_root](VelocityProblem* problem, Island* island) {
      problem->joint_rows.clear();
      problem->joint_terms.clear();
      problem->AddRow({.law = law}, {{5, of_root}, {6, 1}});
      island->joint_rows = {0};
    };
  };
  for (const Law law : {Law::kRigid, Law::kLimit, Law::kDryFriction}) {
    CHECK_FALSE(holds({}, row(law, 1)));
    CHECK(holds({}, row(law, 1e-16)));
  }
  for (const Law law : {Law::kDamper, Law::kSpring})
    CHECK(holds({}, row(law, 1)));
}

}  // namespace
}  // namespace tactus::integrators

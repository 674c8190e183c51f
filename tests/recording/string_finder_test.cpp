#include "tactus/recording/string_finder.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/cable.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/forces/bellows.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::recording {
namespace {

using multibody::Constraint;
using multibody::ConstraintType;
using multibody::Joint;
using multibody::JointType;
using multibody::ModelBuilder;
using multibody::SpringDamper;
using multibody::Tendon;
using Stop = Tendon::Stop;

constexpr double kGravity = 9.81;
constexpr double kMass = 2;  // [kg]

const multibody::SpatialInertia kInertia{.mass = kMass,
                                         .I_Bcm = Matrix3d::Identity()};

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

Stop Point(int body, const Vector3d& p) {
  Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

/// Finds the strings of a scene whose bodies are all recorded.
struct Finder {
  explicit Finder(examples::SceneInstance the_scene)
      : scene(std::move(the_scene)),
        place(scene.plant->model().num_bodies()),
        finder(*scene.plant, place) {
    std::iota(place.begin(), place.end(), 0);
    finder.TakeSprings(*scene.diagram);
  }
  explicit Finder(ModelBuilder builder)
      : Finder(examples::MakePlantScene(std::move(builder).Build())) {}

  std::vector<StringLine> Find() const {
    std::vector<StringLine> lines;
    finder.Find(scene.context, &lines);
    return lines;
  }
  void Simulate(double duration) {
    systems::Simulator simulator(*scene.diagram, scene.context);
    simulator.reset_integrator<integrators::Cenic>(
        integrators::CenicOptions{.accuracy = 1e-4});
    simulator.AdvanceTo(duration);
    scene.context = simulator.context();
  }
  Vector3d Corner(const StringLine& line, int k) const {
    const auto& X_WB =
        scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
            scene.context);
    return X_WB[line.bodies[k]] * line.corners[k];
  }

  examples::SceneInstance scene;
  std::vector<int> place;
  StringFinder finder;
};

TEST_CASE("StringFinder: a SpringDamper -> from point to point, by its law") {
  ModelBuilder model;
  const int ball = model.AddBody("ball", kInertia);
  model.SetDefaultPose(ball, At(0, 0, -1));
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(std::move(model).Build());
  const auto& spring = builder.AddSystem<SpringDamper>(
      "coil", plant.shared_model(), multibody::BodyPoint{0, {0, 0, 1}},
      multibody::BodyPoint{1, {0, 0, 0.5}},
      multibody::SpringDamperParameters{
          .free_length = 1.2, .stiffness = 50, .damping = 2});
  ConnectForces(plant, {&spring}, &builder);
  // A spring of another plant with the same model.
  const auto& other = builder.AddSystem<multibody::MultibodyPlant>(
      plant.shared_model(), "other");
  const auto& stranger = builder.AddSystem<SpringDamper>(
      "stranger", plant.shared_model(), multibody::BodyPoint{0},
      multibody::BodyPoint{1}, multibody::SpringDamperParameters{});
  ConnectForces(other, {&stranger}, &builder);
  examples::SceneInstance scene;
  scene.diagram = std::move(builder).Build();
  scene.plant = &plant;
  scene.context = scene.diagram->CreateDefaultContext();
  VectorXd v = VectorXd::Zero(6);
  v[5] = -0.5;
  plant.SetVelocities(&scene.context, v);

  const Finder found(std::move(scene));
  CHECK(found.finder.names() == std::vector<std::string>{"coil"});
  const auto lines = found.Find();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].string == 0);
  CHECK(lines[0].bodies == std::vector<int>{0, 1});
  CHECK(lines[0].corners[0] == Vector3d(0, 0, 1));
  CHECK((lines[0].corners[1] - Vector3d(0, 0, 0.5)).norm() < 1e-15);
  CHECK(lines[0].tension == Approx(50 * 0.3 + 2 * 0.5));
}

// A mass on a slide that hangs from a tendon over a pulley that halves the
// pull: L = (2 - z) + (2 - z) / 2 at z = -1.
ModelBuilder MakeLift(Tendon tendon) {
  ModelBuilder builder;
  const int load = builder.AddBody("load", kInertia);
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .child = load,
                    .default_position = -1});
  tendon.name = "rope";
  tendon.path = {Point(0, {0, 0, 2}),
                 Point(load, {0, 0, 0}),
                 {.kind = Stop::Kind::kPulley, .divisor = 2},
                 Point(load, {0, 0, 0}),
                 Point(0, {0, 0, 2})};
  builder.AddTendon(tendon);
  return builder;
}

TEST_CASE("StringFinder: a tendon -> branches, spring less motor by divisor") {
  ModelBuilder builder = MakeLift(
      {.rest_lower = 4, .rest_upper = 4, .stiffness = 10, .damping = 3});
  builder.AddActuator({.name = "motor", .tendon = 0, .gear = 2});
  Finder found(std::move(builder));
  found.scene.context.FixInput(found.scene.plant->actuation_input(),
                               VectorXd::Constant(1, -7).eval());
  found.scene.plant->SetJointVelocities(&found.scene.context, "slide", -0.1);
  const auto lines = found.Find();
  REQUIRE(lines.size() == 2);
  const double tension = 10 * (4.5 - 4) + 3 * 1.5 * 0.1 + 2 * 7;
  CHECK(lines[0].tension == Approx(tension));
  CHECK(lines[1].tension == Approx(tension / 2));
  CHECK(lines[1].string == 0);
  CHECK(lines[1].bodies == std::vector<int>{1, 0});
  CHECK((lines[1].corners[1] - Vector3d(0, 0, 2)).norm() < 1e-15);
}

// T (1 + 1 / 2) = m g.
TEST_CASE("StringFinder: what hangs on a tendon's limit -> its weight") {
  Finder taut(MakeLift({.lower = 0, .upper = 4.5}));
  taut.Simulate(0.2);
  const double tension = kMass * kGravity / 1.5;
  CHECK(taut.Find()[0].tension == Approx(tension).epsilon(1e-3));
  CHECK(taut.Find()[1].tension == Approx(tension / 2).epsilon(1e-3));
  const Finder slack(MakeLift({.lower = 0, .upper = 4.6}));
  CHECK(slack.Find()[0].tension == 0);
}

// g = L_a - (c - 2 L_b), L_a = 3/2 (2 - z_a), L_b = 2 - z_b: with lambda along
// g, a_a = -g - 3/2 lambda / m and a_b = -g - 2 lambda / m keep g zero where
// lambda = -(3.5 / 6.25) m g, of which L_b feels twice as much.
TEST_CASE("StringFinder: tied lengths of two tendons -> what the tie holds") {
  ModelBuilder builder = MakeLift({});
  const int counter = builder.AddBody("counter", kInertia);
  builder.AddJoint({.name = "guide",
                    .type = JointType::kPrismatic,
                    .child = counter,
                    .default_position = -2.5});
  builder.AddTendon({.name = "cord",
                     .path = {Point(0, {0, 0, 2}), Point(counter, {0, 0, 0})}});
  builder.AddCoupler({.name = "tie",
                      .joint_a = -1,
                      .tendon_a = 0,
                      .tendon_b = 1,
                      .coefficients = {13.5, -2, 0, 0, 0}});
  Finder found(std::move(builder));
  found.Simulate(0.1);
  const auto lines = found.Find();
  REQUIRE(lines.size() == 3);
  const double held = 0.56 * kMass * kGravity;
  CHECK(lines[0].tension == Approx(held).epsilon(1e-3));
  CHECK(lines[2].tension == Approx(2 * held).epsilon(1e-3));
}

TEST_CASE("StringFinder: around a ball -> corners on it, of its body") {
  ModelBuilder builder;
  const int arm = builder.AddBody("arm", kInertia);
  builder.SetDefaultPose(arm, At(0, 3, 0));
  Stop ball = Point(arm, {0, 0, 0});
  ball.kind = Stop::Kind::kSphere;
  ball.radius = 0.5;
  builder.AddTendon(
      {.path = {Point(0, {-1, 3.1, 0}), ball, Point(0, {1, 3.1, 0})}});
  const Finder found(std::move(builder));
  const auto lines = found.Find();
  REQUIRE(lines.size() == 1);
  REQUIRE(lines[0].corners.size() > 5);
  for (std::size_t i = 1; i + 1 < lines[0].corners.size(); ++i) {
    CHECK(lines[0].bodies[i] == arm);
    CHECK(lines[0].corners[i].norm() == Approx(0.5));
  }
  CHECK(lines[0].bodies.front() == 0);
  CHECK(lines[0].bodies.back() == 0);
}

// A rod and a stiff spring, each with a weight at rest.
TEST_CASE("StringFinder: what hangs from a rod, or a spring -> its weight") {
  const double stiffness = GENERATE(INFINITY, 1e4);
  const bool world_first = GENERATE(true, false);
  ModelBuilder builder;
  const int load = builder.AddBody("load", kInertia);
  const double stretch =
      std::isfinite(stiffness) ? kMass * kGravity / stiffness : 0;
  builder.SetDefaultPose(load, At(0, 0, -1 - stretch));
  Constraint rod{.name = "rod",
                 .type = ConstraintType::kDistance,
                 .body_a = world_first ? 0 : load,
                 .body_b = world_first ? load : 0,
                 .distance = 0.75,
                 .stiffness = stiffness};
  (world_first ? rod.X_BQ : rod.X_AP) = At(0, 0, 0.25);
  builder.AddConstraint(rod);
  Finder found(std::move(builder));
  found.Simulate(0.2);
  const auto lines = found.Find();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].tension == Approx(kMass * kGravity).epsilon(1e-3));
  const int end = world_first ? 1 : 0;
  CHECK(lines[0].bodies[end] == load);
  CHECK((lines[0].corners[end] - Vector3d(0, 0, 0.25)).norm() < 1e-12);
}

// Of a rope of n pieces, the tie above piece i carries those from there on.
TEST_CASE("StringFinder: a cable that hangs -> the weight below each tie") {
  constexpr int kLinks = 4;
  ModelBuilder builder;
  multibody::Cable cable{.name = "rope",
                         .path = {{0, 0, 2}, {0, 0, 1}},
                         .num_links = kLinks,
                         .radius = 0.01,
                         .damping = 0.05};
  cable.start.hold = multibody::CableEnd::Hold::kFixed;
  AddCable(cable, &builder);
  Finder found(std::move(builder));
  found.Simulate(1);
  const auto lines = found.Find();
  const auto names = found.finder.names();
  REQUIRE(lines.size() == kLinks);
  double weight = 0;
  for (const auto& body : found.scene.plant->model().bodies())
    weight += kGravity * body.inertia.mass;
  for (int i = 0; i < kLinks; ++i) {
    const std::string name =
        i == 0 ? "rope/start" : "rope/tie" + std::to_string(i);
    const auto at = std::ranges::find(names, name) - names.begin();
    INFO(name);
    CHECK(lines[at].tension ==
          Approx(weight * (kLinks - i) / kLinks).epsilon(0.02));
  }
}

TEST_CASE("StringFinder: a bellow -> from its root to its mouth") {
  ModelBuilder builder;
  const int pad = builder.AddBody("pad", kInertia);
  builder.SetDefaultPose(pad, At(1, 2, 3));
  AddBellows(&builder, {.body = pad,
                        .X_BG = At(0, 0, 0.1),
                        .rows = 1,
                        .columns = 1,
                        .length = 0.04,
                        .stiffness = 500,
                        .damping = 2});
  Finder found(std::move(builder));
  found.scene.plant->SetJointPositions(&found.scene.context, "bellow_0_0",
                                       -0.01);
  found.scene.plant->SetJointVelocities(&found.scene.context, "bellow_0_0",
                                        0.5);
  const auto lines = found.Find();
  REQUIRE(lines.size() == 1);
  CHECK(found.finder.names()[0] == "bellow_0_0");
  CHECK(lines[0].tension == Approx(-500 * 0.01 + 2 * 0.5));
  CHECK(lines[0].bodies == std::vector<int>{1, 2});
  CHECK((found.Corner(lines[0], 0) - Vector3d(1, 2, 3.1)).norm() < 1e-12);
  CHECK((found.Corner(lines[0], 1) - Vector3d(1, 2, 3.13)).norm() < 1e-12);
}

// The joint's frame on the child is turned and off its centre.
TEST_CASE(
    "StringFinder: a slide -> through all of its child, as it is turned") {
  ModelBuilder builder;
  const int cart = builder.AddBody("cart", kInertia);
  Joint slide{.name = "slide",
              .type = JointType::kPrismatic,
              .child = cart,
              .stiffness = 100,
              .spring_reference = 0.5,
              .default_position = 0.7};
  slide.X_CM.linear() =
      Eigen::AngleAxisd(std::acos(0.0), Vector3d::UnitY()).matrix();
  slide.X_CM.translation() << 0.1, 0, 0;
  builder.AddJoint(slide);
  builder.AddGeometry({.name = "box",
                       .body = cart,
                       .shape = contact::Box{{0.3, 0.05, 0.05}},
                       .material = {}});
  const Finder found(std::move(builder));
  const auto lines = found.Find();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].tension == Approx(20));
  // M is 0.1 from the middle of the child along the axis, of 0.6 in all.
  CHECK((found.Corner(lines[0], 0) - Vector3d(0, 0, 0.5 - 0.4)).norm() < 1e-12);
  CHECK((found.Corner(lines[0], 1) - Vector3d(0, 0, 0.7 + 0.2)).norm() < 1e-12);
}

TEST_CASE("StringFinder: a body that is not recorded -> its corner in W") {
  ModelBuilder builder = MakeLift({});
  Finder found(std::move(builder));
  found.place = {0, -1};
  const auto lines = found.Find();
  CHECK(lines[0].bodies == std::vector<int>{0, 0});
  CHECK((lines[0].corners[1] - Vector3d(0, 0, -1)).norm() < 1e-12);
}

}  // namespace
}  // namespace tactus::recording

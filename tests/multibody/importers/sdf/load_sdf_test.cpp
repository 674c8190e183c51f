#include "tactus/multibody/importers/sdf/load_sdf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <variant>

#include "multibody/importers/sdf/parse_tools.h"
#include "support/allocation_counter.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using test::Build;
using test::BuildModel;
using test::kTwoLinks;
using test::Says;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Where the bodies are when nothing has moved.
RigidTransform PoseOf(const Model& model, const std::string& body) {
  PositionKinematics position;
  CalcPositionKinematics(model, model.default_positions(), &position);
  return position.X_WB[model.BodyIndex(body)];
}

TEST_CASE("ParseSdf: weld_root and a newer version -> welded, and reported") {
  ModelBuilder builder;
  const ImportReport report = ParseSdf(
      "<sdf version='1.11'><model name='m'><pose>1 2 3 0 0 0</pose>"
      "<link name='a'/></model></sdf>",
      "a.sdf", {.weld_root = true}, &builder);
  CHECK(Says(report, Notice::Severity::kApproximated, "1.11"));
  const auto model = std::move(builder).Build();
  CHECK(model->num_velocities() == 0);
  CHECK(PoseOf(*model, "a").translation() == Vector3d(1, 2, 3));
}

TEST_CASE("SDF frame: relative_to and nested models -> poses in the world") {
  const auto model = BuildModel(R"(
    <pose>10 0 0 0 0 1.5707963267948966</pose>
    <frame name='f' attached_to='a'><pose relative_to='a'>0 2 0 0 0 0</pose>
    </frame>
    <link name='a'><pose>1 0 0 0 0 0</pose></link>
    <link name='b'><pose relative_to='f'>0 0 3 0 0 0</pose></link>
    <model name='inner'>
      <pose relative_to='b'>0 0 1 0 0 0</pose>
      <link name='c'><pose>0.5 0 0 0 0 0</pose></link>
    </model>)");
  // The model's quarter turn takes (x, y) to (-y, x).
  CHECK((PoseOf(*model, "a").translation() - Vector3d(10, 1, 0)).norm() <
        1e-14);
  CHECK((PoseOf(*model, "b").translation() - Vector3d(8, 1, 3)).norm() < 1e-14);
  CHECK(
      (PoseOf(*model, "inner::c").translation() - Vector3d(8, 1.5, 4)).norm() <
      1e-14);
  CHECK((PoseOf(*model, "b").linear() * Vector3d::UnitX() - Vector3d::UnitY())
            .norm() < 1e-14);
}

TEST_CASE(
    "SDF joint: revolute -> links as in the file, turned about its axis") {
  const auto model = BuildModel(R"(
    <link name='a'><pose>1 0 0 0 0 0</pose></link>
    <link name='b'><pose>1 0 2 0.3 0.2 0.1</pose></link>
    <joint name='base' type='fixed'><parent>world</parent><child>a</child>
    </joint>
    <joint name='j' type='revolute'>
      <pose relative_to='a'>0 1 0 0 0 0</pose>
      <parent>a</parent><child>b</child>
      <axis>
        <xyz expressed_in='a'>0 0 2</xyz>
        <limit><lower>-1</lower><upper>2</upper><effort>7</effort></limit>
        <dynamics><damping>0.1</damping><friction>0.2</friction>
          <spring_stiffness>5</spring_stiffness>
          <spring_reference>0.4</spring_reference></dynamics>
      </axis>
    </joint>)");
  REQUIRE(model->num_velocities() == 1);
  const RigidTransform X0 = PoseOf(*model, "b");
  CHECK((X0.translation() - Vector3d(1, 0, 2)).norm() < 1e-14);
  const Matrix3d R0 = (Eigen::AngleAxisd(0.1, Vector3d::UnitZ()) *
                       Eigen::AngleAxisd(0.2, Vector3d::UnitY()) *
                       Eigen::AngleAxisd(0.3, Vector3d::UnitX()))
                          .toRotationMatrix();
  CHECK((X0.linear() - R0).norm() < 1e-14);

  // A turn by t about the vertical through (1, 1).
  const double t = 0.7;
  PositionKinematics position;
  CalcPositionKinematics(*model, VectorXd::Constant(1, t), &position);
  const RigidTransform& X = position.X_WB[model->BodyIndex("b")];
  const Vector3d expected(1 + std::sin(t), 1 - std::cos(t), 2);
  CHECK((X.translation() - expected).norm() < 1e-14);
  CHECK((X.linear() - Eigen::AngleAxisd(t, Vector3d::UnitZ()) * R0).norm() <
        1e-14);

  const Joint& j = model->joints()[model->JointIndex("j")];
  CHECK(j.lower == -1);
  CHECK(j.upper == 2);
  CHECK(j.damping == 0.1);
  CHECK(j.dry_friction == 0.2);
  CHECK(j.stiffness == 5);
  CHECK(j.spring_reference == 0.4);
  REQUIRE(model->num_actuators() == 1);
  CHECK(model->actuators()[0].name == "j");
  CHECK(model->actuators()[0].force_upper == 7);
  CHECK(model->actuators()[0].force_lower == -7);
}

TEST_CASE("SDF joint: effort and rotor -> an actuator, and armature") {
  const auto joint = [](const std::string& limit) {
    return BuildModel(kTwoLinks +
                      "<joint name='j' type='prismatic'><parent>a</parent>"
                      "<child>b</child><axis><xyz>1 0 0</xyz>" +
                      limit +
                      "</axis><drake:rotor_inertia>0.5</drake:rotor_inertia>"
                      "<drake:gear_ratio>4</drake:gear_ratio></joint>");
  };
  CHECK(joint("<limit><effort>0</effort></limit>")->num_actuators() == 0);
  const auto unbounded = joint("");
  REQUIRE(unbounded->num_actuators() == 1);
  CHECK(unbounded->actuators()[0].force_upper == kInfinity);
  const Joint& j = unbounded->joints()[unbounded->JointIndex("j")];
  CHECK(j.type == JointType::kPrismatic);
  CHECK(j.armature == 8);
  CHECK(j.lower == -kInfinity);
  CHECK(j.upper == kInfinity);
}

TEST_CASE("SDF joint: ball and universal -> their types and rotations") {
  const auto ball = BuildModel(
      kTwoLinks +
      "<joint name='j' type='ball'><parent>a</parent><child>b</child></joint>");
  CHECK(ball->joints()[ball->JointIndex("j")].type == JointType::kBall);

  const auto universal = [](const std::string& second) {
    return BuildModel(
        kTwoLinks +
        "<joint name='w' type='fixed'><parent>world</parent><child>a</child>"
        "</joint><joint name='j' type='universal'><parent>a</parent>"
        "<child>b</child><axis><xyz>0 0 1</xyz></axis><axis2><xyz>" +
        second + "</xyz></axis2></joint>");
  };
  const auto model = universal("1 0 0");
  REQUIRE(model->num_velocities() == 2);
  CHECK(PoseOf(*model, "b").matrix().isIdentity(1e-14));
  PositionKinematics position;
  CalcPositionKinematics(*model, Eigen::Vector2d(0.3, 0.5), &position);
  const Matrix3d expected = (Eigen::AngleAxisd(0.3, Vector3d::UnitZ()) *
                             Eigen::AngleAxisd(0.5, Vector3d::UnitX()))
                                .toRotationMatrix();
  CHECK((position.X_WB[model->BodyIndex("b")].linear() - expected).norm() <
        1e-14);
  CHECK_THROWS_WITH(universal("0 1 1"), Contains("must be orthogonal"));
}

TEST_CASE("SDF joint: limits of a universal joint -> those of each axis") {
  ImportReport report;
  const auto model = BuildModel(
      kTwoLinks +
          "<joint name='w' type='fixed'><parent>world</parent><child>a</child>"
          "</joint><joint name='j' type='universal'><parent>a</parent>"
          "<child>b</child><axis><xyz>1 0 0</xyz><limit><lower>-1</lower>"
          "<upper>2</upper></limit></axis><axis2><xyz>0 1 0</xyz><limit>"
          "<lower>-.5</lower></limit></axis2></joint>",
      &report);
  const Joint& joint = model->joints()[model->JointIndex("j")];
  CHECK(joint.lower_each[0] == -1);
  CHECK(joint.upper_each[0] == 2);
  CHECK(joint.lower_each[1] == -.5);
  CHECK(joint.upper_each[1] == kInfinity);
  CHECK(report.CountPhysics() == 0);
}

TEST_CASE("SDF collision: a sphere of radius zero -> 1e-6, and a notice") {
  ImportReport report;
  const auto model = BuildModel(
      "<link name='a'><collision name='c'><geometry><sphere><radius>0</radius>"
      "</sphere></geometry></collision></link>",
      &report);
  REQUIRE(model->geometries().size() == 1);
  CHECK(std::get<contact::Sphere>(model->geometries()[0].shape).radius == 1e-6);
  CHECK(Says(report, Notice::Severity::kApproximated, "a point collides"));
}

// A wheel that is steered: Gazebo's hinge of two axes is a universal joint.
TEST_CASE("SDF joint: revolute2 -> universal, about the first axis first") {
  ImportReport report;
  const auto model = BuildModel(
      kTwoLinks +
          "<joint name='j' type='revolute2'><parent>a</parent><child>b</child>"
          "<axis><xyz>0 0 1</xyz><limit><lower>-.5</lower><upper>.5</upper>"
          "</limit></axis><axis2><xyz>0 1 0</xyz><limit><velocity>3</velocity>"
          "</limit></axis2></joint>",
      &report);
  const Joint& joint = model->joints()[model->JointIndex("j")];
  REQUIRE(joint.type == JointType::kUniversal);
  CHECK(joint.X_PF.linear().col(0).isApprox(Vector3d::UnitZ()));
  CHECK(joint.X_PF.linear().col(1).isApprox(Vector3d::UnitY()));
  CHECK(joint.upper_each[0] == 0.5);
  CHECK(std::isinf(joint.upper_each[1]));
  CHECK(Says(report, Notice::Severity::kDropped, "the speed limit"));
  CHECK_THROWS_WITH(
      BuildModel(kTwoLinks +
                 "<joint name='j' type='revolute2'><parent>a</parent>"
                 "<child>b</child><axis><xyz>1 0 0</xyz></axis>"
                 "<axis2><xyz>1 1 0</xyz></axis2></joint>"),
      StartsWith("a.sdf:1: <joint name=\"j\">") && Contains("orthogonal"));
}

TEST_CASE(
    "SDF world: gravity and two models, one static -> under scoped names") {
  const auto model = Build(R"(
    <world name='w'>
      <gravity>0 0 -1.62</gravity>
      <model name='floor'><static>true</static><link name='link'>
        <pose>0 0 -1 0 0 0</pose>
        <collision name='c'><geometry><plane><normal>1 0 0</normal></plane>
        </geometry></collision></link></model>
      <model name='m'><pose>0 0 5 0 0 0</pose><link name='link'/></model>
    </world>)");
  CHECK(model->gravity_W() == Vector3d(0, 0, -1.62));
  CHECK(model->num_velocities() == 6);
  CHECK(PoseOf(*model, "m::link").translation() == Vector3d(0, 0, 5));
  CHECK(PoseOf(*model, "floor::link").translation() == Vector3d(0, 0, -1));
  const contact::Geometry& plane = model->geometries()[0];
  CHECK(plane.name == "floor::link::c");
  CHECK(std::holds_alternative<contact::HalfSpace>(plane.shape));
  CHECK((plane.X_BG.linear() * Vector3d::UnitZ() - Vector3d::UnitX()).norm() <
        1e-14);
}

TEST_CASE("ParseSdf: a model or world without gravity -> unchanged, or 9.8") {
  ModelBuilder builder;
  builder.set_gravity({0, 1, 0});
  ParseSdf("<sdf version='1.9'><model name='m'><link name='a'/></model></sdf>",
           "a.sdf", {}, &builder);
  CHECK(std::move(builder).Build()->gravity_W() == Vector3d(0, 1, 0));
  const auto world =
      Build("<world name='w'><model name='m'><link name='a'/></model></world>");
  CHECK(world->gravity_W() == Vector3d(0, 0, -9.8));
}

TEST_CASE("ParseSdf: parts that do not act -> reported, or refused if strict") {
  ImportReport report;
  const auto model = BuildModel(R"(
    <plugin name='p' filename='libp.so'/>
    <link name='a'>
      <sensor name='s' type='imu'/>
      <gravity>false</gravity>
      <velocity_decay><linear>0.1</linear></velocity_decay>
    </link>
    <link name='b'/>
    <joint name='j' type='revolute'><parent>a</parent><child>b</child>
      <axis><xyz>0 0 1</xyz><limit><velocity>3</velocity></limit></axis>
    </joint>
    <drake:linear_bushing_rpy/>)",
                                &report);
  using Severity = Notice::Severity;
  CHECK(Says(report, Severity::kDropped, "<plugin name=\"p\">"));
  CHECK(Says(report, Severity::kCosmetic, "<sensor name=\"s\">"));
  CHECK(model->bodies()[1].gravity_scale == 0);
  CHECK(model->bodies()[2].gravity_scale == 1);
  CHECK(Says(report, Severity::kDropped, "<velocity_decay>"));
  CHECK(Says(report, Severity::kDropped, "the speed limit"));
  CHECK(Says(report, Severity::kDropped, "<drake:linear_bushing_rpy>"));
  CHECK(report.CountPhysics() == 4);

  ModelBuilder builder;
  CHECK_THROWS_WITH(
      ParseSdf("<sdf version='1.9'><model name='m'><link name='a'/>"
               "<plugin name='p' filename='l'/></model></sdf>",
               "a.sdf", {.strict = true}, &builder),
      Contains("plugins are not run"));
  CHECK(builder.num_bodies() == 1);
}

TEST_CASE("SDF model: self_collide -> links touch unless it is false") {
  const auto excluded = [](const std::string& words) {
    return BuildModel(words + kTwoLinks)->excluded_pairs().size();
  };
  CHECK(excluded("") == 0);
  CHECK(excluded("<self_collide>true</self_collide>") == 0);
  CHECK(excluded("<self_collide>false</self_collide>") == 1);
}

// libsdformat has files of that name, and finds them first.
TEST_CASE("LoadSdf: a file model.sdf in the current folder -> it is read") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("model.sdf",
                  "<sdf version='1.9'><model name='m'><link name='own'/>"
                  "</model></sdf>");
  directory.Write("bad/model.sdf",
                  "<sdf version='1.9'><model name='m'>\n<link name='a'>"
                  "<inertial><mass>-1</mass></inertial></link></model></sdf>");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  ModelBuilder builder, other;
  CHECK_NOTHROW(LoadSdf("model.sdf", {}, &builder));
  CHECK_THROWS_WITH(LoadSdf("bad/model.sdf", {}, &other),
                    StartsWith("bad/model.sdf:2: <inertia>: link 'a'"));
  std::filesystem::current_path(before);
  REQUIRE(builder.num_bodies() == 2);
  CHECK(builder.body(1).name == "own");
}

std::shared_ptr<const Model> BuildBallsWithLooks(int num_models) {
  std::string models;
  for (int i = 0; i < num_models; ++i) {
    const std::string shape =
        "<geometry><sphere><radius>0.1</radius></sphere></geometry>";
    models += "<model name='m" + std::to_string(i) +
              "'><link name='l'><collision name='c'>" + shape +
              "</collision><visual name='v'>" + shape +
              "<material><ambient>1 0 0 1</ambient></material></visual>"
              "</link></model>";
  }
  return Build("<world name='w'>" + models + "</world>");
}

// With all that libsdformat has to say on each link, a model took 7 ms and 2.5
// MB.
TEST_CASE("SDF: models with looks -> each allocates alike, and little") {
  std::shared_ptr<const Model> model;
  const auto count = [&](int num_models) {
    return tactus::test::CountAllocations(
        [&] { model = BuildBallsWithLooks(num_models); });
  };
  count(1);  // What the library keeps.
  const long few = count(100), more = count(200), many = count(300);
  CHECK(model->num_bodies() == 301);
  CHECK(model->geometries().size() == 300);
  if (!tactus::test::AllocationsAreCounted()) return;
  CHECK(many - more == Approx(more - few).epsilon(0.05));
  CHECK(many - more > 100 * 100);
  CHECK(many - more < 100 * 2000);
}

TEST_CASE("SDF: sensors and looks -> left out, whatever is in them") {
  ImportReport report;
  const auto model = BuildModel(R"(
    <link name='a'>
      <visual name='v'/>
      <sensor name='s' type='no such sensor'><noise>much</noise></sensor>
      <light name='l' type='sun'/>
    </link>)",
                                &report);
  CHECK(model->num_bodies() == 2);
  CHECK(Says(report, Notice::Severity::kCosmetic, "sensors are left out"));
  CHECK(Says(report, Notice::Severity::kCosmetic, "lights are left out"));
}

}  // namespace
}  // namespace tactus::multibody

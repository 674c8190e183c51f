#include "tactus/apps/commands/joint_state.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using multibody::JointType;
using nlohmann::json;

// A base that floats, with an arm of a hinge and a ball.
std::shared_ptr<const multibody::Model> MakeModel() {
  multibody::ModelBuilder builder;
  const multibody::SpatialInertia inertia = multibody::MakeSolidInertia(
      contact::Sphere{0.1}, 1000, RigidTransform::Identity());
  const int base = builder.AddBody("base", inertia);
  const int arm = builder.AddBody("arm", inertia);
  const int hand = builder.AddBody("hand", inertia);
  builder.SetDefaultPose(base, RigidTransform(Eigen::Translation3d(0, 0, 2)));
  multibody::Joint hinge;
  hinge.name = "elbow";
  hinge.type = JointType::kRevolute;
  hinge.parent = base;
  hinge.child = arm;
  hinge.default_position = 0.25;
  builder.AddJoint(hinge);
  multibody::Joint ball;
  ball.name = "wrist";
  ball.type = JointType::kBall;
  ball.parent = arm;
  ball.child = hand;
  builder.AddJoint(ball);
  return std::move(builder).Build();
}

VectorXd PositionsOf(const multibody::Model& model, const JointState& state,
                     const char* name) {
  const multibody::Joint& joint = model.joints()[model.JointIndex(name)];
  return state.q.segment(joint.q_start, joint.nq());
}

TEST_CASE("ReadJointState: some joints by name -> those set, others default") {
  const auto model = MakeModel();
  const JointState state =
      ReadJointState(*model, json::parse(R"({"elbow": {"q": [0.5], "v": [-2]},
                              "wrist": {"q": [0, 0, 3, 0]}})"));
  CHECK(PositionsOf(*model, state, "elbow")[0] == 0.5);
  CHECK(PositionsOf(*model, state, "wrist") == Eigen::Vector4d(0, 0, 1, 0));
  CHECK(PositionsOf(*model, state, "base")[2] == 2);
  const auto names = VelocityNames(*model);
  REQUIRE(static_cast<int>(names.size()) == model->num_velocities());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(state.v[static_cast<int>(i)] == (names[i] == "elbow" ? -2 : 0));
  }
}

TEST_CASE("MakeDefaultState: a model -> its default positions, at rest") {
  const auto model = MakeModel();
  const JointState state = MakeDefaultState(*model);
  CHECK(PositionsOf(*model, state, "elbow")[0] == 0.25);
  CHECK(state.v.isZero());
  const JointState empty = ReadJointState(*model, json::object());
  CHECK(empty.q == state.q);
}

TEST_CASE(
    "VelocityNames: floating, hinge, ball joints -> joint and component") {
  const auto names = VelocityNames(*MakeModel());
  const std::vector<std::string> expected = {
      "base.wx", "base.wy", "base.wz",  "base.vx",  "base.vy",
      "base.vz", "elbow",   "wrist.wx", "wrist.wy", "wrist.wz"};
  CHECK(names == expected);
}

// As of a URDF file with an <origin> in a floating joint.
TEST_CASE("ReadJointState: a floating base, its joint elsewhere -> as stated") {
  multibody::ModelBuilder builder;
  multibody::Joint joint;
  joint.name = "base";
  joint.type = JointType::kFloating;
  joint.child = builder.AddBody(
      "base", multibody::MakeSolidInertia(contact::Sphere{0.1}, 1000,
                                          RigidTransform::Identity()));
  joint.X_PF = Eigen::Translation3d(1, 2, 3) *
               Eigen::AngleAxisd(0.7, Vector3d(1, -2, 2) / 3);
  builder.AddJoint(joint);
  const auto model = std::move(builder).Build();
  const JointState state = ReadJointState(
      *model, json::parse(R"({"base": {"q": [4, 5, 6, 0, 3, 0, 4],
                                       "v": [1, 2, 3, 7, 8, 9]}})"));
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  CalcPositionKinematics(*model, state.q, &position);
  CalcVelocityKinematics(*model, position, state.v, &velocity);
  CHECK(position.X_WB[1].translation().isApprox(Vector3d(4, 5, 6), 1e-14));
  CHECK(position.X_WB[1].linear().isApprox(
      Quaterniond(0, 0.6, 0, 0.8).toRotationMatrix(), 1e-14));
  Vector6d V;
  V << 1, 2, 3, 7, 8, 9;
  CHECK(velocity.V_WB[1].isApprox(V, 1e-14));
  CHECK((CalcVelocityAxes(*model) * state.v).isApprox(V, 1e-14));
  // What is left out is as by default.
  CHECK(ReadJointState(*model, json::parse(R"({"base": {"v": [1, 2, 3, 7, 8,
                               9]}})"))
            .q == model->default_positions());
}

TEST_CASE("ReadJointState: a state that does not fit the model -> refused") {
  const auto model = MakeModel();
  const auto read = [&](const char* text) {
    return ReadJointState(*model, json::parse(text));
  };
  CHECK_THROWS_WITH(read("[1]"), Catch::Contains("names of joints"));
  CHECK_THROWS_WITH(read(R"({"knee": {"q": [1]}})"), Catch::Contains("knee"));
  CHECK_THROWS_WITH(read(R"({"elbow": [1]})"), Catch::Contains("elbow"));
  CHECK_THROWS_WITH(read(R"({"elbow": {"q": [1, 2]}})"),
                    Catch::Contains("must have 1 numbers"));
  CHECK_THROWS_WITH(read(R"({"elbow": {"q": 1}})"),
                    Catch::Contains("list of numbers"));
  CHECK_THROWS_WITH(read(R"({"elbow": {"q": ["x"]}})"),
                    Catch::Contains("list of numbers"));
  CHECK_THROWS_WITH(read(R"({"elbow": {"p": [1]}})"), Catch::Contains("\"p\""));
  CHECK_THROWS_WITH(read(R"({"wrist": {"q": [0, 0, 0, 0]}})"),
                    Catch::Contains("zero quaternion"));
  CHECK_THROWS_WITH(read(R"({"wrist": {"q": [1e200, 0, 0, 0]}})"),
                    Catch::Contains("too large to be normalised"));
}

}  // namespace
}  // namespace tactus::apps

#include "tactus/multibody/importers/sdf/loops.h"

#include <string>

#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::BuildModel;

std::string Link(const std::string& name, const std::string& pose) {
  return "<link name='" + name + "'><pose>" + pose + "</pose></link>";
}

std::string JointOf(const std::string& name, const std::string& type,
                    const std::string& parent, const std::string& child,
                    const std::string& more = "") {
  return "\n<joint name='" + name + "' type='" + type + "'><parent>" + parent +
         "</parent><child>" + child + "</child><axis><xyz>0 1 0</xyz>" + more +
         "</axis></joint>";
}

// Cranks a and c on the world carry the coupler b: a parallelogram, its links
// turned in the file in any way.
std::string FourBar(const std::string& type, const std::string& more = "") {
  return Link("a", "0 0 1 0.3 0 0") + Link("b", "0.5 0 1 0 0.2 0") +
         Link("c", "1 0 0 0 0 0.7") + JointOf("j1", "revolute", "world", "a") +
         JointOf("j2", "revolute", "a", "b") +
         JointOf("j3", "revolute", "world", "c") +
         JointOf("j4", type, "c", "b", more);
}

// Where the frames of a constraint are in the world.
std::pair<RigidTransform, RigidTransform> FindFrames(const Model& model,
                                                     const VectorXd& q,
                                                     int constraint) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  const Constraint& c = model.constraints()[constraint];
  return {position.X_WB[c.body_a] * c.X_AP, position.X_WB[c.body_b] * c.X_BQ};
}

TEST_CASE(
    "SDF loop: a second revolute joint of a child -> two balls on its axis") {
  ImportReport report;
  const auto model = BuildModel(FourBar("revolute"), &report);
  CHECK(report.CountPhysics() == 0);
  CHECK(model->joints().size() == 3);
  CHECK(model->num_velocities() == 3);
  REQUIRE(model->constraints().size() == 2);
  for (int i = 0; i < 2; ++i) {
    CHECK(model->constraints()[i].name == "j4/" + std::to_string(i + 1));
    CHECK(model->constraints()[i].type == ConstraintType::kBall);
    const auto [P, Q] = FindFrames(*model, model->default_positions(), i);
    CHECK((P.translation() - Q.translation()).norm() < 1e-14);
  }
  // On the axis through b's origin, along that of the joint's own frame.
  const auto first = FindFrames(*model, model->default_positions(), 0).first,
             second = FindFrames(*model, model->default_positions(), 1).first;
  const Matrix3d R_WJ =
      Eigen::AngleAxisd(0.2, Vector3d::UnitY()).toRotationMatrix();
  CHECK((first.translation() - second.translation() -
         0.1 * R_WJ * Vector3d::UnitY())
            .norm() < 1e-14);
  CHECK(((first.translation() + second.translation()) / 2 - Vector3d(0.5, 0, 1))
            .norm() < 1e-14);
}

TEST_CASE(
    "SDF loop: a ring of three links -> one floats, one joint closes it") {
  const auto model = BuildModel(
      Link("a", "0 0 0 0 0 0") + Link("b", "1 0 0 0 0 0") +
      Link("c", "0 1 0 0 0 0") + JointOf("j1", "revolute", "a", "b") +
      JointOf("j2", "revolute", "b", "c") + JointOf("j3", "ball", "c", "a"));
  CHECK(model->num_velocities() == 8);
  REQUIRE(model->constraints().size() == 1);
  CHECK(model->constraints()[0].name == "j3");
  CHECK(model->constraints()[0].type == ConstraintType::kBall);
  const auto [P, Q] = FindFrames(*model, model->default_positions(), 0);
  CHECK((P.translation() - Q.translation()).norm() < 1e-14);
}

TEST_CASE(
    "SDF loop: closed by a fixed or prismatic joint -> a weld, or refused") {
  const auto model = BuildModel(FourBar("fixed"));
  REQUIRE(model->constraints().size() == 1);
  CHECK(model->constraints()[0].type == ConstraintType::kWeld);
  const auto [P, Q] = FindFrames(*model, model->default_positions(), 0);
  CHECK((P.matrix() - Q.matrix()).norm() < 1e-14);
  CHECK_THROWS_WITH(BuildModel(FourBar("prismatic")),
                    Contains("a.sdf:5: <joint name=\"j4\">") &&
                        Contains("joints of type 'prismatic' cannot"));
}

TEST_CASE(
    "SDF loop: limits of the joint that closes it -> left out, reported") {
  ImportReport report;
  BuildModel(FourBar("revolute", "<limit><lower>-1</lower></limit>"), &report);
  CHECK(report.CountPhysics() == 1);
  CHECK(test::Says(report, Notice::Severity::kDropped,
                   "<joint name=\"j4\">: it closes a loop"));
}

}  // namespace
}  // namespace tactus::multibody

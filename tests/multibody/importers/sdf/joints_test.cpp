#include "tactus/multibody/importers/sdf/joints.h"

#include <cmath>

#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::Detail::Approx;
using test::Build;
using test::BuildModel;
using test::kTwoLinks;
using test::Says;

// In the x-y plane of frame F of a, where frame M of b is at q = 0: the poses
// of the links in the file do not matter.
TEST_CASE("LoadSdf: Drake's planar joint -> moves in x and y of its frame") {
  ImportReport report;
  const auto model = BuildModel(R"(
    <link name='a'><pose>1 0 0 0 0 0</pose></link>
    <link name='b'><pose>5 5 5 0 0 0</pose></link>
    <joint name='hold' type='fixed'><parent>world</parent><child>a</child>
    </joint>
    <frame name='F' attached_to='a'><pose>0 0 2 1.5707963267948966 0 0</pose>
    </frame>
    <frame name='M' attached_to='b'><pose>0.5 0 0 0 0 0</pose></frame>
    <drake:joint name='p' type='planar'>
      <drake:parent>F</drake:parent><drake:child>M</drake:child>
      <drake:damping>1 2 6</drake:damping>
    </drake:joint>)",
                                &report);
  const Joint& joint = model->joints()[model->JointIndex("p")];
  CHECK(joint.type == JointType::kPlanar);
  CHECK(joint.damping == 3);
  CHECK(report.CountPhysics() == 1);
  CHECK(Says(report, Notice::Severity::kApproximated, "is the mean, 3"));
  VectorXd q = model->default_positions();
  q.segment<3>(joint.q_start) << 0.25, 4, 0;
  PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  // F's y is the world's z.
  const RigidTransform& X_WB = position.X_WB[model->BodyIndex("b")];
  CHECK((X_WB.translation() - Vector3d(1 + 0.25 - 0.5, 0, 2 + 4)).norm() <
        1e-14);
  const Matrix3d R_WF =
      Eigen::AngleAxisd(1.5707963267948966, Vector3d::UnitX()).matrix();
  CHECK((X_WB.linear() - R_WF).norm() < 1e-14);
}

TEST_CASE("LoadSdf: losses of a ball joint by its axis -> all velocities") {
  const auto load = [](const std::string& dynamics) {
    return BuildModel(kTwoLinks +
                      "<joint name='j' type='ball'><parent>a</parent>"
                      "<child>b</child><axis><xyz>1 0 0</xyz><dynamics>" +
                      dynamics + "</dynamics></axis></joint>");
  };
  const auto model = load("<damping>3</damping><friction>0.5</friction>");
  const Joint& joint = model->joints()[model->JointIndex("j")];
  CHECK(joint.damping == 3);
  CHECK(joint.dry_friction == 0.5);
  CHECK_THROWS_WITH(load("<damping>-3</damping>"),
                    Contains("must not be negative"));
}

TEST_CASE("LoadSdf: screws by either pitch -> metres per revolution") {
  const auto load = [](const std::string& pitch) {
    return BuildModel(kTwoLinks +
                      "<joint name='s' type='screw'><parent>a</parent>"
                      "<child>b</child>" +
                      pitch +
                      "<axis><xyz>0 0 1</xyz><limit><lower>-2</lower>"
                      "<upper>6</upper></limit></axis></joint>");
  };
  const auto by_pitch = [&](const std::string& pitch) {
    const auto model = load(pitch);
    return model->joints()[model->JointIndex("s")];
  };
  const Joint screw = by_pitch("<screw_thread_pitch>0.01</screw_thread_pitch>");
  CHECK(screw.type == JointType::kScrew);
  CHECK(screw.screw_pitch == 0.01);
  CHECK((screw.lower == -2 && screw.upper == 6));
  // The older one: minus radians per metre.
  CHECK(by_pitch("<thread_pitch>-628.31853071795865</thread_pitch>")
            .screw_pitch == Approx(0.01));
  CHECK_THROWS_WITH(
      load("<thread_pitch>0</thread_pitch>"),
      Contains("<joint name=\"s\">") && Contains("finite and not zero"));
}

TEST_CASE("LoadSdf: limits of a continuous joint -> none, and a notice") {
  const auto load = [](const std::string& limit, ImportReport* report) {
    return BuildModel(kTwoLinks +
                          "<joint name='c' type='continuous'><parent>a</parent>"
                          "<child>b</child><axis><xyz>0 0 1</xyz><limit>" +
                          limit + "</limit></axis></joint>",
                      report);
  };
  ImportReport report;
  const auto model = load("<lower>-0.5</lower><upper>0.5</upper>", &report);
  const Joint& joint = model->joints()[model->JointIndex("c")];
  CHECK((std::isinf(joint.lower) && std::isinf(joint.upper)));
  CHECK(report.CountPhysics() == 1);
  CHECK(Says(report, Notice::Severity::kDropped, "of a continuous joint"));
  load("<lower>-1e16</lower><upper>1e16</upper><effort>3</effort>", &report);
  CHECK(report.CountPhysics() == 0);
}

TEST_CASE("LoadSdf: Drake's joints of other types, or incomplete -> refused") {
  const auto drake = [](const std::string& type, const std::string& parent) {
    return kTwoLinks + "<drake:joint name='p' type='" + type +
           "'><drake:parent>" + parent +
           "</drake:parent><drake:child>b</drake:child></drake:joint>";
  };
  CHECK_NOTHROW(BuildModel(drake("planar", "world")));
  CHECK_THROWS_WITH(BuildModel(drake("screw", "a")),
                    Contains("<drake:joint name=\"p\">") &&
                        Contains("'drake:screw' are not supported"));
  CHECK_THROWS_WITH(BuildModel(drake("planar", "z")),
                    Contains("no link and no frame 'z'"));
  CHECK_THROWS_WITH(
      BuildModel(kTwoLinks + "<drake:joint name='p' type='planar'/>"),
      Contains("needs <drake:parent> and <drake:child>"));
}

TEST_CASE("LoadSdf: a joint between models of a world -> refused") {
  CHECK_THROWS_WITH(
      Build("<world name='w'><model name='m'><link name='a'/></model>\n"
            "<joint name='j' type='fixed'><parent>world</parent>"
            "<child>m::a</child></joint></world>"),
      Contains("<joint name=\"j\">") &&
          Contains("joints between the models of a world"));
}

}  // namespace
}  // namespace tactus::multibody

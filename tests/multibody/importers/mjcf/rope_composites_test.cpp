#include "tactus/multibody/importers/mjcf/rope_composites.h"

#include <algorithm>
#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfWorld;
using test::Parsed;
using test::ParseWorld;

PositionKinematics KinematicsOf(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position;
}

std::string Rope(const std::string& body, const std::string& attributes,
                 const std::string& parts = "") {
  return "<body name='" + body + "' pos='0 0 1'><composite " + attributes +
         "><geom type='capsule' size='.02 .03'/>" + parts +
         "</composite></body>";
}

// As MuJoCo 2.2.2 saves the rope of count 4 in its element 2.
constexpr const char* kSavedRope = R"(
<body name='B2' pos='0 0 1'>
 <geom name='G2' type='capsule' size='.02 .03' quat='.70710678118654757 0 .70710678118654757 0'/>
 <body name='B3' pos='.1 0 0'>
  <joint name='J0_3' pos='-.05 0 0' axis='0 1 0' damping='.3'/>
  <joint name='J1_3' pos='-.05 0 0' axis='0 0 1' damping='.3'/>
  <geom name='G3' type='capsule' size='.02 .03' quat='.70710678118654757 0 .70710678118654757 0'/>
 </body>
 <body name='B1' pos='-.1 0 0'>
  <joint name='J0_1' pos='.05 0 0' axis='0 1 0' damping='.3'/>
  <joint name='J1_1' pos='.05 0 0' axis='0 0 1' damping='.3'/>
  <geom name='G1' type='capsule' size='.02 .03' quat='.70710678118654757 0 .70710678118654757 0'/>
  <body name='B0' pos='-.1 0 0'>
   <joint name='J0_0' pos='.05 0 0' axis='0 1 0' damping='.3'/>
   <joint name='J1_0' pos='.05 0 0' axis='0 0 1' damping='.3'/>
   <geom name='G0' type='capsule' size='.02 .03' quat='.70710678118654757 0 .70710678118654757 0'/>
  </body>
 </body>
</body>)";

TEST_CASE("MJCF composite: a rope -> the elements that MuJoCo 2.2 saves") {
  const Parsed p =
      ParseWorld(Rope("B2", "type='rope' count='4' spacing='.1' offset='1 1 1'",
                      "<joint kind='main' damping='.3'/>"));
  const Parsed saved = ParseWorld(kSavedRope);
  CHECK(p.report.notices().empty());
  REQUIRE(p.model->num_velocities() == saved.model->num_velocities());
  VectorXd q(6);
  q << 0.3, -0.2, 0.5, 0.1, -0.4, 0.6;
  const auto ours = KinematicsOf(*p.model, q);
  const auto theirs = KinematicsOf(*saved.model, q);
  for (int b = 0; b < 5; ++b) {
    CHECK(p.model->bodies()[b].name == saved.model->bodies()[b].name);
    CHECK(ours.X_WB[b].isApprox(theirs.X_WB[b], 1e-15));
  }
  for (int j = 0; j < 6; ++j)
    CHECK(p.model->joints()[j].name == saved.model->joints()[j].name);
  CHECK(CalcMassMatrix(*p.model, ours)
            .isApprox(CalcMassMatrix(*saved.model, theirs), 1e-14));
  CHECK(p.joint("J0_3").damping == 0.3);
}

TEST_CASE(
    "MJCF composite: a rope's twist and stretch -> joints with couplers") {
  const Parsed p = ParseWorld(
      Rope("qB0", "prefix='q' type='rope' count='3' spacing='.1'",
           "<joint kind='twist' damping='.2'/><joint kind='stretch'/>"));
  CHECK(p.model->num_velocities() == 8);
  CHECK(p.joint("qJT2").damping == 0.2);
  CHECK(p.joint("qJS1").type == JointType::kPrismatic);
  REQUIRE(p.model->couplers().size() == 4);
  CHECK(p.model->couplers()[1].joint_a == p.model->JointIndex("qJS1"));
}

TEST_CASE("MJCF composite: a loop from any of its elements -> a closed ring") {
  const auto check = [](const std::string& world) {
    INFO(world);
    const Parsed p = ParseWorld(world);
    CHECK(p.model->num_velocities() == 10);
    const auto position = KinematicsOf(*p.model, p.model->default_positions());
    // Six elements stand around a circle through the middles of a hexagon's
    // sides.
    const auto place = [&](int i) -> Vector3d {
      const auto& geoms = p.model->geometries();
      const auto geom = std::ranges::find(geoms, "G" + std::to_string(i),
                                          &contact::Geometry::name);
      return (position.X_WB[geom->body] * geom->X_BG).translation();
    };
    Vector3d middle = Vector3d::Zero();
    for (int i = 0; i < 6; ++i) middle += place(i) / 6;
    for (int i = 0; i < 6; ++i) {
      CHECK((place(i) - middle).norm() ==
            Approx(0.1 * std::sqrt(3) / 2).epsilon(1e-14));
    }
    REQUIRE(p.model->constraints().size() == 1);
    const Constraint& tie = p.model->constraints()[0];
    CHECK((position.X_WB[tie.body_a] * tie.X_AP.translation())
              .isApprox(position.X_WB[tie.body_b] * tie.X_BQ.translation(),
                        1e-14));
    // At the corner of B0 and B5.
    CHECK(
        (position.X_WB[tie.body_a] * tie.X_AP.translation() - middle).norm() ==
        Approx(0.1).epsilon(1e-14));
    const std::pair<int, int> ends = std::minmax({tie.body_a, tie.body_b});
    CHECK(std::ranges::count(p.model->excluded_pairs(), ends) == 1);
  };
  const char* const loop = "type='loop' count='6' spacing='.1'";
  for (const char* origin : {"B0", "B2", "B5"}) {
    check(Rope(origin, loop));
    check("<body name='" + std::string(origin) +
          "'><frame pos='.3 .2 .1' euler='10 20 30'><composite " + loop +
          "><geom type='capsule' size='.02 .03'/></composite></frame></body>");
  }
}

TEST_CASE("MJCF composite: ropes that cannot be -> refused") {
  const auto refuses = [](const char* body, const char* attributes,
                          const char* message) {
    CHECK_THAT(FailureOfWorld(Rope(body, attributes)),
               Contains("m.xml:1: <composite>") && Contains(message));
  };
  refuses("rope", "type='rope' count='3' spacing='.1'", "'B0' to 'B2'");
  refuses("B3", "type='rope' count='3' spacing='.1'", "'B0' to 'B2'");
  refuses("B0", "prefix='q' type='rope' count='3' spacing='.1'",
          "'qB0' to 'qB2'");
  refuses("B0", "type='rope' count='3 2' spacing='.1'", "one count above 1");
  refuses("B0", "type='rope' count='3' spacing='-1'", "must be positive");
  refuses("B0", "type='loop' count='2' spacing='.1'", "at least three");
  CHECK_THAT(
      FailureOfWorld("<body name='B0'><replicate count='2'><composite "
                     "type='rope' count='3' spacing='.1'><geom/></composite>"
                     "</replicate></body>"),
      Contains("'B0' to 'B2'"));
}

}  // namespace
}  // namespace tactus::multibody

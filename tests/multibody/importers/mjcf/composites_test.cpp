#include "tactus/multibody/importers/mjcf/composites.h"

#include <algorithm>
#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

PositionKinematics KinematicsOf(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position;
}

// Those of the file: bodies between several joints have names with a '/'.
int CountBodies(const Model& model) {
  return static_cast<int>(
      std::ranges::count_if(model.bodies(), [](const Body& body) {
        return body.name.find('/') == std::string::npos;
      }));
}

// Positions that are the same for models with as many hinges and slides.
VectorXd MakePositions(const Model& model) {
  VectorXd q = model.default_positions();
  for (int i = 0; i < q.size(); ++i) q[i] += 0.1 * std::sin(1 + 2.0 * i);
  return q;
}

void CheckAlike(const Model& a, const Model& b) {
  REQUIRE(a.num_bodies() == b.num_bodies());
  REQUIRE(a.num_velocities() == b.num_velocities());
  REQUIRE(a.geometries().size() == b.geometries().size());
  for (int i = 0; i < a.num_bodies(); ++i)
    CHECK(a.bodies()[i].name == b.bodies()[i].name);
  for (std::size_t i = 0; i < a.joints().size(); ++i)
    CHECK(a.joints()[i].name == b.joints()[i].name);
  for (std::size_t i = 0; i < a.geometries().size(); ++i) {
    CHECK(a.geometries()[i].name == b.geometries()[i].name);
    CHECK(a.geometries()[i].X_BG.isApprox(b.geometries()[i].X_BG, 1e-6));
  }
  const VectorXd q = MakePositions(a);
  const auto pa = KinematicsOf(a, q), pb = KinematicsOf(b, q);
  for (int i = 0; i < a.num_bodies(); ++i)
    CHECK(pa.X_WB[i].isApprox(pb.X_WB[i], 1e-6));
  CHECK(CalcMassMatrix(a, pa).isApprox(CalcMassMatrix(b, pb), 1e-6));
}

TEST_CASE(
    "MJCF composite: particles -> half a spacing off the middle, no defaults") {
  const Parsed p = Parse(
      "<default><geom density='7' contype='0'/><joint damping='9'/></default>"
      "<worldbody><body name='b' pos='0 0 1'><geom size='.1'/>"
      "<composite prefix='P' type='particle' count='2 3 1' spacing='.1'"
      " offset='0 0 .5'><geom size='.02'/><joint kind='main' damping='.3'/>"
      "</composite></body></worldbody>");
  CHECK(p.report.notices().empty());
  CHECK(CountBodies(*p.model) == 8);
  CHECK(p.model->num_velocities() == 18);
  // As MuJoCo 2.2.2 saves them: the first at -0.1 -0.15 0.45 of the body.
  const auto position = KinematicsOf(*p.model, p.model->default_positions());
  CHECK(position.X_WB[p.model->BodyIndex("PB0_0_0")].translation().isApprox(
      Vector3d(-0.1, -0.15, 1.45), 1e-15));
  CHECK(position.X_WB[p.model->BodyIndex("PB1_2_0")].translation().isApprox(
      Vector3d(0, 0.05, 1.45), 1e-15));
  // Defaults do not concern them; there is no friction.
  const double volume = 4.0 / 3 * 3.14159265358979 * 8e-6;
  CHECK(p.body("PB0_0_0").inertia.mass == Approx(1000 * volume));
  CHECK(p.model->joints()[3].damping == 0.3);
  CHECK(p.model->joints()[3].type == JointType::kPrismatic);
  CHECK(p.geometry(1).contype == 1);
}

TEST_CASE("MJCF composite: particles -> joints of their own, names once") {
  const std::string two =
      "<composite type='particle' count='2' spacing='.1'><geom size='.02'/>"
      "<joint kind='particle' type='slide' axis='0 0 1'/>"
      "<joint kind='particle' type='hinge' axis='1 0 0'/></composite>";
  const Parsed p = ParseWorld(two + two);
  CHECK(CountBodies(*p.model) == 5);
  CHECK(p.model->num_velocities() == 8);
  CHECK(p.body("B1_0_0").name == "B1_0_0");
  CHECK(p.body("body3").name == "body3");
}

TEST_CASE("MJCF composite: grids -> the elements that MuJoCo 2.2 saves") {
  const Parsed p = Parse(
      "<default><site pos='1 1 1'/><tendon stiffness='5'/></default><worldbody>"
      "<composite type='grid' count='3 2 1' spacing='.1' offset='0 0 1'>"
      "<pin coord='0 0'/><geom size='.02'/><joint kind='main' damping='.3'/>"
      "<tendon kind='main' damping='3'/><tendon kind='shear' stiffness='2'/>"
      "</composite></worldbody>");
  CHECK(p.report.notices().empty());
  std::string bodies, ties;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      const std::string n = std::to_string(i) + "_" + std::to_string(j);
      std::string joints;
      for (int k = 0; k < 3 && i + j > 0; ++k) {
        const char* axes[] = {"1 0 0", "0 1 0", "0 0 1"};
        joints += "<joint name='J" + std::to_string(k) + "_" + n +
                  "' type='slide' damping='.3' axis='" + axes[k] + "'/>";
      }
      bodies += "<body name='B" + n + "' pos='" +
                std::to_string(0.1 * i - 0.15) + " " +
                std::to_string(0.1 * j - 0.1) + " 1'>" + joints +
                "<geom name='G" + n + "' size='.02'/></body>";
    }
  }
  CheckAlike(*p.model, *ParseWorld(bodies).model);
  // Three along y, four along x, two across.
  REQUIRE(p.model->tendons().size() == 9);
  REQUIRE(p.model->couplers().size() == 9);
  CHECK(p.model->tendons()[0].name == "T0_0_0");
  CHECK(p.model->tendons()[0].stiffness == 0);
  CHECK(p.model->tendons()[0].damping == 3);
  CHECK(p.model->tendons()[4].name == "T1_0_0");
  CHECK(p.model->tendons()[8].name == "TS1_0");
  CHECK(p.model->tendons()[8].stiffness == 2);
}

TEST_CASE("MJCF composite: skin and solreffix of a grid -> told of") {
  const Parsed p = ParseWorld(
      "<composite type='grid' count='2 2' spacing='.1'><geom size='.02'/>"
      "<skin texcoord='true'/><tendon kind='main' solreffix='.1 1'/>"
      "</composite>");
  REQUIRE(p.report.notices().size() == 2);
  CHECK(to_string(p.report.notices()[0]) == "m.xml:1: note: <skin>: left out");
  CHECK(p.report.notices()[1].severity == Notice::Severity::kApproximated);
  CHECK_THAT(
      to_string(p.report.notices()[1]),
      Contains("attribute 'solreffix' = '.1 1': ties hold near-rigidly"));
  CHECK(CountBodies(*p.model) == 5);
}

TEST_CASE("MJCF composite: replicated or attached -> with all that ties it") {
  const std::string rope =
      "<body name='rB0'><freejoint/><composite prefix='r' type='loop' "
      "count='4' spacing='.1'><geom size='.02' density='500'/></composite>"
      "</body>";
  const Parsed p =
      Parse("<worldbody><replicate count='2' offset='1 0 0' sep='-'>" + rope +
            "</replicate></worldbody>");
  CHECK(CountBodies(*p.model) == 9);
  REQUIRE(p.model->constraints().size() == 2);
  CHECK(p.model->bodies()[p.model->constraints()[1].body_b].name == "rB3-1");

  const test::TemporaryDirectory directory;
  directory.Write("rope.xml",
                  "<mujoco><default><geom density='9'/></default>"
                  "<worldbody>" +
                      rope + "</worldbody></mujoco>");
  const auto file =
      directory.Write("scene.xml",
                      "<mujoco><default><geom density='3'/></default><asset>"
                      "<model name='m' file='rope.xml'/></asset><worldbody>"
                      "<attach model='m' prefix='x_'/></worldbody></mujoco>");
  ModelBuilder builder;
  LoadMjcf(file, {}, &builder);
  const auto model = std::move(builder).Build();
  CHECK(model->bodies()[model->BodyIndex("x_rB3")].inertia.mass ==
        Approx(500 * 4.0 / 3 * 3.14159265358979 * 8e-6));
  CHECK(model->constraints().size() == 1);
}

TEST_CASE("MJCF composite: values that none can have -> refused at its line") {
  const auto refuses = [](const std::string& attributes,
                          const std::string& parts, const char* message) {
    const std::string xml = "<body name='B0'>\n<composite " + attributes +
                            "><geom size='.02'/>" + parts +
                            "</composite></body>";
    INFO(xml);
    CHECK_THAT(FailureOfWorld(xml), Contains("m.xml:2: ") && Contains(message));
  };
  refuses("count='2'", "", "'type'");
  refuses("type='web' count='2'", "", "is 'web', not one of: particle");
  refuses("type='grid' count='2.5' spacing='1'", "", "whole numbers");
  refuses("type='grid' count='1 2' spacing='1'", "", "a 1 before");
  refuses("type='grid' count='2 2 2' spacing='1'", "", "one or two counts");
  refuses("type='grid' count='2'", "", "'spacing' must be positive");
  refuses("type='grid' count='2' spacing='.01'", "", "below the geom's size");
  refuses("type='particle' count='2' spacing='.01'", "",
          "below the geom's size");
  refuses("type='grid' count='2' spacing='1'", "<pin coord='2'/>",
          "outside of the grid");
  refuses("type='grid' count='2' spacing='1'", "<pin/>", "'coord'");
  refuses("type='grid' count='2' spacing='1'", "<tendon kind='shear'/>",
          "two dimensions");
  refuses("type='grid' count='2' spacing='1'",
          "<joint kind='main'/><joint kind='main'/>", "twice");
  refuses("type='particle' count='999 999 999' spacing='1'", "",
          "more than 100000 bodies");
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/importers/mjcf/cable_composites.h"

#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

constexpr double kPi = 3.14159265358979323846;

PositionKinematics KinematicsOf(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position;
}

std::string Cable(const std::string& attributes, const std::string& config = "",
                  const std::string& geom = "type='capsule' size='.01'") {
  return "<composite type='cable' " + attributes + "><geom " + geom + "/>" +
         "<plugin plugin='mujoco.elasticity.cable'>" + config +
         "</plugin></composite>";
}

std::string Config(const std::string& key, const std::string& value) {
  return "<config key='" + key + "' value='" + value + "'/>";
}

const std::string kStiff = Config("twist", "1e7") + Config("bend", "4e6");

// Turns the ball joint before a body by `angle` about y.
void TurnAboutY(const Model& model, const std::string& joint, double angle,
                VectorXd* q) {
  const int start = model.joints()[model.JointIndex(joint)].q_start;
  q->segment<4>(start) << std::cos(angle / 2), 0, std::sin(angle / 2), 0;
}

TEST_CASE(
    "MJCF cable: a straight one -> a chain of balls, with MuJoCo's names") {
  const Parsed p = ParseWorld(
      Cable("prefix='c' curve='s' count='5' size='2' offset='0 0 1'"));
  CHECK(p.report.notices().empty());
  REQUIRE(p.model->num_bodies() == 5);
  CHECK(p.model->num_velocities() == 12);
  const char* bodies[] = {"world", "cB_first", "cB_1", "cB_2", "cB_last"};
  const char* joints[] = {"cJ_first", "cJ_1", "cJ_2", "cJ_last"};
  const auto position = KinematicsOf(*p.model, p.model->default_positions());
  for (int b = 1; b < 5; ++b) {
    CHECK(p.model->bodies()[b].name == bodies[b]);
    CHECK(p.model->joints()[b - 1].name == joints[b - 1]);
    CHECK(p.model->joints()[b - 1].type == JointType::kBall);
    CHECK(position.X_WB[b].translation().isApprox(Vector3d(0.5 * (b - 1), 0, 1),
                                                  1e-15));
    CHECK(position.X_WB[b].linear().isIdentity(1e-15));
  }
  CHECK(p.geometry(3).name == "cG3");
  CHECK(p.geometry(3).X_BG.translation().isApprox(Vector3d(0.25, 0, 0), 1e-15));
  CHECK(p.model->excluded_pairs().size() == 3);
  CHECK(p.model->constraints().empty());  // Neither twist nor bend.
}

TEST_CASE("MJCF cable: what holds its beginning -> ball, free or nothing") {
  const auto count = [](const std::string& initial) {
    return ParseWorld(Cable("curve='s' count='4' initial='" + initial + "'"))
        .model->num_velocities();
  };
  CHECK(count("ball") == 9);
  CHECK(count("free") == 12);
  CHECK(count("none") == 6);
}

TEST_CASE("MJCF cable: vertices, turned -> bodies from one to the next") {
  const Parsed p = ParseWorld(
      Cable("vertex='0 0 0 1 0 0 1 1 0 1 1 3' quat='0.5 0.5 0.5 0.5' "
            "offset='0 0 5'"));
  const auto position = KinematicsOf(*p.model, p.model->default_positions());
  REQUIRE(p.model->num_bodies() == 4);
  // The quaternion turns x to y, y to z and z to x.
  const Vector3d starts[] = {{0, 0, 5}, {0, 1, 5}, {0, 1, 6}};
  const Vector3d along[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  for (int i = 0; i < 3; ++i) {
    const RigidTransform& X = position.X_WB[i + 1];
    CHECK((X.translation() - starts[i]).norm() < 1e-14);
    CHECK((X.linear().col(0) - along[i]).norm() < 1e-14);
  }
  // y of the first points to where the cable bends; frames turn least.
  CHECK((position.X_WB[1].linear().col(1) - along[1]).norm() < 1e-14);
  CHECK((position.X_WB[2].linear().col(1) + along[0]).norm() < 1e-14);
  CHECK((position.X_WB[3].linear().col(1) + along[0]).norm() < 1e-14);
}

TEST_CASE("MJCF cable: curves -> vertices on a circle, at rest as they are") {
  const std::string circle = "curve='cos(s) sin(s)' count='9' size='1 .5 2'";
  const Parsed p = ParseWorld(Cable(circle, kStiff));
  const auto position = KinematicsOf(*p.model, p.model->default_positions());
  for (int i = 0; i < 8; ++i) {
    CHECK((position.X_WB[i + 1].translation() -
           0.5 * Vector3d(std::cos(kPi * i / 4), std::sin(kPi * i / 4), 0))
              .norm() < 1e-14);
  }
  const std::string weightless = "<option gravity='0 0 0'/><worldbody>";
  const auto energy = [&](const std::string& config) {
    const Parsed cable =
        Parse(weightless + Cable(circle, config) + "</worldbody>");
    const VectorXd& q = cable.model->default_positions();
    return CalcPotentialEnergy(*cable.model, KinematicsOf(*cable.model, q), q);
  };
  CHECK(energy(kStiff) < 1e-20);
  // Seven elements turned by pi/4 each, straight at rest:
  // U = 7 E I (pi/4)^2 / (2 L).
  const double EI = 4e6 * kPi * 1e-8 / 4, L = std::sin(kPi / 8);
  CHECK(energy(kStiff + Config("flat", "true")) ==
        Approx(7 * EI * kPi * kPi / 16 / (2 * L)).epsilon(1e-10));
}

TEST_CASE("MJCF cable: round and box sections -> G J and E I over the length") {
  const auto stiffness = [](const std::string& geom) -> Vector3d {
    const Parsed p =
        ParseWorld(Cable("curve='s' count='3' size='.4'", kStiff, geom));
    REQUIRE(p.model->constraints().size() == 1);
    CHECK(p.model->constraints()[0].cosserat.stiffness.head<3>().isZero(0));
    return p.model->constraints()[0].cosserat.stiffness.tail<3>();
  };
  const double r4 = 1e-8;
  CHECK(stiffness("type='cylinder' size='.01'")
            .isApprox(Vector3d(1e7 * kPi * r4 / 2, 4e6 * kPi * r4 / 4,
                               4e6 * kPi * r4 / 4) /
                          0.2,
                      1e-12));
  // 4 cm along y, 1 cm along z: y bends the thin way. Torsion by Saint-Venant's
  // series, J = 0.281 w h^3 at w / h = 4.
  const Vector3d box = stiffness("type='box' size='1 .02 .005'");
  CHECK(box[0] == Approx(1e7 * 0.2808 * 0.04 * 1e-6 / 0.2).epsilon(2e-3));
  CHECK(box[1] == Approx(4e6 * 0.04 * 1e-6 / 12 / 0.2).epsilon(1e-12));
  CHECK(box[2] == Approx(4e6 * 0.01 * 6.4e-5 / 12 / 0.2).epsilon(1e-12));
}

// How far the tip of a clamped cable of n bodies hangs: joints turn by their
// moments over their stiffnesses, both found from the potential energy.
double CalcDeflection(int n) {
  const Parsed p = Parse(
      "<option gravity='0 0 -.001'/><worldbody>" +
      Cable("curve='s' initial='none' count='" + std::to_string(n + 1) + "'",
            kStiff, "type='cylinder' size='.01'") +
      "</worldbody>");
  const Model& model = *p.model;
  const auto energy = [&](const VectorXd& q) {
    return CalcPotentialEnergy(model, KinematicsOf(model, q), q);
  };
  VectorXd q = model.default_positions();
  constexpr double kStep = 1e-3;
  for (const Joint& joint : model.joints()) {
    if (joint.type != JointType::kBall) continue;
    VectorXd more = model.default_positions(), less = more;
    TurnAboutY(model, joint.name, kStep, &more);
    TurnAboutY(model, joint.name, -kStep, &less);
    const double V0 = energy(model.default_positions());
    const double slope = (energy(more) - energy(less)) / (2 * kStep);
    const double curvature =
        (energy(more) + energy(less) - 2 * V0) / (kStep * kStep);
    TurnAboutY(model, joint.name, -slope / curvature, &q);
  }
  const auto position = KinematicsOf(model, q);
  const Vector3d end(1.0 / n, 0, 0);
  return -(position.X_WB[model.BodyIndex("B_last")] * end).z();
}

TEST_CASE(
    "MJCF cable: a cantilever under its weight -> it bends as a beam does") {
  // w = q L^4 / (8 E I). A chain lacks half an element at the wall, 2 / n of
  // the whole, which two chains tell apart.
  const double A = kPi * 1e-4, EI = 4e6 * kPi * 1e-8 / 4;
  const double beam = 1000 * A * 0.001 / (8 * EI);
  const double w20 = CalcDeflection(20), w40 = CalcDeflection(40);
  CHECK(w40 / beam == Approx(1 - 2.0 / 40).epsilon(2e-3));
  CHECK((2 * w40 - w20) / beam == Approx(1).epsilon(2e-3));
}

TEST_CASE("MJCF cable: an instance of the plugin -> its settings") {
  const std::string cable =
      "<worldbody><composite type='cable' curve='s' count='3'>"
      "<geom type='capsule' size='.01'/><plugin instance='soft'/></composite>"
      "</worldbody>";
  const Parsed p = Parse(
      "<extension><plugin plugin='mujoco.elasticity.cable'>"
      "<instance name='soft'>" +
      kStiff + "</instance></plugin></extension>" + cable);
  CHECK(p.report.notices().empty());
  CHECK(p.model->constraints().size() == 1);
  CHECK_THAT(FailureOf(cable), Contains("unknown instance 'soft'"));
  // No passive forces, no rods.
  const Parsed passive =
      Parse("<option><flag passive='disable'/></option><worldbody>" +
            Cable("curve='s' count='3'", kStiff) + "</worldbody>");
  CHECK(passive.model->constraints().empty());
}

TEST_CASE("MJCF cable: values that no cable can have -> refused at its line") {
  const auto refuses = [](const std::string& attributes, const char* message,
                          const std::string& config = "",
                          const std::string& geom =
                              "type='capsule' size='.01'") {
    CHECK_THAT(FailureOfWorld("\n" + Cable(attributes, config, geom)),
               Contains("m.xml:2: ") && Contains(message));
  };
  refuses("curve='s' count='3' spacing='1'", "no spacing");
  refuses("curve='s'", "one count above 1");
  refuses("count='3'", "'curve'");
  refuses("curve='t' count='3'", "has 't', not one of: s, cos(s)");
  refuses("curve='0' count='3'", "vertices 0 and 1 of the cable coincide");
  refuses("vertex='0 0 0 1 0 0' count='3'", "one of them is enough");
  refuses("vertex='0 0 0 1 0'", "three numbers each");
  refuses("curve='s' count='3' quat='0 0 0 0'", "not all zero");
  refuses("curve='s' count='3' initial='glue'", "is 'glue', not one of: ball");
  refuses("curve='s' count='9999'", "more than 2000 bodies");
  refuses("curve='s' count='3'", "no modulus", Config("bend", "-1"));
  refuses("curve='s' count='3'", "no modulus", Config("twist", "soft"));
  refuses("curve='s' count='3'", "capsule, cylinder or box", "", "size='.01'");
  refuses("curve='s' count='3'", "no positive section", "", "type='box'");
}

TEST_CASE("MJCF cable: an unknown key of the plugin -> a notice") {
  const Parsed p = ParseWorld(
      Cable("curve='s' count='3'", Config("vmax", "1") + Config("hue", "2")));
  REQUIRE(p.report.notices().size() == 1);
  CHECK_THAT(to_string(p.report.notices()[0]), Contains("no key 'hue'"));
}

}  // namespace
}  // namespace tactus::multibody

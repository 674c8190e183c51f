#include "tactus/multibody/importers/mjcf/shell_composites.h"

#include <cmath>
#include <string>
#include <vector>

#include "multibody/importers/mjcf/parse_tools.h"
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

// What MuJoCo 2.2.2 has at a state: each slide's displacement, where its geom
// is, and the forces of springs and ties on it at rest without acceleration.
struct Element {
  const char* number;
  double q;
  Vector3d p_WG;
  double force;
};

const std::vector<Element> kBox = {
    {"0_0_0",
     0.252441295442369,
     {-0.0897574547851468, -0.29972987520319, 0.632773632796767},
     -1822.0373496112},
    {"0_0_1",
     0.0423360024179602,
     {0.0110319575291937, -0.191922068732731, 0.962081714383743},
     213.219998428644},
    {"0_0_2",
     -0.287677282398942,
     {-0.0155716209199735, 0.0483823163747854, 0.972735646182936},
     1424.07924223927},
    {"0_1_0",
     0.197095979615637,
     {-0.234919483981372, -0.0341103478440108, 0.741849349666046},
     -1339.62444596755},
    {"0_1_1",
     0.123635545572527,
     {-0.125028250759769, -0.0835528697234217, 1.03147594853696},
     -857.162415621007},
    {"0_1_2",
     -0.299997061965211,
     {0.00849492031765728, 0.0569693498357794, 0.865417538419411},
     1925.10603427289},
    {"0_2_0",
     0.126050111047992,
     {-0.289294345606785, 0.169581869421635, 0.880323549765656},
     -648.147033393103},
    {"0_2_1",
     0.195086352047135,
     {-0.273439834004466, 0.17192540780459, 1.13137436601662},
     -1797.87725549018},
    {"0_2_2",
     -0.288419247563867,
     {0.0208254884039127, -0.0151141483667009, 0.947553169420677},
     2097.93310175797},
    {"1_0_0",
     0.0449631628988857,
     {0.0980197862732426, -0.0711380959655072, 0.753147344043639},
     587.676142817492},
    {"1_0_1",
     0.250996691560817,
     {0.317283866973424, -0.19949236152013, 0.847560736632639},
     -2803.14793779867},
    {"1_0_2",
     -0.253866121252551,
     {-0.0193914668629279, 0.0113671119100017, 0.991978059874885},
     1762.44953997653},
    {"1_1_0",
     -0.0397055250293319,
     {0.006609607824869, 0.0443259084690407, 0.89528597586675},
     1356.6228418215},
    {"1_1_1",
     0.286912778521351,
     {0.257902884350663, 0.172349256799964, 0.935072770625635},
     -3163.52524049471},
    {"1_1_2",
     -0.19909016526389,
     {-0.0304671930640681, -0.00442384146105314, 0.966519908991615},
     1334.33643663126},
    {"1_2_0",
     -0.121211293596919,
     {-0.0293706018387954, 0.0912568933950688, 0.948575008056747},
     1987.80315938051},
    {"1_2_1",
     0.29997355803218,
     {-0.0255374487696236, 0.444272921197559, 1.08777556238724},
     -3119.46193570137},
    {"1_2_2",
     -0.128454800848845,
     {0.0188923268127392, 0.0630877376306492, 1.07729453291724},
     681.353436493106},
};

const std::vector<Element> kCylinder = {
    {"0_0_0",
     0.252441295442369,
     {-0.102081101715567, -0.209704242709565, 0.629978949113145},
     -1822.0373496112},
    {"0_0_1",
     0.0423360024179602,
     {0.00734458012480456, -0.127773063646739, 0.974755714371919},
     213.219998428644},
    {"0_0_2",
     -0.287677282398942,
     {-0.0311486346046885, 0.0755504189711643, 0.937753788486902},
     1424.07924223927},
    {"0_1_0",
     0.197095979615637,
     {-0.234919483981372, -0.0341103478440108, 0.741849349666046},
     -1339.62444596755},
    {"0_1_1",
     0.123635545572527,
     {-0.125028250759769, -0.0835528697234217, 1.03147594853696},
     -857.162415621007},
    {"0_1_2",
     -0.299997061965211,
     {0.00849492031765728, 0.0569693498357794, 0.865417538419411},
     1925.10603427289},
    {"0_2_0",
     0.126050111047992,
     {-0.23469180186133, 0.134908025613789, 0.846894615673259},
     -648.147033393103},
    {"0_2_1",
     0.195086352047135,
     {-0.222081292129408, 0.139633703531634, 1.10669911742696},
     -1797.87725549018},
    {"0_2_2",
     -0.288419247563867,
     {0.0225589837702347, -0.0183940632978517, 0.900710353141139},
     2097.93310175797},
    {"1_0_0",
     0.0449631628988857,
     {0.0501277273340743, -0.0408729665729451, 0.77937107471106},
     587.676142817491},
    {"1_0_1",
     0.250996691560817,
     {0.265925325098367, -0.167200657247174, 0.872235985222292},
     -2803.14793779867},
    {"1_0_2",
     -0.253866121252551,
     {-0.0520056693699186, 0.0298944493151263, 0.96607317369886},
     1762.44953997653},
    {"1_1_0",
     -0.0397055250293319,
     {0.006609607824869, 0.0443259084690407, 0.89528597586675},
     1356.6228418215},
    {"1_1_1",
     0.286912778521351,
     {0.257902884350663, 0.172349256799964, 0.935072770625635},
     -3163.52524049471},
    {"1_1_2",
     -0.19909016526389,
     {-0.0304671930640681, -0.00442384146105314, 0.966519908991615},
     1334.33643663126},
    {"1_2_0",
     -0.121211293596919,
     {-0.0193271239901453, 0.0468775705097305, 0.961377432330553},
     1987.80315938051},
    {"1_2_1",
     0.29997355803218,
     {-0.0218500713652344, 0.380123916111568, 1.07510156239906},
     -3119.46193570137},
    {"1_2_2",
     -0.128454800848845,
     {0.013185399354791, 0.0270866413082412, 1.04779410922912},
     681.353436493106},
};

const std::vector<Element> kEllipsoid = {
    {"0_0_0",
     0.252441295442369,
     {-0.0661674567098069, -0.220955057043627, 0.729287836728627},
     -1822.0373496112},
    {"0_0_1",
     0.0423360024179602,
     {0.00734458012480456, -0.127773063646739, 0.974755714371919},
     213.219998428644},
    {"0_0_2",
     -0.287677282398942,
     {-0.0498035114479614, 0.154743636506058, 0.912799023015792},
     1424.07924223927},
    {"0_1_0",
     0.197095979615637,
     {-0.191048825610499, -0.0277403210083699, 0.790058373443391},
     -1339.62444596755},
    {"0_1_1",
     0.123635545572527,
     {-0.125028250759769, -0.0835528697234217, 1.03147594853696},
     -857.162415621007},
    {"0_1_2",
     -0.299997061965211,
     {0.0122954264174528, 0.082456623813174, 0.805207266040589},
     1925.10603427289},
    {"0_2_0",
     0.126050111047992,
     {-0.186272180887513, 0.109191158195276, 0.922942173863545},
     -648.147033393103},
    {"0_2_1",
     0.195086352047135,
     {-0.222081292129408, 0.139633703531634, 1.10669911742696},
     -1797.87725549018},
    {"0_2_2",
     -0.288419247563867,
     {0.0660257645198567, -0.0479183576213501, 0.833720966419562},
     2097.93310175797},
    {"1_0_0",
     0.0449631628988857,
     {0.0528195101572986, -0.0383338867108579, 0.866979547044754},
     587.676142817492},
    {"1_0_1",
     0.250996691560817,
     {0.265925325098367, -0.167200657247174, 0.872235985222292},
     -2803.14793779867},
    {"1_0_2",
     -0.253866121252551,
     {-0.1224136315822, 0.0717578231363603, 0.949359435776996},
     1762.44953997653},
    {"1_1_0",
     -0.0397055250293319,
     {0.00280910172507346, 0.0188386344916461, 0.955496248245572},
     1356.6228418215},
    {"1_1_1",
     0.286912778521351,
     {0.257902884350663, 0.172349256799964, 0.935072770625635},
     -3163.52524049471},
    {"1_1_2",
     -0.19909016526389,
     {-0.0743378514349411, -0.010793868296694, 0.918310885214269},
     1334.33643663126},
    {"1_2_0",
     -0.121211293596919,
     {0.00486128868919248, -0.0151044267362036, 1.00851163122389},
     1987.80315938051},
    {"1_2_1",
     0.29997355803218,
     {-0.0218500713652344, 0.380123916111568, 1.07510156239906},
     -3119.46193570137},
    {"1_2_2",
     -0.128454800848845,
     {-0.00469767126260076, -0.0156870805289138, 0.980780328985383},
     681.353436493106},
};

std::string Shell(const std::string& attributes, const std::string& parts) {
  return "<composite prefix='P' spacing='.2' " + attributes + ">" + parts +
         "</composite>";
}

void CheckShell(const std::string& type, const std::vector<Element>& elements) {
  INFO(type);
  const Parsed p = ParseWorld(
      "<body name='m' pos='0 0 1' euler='10 20 30'>" +
      Shell("type='" + type + "' count='2 3 3' solrefsmooth='.03 .7'",
            "<geom type='capsule' size='.02 .05' density='700'/>"
            "<joint kind='main' solreffix='.06 .5' damping='.3' stiffness='2' "
            "armature='.1'/>"
            "<tendon kind='main' stiffness='2' solreffix='.05 1'/>") +
      "</body>");
  CHECK(p.report.notices().empty());
  const Model& model = *p.model;
  REQUIRE(model.num_velocities() == std::ssize(elements));
  VectorXd q(elements.size());
  for (const Element& e : elements)
    q[p.joint("PJ" + std::string(e.number)).q_start] = e.q;
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  VectorXd tau = VectorXd::Zero(q.size());
  AddJointSpringForces(model, q, &tau);
  AddTendonForces(model, q, VectorXd::Zero(q.size()), &tau);
  for (const Element& e : elements) {
    INFO(e.number);
    const Joint& joint = p.joint("PJ" + std::string(e.number));
    CHECK(tau[joint.v_start] == Approx(e.force).epsilon(1e-10));
    int count = 0;
    for (const contact::Geometry& geom : model.geometries()) {
      if (geom.name != "PG" + std::string(e.number)) continue;
      ++count;
      CHECK(
          (position.X_WB[geom.body] * geom.X_BG.translation() - e.p_WG).norm() <
          1e-12);
      CHECK(geom.contype == 0);
      CHECK(geom.conaffinity == 1);
    }
    CHECK(count == 1);
  }
}

TEST_CASE("MJCF composite: a shell -> MuJoCo 2.2's places and forces at rest") {
  CheckShell("box", kBox);
  CheckShell("cylinder", kCylinder);
  CheckShell("ellipsoid", kEllipsoid);
}

TEST_CASE("MJCF composite: a shell's middle -> a ball on the body around it") {
  const Parsed p =
      ParseWorld("<body name='m'><freejoint/>" +
                 Shell("type='ellipsoid' count='3 3 3'",
                       "<geom type='ellipsoid' size='.02 .03 .07' mass='.1' "
                       "contype='3'/>") +
                 "</body>");
  CHECK(p.report.notices().empty());
  // 26 outer points and the ball, of the mass that the file gives each.
  CHECK(p.model->num_velocities() == 6 + 26);
  CHECK(p.geometry(0).name == "PGcenter");
  CHECK(p.geometry(0).contype == 3);
  CHECK(p.body("m").inertia.mass == Approx(0.1));
  CHECK(p.body("m").inertia.I_Bcm(0, 0) == Approx(0.4 * 0.1 * 0.04 * 0.04));
  PositionKinematics position;
  CalcPositionKinematics(*p.model, p.model->default_positions(), &position);
  // z points outward, also straight down.
  for (const char* number : {"1_1_0", "1_1_2", "0_1_1", "2_2_2"}) {
    const RigidTransform& X =
        position.X_WB[p.model->BodyIndex("PB" + std::string(number))];
    CHECK(X.translation().norm() == Approx(0.2));
    CHECK((X.linear().col(2) - X.translation() / 0.2).norm() < 1e-14);
  }
}

TEST_CASE("MJCF composite: caps of a cylinder -> rings of squares") {
  const Parsed p =
      ParseWorld(Shell("type='cylinder' count='4 4 2'", "<geom size='.02'/>"));
  PositionKinematics position;
  CalcPositionKinematics(*p.model, p.model->default_positions(), &position);
  const auto place = [&](const char* name) -> Vector3d {
    return position.X_WB[p.model->BodyIndex(name)].translation();
  };
  const double r = 0.3;  // Half of three spacings.
  CHECK(place("PB1_1_0").head<2>().norm() == Approx(r / 3));
  CHECK(place("PB0_0_0").head<2>().norm() == Approx(r));
  CHECK(place("PB0_1_1").head<2>().norm() == Approx(r));
  CHECK(place("PB0_1_1").x() == Approx(-r / std::sqrt(1 + 1.0 / 9)));
  CHECK(place("PB0_1_1").z() == Approx(0.1));
}

// The frequency and the damping ratio of a skin of eight that moves as one:
// only the ties to the references and of the sum act.
TEST_CASE("MJCF composite: ties of a shell -> solref's damping ratio") {
  const Parsed p = ParseWorld(
      Shell("type='box' count='2 2 2'",
            "<geom size='.02' mass='.3'/>"
            "<joint kind='main' solreffix='.1 .6' solimpfix='.5 .8'/>"
            "<tendon kind='main' solreffix='1e6 1'/>"));
  const double k = 0.3 / std::pow(0.1 * 0.6, 2) / (1 - 0.8);
  CHECK(p.joint("PJ0_0_0").stiffness == Approx(k));
  CHECK(p.joint("PJ0_0_0").damping == Approx(2 * 0.6 * std::sqrt(0.3 * k)));
  // Without equality nothing holds it.
  const Parsed free = Parse(
      "<option><flag equality='disable'/></option><worldbody>" +
      Shell("type='box' count='2 2 2'",
            "<geom size='.02' mass='.3'/><joint kind='main' damping='2'/>") +
      "</worldbody>");
  CHECK(free.joint("PJ0_0_0").stiffness == 0);
  CHECK(free.joint("PJ0_0_0").damping == 2);
}

TEST_CASE("MJCF composite: shells that cannot be -> refused") {
  const auto failure = [](const std::string& attributes,
                          const std::string& parts) {
    return FailureOfWorld("<composite " + attributes + ">" + parts +
                          "</composite>");
  };
  const std::string ball = "<geom size='.02'/>";
  CHECK_THAT(failure("type='box' count='3 3' spacing='.1'", ball),
             Contains("three counts above 1"));
  CHECK_THAT(failure("type='box' count='3 3 3'", ball),
             Contains("'spacing' must be positive"));
  CHECK_THAT(failure("type='box' count='3 3 3' spacing='.1'", ""),
             Contains("needs a <geom>"));
  CHECK_THAT(failure("type='box' count='3 3 3' spacing='.1'",
                     "<geom type='box' size='.1 .1 .1'/>"),
             Contains("sphere, capsule or ellipsoid"));
  CHECK_THAT(failure("type='box' count='3 3 3' spacing='.1' "
                     "solrefsmooth='1 -1'",
                     ball),
             Contains("solrefsmooth"));
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/importers/mjcf/cloth_composites.h"

#include <cmath>
#include <string>
#include <vector>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

// What MuJoCo 2.2.2 has at a state.
struct JointState {
  const char* name;
  double q, v;
  double momentum;  // Of M v.
  double bias, passive;
};

const std::vector<JointState> kJoints = {
    {"r1", 0.252441295442369, 0.54030230586814, 0.218048257918981,
     0.985689025008841, -7.50875525733364e-18},
    {"r2", 0.0423360024179602, -0.653643620863612, -1.04450807163465,
     -2.39047473862747, 0},
    {"r3", -0.287677282398942, 0.753902254343305, 0.409890526031497,
     2.47976540041964, 7.71083457296233e-18},
    {"PJ0_1_1", 0.197095979615637, -0.839071529076452, -0.00180187278888291,
     0.602709318874356, -0.35704433551033},
    {"PJ1_1_1", 0.123635545572527, 0.907446781450196, 0.0720186546031971,
     0.115426183953512, -0.196650709766796},
    {"PJT1_1", -0.299997061965211, -0.957659480323385, -0.000643454344302277,
     0.0449550874724859, 0.0612420653438764},
    {"PJ0_1_2", 0.126050111047992, 0.988704618186669, 0.00849889602267351,
     0.19882039770225, -0.618464247607325},
    {"PJ1_1_2", 0.195086352047135, -0.999960826394637, 0.0202446499851127,
     -0.0391278098558737, 0.0756659499966304},
    {"PJT1_2", -0.288419247563867, 0.991202811863474, 0.000468444826502901,
     0.000875680980269494, -0.0991202811863473},
    {"PJ0_2_0", 0.0449631628988857, -0.962605866313567, 0.0231502612009582,
     -0.193532284453414, 0.205271520772632},
    {"PJ1_2_0", 0.250996691560817, 0.914742357804531, 0.0878571476935692,
     0.242503205817566, -0.79230731704194},
    {"PJT2_0", -0.253866121252551, -0.848570274784605, 0.0108767943382074,
     0.600074836351721, 0.0818749003097625},
    {"PJ0_2_1", -0.0397055250293319, 0.765414051945343, 0.0118818876331367,
     0.600169445712554, -0.153195292693637},
    {"PJ1_2_1", 0.286912778521351, -0.666938061652262, 0.0452685619377842,
     0.127779050925416, -0.420986943232378},
    {"PJT2_1", -0.19909016526389, 0.555113301520626, 0.00396385766211483,
     0.0654850338320283, -0.0546008995370126},
    {"PJ0_2_2", -0.121211293596919, -0.432177944884778, 0.0075893466162288,
     0.212482402163689, 0.378965445385312},
    {"PJ1_2_2", 0.29997355803218, 0.300592543743637, 0.0121767473681287,
     0.00452224265055099, -0.7000897464786},
    {"PJT2_2", -0.128454800848845, -0.162990780795705, -7.86721440686829e-08,
     -0.000140159421439412, 0.0162990780795706},
    {"PJ0_0_0", -0.1930614400071, 0.0221267562619557, 0.0827442594360867,
     0.976288324126238, 0.496555478295039},
    {"PJ1_0_0", 0.289138615885226, 0.119180135448819, 0.019110972105579,
     -0.215405201685515, -0.939782080158328},
    {"PJT0_0", -0.0475868006414127, -0.258101635938267, 0.0458671546115221,
     0.612251326978536, 0.213016934155034},
    {"PJ0_0_1", -0.249532422788579, 0.39185723042955, 0.0461131734290644,
     0.612155271506278, 0.568714447009501},
    {"PJ1_0_1", 0.255271057360236, -0.517769799789505, 0.0539865948301587,
     -0.0200942976075107, -0.643363715861059},
    {"PJT0_1", 0.0370719368235672, 0.6333192030863, 0.00994186043120631,
     0.0453358885495881, -0.0761981992412306},
    {"PJ0_0_2", -0.286125795827842, -0.736192718227316, 0.0169383902668611,
     0.204433553696289, 0.866131371671101},
    {"PJ1_0_2", 0.201068752753012, 0.824331331107558, 0.0219484588741338,
     0.0192558375747487, -0.745613769786751},
    {"PJT0_2", 0.11877754505455, -0.895970946790963, 4.81618081425907e-05,
     -0.000225650888259349, 0.0895970946790963},
};

struct TendonLength {
  const char* name;
  double length;
};

const std::vector<TendonLength> kTendons = {
    {"PT0_1", 0.30661466024371},   {"PT1_1", 0.152878995012972},
    {"PT0_2", 0.459830917176463},  {"PT1_2", 0.229949751723417},
    {"PTS0_0", 0.309477408375618}, {"PTS0_1", 0.382939288865099},
    {"PTS1_0", 0.239500721329244}, {"PTS1_1", 0.223092724012706},
};

struct GeomPose {
  const char* name;
  Vector3d p_WG, z_W;
};

const std::vector<GeomPose> kGeoms = {
    {"PG1_0",
     {0.0889047930403757, 0.083122599956994, 0.95972587766339},
     {0.591019469164106, -0.684981314335878, -0.426024161380165}},
    {"PG1_1",
     {-0.0342280919486767, 0.187675387131118, 1.07765385283635},
     {0.770947179587909, 0.554451099940698, 0.313407760050703}},
    {"PG1_2",
     {-0.179933900925714, 0.25196258777228, 1.19863721146088},
     {0.728529044885188, -0.32143600320581, -0.604916793122616}},
    {"PG2_0",
     {0.204060401478224, 0.246002574155384, 0.974193076785564},
     {0.575778042189242, 0.814399870991952, 0.0723359956108701}},
    {"PG2_1",
     {0.0152898333671528, 0.307916136222956, 0.99726651274834},
     {0.943852840555357, -0.309567810337858, -0.115367179813879}},
    {"PG2_2",
     {-0.183463318072269, 0.321268446721624, 0.979408724608551},
     {0.0245581834988953, 0.912294526870921, 0.408797739554168}},
    {"PG0_0",
     {-0.030233546319519, -0.0664039270578085, 0.901007279132276},
     {0.595691696799473, 0.747632635074012, 0.293592992655569}},
    {"PG0_1",
     {-0.214144563824954, 0.0121816728903705, 0.902027632453563},
     {0.919555087527177, -0.392927999740895, -0.00510176660643194}},
    {"PG0_2",
     {-0.39658818642563, 0.0645022562754466, 0.838965114849304},
     {0.242408466374391, 0.965070795273124, 0.0993805591698725}},
};

Parsed LoadCloth() {
  return Parse(
      "<option gravity='1 2 -9'/><worldbody>"
      "<body name='PB1_0' pos='0 0 1' euler='10 20 30'>"
      "<joint name='r1' axis='1 2 3'/>"
      "<joint name='r2' type='slide' axis='3 -1 1'/>"
      "<joint name='r3' axis='0 1 0' pos='.1 .2 .3'/>"
      "<inertial pos='1 1 1' mass='9' diaginertia='1 1 1'/>"
      "<composite type='cloth' prefix='P' count='3 3' spacing='.2' "
      "flatinertia='.3'><geom type='capsule' size='.02 .05' density='700'/>"
      "<joint kind='main' damping='.3' stiffness='2' armature='.001'/>"
      "<joint kind='twist' damping='.1'/>"
      "<tendon kind='main' stiffness='3' damping='.2'/>"
      "<tendon kind='shear' stiffness='2' damping='.1'/></composite></body>"
      "</worldbody>");
}

// A flat cloth in its first element, with what is before and after it there.
std::string FlatCloth(const std::string& before, const std::string& after) {
  return "<body name='B0_0'><freejoint/>" + before +
         "<composite type='cloth' count='3 2' spacing='.1' flatinertia='.1'>"
         "<geom type='capsule' size='.02 .03'/></composite>" +
         after + "</body>";
}

TEST_CASE(
    "MJCF composite: flatinertia and <inertial> -> the later one counts") {
  const char* const own =
      "<inertial pos='0 .1 0' mass='5' diaginertia='1 2 2.5'/>";
  const double flat = ParseWorld(FlatCloth("", "")).body("B0_0").inertia.mass;
  const Parsed before = ParseWorld(FlatCloth(own, ""));
  CHECK(before.body("B0_0").inertia.mass == flat);
  CHECK(before.body("B0_0").inertia.p_BoBcm.isZero(0));
  REQUIRE(before.report.notices().size() == 1);
  CHECK_THAT(before.report.notices()[0].message,
             Contains("the flatinertia of the <composite> after it"));
  const Parsed after = ParseWorld(FlatCloth("", own));
  CHECK(after.body("B0_0").inertia.mass == 5);
  CHECK(after.body("B0_0").inertia.p_BoBcm == Vector3d(0, 0.1, 0));
  CHECK(after.body("B0_1").inertia.mass == flat);
  REQUIRE(after.report.notices().size() == 1);
  CHECK_THAT(after.report.notices()[0].message,
             Contains("the <inertial> after it"));
  CHECK_THAT(FailureOfWorld(FlatCloth(own, own)),
             Contains("<inertial>: the body has an <inertial> already"));
}

TEST_CASE("MJCF composite: a cloth in a <frame> -> stands there") {
  const std::string pose = "pos='.3 -.2 .5' quat='.8 .2 -.4 .4'";
  const std::string cloth =
      "<composite type='cloth' count='3 3' spacing='.1' flatinertia='.1'>"
      "<geom type='capsule' size='.02 .03'/><tendon kind='main'/></composite>";
  const std::string begin = "<body name='B1_1' ";
  const Parsed plain =
      ParseWorld(begin + pose + "><freejoint/>" + cloth + "</body>");
  const Parsed framed =
      ParseWorld(begin + "><freejoint/><frame " + pose + "><frame>" + cloth +
                 "</frame></frame></body>");
  CHECK(framed.report.notices().empty());
  const Model& a = *plain.model;
  const Model& b = *framed.model;
  REQUIRE(a.num_velocities() == b.num_velocities());
  REQUIRE(a.geometries().size() == b.geometries().size());
  // The hinges bend alike, and the base turns about its own origin: the same
  // energy, for a spin about the cloth's element by which the base moves along.
  VectorXd q_a = a.default_positions(), q_b = b.default_positions();
  const int n = a.num_velocities();
  VectorXd v_a(n), v_b(n);
  for (int i = 6; i < n; ++i) {
    q_a[i + 1] = q_b[i + 1] = 0.3 * std::sin(i);
    v_a[i] = std::cos(i);
  }
  v_b = v_a;
  const Vector3d w(0.3, -0.7, 0.5), p_FB(-0.3, 0.2, -0.5);
  v_a.head<6>() << w, Vector3d::Zero();
  v_b.head<6>() << w, w.cross(p_FB);
  PositionKinematics position_a, position_b;
  CalcPositionKinematics(a, q_a, &position_a);
  CalcPositionKinematics(b, q_b, &position_b);
  for (std::size_t g = 0; g < a.geometries().size(); ++g) {
    const auto& geometry = a.geometries()[g];
    const auto other = std::ranges::find(b.geometries(), geometry.name,
                                         &contact::Geometry::name);
    REQUIRE(other != b.geometries().end());
    CHECK((position_a.X_WB[geometry.body] * geometry.X_BG)
              .isApprox(position_b.X_WB[other->body] * other->X_BG, 1e-12));
  }
  CHECK(v_a.dot(CalcMassMatrix(a, position_a) * v_a) ==
        Approx(v_b.dot(CalcMassMatrix(b, position_b) * v_b)).epsilon(1e-12));
}

TEST_CASE("MJCF composite: a cloth -> MuJoCo 2.2's dynamics") {
  const Parsed p = LoadCloth();
  CHECK(p.report.CountPhysics() == 0);
  const Model& model = *p.model;
  const int n = model.num_velocities();
  REQUIRE(n == std::ssize(kJoints));
  VectorXd q(n), v(n), momentum(n), bias(n), passive(n);
  for (const JointState& s : kJoints) {
    const Joint& joint = p.joint(s.name);
    q[joint.q_start] = s.q;
    v[joint.v_start] = s.v;
    momentum[joint.v_start] = s.momentum;
    bias[joint.v_start] = s.bias;
    passive[joint.v_start] = s.passive;
  }
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, q, &position);
  CalcVelocityKinematics(model, position, v, &velocity);
  CHECK((CalcMassMatrix(model, position) * v - momentum).norm() <
        1e-12 * momentum.norm());
  VectorXd our_bias;
  CalcBias(model, position, velocity, &our_bias);
  CHECK((our_bias - bias).norm() < 1e-12 * bias.norm());
  VectorXd tau = VectorXd::Zero(n);
  AddJointSpringForces(model, q, &tau);
  AddJointDampingForces(model, v, &tau);
  AddTendonForces(model, q, v, &tau);
  CHECK((tau - passive).norm() < 1e-10 * passive.norm());

  REQUIRE(model.tendons().size() == kTendons.size());
  // Ties of the tendons, and of the twist of each but the first element.
  CHECK(model.couplers().size() == kTendons.size() + 8);
  for (std::size_t i = 0; i < kTendons.size(); ++i) {
    CHECK(model.tendons()[i].name == kTendons[i].name);
    CHECK(CalcTendonLength(model, model.tendons()[i], q) ==
          Approx(kTendons[i].length).epsilon(1e-12));
  }
  REQUIRE(model.geometries().size() == kGeoms.size());
  for (const GeomPose& pose : kGeoms) {
    for (const contact::Geometry& geom : model.geometries()) {
      if (geom.name != pose.name) continue;
      const RigidTransform X_WG = position.X_WB[geom.body] * geom.X_BG;
      CHECK((X_WG.translation() - pose.p_WG).norm() < 1e-12);
      CHECK((X_WG.linear().col(2) - pose.z_W).norm() < 1e-12);
    }
  }
}

TEST_CASE("MJCF composite: a cloth's stretch -> tied slides along the rows") {
  const Parsed p = ParseWorld(
      "<body name='B0_0'><composite type='cloth' count='2 2' spacing='.2'>"
      "<geom size='.02'/><joint kind='stretch' damping='3'/></composite>"
      "</body>");
  CHECK(p.model->num_velocities() == 9);
  CHECK(p.model->couplers().size() == 4);
  CHECK(p.joint("JS1_0").type == JointType::kPrismatic);
  CHECK(p.joint("JS1_0").damping == 3);
}

TEST_CASE("MJCF composite: cloths that cannot be -> refused") {
  const auto failure = [](const std::string& name,
                          const std::string& attributes) {
    return FailureOfWorld("<body name='" + name + "'><composite prefix='q' " +
                          "type='cloth' " + attributes +
                          "><geom size='.02'/></composite></body>");
  };
  CHECK_THAT(failure("qB0_0", "count='3' spacing='.1'"),
             Contains("two counts above 1"));
  CHECK_THAT(failure("qB0_0", "count='3 3'"),
             Contains("'spacing' must be positive"));
  for (const char* name : {"B0_0", "qB0", "qB3_0", "qB0_-1", "qB0_1x"}) {
    INFO(name);
    CHECK_THAT(failure(name, "count='3 3' spacing='.1'"),
               Contains("named 'qB0_0' to 'qB2_2'"));
  }
  CHECK_THAT(failure("qB0_0", "count='3000 3' spacing='.1'"),
             Contains("more than 2000 bodies"));
}

}  // namespace
}  // namespace tactus::multibody

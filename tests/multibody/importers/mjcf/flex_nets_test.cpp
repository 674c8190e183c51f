#include "tactus/multibody/importers/mjcf/flex_nets.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfWorld;
using test::Parsed;
using test::ParseWorld;

const std::string kRigid = "<edge equality='true'/>";

std::string Chain(const std::string& attributes, const std::string& inside) {
  return "<flexcomp name='f' dim='1' " + attributes + ">" + inside +
         "</flexcomp>";
}

Vector3d PlaceOf(const Parsed& p, const std::string& body) {
  PositionKinematics position;
  CalcPositionKinematics(*p.model, p.model->default_positions(), &position);
  return position.X_WB[p.model->BodyIndex(body)].translation();
}

double LengthOf(const Parsed& p, int tendon) {
  return CalcTendonLength(*p.model, p.model->tendons()[tendon],
                          p.model->default_positions());
}

// The example of MuJoCo's documentation, with edges that hold.
TEST_CASE("MJCF flexcomp: a row pinned at an end -> points on ties") {
  const Parsed p =
      ParseWorld(Chain("count='3 1 1' mass='3' spacing='.2 .2 .2' pos='0 0 1'",
                       "<pin id='0'/>" + kRigid));
  CHECK(p.report.CountPhysics() == 0);
  CHECK(p.model->num_bodies() == 8);  // Two of them between slides each.
  CHECK(p.model->num_velocities() == 6);
  CHECK(PlaceOf(p, "f_1").isApprox(Vector3d(0, 0, 1)));
  CHECK(PlaceOf(p, "f_2").isApprox(Vector3d(0.2, 0, 1)));
  CHECK(p.body("f_2").inertia.mass == 1);
  CHECK(p.body("f_2").inertia.I_Bcm(0, 0) == Approx(1.66667e-5));
  REQUIRE(p.model->tendons().size() == 2);
  REQUIRE(p.model->couplers().size() == 2);
  for (const int t : {0, 1}) {
    CHECK(LengthOf(p, t) == Approx(0.2));
    CHECK(p.model->tendons()[t].stiffness == 0);
    CHECK(p.model->couplers()[t].tendon_a == t);
  }
  CHECK(p.model->geometries().size() == 3);
  CHECK(p.body("f_0").tree < 0);
  CHECK(PlaceOf(p, "f_0").isApprox(Vector3d(-0.2, 0, 1)));
  // The pinned point does not touch its neighbour, however thick they are.
  const int pinned = p.model->BodyIndex("f_0"),
            next = p.model->BodyIndex("f_1");
  CHECK(std::ranges::any_of(p.model->excluded_pairs(), [&](const auto& pair) {
    return std::minmax(pair.first, pair.second) == std::minmax(pinned, next);
  }));
}

// The last point of the count is the first again, as in MuJoCo.
TEST_CASE("MJCF flexcomp: a circle -> its segments are as long as said") {
  const Parsed p = ParseWorld(
      "<body name='b' pos='1 0 0'><freejoint/><geom size='.1'/>" +
      Chain("type='circle' count='5 1 1' spacing='.1 1 1' euler='90 0 0'",
            "<edge stiffness='5' damping='.5'/>") +
      "</body>");
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->tendons().size() == 4);
  CHECK(p.model->couplers().empty());
  const double R = 0.1 / std::sqrt(2.0);
  CHECK(PlaceOf(p, "f_0").isApprox(Vector3d(1 + R, 0, 0)));
  CHECK(PlaceOf(p, "f_1").isApprox(Vector3d(1, 0, R)));
  for (int t = 0; t < 4; ++t) {
    const Tendon& tendon = p.model->tendons()[t];
    CHECK(LengthOf(p, t) == Approx(0.1));
    CHECK(tendon.stiffness == 5);
    CHECK(tendon.damping == 0.5);
  }
}

TEST_CASE("MJCF flexcomp: points and edges of a file -> a net of them") {
  const std::string points =
      "type='direct' point='0 0 0 1 0 0 0 1 0' element='0 1 1 2' scale='2 3 4' "
      "radius='.03' ";
  const Parsed p = ParseWorld(
      Chain(points, kRigid + "<contact condim='1' friction='.3'/>") +
      "<body name='o'><freejoint/><geom size='.1' mass='1'/></body>");
  CHECK(p.report.CountPhysics() == 0);
  CHECK(PlaceOf(p, "f_1") == Vector3d(2, 0, 0));
  CHECK(PlaceOf(p, "f_2") == Vector3d(0, 3, 0));
  CHECK(LengthOf(p, 1) == Approx(std::hypot(2, 3)));
  CHECK(std::get<contact::Sphere>(p.geometry(0).shape).radius == 0.03);
  CHECK(p.geometry(0).material.condim == 1);
  // Ends of an edge do not touch; nor does any point where none shall.
  CHECK(p.model->excluded_pairs().size() == 2);
  const Parsed none =
      ParseWorld(Chain(points, kRigid + "<contact selfcollide='none'/>"));
  CHECK(none.model->excluded_pairs().size() == 3);
}

TEST_CASE("MJCF flexcomp: a sheet whose edges hold -> points on ties") {
  const Parsed p = ParseWorld(
      "<flexcomp name='f' count='3 2 1' spacing='.3 .4 1' mass='6' pos='0 0 1'>"
      "<pin gridrange='0 0 0 1'/><edge equality='true' damping='.2'/>"
      "<elasticity young='0' thickness='.01'/></flexcomp>");
  CHECK(p.report.CountPhysics() == 0);
  CHECK(p.model->num_velocities() == 12);
  CHECK(PlaceOf(p, "f_5").isApprox(Vector3d(0.3, 0.2, 1)));
  CHECK(p.body("f_5").inertia.mass == 1);
  CHECK(p.body("f_1").tree < 0);
  // Nine edges, of which the pinned one is none.
  REQUIRE(p.model->tendons().size() == 8);
  CHECK(p.model->couplers().size() == 8);
  int num_diagonals = 0;
  for (int t = 0; t < 8; ++t) {
    CHECK(p.model->tendons()[t].damping == 0.2);
    if (LengthOf(p, t) == Approx(0.5)) ++num_diagonals;
  }
  CHECK(num_diagonals == 2);
  CHECK(p.model->geometries().size() == 6);
}

TEST_CASE("MJCF flexcomp: a sheet's membrane beside its edges -> told of") {
  const auto load = [](const std::string& edge) {
    return ParseWorld("<flexcomp name='f' count='3 3 1'>" + edge +
                      "<elasticity young='1e6' thickness='.01'/></flexcomp>");
  };
  const Parsed held = load(kRigid);
  REQUIRE(held.report.CountPhysics() == 1);
  CHECK_THAT(held.report.notices()[0].message,
             Contains("membranes and shells do not act"));
  CHECK(held.model->num_velocities() == 27);
  const Parsed loose = load("");
  CHECK(loose.model->num_velocities() == 0);
  CHECK_THAT(loose.report.notices()[0].message,
             Contains("cloth that no edges hold is left out"));
}

TEST_CASE("MJCF flexcomp: ties and keyframes of a chain -> act") {
  const Parsed p = test::Parse(
      "<worldbody>" + Chain("count='2 1 1'", kRigid) +
      "<body name='o'><freejoint/><geom size='.1' mass='1'/></body>"
      "</worldbody><equality><connect body1='f_1' body2='o' anchor='0 0 0'/>"
      "</equality><keyframe><key qpos='0 0 1 0 0 1 0 0 2 1 0 0 "
      "0'/></keyframe>");
  CHECK(p.report.CountPhysics() == 0);
  CHECK(p.model->constraints().size() == 1);
  REQUIRE(p.model->keyframes().size() == 1);
  CHECK(p.model->keyframes()[0].q[2] == 1);
}

TEST_CASE("MJCF flexcomp: chains that cannot be -> refused with the reason") {
  const auto failure = [](const std::string& attributes,
                          const std::string& more = "") {
    return FailureOfWorld(Chain(attributes, kRigid + more));
  };
  CHECK_THAT(failure("count='1 1 1'"),
             Contains("'count' begins with what is no whole number from 2"));
  CHECK_THAT(failure("type='circle' count='3 1 1'"), Contains("from 4"));
  CHECK_THAT(failure("spacing='0 1 1'"),
             Contains("'spacing' must be positive"));
  CHECK_THAT(failure("mass='0'"), Contains("'mass' must be positive"));
  CHECK_THAT(failure("", "<pin id='10'/>"),
             Contains("'id' names a point that is not there"));
  CHECK_THAT(failure("type='direct' point='0 0 0 1 0 0' element='0 0'"),
             Contains("joins a point to itself"));
  CHECK_THAT(failure("type='direct' point='0 0 0 1 0 0' element='0 2'"),
             Contains("names a point that is not there"));
  CHECK_THAT(FailureOfWorld(Chain("", "<edge stiffness='-1'/>")),
             Contains("'stiffness' is negative"));
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/importers/mjcf/contact_pairs.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/mjcf/contact_softness.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

// A floor, and an arm of two links whose balls overlap each other and the
// floor, all of which the filters keep from touching.
const std::string kWorld =
    "<worldbody>"
    "<geom name='floor' type='plane' size='1 1 1' contype='0' conaffinity='0' "
    "friction='.1'/>"
    "<body pos='0 0 -5'><geom name='wall' type='box' size='1 1 1'/></body>"
    "<body name='upper' pos='0 0 .05'><joint type='slide' axis='0 0 1'/>"
    "<geom name='a' size='.1' mass='2' contype='0' conaffinity='0' "
    "friction='.2'/>"
    "<geom name='a2' size='.1' pos='0 0 3' mass='1e-9'/>"
    "<body name='lower' pos='.15 0 0'><joint type='hinge' axis='0 1 0'/>"
    "<geom name='b' size='.1' mass='1' contype='0' conaffinity='0' "
    "friction='.3'/></body></body></worldbody>";

std::string Pair(const std::string& attributes) {
  return "<contact><pair " + attributes + "/></contact>";
}

std::vector<contact::ContactPoint> FindPoints(const Model& model) {
  VelocityProblemBuilder builder(
      std::shared_ptr<const Model>(&model, [](const Model*) {}),
      MakeCollisionEngine(model));
  contact::VelocityProblem problem;
  builder.Build(model.default_positions(),
                VectorXd::Zero(model.num_velocities()), {}, &problem);
  return problem.points;
}

// Three balls in one place: all pairs touch, or that of the <pair>, or all but
// its surface.
TEST_CASE("MJCF option: collision -> contacts of pairs, of masks, or of both") {
  const auto frictions = [](const std::string& option) {
    const std::string ball = "<freejoint/><geom size='1' friction='.3' name='";
    const Parsed p = Parse(
        option + "<worldbody><body pos='0 0 0'>" + ball +
        "a'/></body><body pos='.5 0 0'>" + ball +
        "b'/></body><body pos='0 .5 0'>" + ball + "c'/></body></worldbody>" +
        Pair("geom1='a' geom2='b' friction='.7 .7 .005 .0001 .0001'"));
    std::vector<double> found;
    for (const auto& point : FindPoints(*p.model))
      found.push_back(std::round(10 * point.sliding_friction));
    std::ranges::sort(found);
    return found;
  };
  using Tenths = std::vector<double>;
  CHECK(frictions("") == Tenths{3, 3, 7});
  CHECK(frictions("<option collision='all'/>") == Tenths{3, 3, 7});
  CHECK(frictions("<option collision='predefined'/>") == Tenths{7});
  CHECK(frictions("<option collision='dynamic'/>") == Tenths{3, 3, 3});
}

TEST_CASE(
    "MJCF pair: geoms that the filters keep apart -> contacts by the pair") {
  CHECK(FindPoints(*Parse(kWorld).model).empty());
  const Parsed p =
      Parse(kWorld +
            Pair("geom1='a' geom2='b' friction='.7 .7 .02 .003 .003' "
                 "condim='6'") +
            "<contact><exclude body1='upper' body2='lower'/></contact>");
  const auto points = FindPoints(*p.model);
  REQUIRE(points.size() == 1);
  CHECK(points[0].phi0 == Approx(-0.05));
  // Of the pair, not of the geoms.
  CHECK(points[0].sliding_friction == 0.7);
  CHECK(points[0].torsional_friction == 0.02);
  CHECK(points[0].rolling_friction == 0.003);
  CHECK(points[0].condim == 6);
  CHECK(p.report.CountPhysics() == 1);  // condim 6, as of geoms
}

TEST_CASE(
    "MJCF pair: attributes left out -> a pair's defaults, not the geoms'") {
  const Parsed p = Parse(kWorld + Pair("geom1='floor' geom2='a'"));
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->geometry_pairs().size() == 1);
  const auto points = FindPoints(*p.model);
  REQUIRE(points.size() == 1);
  CHECK(points[0].phi0 == Approx(-0.05));
  CHECK(points[0].sliding_friction == 1);
  CHECK(points[0].condim == 3);
  CHECK(p.model->geometry_pairs()[0].margin == 0);
  // MuJoCo's default softness under the arm's three kilograms; the floor is
  // rigid.
  mjcf::GeomSpec geom;
  const mjcf::ContactSoftness softness = mjcf::CalcContactSoftness(geom, {});
  CHECK(points[0].stiffness == Approx(3 * softness.stiffness_per_mass));
  CHECK(points[0].dissipation == Approx(softness.dissipation));

  const Parsed stiff = Parse("<default><pair solref='.01 1'/></default>" +
                             kWorld + Pair("geom1='a' geom2='floor'"));
  geom.solref = {0.01, 1};
  CHECK(FindPoints(*stiff.model)[0].stiffness ==
        Approx(3 * mjcf::CalcContactSoftness(geom, {}).stiffness_per_mass));
}

TEST_CASE(
    "MJCF pair: margin and gap -> a margin of their difference, reported") {
  const Parsed p =
      Parse(kWorld + Pair("geom1='floor' geom2='b' margin='.02' gap='.005'"));
  CHECK(p.model->geometry_pairs()[0].margin == Approx(0.015));
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK_THAT(to_string(p.report.notices()[0]), Contains("under ComFree only"));
}

TEST_CASE("MJCF pair: a ball on a height field -> the pair's friction") {
  const Parsed p = Parse(
      "<asset><hfield name='h' nrow='3' ncol='3' size='1 1 1 .1' "
      "elevation='0 0 0 0 1 0 0 0 0'/></asset><worldbody>"
      "<geom name='field' type='hfield' hfield='h' contype='0' "
      "conaffinity='0'/><body pos='0 0 1'><freejoint/>"
      "<geom name='ball' size='.2'/></body></worldbody>" +
      Pair("geom1='ball' geom2='field' friction='.6'"));
  CHECK(p.model->geometry_pairs().size() == 1);
  REQUIRE(!FindPoints(*p.model).empty());
  for (const auto& point : FindPoints(*p.model))
    CHECK(point.sliding_friction == 0.6);
}

TEST_CASE(
    "MJCF pair: without effect, or without sense -> reported, or refused") {
  const auto notice = [](const std::string& pair) {
    const Parsed p = Parse(kWorld + pair);
    REQUIRE(p.report.CountPhysics() == 1);
    return to_string(p.report.notices()[0]);
  };
  CHECK_THAT(notice(Pair("geom1='a' geom2='a2'")), Contains("on one body"));
  CHECK_THAT(notice(Pair("geom1='floor' geom2='wall'")),
             Contains("both fixed to the world"));
  CHECK_THAT(notice(Pair("geom1='a' geom2='b'") + Pair("geom1='b' geom2='a'")),
             Contains("earlier pair"));
  CHECK_THAT(notice(Pair("geom1='a' geom2='b' friction='1 2'")),
             Contains("same along both tangents"));
  CHECK_THAT(notice(Pair("geom1='a' geom2='b' solreffriction='.01 1'")),
             Contains("solreffriction"));
  CHECK_THAT(FailureOf(kWorld + Pair("geom1='a'")),
             Contains("'geom2' is missing"));
  CHECK_THAT(FailureOf(kWorld + Pair("geom1='a' geom2='x'")),
             Contains("unknown geom 'x'"));
  CHECK_THAT(FailureOf(kWorld + Pair("geom1='' geom2='b'")),
             Contains("'geom1' is empty"));
  CHECK_THAT(FailureOf(kWorld + Pair("geom1='a' geom2='b' condim='2'")),
             Contains("'condim' is none of"));
  CHECK_THAT(FailureOf(kWorld + Pair("geom1='a' geom2='b' friction='-1'")),
             Contains("'friction' is negative"));
  CHECK_THAT(FailureOf(kWorld + Pair("geom1='a' geom2='b' solref='0 1'")),
             Contains("solref"));
}

// The rest depth r* of m on one contact is that of solref and solimp alone: a
// ball on a floor of another solref rests as deep as one of the mean.
TEST_CASE("MJCF contact: a floor of its own solref -> mixed with what moves") {
  const auto stiffness_of = [](const std::string& floor,
                               const std::string& ball) {
    const auto parsed = ParseWorld(
        "<geom type='plane' size='1 1 1' " + floor +
        "/><body><freejoint/><geom size='0.1' mass='1' " + ball + "/></body>");
    const auto pairs = parsed.model->geometry_pairs();
    if (pairs.empty()) return parsed.geometry(1).material.stiffness;
    CHECK(std::isinf(pairs[0].material_a.stiffness));
    return pairs[0].material_b.stiffness;
  };
  const std::string both = "solref='0.04 1'";
  const double own = stiffness_of(both, both);
  CHECK(stiffness_of("solref='0.06 1'", "") == Approx(own));
  CHECK(stiffness_of("solref='0.05 1' solmix='2'", "solref='0.02 1'") ==
        Approx(own));
  CHECK(stiffness_of("solref='0.04 1' priority='1'", "") == Approx(own));
  CHECK(stiffness_of("solref='0.2 1'", "solref='0.04 1' priority='1'") ==
        Approx(own));
  CHECK(own < stiffness_of("", ""));
}

TEST_CASE("MJCF contact: pairs with the floor -> none where all are alike") {
  const std::string ball =
      "<body name='b'><freejoint/><geom size='0.1'/></body>";
  CHECK(ParseWorld("<geom type='plane' size='1 1 1'/>" + ball)
            .model->geometry_pairs()
            .empty());
  const std::string floor = "<geom type='plane' size='1 1 1' solref='0.1 1' ";
  CHECK(ParseWorld(floor + "/>" + ball).model->geometry_pairs().size() == 1);
  CHECK(ParseWorld(floor + "contype='2' conaffinity='2'/>" + ball)
            .model->geometry_pairs()
            .empty());
  CHECK(Parse("<worldbody>" + floor + "/>" + ball +
              "</worldbody><contact><exclude body1='world' body2='b'/>"
              "</contact>")
            .model->geometry_pairs()
            .empty());
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/importers/mjcf/tendon_paths.h"

#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

// A slide along x that starts at 2 and whose spring rests at 3, with site s.
const std::string kWorld =
    "<worldbody><site name='w' pos='0 0 0'/><site name='up' pos='0 0 1'/>"
    "<site name='side' pos='1 0 -.3'/>"
    "<geom name='ball' pos='1 0 0' size='.2'/>"
    "<geom name='roll' type='cylinder' size='.2 1' pos='1 0 0'/>"
    "<geom name='box' type='box' size='1 1 1'/>"
    "<body name='b' pos='2 0 0'><joint name='j' type='slide' axis='1 0 0' "
    "springref='1'/><site name='s' pos='0 0 0'/><geom size='.1'/></body>"
    "</worldbody>";

std::string With(const std::string& attributes, const std::string& path) {
  return kWorld + "<tendon><spatial name='t' " + attributes + ">" + path +
         "</spatial></tendon>";
}

const std::string kStraight = "<site site='w'/><site site='s'/>";

double LengthAt(const Parsed& p, double q) {
  return CalcTendonLength(*p.model, p.model->tendons()[0],
                          VectorXd::Constant(1, q));
}

TEST_CASE("MJCF spatial: a path of sites -> its length, with what acts on it") {
  const Parsed p = Parse(
      With("range='0 4' stiffness='5' springlength='1 2' damping='3' "
           "frictionloss='2'",
           kStraight) +
      "<actuator><position name='m' tendon='t' kp='7' gear='2'/></actuator>");
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->tendons().size() == 1);
  const Tendon& t = p.model->tendons()[0];
  CHECK(LengthAt(p, 0.5) == 2.5);
  CHECK(t.upper == 4);
  CHECK(t.stiffness == 5);
  CHECK(t.rest_lower == 1);
  CHECK(t.rest_upper == 2);
  CHECK(t.damping == 3);
  CHECK(t.dry_friction == 2);
  CHECK(p.actuator(0).tendon == 0);
  CHECK(p.actuator(0).gear == 2);
}

// As in MuJoCo: where the joints' own springs rest.
TEST_CASE("MJCF spatial: without a spring length -> slack at springref") {
  const Parsed p = Parse(With("stiffness='5'", kStraight));
  CHECK(p.model->tendons()[0].rest_lower == 3);
  CHECK(p.model->tendons()[0].rest_upper == 3);
}

TEST_CASE("MJCF spatial: geoms, side sites and pulleys -> a longer way") {
  const std::string geom = GENERATE("ball", "roll");
  const auto length = [&](const std::string& more) {
    return LengthAt(Parse(With("", "<site site='w'/><geom geom='" + geom + "'" +
                                       more + "/><site site='s'/>")),
                    0);
  };
  // The ball is in the way from 0 to 2, the roll, along z, too.
  const double turn = std::acos(-1) - 2 * std::acos(0.2);
  CHECK(length("") == Approx(2 * std::sqrt(1 - 0.04) + 0.2 * turn));
  if (geom == "ball") CHECK(length(" sidesite='side'") == Approx(length("")));
  const Parsed halves =
      Parse(With("", kStraight + "<pulley divisor='2'/><site site='up'/>"
                                 "<site site='s'/>"));
  CHECK(LengthAt(halves, 0) == Approx(2 + std::sqrt(5.0) / 2));
  const Parsed all = Parse(With("", "<pulley divisor='2'/>" + kStraight));
  CHECK(LengthAt(all, 0) == Approx(1));
}

TEST_CASE("MJCF equality: tendons -> a coupler of their lengths") {
  const Parsed p =
      Parse(With("", kStraight) +
            "<tendon><fixed name='f'><joint joint='j' coef='3'/></fixed>"
            "</tendon><equality><tendon name='e' tendon1='t' tendon2='f' "
            "polycoef='.1 2 0 0 0'/></equality>");
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->couplers().size() == 1);
  const JointCoupler& c = p.model->couplers()[0];
  CHECK(c.tendon_a == 0);
  CHECK(c.tendon_b == 1);
  CHECK(c.reference_a == 2);
  CHECK(c.reference_b == 0);
  // (2 + q) - 2 - .1 - 2 (3 q).
  const CouplerError at =
      CalcCouplerError(*p.model, c, VectorXd::Constant(1, 4));
  CHECK(at.error == Approx(4 - 0.1 - 24));
  CHECK(at.slope == 2);
  CHECK_THAT(FailureOf(kWorld + "<equality><tendon tendon1='x'/></equality>"),
             Contains("no tendon 'x'"));
}

TEST_CASE("MJCF spatial: what makes no sense -> refused with its line") {
  CHECK_THAT(FailureOf(With("", "<site site='x'/><site site='s'/>")),
             Contains("'x'"));
  CHECK_THAT(FailureOf(With("", "<site site='w'/>")), Contains("two sites"));
  CHECK_THAT(FailureOf(With("", "")), Contains("has no path"));
  CHECK_THAT(FailureOf(With("", "<geom geom='ball'/>" + kStraight)),
             Contains("two sites"));
  const auto around = [](const std::string& geom) {
    return "<site site='w'/>" + geom + "<site site='s'/>";
  };
  CHECK_THAT(FailureOf(With("", around("<geom geom='box'/>"))),
             Contains("neither a sphere nor a cylinder"));
  CHECK_THAT(FailureOf(With("", around("<geom geom='none'/>"))),
             Contains("no geom 'none'"));
  CHECK_THAT(
      FailureOf(With("", around("<geom geom='ball'/><geom geom='roll'/>"))),
      Contains("between two sites"));
  CHECK_THAT(
      FailureOf(With("", kStraight + "<pulley divisor='0'/>" + kStraight)),
      Contains("positive"));
  CHECK_THAT(FailureOf(With("", kStraight + "<joint joint='j' coef='1'/>")),
             Contains("sites, geoms and pulleys"));
}

}  // namespace
}  // namespace tactus::multibody

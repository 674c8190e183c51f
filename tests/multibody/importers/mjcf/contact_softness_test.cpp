#include "tactus/multibody/importers/mjcf/contact_softness.h"

#include <cmath>
#include <numbers>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using mjcf::CalcContactSoftness;
using mjcf::CalcImpedance;
using mjcf::ContactSoftness;
using mjcf::GeomSpec;
using mjcf::Option;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

constexpr double kGravity = 9.81;

GeomSpec Geom(std::array<double, 2> solref, std::array<double, 5> solimp) {
  GeomSpec geom;
  geom.solref = solref;
  geom.solimp = solimp;
  return geom;
}

TEST_CASE("CalcImpedance: a depth -> from d0 at zero to dmax at the width") {
  const std::array<double, 5> solimp = {0.2, 0.8, 0.01, 0.5, 2};
  CHECK(CalcImpedance(solimp, 0) == Approx(0.2));
  CHECK(CalcImpedance(solimp, 0.0025) == Approx(0.2 + 0.6 * 0.125));
  CHECK(CalcImpedance(solimp, 0.005) == Approx(0.5));
  CHECK(CalcImpedance(solimp, 0.0075) == Approx(0.2 + 0.6 * 0.875));
  CHECK(CalcImpedance(solimp, 0.01) == Approx(0.8));
  CHECK(CalcImpedance(solimp, 1) == Approx(0.8));
  // Linear; with another midpoint; without width; and never 0 or 1.
  CHECK(CalcImpedance({0.2, 0.8, 0.01, 0.5, 1}, 0.003) == Approx(0.38));
  CHECK(CalcImpedance({0.2, 0.8, 0.01, 0.2, 3}, 0.002) == Approx(0.32));
  CHECK(CalcImpedance({0.2, 0.8, 0, 0.5, 2}, 0.003) == Approx(0.5));
  CHECK(CalcImpedance({0, 0, 0.01, 0.5, 2}, 0.003) == Approx(1e-4));
  CHECK(CalcImpedance({1, 1, 0.01, 0.5, 2}, 0.003) == Approx(0.9999));
}

// With d constant the depth at rest is r* = g (1 - d) tc² z².
TEST_CASE(
    "MJCF contact softness: constant impedance -> MuJoCo's depth at rest") {
  const double d = 0.9, tc = 0.02, z = 1.2;
  const double r = kGravity * (1 - d) * tc * tc * z * z;
  const ContactSoftness softness =
      CalcContactSoftness(Geom({tc, z}, {d, d, 0.001, 0.5, 2}), {});
  CHECK(softness.stiffness_per_mass == Approx(kGravity / r).epsilon(1e-12));
  CHECK(softness.dissipation ==
        Approx(2 * z / std::sqrt(kGravity * r)).epsilon(1e-12));

  // The damping ratio of a mass m on this contact, linear about r*.
  const double m = 3, k = softness.stiffness_per_mass * m;
  const double c = k * r * softness.dissipation;
  CHECK(c / (2 * std::sqrt(k * m)) == Approx(z).epsilon(1e-12));
}

// MuJoCo's acceleration of a mass m under gravity and a contact force f is
// a = g - f/m; its contact force is that for which a = d a* + (1 - d) g. At
// rest a = 0.
TEST_CASE(
    "MJCF contact softness: varying impedance -> MuJoCo's equation at rest") {
  const std::array<double, 5> solimp = {0.3, 0.95, 0.002, 0.5, 2};
  const ContactSoftness softness =
      CalcContactSoftness(Geom({0.015, 1}, solimp), {});
  const double r = kGravity / softness.stiffness_per_mass;
  REQUIRE(r < 0.002);  // Where d varies.
  const double d = CalcImpedance(solimp, r);
  const double a_reference = -d / std::pow(0.95 * 0.015, 2) * r;
  CHECK(d * a_reference + (1 - d) * kGravity == Approx(0).margin(1e-9));
}

// What hits f = k r (1 + d rdot) at 2 m/s leaves it at this share: Runge and
// Kutta's method, in small steps.
double CalcRebound(const ContactSoftness& softness) {
  const double k = softness.stiffness_per_mass, d = softness.dissipation;
  const double h = 1e-4 / std::sqrt(k);
  const auto rate = [&](const Eigen::Vector2d& x) {
    return Eigen::Vector2d(x[1], -k * x[0] * (1 + d * x[1]));
  };
  Eigen::Vector2d x(0, 2);
  do {
    const Eigen::Vector2d a = rate(x), b = rate(x + h / 2 * a),
                          c = rate(x + h / 2 * b), e = rate(x + h * c);
    x += h / 6 * (a + 2 * b + 2 * c + e);
  } while (x[0] > 0);
  return -x[1] / 2;
}

TEST_CASE("MJCF contact softness: damping ratio below 1 -> bounce of 2 m/s") {
  for (const double z : {0.01, 0.1, 0.3}) {
    const auto softness =
        CalcContactSoftness(Geom({0.02, z}, {0.9, 0.95, 0.001, 0.5, 2}), {});
    CHECK(CalcRebound(softness) ==
          Approx(std::exp(-std::numbers::pi * z / std::sqrt(1 - z * z)))
              .epsilon(1e-3));
  }
}

TEST_CASE("MJCF contact softness: damping ratio to 1 -> steady dissipation") {
  const auto dissipation = [](double z) {
    return CalcContactSoftness(Geom({0.02, z}, {0.9, 0.95, 0.001, 0.5, 2}), {})
        .dissipation;
  };
  CHECK(dissipation(1 - 1e-9) == Approx(dissipation(1)));
  double last = 0;
  for (double z = 1e-5; z < 1.5; z = 1.2 * z) {
    CHECK(dissipation(z) >= last);
    last = dissipation(z);
  }
}

TEST_CASE(
    "MJCF contact softness: direct form of solref -> as in standard form") {
  const double d = 0.9;
  const std::array<double, 5> solimp = {d, d, 0.001, 0.5, 2};
  const double tc = 0.02, z = 0.7;
  // The same spring and damper, written as stiffness and damping.
  const double stiffness = 1 / (tc * tc * z * z), damping = 2 / tc;
  const ContactSoftness direct =
      CalcContactSoftness(Geom({-stiffness, -damping}, solimp), {});
  const ContactSoftness standard =
      CalcContactSoftness(Geom({tc, z}, solimp), {});
  CHECK(direct.stiffness_per_mass == Approx(standard.stiffness_per_mass));
  CHECK(direct.dissipation == Approx(standard.dissipation));
  CHECK(CalcContactSoftness(Geom({-stiffness, 0}, solimp), {}).dissipation ==
        0);
}

TEST_CASE(
    "MJCF contact softness: a short time constant -> two time steps or more") {
  const std::array<double, 5> solimp = {0.9, 0.9, 0.001, 0.5, 2};
  const auto softness = [&solimp](double tc, const Option& option) {
    return CalcContactSoftness(Geom({tc, 1}, solimp), option)
        .stiffness_per_mass;
  };
  Option option;
  option.timestep = 0.005;
  CHECK(softness(0.001, option) == Approx(softness(0.01, option)));
  CHECK(softness(0.02, option) < softness(0.01, option));
  option.bound_stiffness = false;
  CHECK(softness(0.001, option) == Approx(100 * softness(0.01, option)));
}

TEST_CASE(
    "MJCF contact softness: solref of mixed signs or with zeros -> refused") {
  const auto failure = [](const std::string& solref) {
    return FailureOfWorld("<geom size='1' solref='" + solref + "'/>");
  };
  CHECK_THAT(failure("-1 1"), Contains("m.xml:1: <geom>: attribute 'solref'"));
  CHECK_THAT(failure("1 -1"), Contains("'solref' must be"));
  CHECK_THAT(failure("0 1"), Contains("'solref' must be"));
  CHECK_THAT(failure("0.02 0"), Contains("'solref' must be"));
  CHECK(failure("-100 0").empty());
}

TEST_CASE(
    "MJCF material: trees of bodies -> stiffness by the mass of the tree") {
  const Parsed p = ParseWorld(
      "<geom size='1'/>"
      "<body><geom size='1'/>"
      "<body><joint/><geom size='1' mass='1'/>"
      "<body><joint axis='1 0 0'/><geom size='1' mass='2'/></body>"
      "<body><geom size='1' mass='4'/></body></body>"
      "<body><joint/><geom size='1' mass='8'/></body></body>");
  const auto k = [&p](int i) {
    return p.geometry(i).material.stiffness;
  };
  CHECK(std::isinf(k(0)));
  CHECK(std::isinf(k(1)));
  CHECK(k(2) == k(3));
  CHECK(k(2) == k(4));
  CHECK(k(5) / k(2) == Approx(8.0 / 7));
  // On the rigid ground its own dissipation counts.
  const auto pair =
      contact::Combine(p.geometry(0).material, p.geometry(2).material);
  CHECK(pair.dissipation == p.geometry(2).material.dissipation);
  CHECK(pair.stiffness == k(2));
}

TEST_CASE(
    "MJCF material: condim and priority -> MuJoCo's friction of the pair") {
  const auto combine = [](const std::string& floor, const std::string& ball) {
    const Parsed p =
        ParseWorld("<geom size='1' friction='.3 .02 .001' " + floor +
                   "/><body><joint/><geom size='1' friction='.4 .01 .002' " +
                   ball + "/></body>");
    return contact::Combine(p.geometry(0).material, p.geometry(1).material);
  };
  CHECK(combine("condim='1'", "condim='1'").static_friction == 0);
  // The larger condim brings friction in.
  CHECK(combine("condim='3'", "condim='1'").static_friction == 0.4);
  CHECK(combine("", "condim='1' priority='1'").static_friction == 0);
  CHECK(combine("priority='1'", "condim='1'").static_friction == 0.3);
  const contact::PairMaterial all = combine("condim='6'", "");
  CHECK(all.condim == 6);
  CHECK(all.dynamic_friction == 0.4);
  CHECK(all.torsional_friction == 0.02);
  CHECK(all.rolling_friction == 0.002);
  CHECK(combine("condim='4'", "condim='1'").torsional_friction == 0.02);
  CHECK(combine("condim='4'", "condim='1'").rolling_friction == 0);
  CHECK(combine("", "").torsional_friction == 0);
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/importers/mjcf/spring_dampers.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::FailureOfWorld;
using test::ParseWorld;

// A hinge with a point of 2 kg at the distance 3 that turns with 1 kg m^2
// about itself, and an armature of 1: m = 2 * 9 + 1 + 1 = 20.
std::string Hinge(const std::string& attributes) {
  return "<body name='b'><joint name='j' axis='0 1 0' armature='1' " +
         attributes +
         "/><inertial pos='3 0 0' mass='2' diaginertia='1 1 1'/></body>";
}

TEST_CASE(
    "MJCF springdamper: time constant and ratio -> stiffness and damping") {
  const auto p =
      ParseWorld(Hinge("springdamper='0.5 2' stiffness='7' damping='8'"));
  CHECK(p.joint("j").stiffness == Approx(20).epsilon(1e-14));
  CHECK(p.joint("j").damping == Approx(80).epsilon(1e-14));
  CHECK(p.report.CountPhysics() == 0);
}

// Two slides along x, 3 kg on 1 kg. With q1 free, the inner joint's force f
// moves the inner body alone: M^-1 = [1 -1; -1 4/3], and 1 / (M^-1)_11 = 1.
TEST_CASE("MJCF springdamper: a joint with others on it -> they are free") {
  const auto p = ParseWorld(
      "<body><joint name='j' type='slide' axis='1 0 0' springdamper='1 1'/>"
      "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
      "<body><joint type='slide' axis='1 0 0'/>"
      "<inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body></body>");
  CHECK(p.joint("j").stiffness == Approx(1).epsilon(1e-14));
  CHECK(p.joint("j").damping == Approx(2).epsilon(1e-14));
}

TEST_CASE("MJCF springdamper: zero or less -> the joint's own spring") {
  for (const char* numbers : {"0 0", "0.5 0", "0 2", "-1 1"}) {
    const auto p = ParseWorld(Hinge("stiffness='7' damping='8' springdamper='" +
                                    std::string(numbers) + "'"));
    CHECK(p.joint("j").stiffness == 7);
    CHECK(p.joint("j").damping == 8);
  }
}

TEST_CASE("MJCF springdamper: too small, or one number -> refused") {
  CHECK_THAT(FailureOfWorld("\n" + Hinge("springdamper='1e-200 1'")),
             Catch::Contains("m.xml:2: <joint name=\"j\">") &&
                 Catch::Contains("too small"));
  CHECK_THAT(FailureOfWorld(Hinge("springdamper='1'")),
             Catch::Contains("needs 2 numbers"));
}

// A ball of 2 kg at a distance of 3 from the joint: M = diag(1, 19, 19), and
// 1 / m is the mean of 1, 1/19 and 1/19.
TEST_CASE(
    "MJCF springdamper: a ball joint -> the mean of its inverse inertias") {
  const auto p = ParseWorld(
      "<body><joint name='j' type='ball' springdamper='0.5 2'/>"
      "<inertial pos='3 0 0' mass='2' diaginertia='1 1 1'/></body>");
  const double m = 3 / (1 + 2 / 19.0);
  REQUIRE(p.model->constraints().size() == 1);
  const CosseratElement& spring = p.model->constraints()[0].cosserat;
  CHECK(spring.stiffness.head<3>().isZero());
  CHECK(spring.stiffness[3] == Approx(m).epsilon(1e-14));
  CHECK(p.joint("j").damping == Approx(4 * m).epsilon(1e-14));
  CHECK(p.report.CountPhysics() == 0);
}

}  // namespace
}  // namespace tactus::multibody

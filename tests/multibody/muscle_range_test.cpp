#include "tactus/multibody/muscle_range.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

struct Arm {
  ModelBuilder builder;
  int joint;

  explicit Arm(double lower = -1, double upper = 2) {
    const int body = builder.AddBody(
        "arm", {.mass = 2, .I_Bcm = 0.5 * Matrix3d::Identity()});
    joint = builder.AddJoint({.name = "j",
                              .type = JointType::kRevolute,
                              .child = body,
                              .lower = lower,
                              .upper = upper});
  }
  Muscle Complete(Actuator actuator, Muscle muscle = {}) {
    actuator.muscle = muscle;
    builder.AddActuator(actuator);
    return *std::move(builder).Build()->actuators()[0].muscle;
  }
};

TEST_CASE("CompleteMuscle: a geared joint -> its limits and inertia") {
  Arm arm;
  const Muscle m = arm.Complete({.name = "m", .joint = arm.joint, .gear = 0.1});
  CHECK(m.length_lower == Approx(-0.1));
  CHECK(m.length_upper == Approx(0.2));
  CHECK(m.peak_force == Approx(200 * 0.5 / 0.1));
}

// L = sqrt(1.25 + cos(q - 0.3)): from q = 0 the longest is at 0.3, where both
// points are in line with the hinge, the shortest at the lower limit.
TEST_CASE("CompleteMuscle: a path -> its shortest and longest on the way") {
  Arm arm(-0.5, 2);
  const auto point = [](int body, double x, double y) {
    Tendon::Stop stop{.body = body};
    stop.X_BS.translation() << x, y, 0;
    return stop;
  };
  arm.builder.AddTendon(
      {.path = {point(0, -std::cos(0.3), -std::sin(0.3)), point(1, 0.5, 0)}});
  const Muscle m = arm.Complete({.name = "m", .tendon = 0});
  const auto at = [](double q) {
    return std::sqrt(1.25 + std::cos(q - 0.3));
  };
  CHECK(m.length_upper == Approx(1.5).epsilon(1e-6));
  CHECK(m.length_lower == Approx(at(-0.5)));
}

TEST_CASE("CompleteMuscle: what the author gives -> stays") {
  Arm arm;
  Muscle muscle;
  muscle.peak_force = 7;
  muscle.length_lower = 0.3;
  muscle.length_upper = 0.4;
  const Muscle m = arm.Complete({.name = "m", .joint = arm.joint}, muscle);
  CHECK(m.peak_force == 7);
  CHECK(m.length_lower == 0.3);
  CHECK(m.length_upper == 0.4);
}

TEST_CASE("CompleteMuscle: no end, couplers -> refused by name") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Arm endless(-kInfinity, kInfinity);
  CHECK_THROWS_WITH(endless.Complete({.name = "m", .joint = endless.joint}),
                    Catch::Contains("'m'") && Catch::Contains("no end"));
  Arm tied;
  tied.builder.AddCoupler({.name = "c", .joint_a = tied.joint});
  CHECK_THROWS_WITH(tied.Complete({.name = "m", .joint = tied.joint}),
                    Catch::Contains("give its length range"));
}

}  // namespace
}  // namespace tactus::multibody

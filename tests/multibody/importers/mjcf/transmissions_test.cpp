// Actuators that act on neither a joint of one velocity nor a tendon of the
// file.
#include <algorithm>
#include <initializer_list>

#include "multibody/importers/mjcf/actuator_models.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/mjcf/actuators.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Law;
using test::LawOf;
using test::ModelWith;
using test::Parse;
using test::Parsed;

// The only tendon there is, and the actuator on it.
const Transmission& TransmissionOf(const Parsed& p) {
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->num_actuators() == 1);
  const int tendon = p.actuator(0).tendon;
  REQUIRE(tendon == 0);
  REQUIRE(p.model->tendons()[0].transmission);
  return *p.model->tendons()[0].transmission;
}

Vector6d MakeVector(std::initializer_list<double> values) {
  Vector6d vector;
  std::copy(values.begin(), values.end(), vector.data());
  return vector;
}

// MJCF has the force first.
TEST_CASE("MJCF actuator: ball and free joints -> gears in child or parent") {
  const std::string gear = " gear='1 2 3 4 5 6' kp='7'/>";
  for (const bool in_parent : {false, true}) {
    const std::string key =
        in_parent ? "<position jointinparent='" : "<position joint='";
    const Parsed ball = Parse(ModelWith(key + "ball'" + gear));
    const Transmission& of_ball = TransmissionOf(ball);
    CHECK(of_ball.kind == Transmission::Kind::kJoint);
    CHECK(of_ball.joint == ball.model->JointIndex("ball"));
    CHECK(of_ball.in_parent == in_parent);
    CHECK(of_ball.gear == MakeVector({1, 2, 3, 0, 0, 0}));
    CHECK(LawOf(ball.actuator(0)) == Law{7, 0, -7, 0});
    const Parsed free = Parse(ModelWith(key + "free'" + gear));
    CHECK(TransmissionOf(free).joint == free.model->JointIndex("free"));
    CHECK(TransmissionOf(free).in_parent == in_parent);
    CHECK(TransmissionOf(free).gear == MakeVector({4, 5, 6, 1, 2, 3}));
    // It has no length.
    CHECK(LawOf(free.actuator(0)) == Law{7, 0, 0, 0});
  }
  const Parsed two =
      Parse(ModelWith("<motor joint='ball'/><motor joint='ball' gear='0 1'/>"));
  CHECK(two.model->tendons()[0].name == "ball");
  CHECK(two.model->tendons()[1].name == "ball_");
}

TEST_CASE("MJCF actuator: a refsite -> what is between the two frames") {
  const Parsed p =
      Parse(ModelWith("<position site='s' refsite='t' gear='1 2 3 4 5 6'/>"));
  const Transmission& of = TransmissionOf(p);
  CHECK(of.kind == Transmission::Kind::kFrames);
  CHECK(of.body == p.model->BodyIndex("b"));
  CHECK(of.X_BS.translation() == Vector3d(1, 2, 3));
  CHECK(of.reference == 0);
  CHECK(of.X_BR.isApprox(RigidTransform::Identity()));
  CHECK(of.gear == MakeVector({4, 5, 6, 1, 2, 3}));
  CHECK(LawOf(p.actuator(0)) == Law{1, 0, -1, 0});
}

TEST_CASE("MJCF actuator: feedback at a site -> it turns with the body") {
  const Parsed p =
      Parse(ModelWith("<position site='s' kp='3' kv='2' gear='1 2 3 4 5 6'/>"));
  const Transmission& of = TransmissionOf(p);
  CHECK(of.body == p.model->BodyIndex("b"));
  CHECK(of.reference == -1);
  CHECK(of.gear == MakeVector({4, 5, 6, 1, 2, 3}));
  CHECK(LawOf(p.actuator(0)) == Law{3, 0, 0, -2});
}

TEST_CASE("MJCF actuator: a cranksite -> a crank and a slider") {
  const Parsed p =
      Parse(ModelWith("<motor cranksite='s' slidersite='t' cranklength='.4' "
                      "gear='5'/>"));
  const Transmission& of = TransmissionOf(p);
  CHECK(of.kind == Transmission::Kind::kCrank);
  CHECK(of.body == p.model->BodyIndex("b"));
  CHECK(of.reference == 0);
  CHECK(of.rod_length == 0.4);
  CHECK(of.gear == MakeVector({0, 0, 0, 0, 0, 1}));
  CHECK(p.actuator(0).gear == 5);
  const auto failure = [](const std::string& xml) {
    return FailureOf(ModelWith(xml));
  };
  CHECK_THAT(failure("<motor cranksite='s'/>"), Contains("slidersite"));
  CHECK_THAT(failure("<motor cranksite='s' slidersite='t'/>"),
             Contains("cranklength"));
  CHECK_THAT(failure("<motor cranksite='s' slidersite='t' cranklength='0'/>"),
             Contains("must be positive"));
}

}  // namespace
}  // namespace tactus::multibody

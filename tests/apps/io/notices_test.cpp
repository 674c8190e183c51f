#include "tactus/apps/io/notices.h"

#include <sstream>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;
using multibody::Joint;
using multibody::JointType;
using multibody::ModelBuilder;

// Two bodies, each on a joint of its own.
struct Pair {
  ModelBuilder builder;
  Joint a = OnWorld("a"), b = OnWorld("b");

  Joint OnWorld(const char* name) {
    Joint joint;
    joint.name = name;
    joint.type = JointType::kRevolute;
    joint.child = builder.AddBody(
        name, multibody::MakeSolidInertia(contact::Sphere{0.1}, 1000,
                                          RigidTransform::Identity()));
    return joint;
  }

  std::string WarningOf(std::string_view integrator) {
    builder.AddJoint(a);
    builder.AddJoint(b);
    std::ostringstream out;
    WarnOfSoftJoints(*std::move(builder).Build(), integrator, out);
    return out.str();
  }
};

TEST_CASE("WarnOfSoftJoints: joint limits -> one line under ComFree only") {
  Pair limited;
  limited.b.upper = 1;
  const std::string text = limited.WarningOf("comfree");
  CHECK_THAT(text, Contains("comfree holds joint limits as softly"));
  CHECK(std::ranges::count(text, '\n') == 1);
  Pair again;
  again.b.upper = 1;
  CHECK(again.WarningOf("cenic").empty());
  CHECK(Pair().WarningOf("comfree").empty());
}

TEST_CASE("WarnOfSoftJoints: a tendon's limit, of either side -> told of") {
  for (const bool is_lower : {false, true}) {
    Pair pair;
    multibody::Tendon rope{.name = "rope", .terms = {{0, 1}}};
    (is_lower ? rope.lower : rope.upper) = 1;
    pair.builder.AddTendon(rope);
    CHECK_THAT(pair.WarningOf("comfree"),
               Contains("comfree holds the limits of tendons as softly"));
  }
  Pair spring;
  spring.builder.AddTendon(
      {.name = "spring", .terms = {{0, 1}}, .stiffness = 10});
  CHECK(spring.WarningOf("comfree").empty());
}

TEST_CASE(
    "WarnOfSoftJoints: bounds of planar and ball joints -> joint limits") {
  Pair planar;
  planar.a.type = JointType::kPlanar;
  CHECK(planar.WarningOf("comfree").empty());
  Pair bounded;
  bounded.a.type = JointType::kPlanar;
  bounded.a.lower_each[2] = -1;
  CHECK_THAT(bounded.WarningOf("comfree"), Contains("joint limits"));
  Pair ball;
  ball.a.type = JointType::kBall;
  ball.a.max_angle = 1;
  CHECK_THAT(ball.WarningOf("comfree"), Contains("joint limits"));
}

TEST_CASE(
    "WarnOfSoftJoints: locked joints, constraints -> named, springs not") {
  Pair pair;
  pair.a.is_locked = true;
  pair.builder.AddConstraint({.name = "loop",
                              .type = multibody::ConstraintType::kBall,
                              .body_a = pair.a.child,
                              .body_b = pair.b.child});
  CHECK_THAT(pair.WarningOf("comfree"),
             Contains("locked joints, constraints between bodies"));
  // A spring has a stiffness of its own.
  Pair spring;
  spring.builder.AddConstraint({.name = "spring",
                                .type = multibody::ConstraintType::kDistance,
                                .body_a = spring.a.child,
                                .body_b = spring.b.child,
                                .stiffness = 100});
  CHECK(spring.WarningOf("comfree").empty());
}

TEST_CASE("WarnOfPatches: a modulus under methods at points -> one line") {
  const auto warn = [](double modulus, std::string_view integrator) {
    ModelBuilder builder;
    contact::Geometry mat;
    mat.name = "mat";
    mat.shape = contact::Box{Vector3d::Constant(0.1)};
    if (modulus > 0) {
      mat.material.compliance = {.kind = contact::Compliance::Kind::kCompliant,
                                 .modulus = modulus};
    }
    builder.AddGeometry(mat);
    std::ostringstream out;
    WarnOfPatches(*std::move(builder).Build(), integrator, out);
    return out.str();
  };
  for (const char* method : {"apgd", "comfree", "cond", "dojo", "pgs"}) {
    CHECK_THAT(warn(1e6, method), Contains("touches at points"));
    CHECK(warn(0, method).empty());
  }
  for (const char* method : {"cenic", "icf", "rk3"})
    CHECK(warn(1e6, method).empty());
}

// Of each place one; a <position> that is approximated acts.
TEST_CASE("CountLostActuators: dropped elements -> the number of actuators") {
  using multibody::Notice;
  std::vector<Notice> notices;
  const auto add = [&](Notice::Severity severity, const char* element) {
    notices.emplace_back();
    notices.back().severity = severity;
    notices.back().element = element;
  };
  for (const char* element : {"<motor>", "<adhesion name=\"a\">", "<pid>",
                              "<orientation name=\"o\">", "<geom>"}) {
    add(Notice::Severity::kDropped, element);
  }
  add(Notice::Severity::kApproximated, "<position>");
  notices[0].count = 3;
  CHECK(CountLostActuators(notices) == 6);
  // Neither an actuator with an attribute too many nor a plugin of a body.
  add(Notice::Severity::kDropped, "<motor>");
  notices.back().message = "unknown attribute 'colour'";
  add(Notice::Severity::kDropped, "<plugin>");
  notices.back().message = "plugins are left out";
  CHECK(CountLostActuators(notices) == 6);
  add(Notice::Severity::kDropped, "<plugin>");
  notices.back().message = "actuators of this kind are left out";
  CHECK(CountLostActuators(notices) == 7);
}

TEST_CASE("WarnOfWorld: no joints, and planes that coincide -> a line each") {
  const auto warn = [](bool with_ball, double height) {
    ModelBuilder builder;
    if (with_ball) {
      builder.AddBody("ball",
                      multibody::MakeSolidInertia(contact::Sphere{0.1}, 1000,
                                                  RigidTransform::Identity()));
    }
    for (const char* name : {"floor", "ground"}) {
      contact::Geometry plane{.name = name,
                              .body = 0,
                              .shape = contact::HalfSpace{},
                              .material = {}};
      if (name == std::string("ground")) plane.X_BG.translation().z() = height;
      builder.AddGeometry(plane);
    }
    std::ostringstream out;
    WarnOfWorld(*std::move(builder).Build(), out);
    return out.str();
  };
  CHECK(warn(true, 0.01).empty());
  CHECK_THAT(warn(true, 0), Contains("'floor' and 'ground'") &&
                                Contains("held up twice") &&
                                !Contains("nothing can move"));
  CHECK_THAT(warn(false, 0.01), Contains("nothing can move"));
}

}  // namespace
}  // namespace tactus::apps

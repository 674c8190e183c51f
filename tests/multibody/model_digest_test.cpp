#include "tactus/multibody/model_digest.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

// Everything that two models may differ in, one at a time.
struct Parts {
  double mass = 1, length = 0.3, gain = 2, radius = 0.1, friction = 0.5;
  double stiffness = 3, upper = 1, gravity = -9.81, rod = 0.7;
  double gravity_scale = 1, density = 0, lift = 1, time_constant = 0.1;
  double pitch = 0.01;
  contact::Compliance::Quadrature quadrature =
      contact::Compliance::Quadrature::kThreePoints;
  std::string name = "arm";
};

std::shared_ptr<const Model> Make(const Parts& parts) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d(0, 0, parts.gravity));
  const int arm = builder.AddBody(
      parts.name, {.mass = parts.mass, .I_Bcm = 0.1 * Matrix3d::Identity()});
  const int hinge = builder.AddJoint(
      {.name = "hinge",
       .type = JointType::kRevolute,
       .parent = 0,
       .child = arm,
       .X_PF = RigidTransform(Eigen::Translation3d(0, 0, parts.length)),
       .lower = -1,
       .upper = parts.upper,
       .stiffness = parts.stiffness});
  builder.AddActuator({.name = "motor",
                       .joint = hinge,
                       .gain = parts.gain,
                       .activation = {.dynamics = Activation::Dynamics::kFilter,
                                      .time_constant = parts.time_constant}});
  builder.AddGeometry(
      {.name = "ball",
       .body = arm,
       .shape = contact::Sphere{parts.radius},
       .material = {.static_friction = 0.9,
                    .dynamic_friction = parts.friction,
                    .compliance = {.quadrature = parts.quadrature}}});
  builder.SetGravityScale(arm, parts.gravity_scale);
  builder.set_fluid({.density = parts.density});
  builder.AddFluidEllipsoid({.body = arm,
                             .radii = {0.1, 0.1, 0.1},
                             .coefficients = {.kutta_lift = parts.lift}});
  const int weight = builder.AddBody(
      "weight", {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
  builder.AddConstraint({.name = "rod",
                         .type = ConstraintType::kDistance,
                         .body_a = arm,
                         .body_b = weight,
                         .distance = parts.rod});
  builder.AddJoint({.name = "thread",
                    .type = JointType::kScrew,
                    .child = weight,
                    .screw_pitch = parts.pitch});
  return std::move(builder).Build();
}

TEST_CASE(
    "CalcModelDigest: the same physics -> one digest, any other -> its own") {
  const std::uint64_t digest = CalcModelDigest(*Make({}));
  CHECK(CalcModelDigest(*Make({})) == digest);
  const std::function<void(Parts*)> changes[] = {
      [](Parts* p) { p->mass = 1.1; },
      [](Parts* p) { p->length = 0.4; },
      [](Parts* p) { p->gain = 3; },
      [](Parts* p) { p->radius = 0.2; },
      [](Parts* p) { p->friction = 0.4; },
      [](Parts* p) { p->stiffness = 4; },
      [](Parts* p) { p->upper = 2; },
      [](Parts* p) { p->gravity = -1; },
      [](Parts* p) { p->gravity_scale = 0.5; },
      [](Parts* p) { p->density = 1.2; },
      [](Parts* p) { p->lift = 0.5; },
      [](Parts* p) { p->time_constant = 0.2; },
      [](Parts* p) { p->pitch = 0.02; },
      [](Parts* p) {
        p->quadrature = contact::Compliance::Quadrature::kCentroid;
      },
      [](Parts* p) { p->name = "another"; },
      [](Parts* p) {
        p->rod = 0.8;
      }};
  std::set<std::uint64_t> digests = {digest};
  for (const auto& change : changes) {
    Parts parts;
    change(&parts);
    CHECK(digests.insert(CalcModelDigest(*Make(parts))).second);
  }
}

TEST_CASE(
    "CalcModelDigest: another transmission, gain or adhesion -> another") {
  const auto digest = [](const Transmission& of, const Actuator& law) {
    ModelBuilder builder;
    const int body =
        builder.AddBody("b", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    Transmission own = of;
    own.body = body;
    Actuator actuator = law;
    if (law.adheres) {
      actuator.body = body;
    } else {
      actuator.tendon = builder.AddTendon({.name = "t", .transmission = own});
    }
    builder.AddActuator(actuator);
    return CalcModelDigest(*std::move(builder).Build());
  };
  const Transmission plain{.reference = 0};
  Transmission turned = plain, crank = plain;
  turned.gear[2] = 1;
  crank.kind = Transmission::Kind::kCrank;
  crank.rod_length = 1;
  const std::set<std::uint64_t> digests = {
      digest(plain, {.name = "a"}),
      digest(turned, {.name = "a"}),
      digest(crank, {.name = "a"}),
      digest({}, {.name = "a"}),
      digest(plain, {.name = "a", .gain1 = 1}),
      digest(plain, {.name = "a", .gain2 = 1}),
      digest(plain, {.name = "a", .adheres = true})};
  CHECK(digests.size() == 7);
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/integrators/dojo/contact_features.h"

#include <cmath>
#include <string>
#include <vector>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using Normal = ContactFeatures::Normal;

constexpr double kGap = 1e-4;   // [m]
constexpr double kStep = 0.01;  // [s]
constexpr double kFriction = 0.4;

// A body with one geometry; its centre of mass is off its origin.
int AddSolid(const contact::Shape& shape, double mass, ModelBuilder* builder) {
  const int body = builder->AddBody("b" + std::to_string(builder->num_bodies()),
                                    {.mass = mass,
                                     .p_BoBcm = {0.01, 0.02, -0.01},
                                     .I_Bcm = Matrix3d::Identity()});
  builder->AddGeometry({.name = "solid",
                        .body = body,
                        .shape = shape,
                        .material = {.static_friction = kFriction,
                                     .dynamic_friction = kFriction}});
  return body;
}

struct Found {
  std::vector<ContactFeatures> features;
  std::vector<bool> is_flipped;
  std::vector<double> gaps;     // Of the query.
  std::vector<double> rebuilt;  // Of features, at the same poses.
};

Vector3d ToWorld(const StepProblem& step, int body, const Vector3d& c) {
  return step.position.X_WB[body] *
         Vector3d(step.model.bodies()[body].inertia.p_BoBcm + c);
}

// What a step of Dojo finds at heights `z` of free bodies, turned by `angle`.
Found Find(ModelBuilder builder, const std::vector<double>& z,
           double angle = 0) {
  test::Stepping stepping(std::move(builder).Build());
  for (std::size_t i = 0; i < z.size(); ++i) {
    auto q = stepping.q.segment<7>(7 * static_cast<Eigen::Index>(i));
    q << 0, 0, z[i], std::cos(angle / 2), 0, 0, std::sin(angle / 2);
  }
  DojoStep dojo;
  const StepProblem step = stepping.Prepare(&dojo, kStep);
  Found found;
  FindContactFeatures({.model = step.model,
                       .position = step.position,
                       .contacts = *step.contacts,
                       .velocity = step.velocity},
                      &found.features, &found.is_flipped);
  for (std::size_t i = 0; i < found.features.size(); ++i) {
    const ContactFeatures& each = found.features[i];
    found.gaps.push_back(-step.contacts->points[i].depth);
    const Vector3d apart = ToWorld(step, each.body_b, each.c_b) -
                           ToWorld(step, each.body_a, each.c_a);
    Vector3d n = each.frame.col(2);
    if (each.normal != Normal::kCenters) {
      const int body = each.normal == Normal::kOfA ? each.body_a : each.body_b;
      n = step.position.X_WB[body].linear() * n;
    }
    found.rebuilt.push_back(n.dot(apart) - each.r_a - each.r_b);
  }
  return found;
}

void CheckAll(const Found& found, std::size_t num) {
  REQUIRE(found.features.size() == num);
  for (std::size_t i = 0; i < num; ++i) {
    CHECK(found.gaps[i] == Approx(kGap));
    CHECK(found.rebuilt[i] == Approx(kGap));
    CHECK(found.features[i].friction == Approx(kFriction));
    CHECK(found.features[i].frame.determinant() == Approx(1));
  }
}

ModelBuilder MakeGround() {
  ModelBuilder builder;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {.static_friction = kFriction,
                                    .dynamic_friction = kFriction}});
  return builder;
}

TEST_CASE("Contact features: a ball over the ground -> its ball, its normal") {
  ModelBuilder builder = MakeGround();
  const int ball = AddSolid(contact::Sphere{.radius = 0.1}, 1, &builder);
  const Found found = Find(std::move(builder), {0.1 + kGap}, 0.5);
  CheckAll(found, 1);
  const ContactFeatures& features = found.features[0];
  const bool ball_is_a = features.body_a == ball;
  CHECK((ball_is_a ? features.r_a : features.r_b) == 0.1);
  CHECK((ball_is_a ? features.r_b : features.r_a) == 0);
  CHECK(features.normal == (ball_is_a ? Normal::kOfB : Normal::kOfA));
  // The contact moves with what can move alone.
  CHECK(features.share_a == (ball_is_a ? 1 : 0));
}

TEST_CASE("Contact features: a box over the ground -> four corners") {
  ModelBuilder builder = MakeGround();
  AddSolid(contact::Box{.half_extents = {0.2, 0.1, 0.05}}, 1, &builder);
  const Found found = Find(std::move(builder), {0.05 + kGap}, 0.5);
  CheckAll(found, 4);
  for (const ContactFeatures& features : found.features) {
    CHECK(features.r_a == 0);
    CHECK(features.r_b == 0);
  }
}

TEST_CASE("Contact features: two balls -> a normal between their centres") {
  ModelBuilder builder;
  AddSolid(contact::Sphere{.radius = 0.1}, 1, &builder);
  AddSolid(contact::Sphere{.radius = 0.2}, 3, &builder);
  const Found found = Find(std::move(builder), {0, 0.3 + kGap});
  CheckAll(found, 1);
  const ContactFeatures& features = found.features[0];
  CHECK(features.normal == Normal::kCenters);
  CHECK(features.r_a + features.r_b == Approx(0.3));
  // A moves with the contact by B's share of the mass.
  CHECK(features.share_a == Approx(features.r_b == 0.2 ? 0.75 : 0.25));
  CHECK_FALSE(found.is_flipped[0]);
}

}  // namespace
}  // namespace tactus::integrators

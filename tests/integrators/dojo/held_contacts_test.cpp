#include "tactus/integrators/dojo/held_contacts.h"

#include <algorithm>
#include <cmath>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using multibody::PositionKinematics;

constexpr double kStep = 0.005;                      // [s]
const contact::Box kTile{Vector3d(0.5, 0.5, 0.1)};   // [m]
const contact::Box kCube{Vector3d::Constant(0.05)};  // [m]

RigidTransform At(double x, double z) {
  RigidTransform X = RigidTransform::Identity();
  X.translation() << x, 0, z;
  return X;
}

// A free solid beside an anchored tile, whose side is at x = 0 and whose top is
// at z = 0.
std::shared_ptr<const multibody::Model> MakeTileAnd(
    const contact::Shape& shape) {
  ModelBuilder builder;
  builder.AddGeometry({.name = "tile",
                       .body = 0,
                       .X_BG = At(0.5, -0.1),
                       .shape = kTile,
                       .material = {}});
  const int body = builder.AddBody(
      "solid",
      multibody::MakeSolidInertia(shape, 1000, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "solid", .body = body, .shape = shape, .material = {}});
  return std::move(builder).Build();
}

// A step of a solid whose centre starts at `x0` and ends at `x1`, and its
// review, with impulses of 1 N s where it is pushed.
struct Reviewed {
  bool has_changed{};
  std::vector<Vector3d> normals_W;  // Of what is held then, at the start.
  std::vector<double> gaps;         // At the end.
};
Reviewed Review(const contact::Shape& shape, const Vector3d& x0,
                const Vector3d& x1, double impulse) {
  test::Stepping stepping(MakeTileAnd(shape));
  stepping.q.segment<3>(0) = x0;
  stepping.q.segment<4>(3) << 1, 0, 0, 0;
  stepping.v.tail<3>() = (x1 - x0) / kStep;
  DojoStep dojo;
  const StepProblem step = stepping.Prepare(&dojo, kStep);
  const FoundContacts found{.model = step.model,
                            .position = step.position,
                            .contacts = *step.contacts,
                            .velocity = step.velocity,
                            .h = kStep};
  std::vector<ContactFeatures> features;
  std::vector<bool> is_flipped;
  FindContactFeatures(found, &features, &is_flipped);
  REQUIRE_FALSE(features.empty());
  HeldContacts held;
  held.Begin(found, features);
  PositionKinematics end;
  VectorXd q = stepping.q;
  q.segment<3>(0) = x1;
  CalcPositionKinematics(step.model, q, &end);
  const std::vector<Vector3d> impulses(features.size(),
                                       impulse * Vector3d::UnitX());
  Reviewed reviewed;
  reviewed.has_changed = held.Review(found, {end, impulses});
  CHECK(held.is_changed(0) == reviewed.has_changed);
  for (const int i : held.by_patch()[0]) {
    const ContactFeatures& each = held.features()[i];
    CHECK(held.PatchOf(i) == 0);
    reviewed.normals_W.push_back(CalcNormal(each, step.model, step.position));
    reviewed.gaps.push_back(CalcGapAt(each, step.model, end));
  }
  return reviewed;
}

TEST_CASE(
    "HeldContacts: a cube held at the flush side of the next tile -> "
    "the plane of its top") {
  const double hover = 1e-7;
  const Vector3d x0(-0.052, 0, 0.05 + hover), x1(-0.0501, 0, 0.05 + hover);
  const Reviewed reviewed = Review(kCube, x0, x1, 1);
  CHECK(reviewed.has_changed);
  REQUIRE(reviewed.normals_W.size() >= 4);
  for (const Vector3d& n : reviewed.normals_W)
    CHECK((n - Vector3d::UnitZ()).norm() < 1e-12);
  CHECK(*std::ranges::min_element(reviewed.gaps) == Approx(hover));
}

TEST_CASE(
    "HeldContacts: a ball held at the flush edge of the next tile -> "
    "the plane of its top") {
  const double hover = 1e-7;
  const Vector3d x0(-0.004, 0, 0.05 + hover), x1(-0.001, 0, 0.05 + hover);
  const Reviewed reviewed = Review(contact::Sphere{0.05}, x0, x1, 1);
  CHECK(reviewed.has_changed);
  REQUIRE(reviewed.normals_W.size() == 1);
  CHECK((reviewed.normals_W[0] - Vector3d::UnitZ()).norm() < 1e-12);
  CHECK(reviewed.gaps[0] == Approx(hover).epsilon(1e-6));
}

TEST_CASE("HeldContacts: a cube held at a side that it meets -> the same") {
  const double sunk = GENERATE(1e-3, 0.02);
  CAPTURE(sunk);
  const Vector3d x0(-0.052, 0, 0.05 - sunk), x1(-0.0501, 0, 0.05 - sunk);
  const Reviewed reviewed = Review(kCube, x0, x1, 1);
  CHECK_FALSE(reviewed.has_changed);
  for (const Vector3d& n : reviewed.normals_W)
    CHECK((n + Vector3d::UnitX()).norm() < 1e-9);
}

TEST_CASE("HeldContacts: a cube beside a side that does not push -> the same") {
  const Vector3d x0(-0.052, 0, 0.05), x1(-0.0501, 0, 0.05);
  CHECK_FALSE(Review(kCube, x0, x1, 0).has_changed);
}

TEST_CASE(
    "HeldContacts: an overlap at the end that nothing has held -> "
    "contacts that were apart at the start") {
  const Vector3d x0(0.2, 0, 0.055), x1(0.2, 0, 0.045);
  const Reviewed reviewed = Review(kCube, x0, x1, 0);
  CHECK(reviewed.has_changed);
  CHECK(*std::ranges::min_element(reviewed.gaps) == Approx(-0.005));
}

}  // namespace
}  // namespace tactus::integrators

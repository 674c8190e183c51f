#include "tactus/multibody/importers/urdf/schema.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using Treatment = ElementRule::Treatment;

TEST_CASE("URDF schema: an element by its place -> its rule, or none") {
  const ElementRule* axis = FindRule("joint", "axis");
  REQUIRE(axis != nullptr);
  CHECK(axis->treatment == Treatment::kRead);
  CHECK(axis->attributes == "xyz");
  CHECK(axis->role == "axis");
  CHECK(FindRule("link", "axis") == nullptr);
  CHECK(FindRule("joint", "axes") == nullptr);
  CHECK(FindRule("link", "sensor")->treatment == Treatment::kCosmetic);
}

TEST_CASE("URDF schema: with and without Drake's prefix -> the same rule") {
  const ElementRule* plain = FindRule("proximity_properties", "mu_static");
  REQUIRE(plain != nullptr);
  CHECK(FindRule("drake:proximity_properties", "drake:mu_static") == plain);
  CHECK(IsOpenEnded("drake:proximity_properties"));
  CHECK_FALSE(IsOpenEnded("joint"));
}

TEST_CASE(
    "URDF schema: shapes of a geometry, collisions -> one role, and none") {
  const ElementRule* box = FindRule("geometry", "box");
  const ElementRule* sphere = FindRule("geometry", "sphere");
  REQUIRE((box != nullptr && sphere != nullptr));
  CHECK_FALSE(box->role.empty());
  CHECK(box->role == sphere->role);
  CHECK(FindRule("link", "collision")->role.empty());
}

// A <joint> of a transmission is not the robot's: it has other children.
TEST_CASE("URDF schema: the joint of a transmission -> a place of its own") {
  const ElementRule* joint = FindRule("transmission", "joint");
  REQUIRE(joint != nullptr);
  CHECK_FALSE(joint->inside.empty());
  CHECK(IsOpenEnded(joint->inside));
}

TEST_CASE("URDF schema: mu1 of gazebo -> physics") {
  CHECK(std::ranges::count(GazeboPhysics(), "mu1", &ExtensionRule::name) == 1);
}

}  // namespace
}  // namespace tactus::multibody::urdf

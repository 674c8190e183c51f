#include "tactus/multibody/body_checks.h"

#include "multibody/checked_elements.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::kCheckedBodies;

// Build() ends with RequireMassEverywhere().
class Chain {
 public:
  Chain& Add(const std::string& name, JointType type, const Vector3d& axis,
             const SpatialInertia& inertia, double armature = 0) {
    const int body = builder_.AddBody(name, inertia, inertia.mass == 0);
    RigidTransform X_PF = RigidTransform::Identity();
    if (type == JointType::kRevolute) X_PF.translation() = offset_;
    builder_.AddJoint({.name = name + " joint",
                       .type = type,
                       .parent = body - 1,
                       .child = body,
                       .X_PF = X_PF,
                       .axis_F = axis,
                       .armature = armature});
    return *this;
  }
  Chain& set_offset(const Vector3d& offset) {
    offset_ = offset;
    return *this;
  }
  void Build() { std::move(builder_).Build(); }

 private:
  ModelBuilder builder_;
  Vector3d offset_ = Vector3d::Zero();
};

const Vector3d kX = Vector3d::UnitX(), kY = Vector3d::UnitY(),
               kZ = Vector3d::UnitZ();
constexpr JointType kHinge = JointType::kRevolute;
constexpr JointType kSlide = JointType::kPrismatic;

TEST_CASE(
    "RequireValidBodies: names not distinct or empty, negative mass -> "
    "refused") {
  std::vector<Body> bodies = kCheckedBodies;
  CHECK_NOTHROW(RequireValidBodies(bodies));
  bodies[2].name = "arm";
  CHECK_THROWS_WITH(RequireValidBodies(bodies),
                    "the body name 'arm' is used twice");
  bodies[2].name = "";
  CHECK_THROWS_WITH(RequireValidBodies(bodies), "body 2 has no name");
  bodies = kCheckedBodies;
  bodies[1].inertia.mass = -1;
  CHECK_THROWS_WITH(RequireValidBodies(bodies),
                    Contains("body 'arm': the mass is -1"));
}

TEST_CASE(
    "RequireMassEverywhere: a massless end of a tree -> refused with its "
    "joint") {
  const SpatialInertia body{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  CHECK_THROWS_WITH(
      Chain().Add("arm", kHinge, kZ, body).Add("hand", kHinge, kX, {}).Build(),
      Contains("joint 'hand joint' moves nothing: body 'hand' and what hangs "
               "on it have no moment of inertia about its velocity 1 of 1; "
               "give them inertia"));
  // Armature or mass farther out helps.
  CHECK_NOTHROW(Chain()
                    .Add("arm", kHinge, kZ, body)
                    .Add("hand", kHinge, kX, {}, 0.1)
                    .Build());
  CHECK_NOTHROW(
      Chain().Add("arm", kHinge, kZ, {}).Add("hand", kHinge, kX, body).Build());
}

TEST_CASE("RequireMassEverywhere: a velocity that moves no mass -> refused") {
  const SpatialInertia point{.mass = 1};
  const SpatialInertia aside{.mass = 1, .p_BoBcm = {1, 0, 0}};
  // A point mass on the axis; beside it.
  CHECK_THROWS_WITH(Chain().Add("bead", kHinge, kZ, point).Build(),
                    Contains("'bead joint'"));
  CHECK_NOTHROW(Chain().Add("bead", kHinge, kZ, aside).Build());
  CHECK_NOTHROW(Chain().Add("bead", kSlide, kZ, point).Build());
  // Two slides along one axis; along two.
  CHECK_THROWS_WITH(
      Chain().Add("a", kSlide, kX, {}).Add("b", kSlide, kX, point).Build(),
      Contains("'a joint'") && Contains("no mass along its velocity 1 of 1"));
  CHECK_NOTHROW(
      Chain().Add("a", kSlide, kX, {}).Add("b", kSlide, kY, point).Build());
  // A point has no attitude: a free one lacks the angular velocities.
  CHECK_THROWS_WITH(Chain().Add("p", JointType::kFloating, kX, point).Build(),
                    Contains("'p joint'") &&
                        Contains("no moment of inertia about its velocity") &&
                        Contains("of 6"));
}

TEST_CASE(
    "RequireMassEverywhere: singular in one configuration only -> accepted") {
  // Straight, as in the default state, a double pendulum whose first link has
  // no mass is singular.
  const SpatialInertia bob{.mass = 1, .p_BoBcm = {1, 0, 0}};
  CHECK_NOTHROW(Chain()
                    .Add("first", kHinge, kZ, {})
                    .set_offset(kX)
                    .Add("second", kHinge, kZ, bob)
                    .Build());
}

}  // namespace
}  // namespace tactus::multibody

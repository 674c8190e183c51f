#include "tactus/multibody/element_checks.h"

#include "multibody/checked_elements.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::CheckJoint;
using test::kNan;
using test::MakeCheckedHinge;

TEST_CASE("RequireRigid: scaled, mirrored or unset transforms -> refused") {
  RigidTransform scaled = RigidTransform::Identity();
  scaled.linear() *= 1.1;
  RigidTransform mirrored = RigidTransform::Identity();
  mirrored.linear()(0, 0) = -1;
  RigidTransform unset = RigidTransform::Identity();
  unset.translation()[2] = kNan;
  for (const RigidTransform& X : {scaled, mirrored, unset}) {
    CHECK_THROWS_WITH(RequireRigid(X, "the frame"),
                      Contains("the frame is not a rigid transform"));
    Joint joint = MakeCheckedHinge();
    joint.X_PF = X;
    CHECK_THROWS_WITH(CheckJoint(joint),
                      Contains("'hinge': its frame in the parent"));
    joint = MakeCheckedHinge();
    joint.X_CM = X;
    CHECK_THROWS_WITH(CheckJoint(joint),
                      Contains("'hinge': its frame in the child"));
  }
  CHECK_NOTHROW(RequireRigid(RigidTransform::Identity(), "the frame"));
}

}  // namespace
}  // namespace tactus::multibody

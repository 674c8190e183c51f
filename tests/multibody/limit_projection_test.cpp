#include "tactus/multibody/limit_projection.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

TEST_CASE("ProjectToLimits moves what is outside, and only that") {
  ModelBuilder builder;
  const SpatialInertia inertia =
      MakeSolidInertia(contact::Sphere{0.1}, 1000, RigidTransform::Identity());
  int parent = 0;
  for (const char* name : {"below", "inside", "above", "unlimited"}) {
    const int body = builder.AddBody(name, inertia);
    Joint joint{.name = name,
                .type = JointType::kRevolute,
                .parent = parent,
                .child = body};
    if (std::string(name) != "unlimited") {
      joint.lower = -0.5;
      joint.upper = 1;
    }
    builder.AddJoint(joint);
    parent = body;
  }
  const auto model = std::move(builder).Build();
  VectorXd q(4);
  q << -2, 0.3, 1.25, 100;
  const auto moved = ProjectToLimits(*model, &q);
  CHECK(q == Eigen::Vector4d(-0.5, 0.3, 1, 100));
  REQUIRE(moved.size() == 2);
  CHECK(model->joints()[moved[0].joint].name == "below");
  CHECK(moved[0].from == -2);
  CHECK(moved[0].to == -0.5);
  CHECK(model->joints()[moved[1].joint].name == "above");
  CHECK(moved[1].to == 1);
  CHECK(ProjectToLimits(*model, &q).empty());
}

}  // namespace
}  // namespace tactus::multibody

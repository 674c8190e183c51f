#include "tactus/multibody/fluid_boxes.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

TEST_CASE("Fluid boxes: what stands, has no mass or ellipsoids -> none") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const int plain = builder.AddBody("plain", inertia);
  const int round = builder.AddBody("round", inertia);
  const int post = builder.AddBody("post", inertia);
  const int frame = builder.AddBody("frame", {});
  builder.AddJoint({.name = "fixed", .type = JointType::kWeld, .child = post});
  builder.AddJoint({.name = "weld",
                    .type = JointType::kWeld,
                    .parent = plain,
                    .child = frame});
  builder.AddFluidEllipsoid({.body = round, .radii = {1, 1, 1}});
  builder.set_fluid({.density = 1});
  const auto model = std::move(builder).Build();
  CHECK(FindFluidBoxes(*model) == std::vector<int>{model->BodyIndex("plain")});
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/examples/scenes/dishes.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/collision_engine.h"

namespace tactus::examples {
namespace {

contact::CollisionEngine MakeEngine(const Ware& ware, const Part& probe) {
  std::vector<contact::Geometry> geometries;
  const auto add = [&](int body, const Part& part) {
    geometries.push_back({.name = "part",
                          .body = body,
                          .X_BG = part.X_BG,
                          .shape = part.shape,
                          .material = {}});
  };
  for (const Part& part : ware.parts) add(0, part);
  add(1, probe);
  return {std::move(geometries), {true, false}, {}};
}

// Whether a ball of 1 mm there touches any part.
bool IsSolid(const Ware& ware, const Vector3d& p_B) {
  contact::ContactSet contacts;
  const std::vector<RigidTransform> X_WB(2, RigidTransform::Identity());
  MakeEngine(
      ware, {contact::Sphere{0.001}, RigidTransform(Eigen::Translation3d(p_B))})
      .FindContacts(X_WB, &contacts);
  return !contacts.manifolds.empty();
}

TEST_CASE("MakeRod: two points -> a capsule from one to the other") {
  const Vector3d p(1, 2, 3), q(1, 0, 3);
  const Part rod = MakeRod(p, q, 0.01);
  const auto& capsule = std::get<contact::Capsule>(rod.shape);
  CHECK(capsule.radius == 0.01);
  CHECK((rod.X_BG * Vector3d(0, 0, capsule.half_length) - q).norm() < 1e-15);
  CHECK((rod.X_BG * Vector3d(0, 0, -capsule.half_length) - p).norm() < 1e-15);
}

TEST_CASE("AddWare: parts -> one body of the ware's mass, on the axis") {
  for (const Ware& ware :
       {MakeMug(), MakePlate(), MakeSpatula(), MakeBin({})}) {
    INFO(ware.name);
    multibody::ModelBuilder builder;
    AddWare(&builder, ware, {});
    const auto model = std::move(builder).Build();
    const int body = model->BodyIndex(ware.name);
    const multibody::SpatialInertia& inertia = model->bodies()[body].inertia;
    CHECK(inertia.mass == Approx(ware.mass));
    CHECK(std::abs(Vector3d(inertia.p_BoBcm).y()) < 1e-12);
    CHECK(model->geometries().size() == ware.parts.size());
  }
}

TEST_CASE(
    "MakeMug: points in and about it -> solid walls, floor and handle, "
    "hollow") {
  const Ware mug = MakeMug();
  CHECK_FALSE(IsSolid(mug, {0, 0, 0.05}));
  CHECK_FALSE(IsSolid(mug, {0, 0, 0.0955}));
  CHECK(IsSolid(mug, {0, 0, 0.002}));
  for (int i = 0; i < 40; ++i) {
    const double angle = 0.157 * i;
    INFO(angle);
    // Wherever it is met: between the polygon's inner and outer radii.
    bool is_met = false;
    for (double r = 0.034; r < 0.043; r += 0.001) {
      is_met |= IsSolid(mug, {r * std::cos(angle), r * std::sin(angle), 0.047});
    }
    CHECK(is_met);
  }
  CHECK(IsSolid(mug, {0.068, 0, 0.047}));
  CHECK_FALSE(IsSolid(mug, {0.053, 0, 0.047}));
}

TEST_CASE(
    "MakeBin: points in and about it -> solid around and below, open above") {
  const Bin bin;
  const Ware ware = MakeBin(bin);
  CHECK_FALSE(IsSolid(ware, {0, 0, 0.07}));
  CHECK_FALSE(IsSolid(ware, {0, 0, bin.wall + bin.inner.z()}));
  CHECK(IsSolid(ware, {0.17, 0.13, 0.001}));
  CHECK(IsSolid(ware, {0.1, bin.inner.y() / 2 + bin.wall / 2, 0.1}));
  CHECK(IsSolid(ware, {bin.inner.x() / 2 + bin.wall / 2, 0.1, 0.1}));
  CHECK(IsSolid(ware, {-bin.inner.x() / 2 - 0.02, 0, bin.grip_height}));
}

TEST_CASE("MakeRack: every wire -> within the outline, over the table") {
  const Rack rack;
  const std::vector<Part> wires = MakeRack(rack);
  CHECK(wires.size() > 40);
  for (const Part& wire : wires) {
    const double half = std::get<contact::Capsule>(wire.shape).half_length;
    for (const double end : {-half, half}) {
      const Vector3d p = wire.X_BG * Vector3d(0, 0, end);
      CHECK(std::abs(p.x()) <= rack.size.x() / 2 + 1e-12);
      CHECK(std::abs(p.y()) <= rack.size.y() / 2 + 1e-12);
      CHECK(p.z() >= rack.wire_radius - 1e-12);
      CHECK(p.z() <= rack.top + 1e-12);
    }
  }
}

}  // namespace
}  // namespace tactus::examples

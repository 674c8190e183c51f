#include "tactus/recording/visual_key.h"

#include <catch2/catch.hpp>

namespace tactus::recording {
namespace {

TEST_CASE("MakeKey: equal shapes -> equal, others -> not") {
  const Visual ball{.shape = contact::Sphere{1}};
  const Visual moved{.shape = contact::Sphere{1},
                     .X_BG = RigidTransform(Eigen::Translation3d(1, 2, 3)),
                     .color = {.red = 0.1}};
  CHECK(MakeKey(ball) == MakeKey(moved));
  CHECK(MakeKey(ball.color) != MakeKey(moved.color));
  CHECK(MakeKey(ball) != MakeKey(Visual{.shape = contact::Sphere{2}}));
  CHECK(MakeKey(Visual{.shape = contact::Capsule{1, 2}}) !=
        MakeKey(Visual{.shape = contact::Cylinder{1, 2}}));
  CHECK(MakeKey(Visual{.shape = contact::Box{{1, 2, 3}}}) !=
        MakeKey(Visual{.shape = contact::Box{{1, 2, 4}}}));
}

TEST_CASE("MakeKey: a mesh -> the object that visuals share") {
  const auto mesh = std::make_shared<const contact::TriangleMesh>();
  const auto twin = std::make_shared<const contact::TriangleMesh>();
  const auto key = [](const auto& m) {
    return MakeKey(Visual{.shape = contact::Sphere{1}, .mesh = m});
  };
  CHECK(key(mesh) == key(mesh));
  CHECK(key(mesh) != key(twin));
  CHECK(key(mesh) != MakeKey(Visual{.shape = contact::Sphere{1}}));
}

TEST_CASE("ShapeName: a half-space, a box, a mesh -> their names") {
  CHECK(ShapeName({.shape = contact::HalfSpace{}}) == "half_space");
  CHECK(ShapeName({.shape = contact::Box{{1, 1, 1}}}) == "box");
  CHECK(ShapeName({.shape = contact::Sphere{1},
                   .mesh = std::make_shared<const contact::TriangleMesh>()}) ==
        "mesh");
}

}  // namespace
}  // namespace tactus::recording

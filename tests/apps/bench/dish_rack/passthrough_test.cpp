#include "tactus/apps/bench/dish_rack/passthrough.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using contact::Box;
using contact::Capsule;
using contact::Cylinder;
using contact::Shape;
using Poses = std::vector<RigidTransform>;

RigidTransform At(const Vector3d& p) {
  return RigidTransform(Eigen::Translation3d(p));
}

RigidTransform Turned(double angle, const Vector3d& axis,
                      const Vector3d& p = Vector3d::Zero()) {
  RigidTransform X = At(p);
  X.rotate(Eigen::AngleAxisd(angle, axis));
  return X;
}

constexpr double kQuarter = std::numbers::pi / 2;

// A wall that stands in the world, or lies there, and a dish that moves.
std::shared_ptr<const multibody::Model> MakePair(const Shape& wall,
                                                 const Shape& dish) {
  multibody::ModelBuilder builder;
  builder.AddGeometry(
      {.name = "wall", .body = 0, .shape = wall, .material = {}});
  const int body = builder.AddBody(
      "dish",
      multibody::MakeSolidInertia(dish, 1000, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "dish", .body = body, .shape = dish, .material = {}});
  return std::move(builder).Build();
}

// Whether the dish, going from pose to pose, passes through the wall.
bool Passes(const Shape& wall, const Shape& dish, const Poses& X_WD) {
  const auto model = MakePair(wall, dish);
  PassthroughCounter counter(*model, {model->BodyIndex("dish")});
  for (const RigidTransform& pose : X_WD)
    counter.Observe(Poses{RigidTransform::Identity(), pose});
  return !counter.crossed().empty();
}

const Box kSheet{{0.1, 0.2, 0.002}};  // In z = 0.
const Box kSmallSheet{{0.03, 0.03, 0.002}};
const Capsule kRod{0.003, 0.1};  // Along z.

TEST_CASE("FindCores: thin shapes -> their middles, others none") {
  const Shape shapes[] = {Box{{0.002, 0.2, 0.1}},
                          Box{{0.1, 0.01, 0.01}},
                          Box{{0.1, 0.1, 0.1}},
                          Cylinder{0.06, 0.002},
                          Cylinder{0.05, 0.05},
                          Cylinder{0.002, 0.06},
                          kRod,
                          contact::Sphere{0.1}};
  std::vector<contact::Geometry> geometries;
  for (const Shape& shape : shapes)
    geometries.push_back({.name = "part",
                          .X_BG = At({1, 2, 3}),
                          .shape = shape,
                          .material = {}});
  const std::vector<Core> cores = FindCores(geometries);
  REQUIRE(cores.size() == 5);
  CHECK(cores[0].kind == Core::Kind::kRectangle);
  CHECK(cores[0].X_BC.linear().col(2) == Vector3d::UnitX());
  CHECK(cores[0].X_BC.linear().determinant() == Approx(1));
  CHECK(cores[0].half == Eigen::Vector2d(0.2, 0.1));
  CHECK(cores[0].X_BC.translation() == Vector3d(1, 2, 3));
  CHECK(cores[1].kind == Core::Kind::kLine);
  CHECK(cores[1].X_BC.linear().col(2) == Vector3d::UnitX());
  CHECK(cores[1].half.x() == 0.1);
  CHECK(cores[2].kind == Core::Kind::kDisc);
  CHECK(cores[2].geometry == 3);
  CHECK(cores[3].kind == Core::Kind::kLine);
  CHECK(cores[3].half.x() == 0.06);
  CHECK(cores[4].half.x() == 0.1);
}

TEST_CASE("PassthroughCounter: sheet through a sheet -> counted, beside not") {
  CHECK(Passes(kSheet, kSmallSheet, {At({0, 0, 0.01}), At({0, 0, -0.01})}));
  CHECK(Passes(kSheet, kSmallSheet, {At({0, 0, -0.01}), At({0, 0, 0.01})}));
  CHECK(
      Passes(kSheet, kSmallSheet, {At({0.12, 0, 0.01}), At({0.12, 0, -0.01})}));
  CHECK_FALSE(
      Passes(kSheet, kSmallSheet, {At({0.14, 0, 0.01}), At({0.14, 0, -0.01})}));
  CHECK_FALSE(
      Passes(kSheet, kSmallSheet, {At({0, 0, 0.01}), At({0, 0, 0.001})}));
  // At once through a sheet and 2 m beyond.
  CHECK(Passes(kSheet, kSmallSheet, {At({0, 0, 0.5}), At({0, 0, -2})}));
}

TEST_CASE("PassthroughCounter: past a sheet in an arc -> not counted") {
  Poses arc;
  for (int i = 0; i <= 20; ++i)
    arc.push_back(Turned(i * std::numbers::pi / 20, Vector3d::UnitX()) *
                  At({0, 0.25, 0}));
  // It starts on the sheet's plane, outside of it.
  CHECK_FALSE(Passes(kSheet, kSmallSheet, arc));
}

TEST_CASE(
    "PassthroughCounter: a pin beside a disc, within its box -> not counted") {
  const Cylinder disc{0.1, 0.002};
  const auto fall = [](double x, double y) {
    return Poses{At({x, y, 0.2}), At({x, y, -0.2})};
  };
  const contact::Capsule pin{0.001, 0.01};
  CHECK(Passes(disc, pin, fall(0.09, 0)));
  CHECK_FALSE(Passes(disc, pin, fall(0.08, 0.08)));
  CHECK(Passes(Box{{0.1, 0.1, 0.002}}, pin, fall(0.08, 0.08)));
}

TEST_CASE("PassthroughCounter: sheet falls through a wire -> counted") {
  // The wire's points are what meets the sheet.
  const Box lying{{0.1, 0.1, 0.002}};
  const auto drop = [&](double x) {
    return Poses{Turned(kQuarter, Vector3d::UnitY(), {0.05, x, 0}),
                 Turned(kQuarter, Vector3d::UnitY(), {-0.05, x, 0})};
  };
  CHECK(Passes(kRod, lying, drop(0)));
  CHECK(Passes(kRod, lying, drop(0.09)));
  CHECK_FALSE(Passes(kRod, lying, drop(0.11)));
}

TEST_CASE(
    "PassthroughCounter: rod through a rod -> counted, turned on it not") {
  const auto across = [](double angle, double y) {
    RigidTransform X = At({0, y, 0});
    X.rotate(Eigen::AngleAxisd(angle, Vector3d::UnitY()));
    return X;
  };
  CHECK(Passes(kRod, kRod, {across(1, 0.01), across(1, -0.01)}));
  CHECK(Passes(kRod, kRod, {across(1, 0.01), across(1.2, -0.1)}));
  CHECK_FALSE(Passes(kRod, kRod, {across(1, 0.01), across(1, 0.001)}));
  // Through the parallel, lying on it: the lines' cross product turns over.
  CHECK_FALSE(Passes(kRod, kRod, {across(0.1, 0.006), across(-0.1, 0.006)}));
  // Past its end.
  const auto beyond = [&](double y) {
    RigidTransform X = across(kQuarter, y);
    X.pretranslate(Vector3d(0, 0, 0.11));
    return X;
  };
  CHECK_FALSE(Passes(kRod, kRod, {beyond(0.01), beyond(-0.01)}));
}

TEST_CASE(
    "PassthroughCounter: walls that move -> the watched body's crossings") {
  multibody::ModelBuilder builder;
  for (const char* name : {"tray", "dish", "other"}) {
    const int body = builder.AddBody(
        name,
        multibody::MakeSolidInertia(kSheet, 1000, RigidTransform::Identity()));
    builder.AddGeometry(
        {.name = name, .body = body, .shape = kSheet, .material = {}});
  }
  const auto model = std::move(builder).Build();
  PassthroughCounter counter(*model, {model->BodyIndex("dish")});
  const auto observe = [&](double tray, double dish, double other) {
    Poses X_WB(4, RigidTransform::Identity());
    X_WB[model->BodyIndex("tray")] = At({0, 0, tray});
    X_WB[model->BodyIndex("dish")] = At({0, 0, dish});
    X_WB[model->BodyIndex("other")] = At({0, 0, other});
    counter.Observe(X_WB);
  };
  observe(0, 0.1, 0.5);
  observe(1, 1.1, 1.5);  // All together.
  CHECK(counter.crossed().empty());
  observe(1, 1.1, 0.9);  // Through the dish and the tray.
  CHECK(counter.crossed() == std::set<std::pair<int, int>>{{1, 2}});
  observe(1.2, 1.1, 0.9);  // The tray through the dish.
  observe(1, 1.1, 0.9);    // And back.
  CHECK(counter.crossed() == std::set<std::pair<int, int>>{{0, 1}, {1, 2}});
}

}  // namespace
}  // namespace tactus::apps

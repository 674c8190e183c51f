#include "tactus/contact/geometry/shapes_on_faces.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <random>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/surface_point.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact::test {
namespace {

constexpr double kSkin = 0.01;

// One triangle in the plane z = 0, facing up, and a shape on a body of its own.
class Scene {
 public:
  explicit Scene(const Shape& shape,
                 std::vector<std::pair<int, int>> excluded = {}) {
    surface_.rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    surface_.nodes = {0, 1, 2};
    surface_.faces = {{0, 1, 2}};
    surface_.skin = kSkin;
    std::vector<Geometry> geometries;
    for (int i = 0; i < 3; ++i)
      geometries.push_back(
          {.name = "", .body = i + 1, .shape = Sphere{kSkin}, .material = {}});
    geometries.push_back(
        {.name = "", .body = 4, .shape = shape, .material = {}});
    engine_.emplace(std::move(geometries), std::vector<bool>(5, false),
                    std::move(excluded));
    shapes_.emplace(std::span(&surface_, 1), *engine_, geometry_of_node_);
    for (int i = 0; i < 3; ++i) x_.segment<3>(3 * i) = surface_.rest[i];
    V_WB_.assign(5, Vector6d::Zero());
    X_WB_.assign(5, RigidTransform::Identity());
  }

  const ShapesOnFaces& shapes() const { return *shapes_; }
  VectorXd& x() { return x_; }
  RigidTransform& pose() { return X_WB_[4]; }
  Vector6d& velocity() { return V_WB_[4]; }

  std::vector<ShapeOnFace> Find(const ElasticSurfaces::Reach& reach = {}) {
    std::vector<ShapeOnFace> contacts;
    shapes_->FindContacts({x_, v_, X_WB_, V_WB_}, reach, &contacts);
    return contacts;
  }
  std::vector<ShapeOnFace> FindAt(const Vector3d& p_W) {
    pose().translation() = p_W;
    return Find();
  }

 private:
  ElasticSurface surface_;
  std::vector<int> geometry_of_node_{0, 1, 2};
  std::optional<CollisionEngine> engine_;
  std::optional<ShapesOnFaces> shapes_;
  VectorXd x_ = VectorXd::Zero(9), v_ = VectorXd::Zero(9);
  std::vector<RigidTransform> X_WB_;
  std::vector<Vector6d> V_WB_;
};

TEST_CASE("ShapesOnFaces: a ball over a face -> one contact under its centre") {
  Scene scene(Sphere{0.05});
  const auto contacts = scene.FindAt({0.3, 0.2, 0.055});
  REQUIRE(contacts.size() == 1);
  const ShapeOnFace& contact = contacts[0];
  CHECK(contact.geometry == 3);
  CHECK(contact.depth == Approx(0.005));
  CHECK(contact.normal_W.isApprox(Vector3d::UnitZ()));
  CHECK(contact.p_WB.isApprox(Vector3d(0.3, 0.2, 0.005)));
  CHECK(contact.p_WA.isApprox(Vector3d(0.3, 0.2, 0.01)));
  CHECK(PointAt(contact.at, scene.x()).isApprox(Vector3d(0.3, 0.2, 0)));
  CHECK(contact.at.weights[0] >= contact.at.weights[1]);
  CHECK(contact.at.weights[1] >= contact.at.weights[2]);
}

TEST_CASE("ShapesOnFaces: beyond the skin, or below the face -> nothing") {
  Scene scene(Sphere{0.05});
  CHECK(scene.FindAt({0.3, 0.2, 0.0601}).empty());
  CHECK_FALSE(scene.FindAt({0.3, 0.2, 0.0599}).empty());
  CHECK(scene.FindAt({0.3, 0.2, -0.2}).empty());
  CHECK(scene.FindAt({0.8, 0.8, 0.055}).empty());
}

TEST_CASE("ShapesOnFaces: a ball over an edge -> a contact across the edge") {
  Scene scene(Sphere{0.05});
  // Beside the face, 0.03 outwards and 0.04 up: at its surface.
  const auto contacts = scene.FindAt({0.4, -0.03, 0.044});
  REQUIRE(contacts.size() == 1);
  const double distance = std::hypot(0.03, 0.044) - 0.05;
  CHECK(contacts[0].depth == Approx(kSkin - distance));
  CHECK(contacts[0].normal_W.isApprox(Vector3d(0, -0.03, 0.044).normalized()));
  CHECK(contacts[0].at.weights.isApprox(Vector3d(0.6, 0.4, 0)));
  CHECK(contacts[0].at.corners[0] == 0);
}

TEST_CASE("ShapesOnFaces: the corner of a box on a face -> a contact there") {
  Scene scene(Box{{0.1, 0.1, 0.1}});
  scene.pose().linear() =
      Eigen::Quaterniond::FromTwoVectors(Vector3d(1, 1, 1), -Vector3d::UnitZ())
          .toRotationMatrix();
  const double reach = 0.1 * std::sqrt(3);
  const auto contacts = scene.FindAt({0.3, 0.3, reach + 0.004});
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].depth == Approx(0.006));
  CHECK(contacts[0].p_WB.isApprox(Vector3d(0.3, 0.3, 0.004)));
}

TEST_CASE("ShapesOnFaces: edges that cross -> the normal is across both") {
  Scene scene(Box{{0.02, 0.3, 0.02}});
  // On its long edge, across the face's edge along x.
  const Eigen::AngleAxisd turn(std::numbers::pi / 4, Vector3d::UnitY());
  scene.pose().linear() = turn.toRotationMatrix();
  const double reach = 0.02 * std::sqrt(2.0);
  const auto contacts = scene.FindAt({0.5, -0.25, reach + 0.003});
  const auto on_edge = std::ranges::find_if(contacts, [](const auto& each) {
    return each.at.weights[2] == 0 &&
           each.at.corners[0] + each.at.corners[1] == 1;
  });
  REQUIRE(on_edge != contacts.end());
  CHECK(on_edge->depth == Approx(0.007));
  CHECK(on_edge->normal_W.isApprox(Vector3d::UnitZ(), 1e-6));
  CHECK(on_edge->at.weights[0] == Approx(0.5));
}

TEST_CASE("ShapesOnFaces: flat over all corners -> nodes alone carry") {
  Scene scene(Box{{2, 2, 0.1}});
  CHECK(scene.FindAt({0, 0, 0.105}).empty());
  CHECK(scene.FindAt({0, 0, 0.095}).empty());
  // Large balls are nearly flat: the middle of the edge of 1 m dips by l^2 / 8
  // R.
  Scene large(Sphere{100});
  CHECK(large.FindAt({0.3, 0.3, 100.005}).empty());
}

// The middle of the edge dips by 0.27 of the skin, l^2 / 8 R, and has a fifth
// of it: the ends touch before.
TEST_CASE("ShapesOnFaces: an edge behind both ends -> left to the nodes") {
  const double radius = 1 / (8 * 0.27 * kSkin);
  Scene scene(Sphere{radius});
  for (const ShapeOnFace& each : scene.FindAt({0.5, 0, radius + 1e-4})) {
    const bool is_on_edge =
        each.at.weights[2] == 0 && each.at.corners[0] + each.at.corners[1] == 1;
    CHECK_FALSE(is_on_edge);
  }
}

TEST_CASE("ShapesOnFaces: half-spaces and excluded bodies -> nothing touches") {
  CHECK_FALSE(Scene(HalfSpace{}).shapes().may_touch());
  CHECK(Scene(Sphere{0.1}).shapes().may_touch());
  CHECK_FALSE(Scene(Sphere{0.1}, {{2, 4}}).shapes().may_touch());
}

TEST_CASE("ShapesOnFaces: a ball that falls onto a face -> seen in its step") {
  Scene scene(Sphere{0.05});
  scene.pose().translation() = Vector3d(0.3, 0.3, 0.26);
  scene.velocity() << 0, 0, 0, 0, 0, -10;
  CHECK(scene.Find().empty());
  const auto contacts = scene.Find({.margin = 0, .duration = 0.1});
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].depth == Approx(-0.2));
  CHECK(contacts[0].normal_W.isApprox(Vector3d::UnitZ()));
  // It is 0.2 away: 1.2 h v is what can meet.
  CHECK(scene.Find({.margin = 0, .duration = 0.016}).empty());
  CHECK_FALSE(scene.Find({.margin = 0, .duration = 0.018}).empty());
  CHECK(scene.Find({.margin = 0.19, .duration = 0}).empty());
  CHECK_FALSE(scene.Find({.margin = 0.21, .duration = 0}).empty());
}

TEST_CASE(
    "ShapesOnFaces: a ball that rolls -> it is pushed through its centre") {
  Scene scene(Sphere{0.05});
  scene.pose().translation() = Vector3d(0.2, 0.3, 0.06);
  scene.velocity() << 0, 2 / 0.05, 0, 2, 0, 0;
  const auto contacts = scene.Find({.margin = 0, .duration = 0.1});
  REQUIRE_FALSE(contacts.empty());
  // At the end of the step, 0.2 farther, seen from the ball as it is then.
  CHECK(PointAt(contacts[0].at, scene.x()).x() == Approx(0.4));
  const Vector3d arm = contacts[0].p_WB - scene.pose().translation();
  CHECK(arm.isApprox(Vector3d(0, 0, -0.05)));
  CHECK(contacts[0].depth == Approx(0).margin(1e-12));
}

std::vector<Shape> MakeShapes() {
  std::vector<Vector3d> tetrahedron{
      {0.1, 0, -0.05}, {-0.05, 0.1, -0.05}, {-0.05, -0.1, -0.05}, {0, 0, 0.1}};
  return {Sphere{0.08},
          Box{{0.1, 0.05, 0.07}},
          Capsule{0.03, 0.1},
          Cylinder{0.06, 0.08},
          Ellipsoid{{0.1, 0.05, 0.07}},
          ConvexMesh{std::make_shared<const ConvexHull>(tetrahedron)}};
}

double CalcDistance(const Shape& shape, const RigidTransform& X_WG,
                    const Vector3d& p_W) {
  return std::visit(
      [&](const auto& each) {
        return NearestSurfacePoint(each, X_WG.inverse() * p_W).distance;
      },
      shape);
}

// Of the face from the shape, by two grids, the second about the best of the
// first.
double CalcLeastDistance(const Shape& shape, const RigidTransform& X_WG) {
  constexpr int kGrid = 100;
  double least = kInfinity;
  Vector3d best = Vector3d(0.5, 0.5, 0), center = best;
  for (double spacing : {1.0 / kGrid, 0.02 / kGrid}) {
    center = best;
    for (int i = -kGrid; i <= kGrid; ++i) {
      for (int j = -kGrid; j <= kGrid; ++j) {
        const Vector3d p = center + spacing * Vector3d(i, j, 0);
        if (p.x() < 0 || p.y() < 0 || p.x() + p.y() > 1) continue;
        const double distance = CalcDistance(shape, X_WG, p);
        if (distance >= least) continue;
        least = distance;
        best = p;
      }
    }
  }
  return least;
}

// Of what is nearest, at a corner, on an edge or within.
TEST_CASE("ShapesOnFaces: any shape and pose -> it finds what is nearest") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&] {
    return Vector3d(uniform(random), uniform(random), uniform(random));
  };
  int count = 0;
  for (const Shape& shape : MakeShapes()) {
    Scene scene(shape);
    for (int trial = 0; trial < 60; ++trial) {
      RigidTransform& X = scene.pose();
      X.linear() = Eigen::Quaterniond(uniform(random), uniform(random),
                                      uniform(random), uniform(random))
                       .normalized()
                       .toRotationMatrix();
      X.translation() = Vector3d(0.35, 0.3, 0.2) + 0.4 * draw();
      X.translation().z() = std::abs(X.translation().z());
      const double least = CalcLeastDistance(shape, X);
      double at_corners = kInfinity;
      for (const Vector3d& p :
           {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0, 1, 0)}) {
        at_corners = std::min(at_corners, CalcDistance(shape, X, p));
      }
      // Near, not at a corner, and with the whole skin.
      if (least < 1e-3 || least > 0.9 * kSkin || at_corners < least + 0.01)
        continue;
      ++count;
      double deepest = -kInfinity;
      for (const ShapeOnFace& each : scene.Find())
        deepest = std::max(deepest, each.depth);
      INFO(shape.index() << " " << trial);
      CHECK(deepest == Approx(kSkin - least).margin(1e-4));
      CHECK(deepest >= kSkin - least - 1e-9);
    }
  }
  CHECK(count > 5);
}

}  // namespace
}  // namespace tactus::contact::test

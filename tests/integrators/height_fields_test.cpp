// Motion on height fields: a planar one is the half-space that it looks like.
#include <cmath>
#include <memory>
#include <random>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::ModelBuilder;
using test::PlantDiagram;

constexpr double kSlope = 0.4;

contact::Material MakeMaterial(double mu) {
  return {.static_friction = mu, .dynamic_friction = mu};
}

// Of 6 m by 6 m, n x n heights.
template <class Height>
contact::Shape MakeField(int n, const Height& height) {
  std::vector<double> heights;
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c)
      heights.push_back(height(6.0 * c / (n - 1) - 3, 6.0 * r / (n - 1) - 3));
  }
  return contact::ConvexMesh{std::make_shared<const contact::ConvexHull>(
      std::make_shared<const contact::HeightGrid>(n, n, Vector2d(3, 3), heights,
                                                  3))};
}

contact::Shape MakeSlope() {
  return MakeField(61, [](double x, double) { return -kSlope * x; });
}

contact::Geometry MakeGround(const contact::Shape& shape, double mu) {
  contact::Geometry ground{.name = "ground",
                           .body = 0,
                           .shape = shape,
                           .material = MakeMaterial(mu)};
  if (std::holds_alternative<contact::HalfSpace>(shape)) {
    ground.X_BG.linear() =
        Quaterniond::FromTwoVectors(Vector3d::UnitZ(), Vector3d(kSlope, 0, 1))
            .toRotationMatrix();
  }
  return ground;
}

PlantDiagram MakeScene(const contact::Shape& ground,
                       const contact::Shape& shape, double mu) {
  ModelBuilder model;
  const int body = model.AddBody(
      "body",
      multibody::MakeSolidInertia(shape, 500, RigidTransform::Identity()));
  model.AddGeometry({.name = "body",
                     .body = body,
                     .shape = shape,
                     .material = MakeMaterial(mu)});
  model.AddGeometry(MakeGround(ground, mu));
  return test::MakeAlone(std::move(model).Build());
}

VectorXd Place(const Vector3d& p, const Quaterniond& R) {
  VectorXd q(7);
  q << p, R.w(), R.x(), R.y(), R.z();
  return q;
}

// Where the body is after 1.5 s, at rest at p and R at the start.
Vector3d Run(const contact::Shape& ground, const contact::Shape& shape,
             double mu, const VectorXd& q) {
  PlantDiagram scene = MakeScene(ground, shape, mu);
  scene.plant->SetPositions(&scene.context, q);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{});
  simulator.AdvanceTo(1.5);
  return scene.plant->positions(simulator.context()).head<3>();
}

// Boxes slide, round shapes roll; dropped from 1 cm at random places.
TEST_CASE("Height fields: a slope -> shapes move as on a half-space") {
  std::mt19937 random(1);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) {
    points.emplace_back(i % 2 == 0 ? 0.1 : -0.1, i / 2 % 2 == 0 ? 0.08 : -0.08,
                        i / 4 == 0 ? 0.05 : -0.05);
  }
  const contact::Shape shapes[] = {
      contact::Sphere{0.1},
      contact::Capsule{0.05, 0.1},
      contact::Box{{0.12, 0.1, 0.05}},
      contact::Cylinder{0.08, 0.1},
      contact::Ellipsoid{{0.1, 0.08, 0.06}},
      contact::ConvexMesh{std::make_shared<const contact::ConvexHull>(points)}};
  const contact::Shape slope = MakeSlope();
  const Quaterniond tilt =
      Quaterniond::FromTwoVectors(Vector3d::UnitZ(), Vector3d(kSlope, 0, 1));
  for (const contact::Shape& shape : shapes) {
    for (int i = 0; i < 3; ++i) {
      const double x = uniform(-2.5, -2), y = uniform(-1, 1);
      const double turn = uniform(-0.3, 0.3);
      const Quaterniond R = tilt * Eigen::AngleAxisd(turn, Vector3d::UnitZ());
      const double height = i == 0 ? 0.05 : 0.16;
      const Vector3d p =
          Vector3d(x, y, -kSlope * x) + tilt * Vector3d(0, 0, height + 0.01);
      const VectorXd q = Place(p, R);
      const Vector3d want = Run(contact::HalfSpace{}, shape, 0.2, q);
      const Vector3d got = Run(slope, shape, 0.2, q);
      INFO(shape.index() << " from " << p.transpose());
      CHECK((want - p).norm() > 0.5);
      CHECK((got - want).norm() < 1e-3 * (want - p).norm());
    }
  }
}

// Rolled at an angle to rows and columns.
TEST_CASE(
    "Height fields: a ball on a flat one with bumps far off -> straight") {
  const contact::Shape field = MakeField(
      61, [](double x, double y) { return x > 2.5 && y < -2.5 ? 0.1 : 0.0; });
  const double r = 0.1;
  PlantDiagram scene = MakeScene(field, contact::Sphere{r}, 0.5);
  scene.plant->SetPositions(&scene.context,
                            Place({-2, -1.013, r}, Quaterniond::Identity()));
  VectorXd v(6);
  const Vector3d velocity(1, 0.37, 0);
  v << Vector3d::UnitZ().cross(velocity) / r, velocity;
  scene.plant->SetVelocities(&scene.context, v);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{});
  simulator.AdvanceTo(3);
  const Vector3d way = scene.plant->positions(simulator.context()).head<3>() -
                       Vector3d(-2, -1.013, r);
  CHECK(way.x() > 2.9);
  CHECK(way.x() * velocity.y() == Approx(way.y() * velocity.x()).epsilon(1e-6));
}

TEST_CASE("Height fields: balls at 5 and 50 m/s -> none falls through") {
  const contact::Shape field = MakeField(121, [](double x, double y) {
    return 0.1 * std::sin(3 * x) * std::cos(4 * y);
  });
  std::mt19937 random(2);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (const double speed : {5.0, 50.0}) {
    for (int i = 0; i < 20; ++i) {
      PlantDiagram scene = MakeScene(field, contact::Sphere{0.03}, 0.5);
      const Vector3d p(uniform(-1, 1), uniform(-1, 1), uniform(0.4, 2));
      scene.plant->SetPositions(&scene.context,
                                Place(p, Quaterniond::Identity()));
      VectorXd v = VectorXd::Zero(6);
      v.tail<3>() =
          speed *
          Vector3d(uniform(-0.3, 0.3), uniform(-0.3, 0.3), -1).normalized();
      scene.plant->SetVelocities(&scene.context, v);
      Simulator simulator(*scene.diagram, scene.context);
      simulator.reset_integrator<Cenic>(CenicOptions{});
      const double end = 2.5 / speed + 0.05;
      simulator.AdvanceTo(end);
      const VectorXd q = scene.plant->positions(simulator.context());
      INFO(speed << " m/s from " << p.transpose());
      CHECK(q[2] > 0.1 * std::sin(3 * q[0]) * std::cos(4 * q[1]) - 0.03);
    }
  }
}

}  // namespace
}  // namespace tactus::integrators

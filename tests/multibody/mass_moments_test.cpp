#include "tactus/multibody/mass_moments.h"

#include <vector>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::Random;

// A rigid body as point masses: every integral is a sum.
struct PointMass {
  double mass{};
  Vector3d p;
};

std::vector<PointMass> MakeCloud(Random* random) {
  std::vector<PointMass> cloud;
  for (int i = 0; i < 6; ++i) {
    cloud.push_back({random->Uniform(0.1, 2), random->Vector3()});
  }
  return cloud;
}

MassMoments MomentsAbout(const std::vector<PointMass>& cloud,
                         const Vector3d& origin) {
  MassMoments moments;
  for (const PointMass& point : cloud) {
    const Matrix3d r = CrossMatrix(point.p - origin);
    moments.mass += point.mass;
    moments.first += point.mass * (point.p - origin);
    moments.second -= point.mass * r * r;
  }
  return moments;
}

double Distance(const MassMoments& a, const MassMoments& b) {
  return (a.ToMatrix() - b.ToMatrix()).norm();
}

TEST_CASE(
    "MassMoments: seen from another point -> the moments about that point") {
  Random random(1);
  const auto cloud = MakeCloud(&random);
  for (int i = 0; i < 5; ++i) {
    const Vector3d p_O = random.Vector3(), p_Q = random.Vector3();
    const MassMoments moved = MomentsAbout(cloud, p_O).SeenFrom(p_O - p_Q);
    CHECK(Distance(moved, MomentsAbout(cloud, p_Q)) < 1e-13);
  }
}

TEST_CASE(
    "MassMoments: expressed in other axes -> the moments of the turned body") {
  Random random(2);
  auto cloud = MakeCloud(&random);
  const Matrix3d R = random.Rotation().toRotationMatrix();
  const MassMoments turned =
      MomentsAbout(cloud, Vector3d::Zero()).ReExpressedBy(R);
  for (PointMass& point : cloud) point.p = R * point.p;
  CHECK(Distance(turned, MomentsAbout(cloud, Vector3d::Zero())) < 1e-13);
}

TEST_CASE("MassMoments: added about one point -> the moments of both bodies") {
  Random random(3);
  const auto a = MakeCloud(&random), b = MakeCloud(&random);
  auto both = a;
  both.insert(both.end(), b.begin(), b.end());
  const Vector3d p_O = random.Vector3();
  MassMoments sum = MomentsAbout(a, p_O);
  sum += MomentsAbout(b, p_O);
  CHECK(Distance(sum, MomentsAbout(both, p_O)) < 1e-13);
}

TEST_CASE("MassMoments: times velocity -> momentum") {
  Random random(4);
  const auto cloud = MakeCloud(&random);
  const Vector3d p_O = random.Vector3();
  const Vector6d V = random.Vector(6);
  Vector6d momentum = Vector6d::Zero();
  for (const PointMass& point : cloud) {
    const Vector3d r = point.p - p_O;
    const Vector3d v = V.tail<3>() + V.head<3>().cross(r);
    momentum.head<3>() += point.mass * r.cross(v);
    momentum.tail<3>() += point.mass * v;
  }
  const MassMoments moments = MomentsAbout(cloud, p_O);
  CHECK((moments * V - momentum).norm() < 1e-13);
  CHECK((moments.ToMatrix() * V - momentum).norm() < 1e-13);
}

}  // namespace
}  // namespace tactus::multibody

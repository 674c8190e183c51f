#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

/// Shapes and poses for the laws that every pair of shapes obeys.
namespace tactus::contact::test {

using Random = std::mt19937;

inline double Uniform(Random* random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(*random);
}

inline Vector3d RandomVector(Random* random, double low, double high) {
  Vector3d v;
  for (double& x : v) x = Uniform(random, low, high);
  return v;
}

inline Vector3d RandomDirection(Random* random) {
  for (;;) {
    const Vector3d v = RandomVector(random, -1, 1);
    if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
  }
}

inline RigidTransform MakePose(const Quaterniond& R, const Vector3d& p) {
  RigidTransform X = RigidTransform::Identity();
  X.linear() = R.toRotationMatrix();
  X.translation() = p;
  return X;
}

inline Quaterniond RandomRotation(Random* random) {
  const double angle = Uniform(random, 0, 2 * std::numbers::pi);
  return Quaterniond(Eigen::AngleAxisd(angle, RandomDirection(random)));
}

inline RigidTransform RandomPose(Random* random, double reach) {
  return MakePose(RandomRotation(random), RandomVector(random, -reach, reach));
}

inline ConvexMesh MakeMesh(const std::vector<Vector3d>& points) {
  return {std::make_shared<const ConvexHull>(points)};
}

/// The corners of a box, as a mesh.
inline ConvexMesh MakeBoxMesh(const Vector3d& h) {
  std::vector<Vector3d> points;
  for (const double x : {-1., 1.}) {
    for (const double y : {-1., 1.}) {
      for (const double z : {-1., 1.}) {
        points.push_back(h.cwiseProduct(Vector3d(x, y, z)));
      }
    }
  }
  return MakeMesh(points);
}

inline ConvexMesh RandomMesh(Random* random) {
  std::vector<Vector3d> points;
  const int count = 8 + static_cast<int>((*random)() % 25);
  const Vector3d h = RandomVector(random, 0.04, 0.1);
  for (int i = 0; i < count; ++i) {
    points.push_back(h.cwiseProduct(RandomDirection(random)) +
                     Vector3d(0.02, -0.01, 0.01));
  }
  return MakeMesh(points);
}

enum class Kind {
  kSphere,
  kBox,
  kCapsule,
  kCylinder,
  kEllipsoid,
  kHalfSpace,
  kMesh
};
constexpr Kind kAllKinds[] = {
    Kind::kSphere,    Kind::kBox,       Kind::kCapsule, Kind::kCylinder,
    Kind::kEllipsoid, Kind::kHalfSpace, Kind::kMesh};

inline std::string NameOf(Kind kind) {
  constexpr const char* names[] = {"sphere",   "box",       "capsule",
                                   "cylinder", "ellipsoid", "half-space",
                                   "mesh"};
  return names[static_cast<int>(kind)];
}

/// Sizes of a few centimetres, aspect ratios up to about three.
inline Shape RandomShape(Kind kind, Random* random) {
  const auto length = [&] {
    return Uniform(random, 0.03, 0.1);
  };
  switch (kind) {
    case Kind::kSphere:
      return Sphere{length()};
    case Kind::kBox:
      return Box{RandomVector(random, 0.03, 0.1)};
    case Kind::kCapsule:
      return Capsule{length(), length()};
    case Kind::kCylinder:
      return Cylinder{length(), length()};
    case Kind::kEllipsoid:
      return Ellipsoid{RandomVector(random, 0.03, 0.1)};
    case Kind::kHalfSpace:
      return HalfSpace{};
    case Kind::kMesh:
      return RandomMesh(random);
  }
  return Sphere{1};
}

inline std::vector<ManifoldPoint> FindManifold(const Shape& a,
                                               const RigidTransform& X_WA,
                                               const Shape& b,
                                               const RigidTransform& X_WB,
                                               double margin = 0) {
  std::vector<ManifoldPoint> points;
  AppendManifold(a, X_WA, b, X_WB, margin, &points);
  return points;
}

inline double DeepestOf(const std::vector<ManifoldPoint>& points) {
  double deepest = 0;
  for (const ManifoldPoint& p : points) deepest = std::max(deepest, p.depth);
  return deepest;
}

/// Force and torque about the world's origin on B per stiffness, 1 N/m.
struct Wrench {
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
};

inline Wrench CalcWrench(const std::vector<ManifoldPoint>& points) {
  Wrench wrench;
  for (const ManifoldPoint& p : points) {
    const Vector3d f = p.weight * p.depth * p.normal_W;
    wrench.force += f;
    wrench.torque += (0.5 * (p.p_WA + p.p_WB)).cross(f);
  }
  return wrench;
}

}  // namespace tactus::contact::test

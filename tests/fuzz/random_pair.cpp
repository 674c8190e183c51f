#include "fuzz/random_pair.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::test {
namespace {

using contact::Compliance;
using contact::ConvexHull;
using contact::Geometry;
using contact::Shape;

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  int Byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  int Choose(int count) { return Byte() % count; }
  /// From -1 to 1, in eighths, sixteenths, ...: often the same.
  double Signed() {
    const int byte = Byte();
    return byte % 2 == 0 ? (byte / 2 % 17 - 8) / 8.0 : (byte - 128) / 128.0;
  }
  Vector3d SignedVector() {
    const double x = Signed(), y = Signed(), z = Signed();
    return {x, y, z};
  }
  /// From 1/64 to 1.
  double Length() { return (1 + Byte() % 64) / 64.0; }
  Vector3d Lengths() {
    const double x = Length(), y = Length(), z = Length();
    return {x, y, z};
  }

 private:
  std::string_view bytes_;
};

Shape ReadCloud(double size, ByteReader* reader) {
  std::vector<Vector3d> points(4 + reader->Choose(12));
  for (Vector3d& point : points) point = size * reader->SignedVector();
  return contact::ConvexMesh{std::make_shared<ConvexHull>(points)};
}

Shape ReadHeights(double size, ByteReader* reader) {
  const int rows = 2 + reader->Choose(4), columns = 2 + reader->Choose(4);
  const Vector2d half_extents = size * Vector2d(reader->Length(), 1);
  std::vector<double> heights(rows * columns);
  for (double& height : heights) height = size * (reader->Signed() + 1) / 4;
  return contact::ConvexMesh{
      std::make_shared<ConvexHull>(std::make_shared<contact::HeightGrid>(
          rows, columns, half_extents, heights, size / 8))};
}

// A prism over an L:  (0, 0), (1, 0), (1, c), (c, c), (c, 1), (0, 1).
Shape ReadAngle(double size, ByteReader* reader) {
  const double c = reader->Length() * 63 / 64, h = reader->Length();
  const std::array<Vector2d, 6> corners = {
      {{0, 0}, {1, 0}, {1, c}, {c, c}, {c, 1}, {0, 1}}};
  contact::TriangleMesh mesh;
  for (const double z : {0.0, h}) {
    for (const Vector2d& corner : corners)
      mesh.vertices.push_back(size * Vector3d(corner.x(), corner.y(), z));
  }
  for (const auto& [i, j, k] :
       {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    mesh.triangles.push_back({i, k, j});
    mesh.triangles.push_back({6 + i, 6 + j, 6 + k});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, 6 + j});
    mesh.triangles.push_back({i, 6 + j, 6 + i});
  }
  return contact::ConvexMesh{std::make_shared<ConvexHull>(
      std::make_shared<const contact::TriangleMesh>(mesh))};
}

Shape ReadShape(int kind, double size, ByteReader* reader) {
  switch (kind) {
    case 0:
      return contact::Sphere{size * reader->Length()};
    case 1:
      return contact::Box{size * reader->Lengths()};
    case 2:
    case 3: {
      const double radius = size * reader->Length();
      const double half_length = size * reader->Length();
      if (kind == 2) return contact::Capsule{radius, half_length};
      return contact::Cylinder{radius, half_length};
    }
    case 4:
      return contact::Ellipsoid{size * reader->Lengths()};
    case 5:
      return contact::HalfSpace{};
    case 6:
      return ReadHeights(size, reader);
    case 7:
      return ReadAngle(size, reader);
    default:
      return ReadCloud(size, reader);
  }
}

Compliance ReadCompliance(double size, ByteReader* reader) {
  const int byte = reader->Byte();
  Compliance compliance;
  compliance.kind =
      std::array{Compliance::Kind::kPoint, Compliance::Kind::kRigid,
                 Compliance::Kind::kCompliant}[byte % 3];
  if (compliance.kind == Compliance::Kind::kCompliant) {
    compliance.modulus = std::pow(10, 3 + byte / 3 % 5);
    compliance.slab_thickness = size * (1 + byte % 4) / 4;
  }
  if (byte >= 128) compliance.quadrature = Compliance::Quadrature::kCentroid;
  return compliance;
}

Matrix3d ReadRotation(ByteReader* reader) {
  const int axis = reader->Choose(4), turn = reader->Byte();
  const Vector3d direction =
      axis == 3 ? Vector3d(1, 2, 3).normalized() : Vector3d::Unit(axis).eval();
  const double angle = turn % 2 == 0 ? turn / 2 % 4 * std::numbers::pi / 2
                                     : turn * 2 * std::numbers::pi / 256;
  return Eigen::AngleAxisd(angle, direction).toRotationMatrix();
}

}  // namespace

Pair ReadPair(std::string_view bytes) {
  ByteReader reader(bytes);
  Pair pair;
  pair.size = std::array{1e-3, 1e-2, 0.1, 1.0, 10.0}[reader.Choose(5)];
  constexpr int kNumKinds = 9;
  const int kinds[] = {reader.Choose(kNumKinds), reader.Choose(kNumKinds)};
  for (int i = 0; i < 2; ++i) {
    Geometry& geometry = pair.geometries[i];
    geometry.name = i == 0 ? "a" : "b";
    geometry.body = 1 + i;
    geometry.material.compliance = ReadCompliance(pair.size, &reader);
    geometry.shape = ReadShape(kinds[i], pair.size, &reader);
  }
  RigidTransform X_AB = RigidTransform::Identity();
  X_AB.linear() = ReadRotation(&reader);
  X_AB.translation() = pair.size * reader.SignedVector();
  const double tiny = std::pow(10.0, -1 - reader.Choose(12));
  if (const int kind = reader.Choose(4); kind != 0) {
    X_AB.translation().z() += kind % 2 * tiny * pair.size;
    X_AB.rotate(
        Eigen::AngleAxisd(kind / 2 * tiny, Vector3d::Unit(reader.Choose(3))));
  }
  RigidTransform X_WA = RigidTransform::Identity();
  X_WA.linear() = ReadRotation(&reader);
  X_WA.translation().setConstant(reader.Signed());
  pair.X_WG = {X_WA, X_WA * X_AB};
  for (Vector6d& V : pair.V_WB) {
    V.setZero();
    V[reader.Choose(6)] = 10 * reader.Signed();
    V[5] -= reader.Choose(3);
  }
  return pair;
}

}  // namespace tactus::test

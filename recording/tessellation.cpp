#include "tactus/recording/tessellation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::recording {
namespace {

using Eigen::Vector3f;

constexpr int kSectors = 4;          // Painted alternately light and dark.
constexpr int kSectorSegments = 12;  // Chords per sector.
constexpr int kArcSegments = 12;     // Chords per quarter of a meridian.
constexpr double kSharpEdge = std::numbers::pi / 6;  // [rad]
constexpr float kLight = 1.0F, kDark = 0.72F;

// A point of the curve whose rotation about z makes the surface.
struct ProfilePoint {
  double r, z;    // [m]
  double nr, nz;  // Outward unit normal.
};
using Profile = std::vector<ProfilePoint>;

// A quarter or half circle of `radius` about (0, z_center), counter-clockwise
// from elevation `from` to `to` [rad].
Profile MakeArc(double radius, double z_center, double from, double to) {
  Profile arc;
  for (int i = 0; i <= kArcSegments; ++i) {
    const double angle = from + (to - from) * i / kArcSegments;
    // An exact zero at the poles: no sliver triangles there.
    const bool pole = std::abs(std::abs(angle) - std::numbers::pi / 2) < 1e-12;
    const double c = pole ? 0 : std::cos(angle), s = std::sin(angle);
    arc.push_back({radius * c, z_center + radius * s, c, s});
  }
  return arc;
}

void AddVertex(const Vector3d& position, const Vector3d& normal, float shade,
               RenderMesh* mesh) {
  mesh->positions.push_back(position.cast<float>());
  mesh->normals.push_back(normal.normalized().cast<float>());
  mesh->shades.push_back(shade);
}

// Rotates the profile, which runs upwards seen from outside, through one
// sector.
void AddSector(const Profile& profile, int sector, float shade,
               RenderMesh* mesh) {
  const auto start = static_cast<std::uint32_t>(mesh->positions.size());
  const auto rows = static_cast<std::uint32_t>(profile.size());
  for (int i = 0; i <= kSectorSegments; ++i) {
    const double longitude = 2 * std::numbers::pi / kSectors *
                             (sector + double(i) / kSectorSegments);
    const double c = std::cos(longitude), s = std::sin(longitude);
    for (const ProfilePoint& p : profile) {
      AddVertex({p.r * c, p.r * s, p.z}, {p.nr * c, p.nr * s, p.nz}, shade,
                mesh);
    }
  }
  for (std::uint32_t i = 0; i < kSectorSegments; ++i) {
    for (std::uint32_t k = 0; k + 1 < rows; ++k) {
      const std::uint32_t a = start + i * rows + k, b = a + rows;
      if (profile[k].r > 0) {
        mesh->indices.insert(mesh->indices.end(), {a, b, b + 1});
        if (profile[k + 1].r == 0) continue;
        mesh->indices.insert(mesh->indices.end(), {a, b + 1, a + 1});
      } else {
        mesh->indices.insert(mesh->indices.end(), {a, b + 1, a + 1});
      }
    }
  }
}

// `band` shifts the paint by one sector.
void AddSurfaceOfRevolution(const Profile& profile, int band,
                            RenderMesh* mesh) {
  for (int sector = 0; sector < kSectors; ++sector) {
    AddSector(profile, sector, (sector + band) % 2 == 0 ? kLight : kDark, mesh);
  }
}

// Corners counter-clockwise seen from outside.
void AddQuad(const std::array<Vector3d, 4>& corners, const Vector3d& normal,
             float shade, RenderMesh* mesh) {
  const auto a = static_cast<std::uint32_t>(mesh->positions.size());
  for (const Vector3d& corner : corners) AddVertex(corner, normal, shade, mesh);
  mesh->indices.insert(mesh->indices.end(), {a, a + 1, a + 2, a, a + 2, a + 3});
}

// The mean normal of the faces at a corner that are nearly in line with `face`.
Vector3d SmoothNormal(const contact::ConvexHull& hull,
                      const contact::ConvexHull::Face& face, int corner) {
  const double in_line = std::cos(kSharpEdge);
  Vector3d sum = Vector3d::Zero();
  for (const int other : hull.faces_at(corner)) {
    const Vector3d& normal = hull.faces()[other].normal;
    if (normal.dot(face.normal) > in_line) sum += normal;
  }
  return sum;
}

constexpr double kQuarter = std::numbers::pi / 2;

struct Tessellator {
  RenderMesh operator()(const contact::Sphere& sphere) const {
    RenderMesh mesh;
    AddSurfaceOfRevolution(MakeArc(sphere.radius, 0, -kQuarter, 0), 0, &mesh);
    AddSurfaceOfRevolution(MakeArc(sphere.radius, 0, 0, kQuarter), 1, &mesh);
    return mesh;
  }

  RenderMesh operator()(const contact::Ellipsoid& ellipsoid) const {
    // The map x -> A x takes normals to A^-T n.
    RenderMesh mesh = (*this)(contact::Sphere{1});
    const Vector3f scale = ellipsoid.radii.cast<float>();
    for (Vector3f& p : mesh.positions) p = p.cwiseProduct(scale);
    for (Vector3f& n : mesh.normals) n = n.cwiseQuotient(scale).normalized();
    return mesh;
  }

  RenderMesh operator()(const contact::Capsule& capsule) const {
    const double r = capsule.radius, l = capsule.half_length;
    RenderMesh mesh;
    AddSurfaceOfRevolution(MakeArc(r, -l, -kQuarter, 0), 0, &mesh);
    AddSurfaceOfRevolution({{r, -l, 1, 0}, {r, l, 1, 0}}, 0, &mesh);
    AddSurfaceOfRevolution(MakeArc(r, l, 0, kQuarter), 0, &mesh);
    return mesh;
  }

  RenderMesh operator()(const contact::Cylinder& cylinder) const {
    const double r = cylinder.radius, l = cylinder.half_length;
    RenderMesh mesh;
    AddSurfaceOfRevolution({{0, -l, 0, -1}, {r, -l, 0, -1}}, 0, &mesh);
    AddSurfaceOfRevolution({{r, -l, 1, 0}, {r, l, 1, 0}}, 0, &mesh);
    AddSurfaceOfRevolution({{r, l, 0, 1}, {0, l, 0, 1}}, 0, &mesh);
    return mesh;
  }

  RenderMesh operator()(const contact::Box& box) const {
    RenderMesh mesh;
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {-1.0, 1.0}) {
        // u x w = normal, so that (-,-) (+,-) (+,+) (-,+) is counter-clockwise.
        const Vector3d n = side * Vector3d::Unit(axis);
        const Vector3d u = Vector3d::Unit((axis + 1) % 3);
        const Vector3d w = n.cross(u);
        const auto corner = [&](double a, double b) -> Vector3d {
          return (n + a * u + b * w).cwiseProduct(box.half_extents);
        };
        AddQuad({corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)}, n,
                kLight, &mesh);
      }
    }
    return mesh;
  }

  RenderMesh operator()(const contact::HalfSpace&) const {
    constexpr int kTiles = static_cast<int>(kDrawnHalfSpace);  // Of 1 m.
    constexpr double kStart = -kDrawnHalfSpace / 2;
    RenderMesh mesh;
    for (int i = 0; i < kTiles; ++i) {
      for (int j = 0; j < kTiles; ++j) {
        const double x = kStart + i, y = kStart + j;
        AddQuad({Vector3d(x, y, 0), Vector3d(x + 1, y, 0),
                 Vector3d(x + 1, y + 1, 0), Vector3d(x, y + 1, 0)},
                Vector3d::UnitZ(), (i + j) % 2 == 0 ? kLight : kDark, &mesh);
      }
    }
    return mesh;
  }

  RenderMesh operator()(const contact::ConvexMesh& convex) const {
    const contact::ConvexHull& hull = *convex.hull;
    if (hull.field() != nullptr) return Tessellate(*hull.solid());
    RenderMesh mesh;
    for (const contact::ConvexHull::Face& face : hull.faces()) {
      const auto a = static_cast<std::uint32_t>(mesh.positions.size());
      for (const int corner : face.corners) {
        AddVertex(hull.vertices()[corner], SmoothNormal(hull, face, corner),
                  kLight, &mesh);
      }
      // A fan: faces are convex.
      const auto count = static_cast<std::uint32_t>(face.corners.size());
      for (std::uint32_t k = 1; k + 1 < count; ++k) {
        mesh.indices.insert(mesh.indices.end(), {a, a + k, a + k + 1});
      }
    }
    return mesh;
  }
};

// The triangles at each vertex, one list after the other.
struct TrianglesAt {
  std::vector<int> first, all;

  explicit TrianglesAt(const contact::TriangleMesh& mesh)
      : first(mesh.vertices.size() + 1, 0), all(3 * mesh.triangles.size()) {
    for (const auto& triangle : mesh.triangles) {
      for (const int v : triangle) ++first[v + 1];
    }
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<int> next(first.begin(), first.end() - 1);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      for (const int v : mesh.triangles[t])
        all[next[v]++] = static_cast<int>(t);
    }
  }

  std::span<const int> operator[](int v) const {
    return std::span(all).subspan(first[v], first[v + 1] - first[v]);
  }
};

// Twice the area of each triangle, along its normal.
std::vector<Vector3d> CalcAreas(const contact::TriangleMesh& mesh) {
  std::vector<Vector3d> areas;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vector3d& p = mesh.vertices[a];
    areas.push_back((mesh.vertices[b] - p).cross(mesh.vertices[c] - p));
  }
  return areas;
}

}  // namespace

RenderMesh Tessellate(const contact::TriangleMesh& mesh) {
  const double in_line = std::cos(kSharpEdge);
  const TrianglesAt triangles_at(mesh);
  const std::vector<Vector3d> areas = CalcAreas(mesh);
  RenderMesh render;
  // The corners so far of each vertex, by their normals.
  std::vector<std::vector<std::pair<Vector3d, std::uint32_t>>> corners(
      mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const double size = areas[t].norm();
    if (size == 0) continue;
    for (const int v : mesh.triangles[t]) {
      Vector3d normal = Vector3d::Zero();
      for (const int other : triangles_at[v]) {
        if (areas[other].dot(areas[t]) > in_line * areas[other].norm() * size)
          normal += areas[other];
      }
      normal.normalize();
      const auto same = std::ranges::find_if(corners[v], [&](const auto& each) {
        return each.first.isApprox(normal, 1e-6);
      });
      if (same != corners[v].end()) {
        render.indices.push_back(same->second);
        continue;
      }
      const auto index = static_cast<std::uint32_t>(render.positions.size());
      corners[v].emplace_back(normal, index);
      AddVertex(mesh.vertices[v], normal, kLight, &render);
      render.indices.push_back(index);
    }
  }
  return render;
}

RenderMesh Tessellate(const contact::Shape& shape) {
  return std::visit(Tessellator{}, shape);
}

}  // namespace tactus::recording

#include "tactus/contact/geometry/shapes/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact::test {
namespace {

double HeightOver(const HullFace& face, const Vector3d& p) {
  return face.normal.dot(p) - face.offset;
}

/// What is true of every hull of a cloud; `slack` relative to its size.
void CheckHull(const ConvexHull& hull, std::span<const Vector3d> cloud,
               double slack) {
  const double size = hull.half_extents().maxCoeff();
  for (const HullFace& face : hull.faces()) {
    CHECK(std::abs(face.normal.norm() - 1) < 1e-12);
    REQUIRE(face.corners.size() >= 3);
    double highest = -1e9;
    for (const Vector3d& p : cloud) {
      highest = std::max(highest, HeightOver(face, p));
    }
    CHECK(highest <= slack * size);
    // Corners lie in the plane, counter-clockwise, and turn left.
    for (std::size_t k = 0; k < face.corners.size(); ++k) {
      const auto corner = [&](std::size_t i) -> const Vector3d& {
        return hull.vertices()[face.corners[i % face.corners.size()]];
      };
      CHECK(std::abs(HeightOver(face, corner(k))) <= 2 * slack * size + 1e-15);
      CHECK((corner(k + 1) - corner(k))
                .cross(corner(k + 2) - corner(k + 1))
                .dot(face.normal) > 0);
    }
  }
  // It reaches as far as the cloud, in every direction.
  Random random(99);
  for (int i = 0; i < 20; ++i) {
    const Vector3d direction = RandomDirection(&random);
    double of_cloud = -1e99;
    for (const Vector3d& p : cloud) {
      of_cloud = std::max(of_cloud, direction.dot(p));
    }
    const double of_hull =
        direction.dot(hull.vertices()[hull.FindSupport(direction)]);
    CHECK(of_hull <= of_cloud);
    CHECK(of_hull >= of_cloud - 3 * slack * size);
  }
  // Euler's formula, for the surface and for its triangles.
  const auto v = static_cast<int>(hull.vertices().size());
  const auto f = static_cast<int>(hull.faces().size());
  const auto e = static_cast<int>(hull.edges().size());
  const auto t = static_cast<int>(hull.triangles().size());
  CHECK(v - e + f == 2);
  CHECK(t == 2 * v - 4);
  CHECK(IsClosed({hull.vertices(), hull.triangles()}));
}

TEST_CASE("Convex hull: a box's corners -> six faces and twelve edges") {
  const Vector3d h(1, 2, 3);
  const ConvexMesh mesh = MakeBoxMesh(h);
  const ConvexHull& hull = *mesh.hull;
  CheckHull(hull, hull.vertices(), 1e-15);
  CHECK(hull.vertices().size() == 8);
  CHECK(hull.faces().size() == 6);
  CHECK(hull.edges().size() == 12);
  CHECK(hull.triangles().size() == 12);
  for (const HullFace& face : hull.faces()) {
    CHECK(face.corners.size() == 4);
    CHECK(face.normal.cwiseAbs().maxCoeff() == Approx(1));
    CHECK(face.offset == Approx(face.normal.cwiseAbs().dot(h)));
  }
  for (const HullEdge& edge : hull.edges()) {
    CHECK(std::abs(hull.faces()[edge.left].normal.dot(
              hull.faces()[edge.right].normal)) < 1e-12);
  }
  CHECK(hull.center().norm() < 1e-15);
  CHECK((hull.half_extents() - h).norm() < 1e-15);
  const VolumeIntegrals integrals =
      CalcVolumeIntegrals({hull.vertices(), hull.triangles()});
  CHECK(integrals.volume == Approx(48));
}

TEST_CASE(
    "Convex hull: points inside, on faces, on edges, repeated -> left out") {
  Random random(1);
  std::vector<Vector3d> cloud;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      for (int z = -2; z <= 2; ++z) {
        for (int copy = 0; copy < 2; ++copy) {
          cloud.push_back(0.1 * Vector3d(x, y, z));
        }
      }
    }
  }
  for (const double noise :
       {0., 1e-9}) {  // As from a file in single precision.
    std::vector<Vector3d> noisy = cloud;
    for (Vector3d& p : noisy) p += RandomVector(&random, -noise, noise);
    const ConvexHull hull(noisy);
    CheckHull(hull, noisy, 1e-6);
    CHECK(hull.vertices().size() == 8);
    CHECK(hull.faces().size() == 6);
  }
}

TEST_CASE("Convex hull: a prism of 100 sides -> two ends of 100 corners") {
  constexpr int kSides = 100;
  std::vector<Vector3d> cloud;
  for (int k = 0; k < kSides; ++k) {
    const double t = 2 * std::numbers::pi * k / kSides;
    cloud.push_back({std::cos(t), std::sin(t), -1});
    cloud.push_back({std::cos(t), std::sin(t), 1});
  }
  const ConvexHull hull(cloud);
  CheckHull(hull, cloud, 1e-12);
  CHECK(hull.faces().size() == kSides + 2);
  int num_ends = 0;
  for (const HullFace& face : hull.faces()) {
    if (std::abs(face.normal.z()) < 0.5) continue;
    ++num_ends;
    CHECK(face.corners.size() == kSides);
    CHECK(face.polygon.size() == 32);
  }
  CHECK(num_ends == 2);
}

TEST_CASE(
    "Convex hull: random clouds of all sizes -> closed, convex, around them") {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const double scale = std::pow(10, Uniform(&random, -4, 4));
    const Vector3d h =
        scale * Vector3d(1, std::pow(10, Uniform(&random, -3, 0)),
                         std::pow(10, Uniform(&random, -3, 0)));
    const Vector3d center = scale * RandomVector(&random, -3, 3);
    std::vector<Vector3d> cloud;
    for (int k = 0; k < 4 + i; ++k) {
      cloud.push_back(center + h.cwiseProduct(RandomVector(&random, -1, 1)));
    }
    CheckHull(ConvexHull(cloud), cloud, 1e-6);
  }
}

TEST_CASE("Convex hull: a climb from any start -> the farthest vertex") {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const ConvexMesh mesh = RandomMesh(&random);
    const ConvexHull& hull = *mesh.hull;
    for (int k = 0; k < 50; ++k) {
      const Vector3d direction = RandomDirection(&random);
      double highest = -1e9;
      for (const Vector3d& p : hull.vertices()) {
        highest = std::max(highest, direction.dot(p));
      }
      const int start = k % static_cast<int>(hull.vertices().size());
      const int found = hull.FindSupport(direction, start);
      CHECK(direction.dot(hull.vertices()[found]) == highest);
      const int from_grid = hull.FindSupport(direction);
      CHECK(direction.dot(hull.vertices()[from_grid]) == highest);
    }
  }
}

TEST_CASE("Convex hull: a cap -> all vertices as far, each once, if they fit") {
  Random random(5);
  int num_full = 0, num_found = 0;
  for (int i = 0; i < 20; ++i) {
    std::vector<Vector3d> cloud;
    for (int k = 0; k < 20 + 20 * i; ++k)
      cloud.push_back(RandomDirection(&random));
    const ConvexHull hull(cloud);
    const double slack = 1.1e-6 * hull.half_extents().maxCoeff();
    for (int k = 0; k < 50; ++k) {
      const Vector3d direction = RandomDirection(&random);
      const auto distance_of = [&](int v) {
        return direction.dot(hull.vertices()[v]);
      };
      const double distance =
          distance_of(hull.FindSupport(direction)) -
          (k % 5 - 1) * 0.2 * hull.half_extents().minCoeff();
      std::size_t beyond = 0;
      for (std::size_t v = 0; v < hull.vertices().size(); ++v) {
        if (distance_of(static_cast<int>(v)) > distance) ++beyond;
      }
      ConvexHull::Cap cap;
      if (!hull.FindCap(direction, distance, &cap)) {
        CHECK(beyond + 1 > ConvexHull::Cap::kCapacity);
        ++num_full;
        continue;
      }
      std::vector<int> found(cap.all().begin(), cap.all().end());
      std::ranges::sort(found);
      CHECK(std::ranges::adjacent_find(found) == found.end());
      CHECK(std::ranges::all_of(
          found, [&](int v) { return distance_of(v) > distance - slack; }));
      CHECK(std::ranges::count_if(found, [&](int v) {
              return distance_of(v) > distance;
            }) == static_cast<long>(beyond));
      if (beyond > 1) ++num_found;
    }
  }
  CHECK(num_full > 20);
  CHECK(num_found > 100);
}

TEST_CASE("Convex hull: a vertex's neighbours and faces -> have it, too") {
  Random random(4);
  const ConvexMesh mesh = RandomMesh(&random);
  const ConvexHull& hull = *mesh.hull;
  for (int v = 0; v < static_cast<int>(hull.vertices().size()); ++v) {
    for (const int w : hull.neighbors(v)) {
      const auto back = hull.neighbors(w);
      CHECK(std::count(back.begin(), back.end(), v) == 1);
    }
    for (const int f : hull.faces_at(v)) {
      const auto& corners = hull.faces()[f].corners;
      CHECK(std::count(corners.begin(), corners.end(), v) == 1);
    }
    CHECK(hull.faces_at(v).size() >= 3);
  }
}

TEST_CASE("Convex hull: 500 vertices -> few groups, each of neighbours") {
  Random random(5);
  std::vector<Vector3d> cloud;
  for (int i = 0; i < 500; ++i) cloud.push_back(RandomDirection(&random));
  const ConvexHull hull(cloud);
  std::vector<int> seen(500, 0);
  for (const ConvexHull::VertexGroup& group : hull.groups()) {
    for (const int v : group.vertices) {
      ++seen[v];
      const double distance = (hull.vertices()[v] - group.center).norm();
      CHECK(distance <= group.radius);
      for (const int w : group.vertices) {
        CHECK((hull.vertices()[v] - hull.vertices()[w]).norm() < 1.2);
      }
    }
  }
  CHECK(std::ranges::count(seen, 1) == 500);
  CHECK(hull.groups().size() == ConvexHull::kMaxGroups);
  // Few vertices have a group each.
  CHECK(MakeBoxMesh({1, 1, 1}).hull->groups().size() == 8);
}

TEST_CASE("Convex hull: clouds without volume -> refused with the reason") {
  const auto refuse = [](const std::vector<Vector3d>& cloud,
                         const std::string& reason) {
    CHECK_THROWS_AS(ConvexHull(cloud), std::invalid_argument);
    CHECK_THROWS_WITH(ConvexHull(cloud), Catch::Contains(reason));
  };
  refuse({}, "at least four points are needed, not 0");
  refuse({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "not 3");
  refuse(std::vector<Vector3d>(5, Vector3d(1, 2, 3)), "all points are one");
  refuse({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}}, "on a line");
  refuse({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {3, 2, 1}}, "in a plane");
  refuse({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::nan("")}}, "not finite");
}

TEST_CASE("Convex hull: meshes of real robots -> around all their points") {
  if (!tactus::test::HasShared("models/menagerie")) return;
  int num_hulls = 0;
  const auto folder = tactus::test::SharedDirectory() / "models/menagerie";
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (extension != ".stl" && extension != ".STL" && extension != ".obj") {
      continue;
    }
    if (entry.file_size() > 200'000 || num_hulls == 40) continue;
    INFO(entry.path());
    const TriangleMesh mesh = ReadMeshFile(entry.path());
    const ConvexHull hull(mesh.vertices);
    const double size = hull.half_extents().maxCoeff();
    double highest = 0;
    for (const HullFace& face : hull.faces()) {
      for (const Vector3d& p : mesh.vertices) {
        highest = std::max(highest, HeightOver(face, p));
      }
    }
    CHECK(highest <= 1.5e-6 * size);
    CHECK(hull.vertices().size() + hull.faces().size() ==
          hull.edges().size() + 2);
    ++num_hulls;
  }
  CHECK(num_hulls > 0);
}

}  // namespace
}  // namespace tactus::contact::test

#include "tactus/contact/geometry/shapes/face_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact::test {
namespace {

/// An ellipsoid of many facets, a long prism and a thin plate, off the origin.
std::vector<ConvexHull> MakeHulls() {
  Random random(11);
  std::vector<Vector3d> round, prism, plate;
  for (int i = 0; i < 600; ++i) {
    round.push_back(
        Vector3d(7, 1, 2) +
        Vector3d(1, 0.5, 0.1).cwiseProduct(RandomDirection(&random)));
  }
  for (int k = 0; k < 80; ++k) {
    const double angle = std::numbers::pi / 40 * k;
    for (const double z : {0., 5.}) {
      prism.emplace_back(std::cos(angle), std::sin(angle), z);
      plate.emplace_back(std::cos(angle), std::sin(angle), 1e-3 * z);
    }
  }
  std::vector<ConvexHull> hulls;
  for (const auto& cloud : {round, prism, plate}) hulls.emplace_back(cloud);
  return hulls;
}

Vector3d PointAround(const ConvexHull& hull, Random* random) {
  const Vector3d x = 1.5 * RandomVector(random, -1, 1);
  return hull.center() + hull.half_extents().cwiseProduct(x);
}

TEST_CASE(
    "Face tree: a point -> the faces near it, each once, and the highest") {
  Random random(12);
  for (const ConvexHull& hull : MakeHulls()) {
    for (int i = 0; i < 200; ++i) {
      const Vector3d x = PointAround(hull, &random);
      const double depth = (i % 5 - 1) * 0.1 * hull.half_extents().minCoeff();
      std::set<int> near;
      int highest = -1;
      double height = -std::numeric_limits<double>::infinity();
      for (int f = 0; f < static_cast<int>(hull.faces().size()); ++f) {
        const double h = hull.faces()[f].normal.dot(x) - hull.faces()[f].offset;
        if (h > -depth) near.insert(f);
        if (h > height) height = h, highest = f;
      }
      std::set<int> found;
      int count = 0;
      hull.face_tree().VisitNear(x, depth, [&](int f) {
        found.insert(f);
        ++count;
      });
      CHECK(found == near);
      CHECK(count == static_cast<int>(near.size()));
      CHECK(hull.face_tree().FindHighest(x).face == highest);
      CHECK(hull.face_tree().FindHighest(x).height == height);
    }
  }
}

/// A face's corners and points along its edges.
std::vector<Vector3d> SampleRim(const ConvexHull& hull, const HullFace& face) {
  std::vector<Vector3d> points;
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    const Vector3d a = hull.vertices()[face.corners[k]];
    const Vector3d b =
        hull.vertices()[face.corners[(k + 1) % face.corners.size()]];
    for (const double x : {0., 0.3, 0.6}) points.push_back(a + x * (b - a));
  }
  return points;
}

TEST_CASE("Face tree: a prism -> all that look down into it, each once") {
  Random random(13);
  long needed = 0;
  for (const ConvexHull& hull : MakeHulls()) {
    for (int i = 0; i < 200; ++i) {
      const FaceTree::Prism prism{
          RandomDirection(&random), PointAround(hull, &random),
          (i % 4) * 0.2 * hull.half_extents().maxCoeff(),
          (i % 3) * 0.1 * hull.half_extents().minCoeff()};
      std::multiset<int> found;
      hull.face_tree().VisitIn(prism, 0.3, [&](int f) {
        found.insert(f);
        return prism.depth;
      });
      const auto is_in = [&](const Vector3d& p) {
        const Vector3d d = p - prism.center;
        return d.dot(prism.up) < -prism.depth &&
               d.cross(prism.up).norm() < prism.radius;
      };
      for (int f = 0; f < static_cast<int>(hull.faces().size()); ++f) {
        const HullFace& face = hull.faces()[f];
        CHECK(found.count(f) <= 1);
        const bool looks_down = prism.up.dot(face.normal) < -0.3;
        if (!looks_down) CHECK(found.count(f) == 0);
        if (looks_down && std::ranges::any_of(SampleRim(hull, face), is_in)) {
          CHECK(found.count(f) == 1);
          ++needed;
        }
      }
    }
  }
  CHECK(needed > 1000);
}

TEST_CASE(
    "Face tree: a depth that rises on the way -> fewer faces, deep ones") {
  Random random(15);
  for (const ConvexHull& hull : MakeHulls()) {
    for (int i = 0; i < 50; ++i) {
      const Vector3d up = RandomDirection(&random);
      const FaceTree::Prism all{up, hull.center(), 10};
      const auto depth_of = [&](int f) {
        double depth = -10;
        for (const int v : hull.faces()[f].corners)
          depth = std::max(depth, up.dot(all.center - hull.vertices()[v]));
        return depth;
      };
      std::set<int> found;
      double deepest = 0;
      hull.face_tree().VisitIn(all, 0.1, [&](int f) {
        found.insert(f);
        deepest = std::max(deepest, depth_of(f));
        return 0.5 * deepest;
      });
      int needed = 0, looking_down = 0;
      for (int f = 0; f < static_cast<int>(hull.faces().size()); ++f) {
        if (!(up.dot(hull.faces()[f].normal) < -0.1)) continue;
        ++looking_down;
        if (!(depth_of(f) > 0.5 * deepest * (1 + 1e-9))) continue;
        ++needed;
        CHECK(found.count(f) == 1);
      }
      CHECK(needed > 0);
      CHECK(static_cast<int>(found.size()) <= looking_down);
    }
  }
}

TEST_CASE("Face tree: a small prism over a fine hull -> few faces") {
  Random random(14);
  std::vector<Vector3d> cloud;
  for (int i = 0; i < 4000; ++i) cloud.push_back(RandomDirection(&random));
  const ConvexHull hull(cloud);
  int found = 0;
  for (int i = 0; i < 100; ++i) {
    const Vector3d up = RandomDirection(&random);
    hull.face_tree().VisitIn({up, -0.999 * up, 0.1}, 0.1, [&](int) {
      ++found;
      return 0;
    });
  }
  // A cap of height 0.001 holds some four of the 8000; those that a random
  // triangle's circle reaches are some tens.
  CHECK(found < 100 * 40);
}

}  // namespace
}  // namespace tactus::contact::test

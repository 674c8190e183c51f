#include "tactus/contact/geometry/narrow_phase/convex_solid.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "contact/geometry/narrow_phase/overlap_oracle.h"
#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

struct Sample {
  Kind kind;
  Shape shape;
  RigidTransform X;

  ConvexSolid Solid() const {
    switch (kind) {
      case Kind::kBox:
        return {std::get<Box>(shape), X};
      case Kind::kCylinder:
        return {std::get<Cylinder>(shape), X};
      case Kind::kEllipsoid:
        return {std::get<Ellipsoid>(shape), X};
      default:
        return {std::get<ConvexMesh>(shape), X};
    }
  }
};

template <class Test>
void ForEachSample(const Test& test) {
  Random random(1);
  for (const Kind kind :
       {Kind::kBox, Kind::kCylinder, Kind::kEllipsoid, Kind::kMesh}) {
    INFO(NameOf(kind));
    for (int i = 0; i < 20; ++i) {
      test(Sample{kind, RandomShape(kind, &random), RandomPose(&random, 1)},
           &random);
    }
  }
}

TEST_CASE("Convex solid: support points -> as far as the support function") {
  ForEachSample([](const Sample& sample, Random* random) {
    const ConvexSolid solid = sample.Solid();
    for (int i = 0; i < 20; ++i) {
      const Vector3d n = RandomDirection(random);
      const Vector3d p = solid.Support(n);
      CHECK(n.dot(p) ==
            Approx(SupportFunction(sample.shape, sample.X, n)).margin(1e-13));
      const Vector3d m = RandomDirection(random);
      CHECK(m.dot(p) <= SupportFunction(sample.shape, sample.X, m) + 1e-13);
    }
    CHECK(solid.center().allFinite());
  });
}

TEST_CASE(
    "Convex solid: the support's Hessian -> the support point's derivative") {
  ForEachSample([](const Sample& sample, Random* random) {
    const ConvexSolid solid = sample.Solid();
    const Vector3d n = RandomDirection(random);
    const Matrix3d H = solid.SupportHessian(n);
    CHECK((H * n).norm() < 1e-12);
    constexpr double h = 1e-6;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3d d = h * Vector3d::Unit(axis);
      const Vector3d difference =
          (solid.Support(n + d) - solid.Support(n - d)) / (2 * h);
      CHECK((difference - H.col(axis)).norm() < 1e-7);
    }
  });
}

TEST_CASE(
    "Convex solid: faces -> bound the solid, with corners in their plane") {
  ForEachSample([](const Sample& sample, Random*) {
    const ConvexSolid solid = sample.Solid();
    if (sample.kind == Kind::kEllipsoid) CHECK(solid.num_faces() == 0);
    for (int i = 0; i < solid.num_faces(); ++i) {
      const auto [normal, offset] = solid.FacePlane(i);
      CHECK(offset == Approx(SupportFunction(sample.shape, sample.X, normal))
                          .margin(1e-12));
      CHECK(solid.HasFaceAlong(normal));
      CHECK((solid.FacePlane(solid.FindFaceAlong(normal)).normal - normal)
                .norm() < 1e-12);
      for (const auto role :
           {ConvexSolid::Role::kReference, ConvexSolid::Role::kIncident}) {
        ConvexSolid::OwnedFace owned;
        solid.MakeFace(i, role, &owned);
        CHECK((owned.face.normal() - normal).norm() < 1e-12);
        CHECK(owned.face.axes.isUnitary(1e-12));
        CHECK(owned.face.axes.determinant() == Approx(1));
        for (const PolygonCorner& corner : owned.face.corners) {
          const Vector3d p =
              owned.face.origin + owned.face.axes.leftCols<2>() * corner.p;
          CHECK(std::abs(normal.dot(p) - offset) < 1e-12);
        }
      }
    }
  });
}

TEST_CASE(
    "Convex solid: an end, incident or reference -> inside or around its rim") {
  const Cylinder cylinder{0.5, 1};
  const ConvexSolid solid(cylinder, RigidTransform::Identity());
  ConvexSolid::OwnedFace inner, outer;
  solid.MakeFace(0, ConvexSolid::Role::kIncident, &inner);
  solid.MakeFace(0, ConvexSolid::Role::kReference, &outer);
  CHECK(inner.face.corners.size() == 8);
  CHECK(outer.face.corners.size() == 16);
  for (const PolygonCorner& c : inner.face.corners) {
    CHECK(c.p.norm() == Approx(0.5));
  }
  for (const PolygonCorner& c : outer.face.corners) {
    CHECK(c.edge_normal.dot(c.p) == Approx(0.5));
  }
}

TEST_CASE(
    "Convex solid: lines across a direction -> level, from its support point") {
  ForEachSample([](const Sample& sample, Random* random) {
    const ConvexSolid solid = sample.Solid();
    for (int i = 0; i < 20; ++i) {
      const Vector3d n = RandomDirection(random);
      const double reach = SupportFunction(sample.shape, sample.X, n);
      const Segment line = solid.FindLine(n, 0.2);
      // One end is the support point; the line is on the surface or inside.
      const double high = std::max(n.dot(line.At(line.half_length)),
                                   n.dot(line.At(-line.half_length)));
      CHECK(high == Approx(reach).margin(1e-12));
      if (line.half_length > 0) CHECK(std::abs(n.dot(line.direction)) < 0.2);
      ConvexSolid::Edges edges;
      solid.FindEdgesAcross(n, 0.2, &edges);
      CHECK((edges.count > 0) == (line.half_length > 0));
      for (int k = 0; k < edges.count; ++k) {
        CHECK(std::abs(n.dot(edges.direction[k])) <= 0.2);
        CHECK(edges.direction[k].norm() == Approx(1));
      }
    }
  });
}

TEST_CASE(
    "Convex solid: the deepest face below a plane -> the support's depth") {
  const Face plane{Vector3d::Zero(), Matrix3d::Identity(), {}, 0};
  ForEachSample([&](const Sample& sample, Random*) {
    const ConvexSolid solid = sample.Solid();
    if (!solid.is_polytope()) return;
    double deepest = -1e9;
    for (int i = 0; i < solid.num_faces(); ++i) {
      deepest = std::max(deepest, solid.DepthOfFace(i, plane));
    }
    CHECK(deepest ==
          Approx(SupportFunction(sample.shape, sample.X, -Vector3d::UnitZ())));
  });
}

// Few faces are found from the lowest corner on, more of them in the tree.
TEST_CASE("Convex solid: a prism -> all faces deep in it, once, in one order") {
  Random random(31);
  std::vector<Vector3d> cloud;
  for (int i = 0; i < 500; ++i) cloud.push_back(RandomDirection(&random));
  const ConvexMesh fine{std::make_shared<ConvexHull>(cloud)};
  const ConvexHull& hull = *fine.hull;
  int num_needed = 0;
  for (int i = 0; i < 300; ++i) {
    const RigidTransform X = RandomPose(&random, 1);
    const ConvexSolid solid(fine, X);
    Face reference;
    reference.axes = RandomPose(&random, 1).linear();
    const Vector3d down = -reference.normal();
    // The plane cuts off caps from 0.2 to 20 hundredths of the ball.
    const double overlap = i % 2 == 0 ? 0.002 + 1e-4 * i : 0.2;
    reference.origin = solid.Support(down) - overlap * down;
    const auto corners = MakeRectangle({0.02 + 0.3 * (i % 3), 0.3});
    if (i % 5 != 0) reference.corners = corners;
    const double depth = i % 4 < 2 ? 0.5 * overlap : 0;
    std::vector<int> places;
    solid.VisitFacesIn(reference, 0.1, depth, [&](int face) {
      places.push_back(hull.face_tree().PlaceOf(face));
      return depth;
    });
    CHECK(std::ranges::is_sorted(places));
    CHECK(std::ranges::adjacent_find(places) == places.end());
    const auto is_in = [&](const Vector3d& p) {
      const Vector3d q = reference.axes.transpose() * (p - reference.origin);
      return std::ranges::all_of(reference.corners, [&](const auto& side) {
        return side.edge_normal.dot(q.template head<2>() - side.p) < 0;
      });
    };
    for (int face = 0; face < solid.num_faces(); ++face) {
      const HullFace& f = hull.faces()[face];
      const bool looks_up = down.dot(X.linear() * f.normal) > 0.1;
      if (!looks_up || !is_in(X * f.origin)) continue;
      if (!(reference.DepthOf(X * f.origin) > depth)) continue;
      ++num_needed;
      CHECK(std::ranges::binary_search(places, hull.face_tree().PlaceOf(face)));
    }
  }
  CHECK(num_needed > 1000);
}

}  // namespace
}  // namespace tactus::contact::test

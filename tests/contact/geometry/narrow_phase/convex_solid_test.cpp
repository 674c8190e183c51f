#include "tactus/contact/geometry/narrow_phase/convex_solid.h"

#include <cmath>

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

TEST_CASE("Support points reach as far as the support function") {
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

TEST_CASE("The Hessian is the derivative of the support point") {
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

TEST_CASE("Faces bound the solid and carry their polygon") {
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

TEST_CASE("An end is inside its circle as incident, around it as reference") {
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

TEST_CASE("Lines and edges across a direction") {
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

TEST_CASE("How deep a face reaches below another's plane") {
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

}  // namespace
}  // namespace tactus::contact::test

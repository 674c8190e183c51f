#include "tactus/contact/geometry/narrow_phase/polytope_contact.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

struct Result {
  std::vector<ManifoldPoint> points;
  double left_over = 0;
};

Result LieOn(const Face& face, const ConvexSolid& solid, double depth) {
  Result result;
  const RigidTransform origin = RigidTransform::Identity();
  ManifoldWriter writer(origin, false, 0, &result.points);
  result.left_over = PolytopeContact(face, solid, solid.inner_radius())
                         .Write(1, depth, {face, true, &writer});
  return result;
}

const Face kPlane{Vector3d::Zero(), Matrix3d::Identity(), {}, 1};

/// A wedge whose ridge along x is `depth` below z = 0; the faces beside it fall
/// off by 0.2, so that neither is flat.
ConvexMesh MakeWedge() {
  return MakeMesh({{-1, 0, 0},
                   {1, 0, 0},
                   {-1, 1, 0.2},
                   {1, 1, 0.2},
                   {-1, -1, 0.2},
                   {1, -1, 0.2},
                   {0, 0, 2}});
}

TEST_CASE("PolytopeContact: lies on a ridge -> the ridge's two ends") {
  const ConvexMesh wedge = MakeWedge();
  const auto result = LieOn(
      kPlane,
      ConvexSolid(wedge, MakePose(Quaterniond::Identity(), {0, 0, -0.01})),
      0.01);
  CHECK(result.left_over == Approx(0).margin(1e-12));
  REQUIRE(result.points.size() == 2);
  for (const ManifoldPoint& p : result.points) {
    CHECK(std::abs(p.p_WB.x()) == Approx(1));
    CHECK(p.depth == Approx(0.01));
    CHECK(p.weight == Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("PolytopeContact: rolls from face to face -> no jump of the wrench") {
  const ConvexMesh wedge = MakeWedge();
  Wrench last;
  for (int i = 0; i <= 4000; ++i) {
    const double tilt = 0.4 * (i / 4000. - 0.5);
    const RigidTransform X = MakePose(
        Quaterniond(Eigen::AngleAxisd(tilt, Vector3d::UnitX())), {0, 0, -0.01});
    const Wrench wrench =
        CalcWrench(LieOn(kPlane, ConvexSolid(wedge, X), 0.01).points);
    if (i > 0) {
      CHECK((wrench.force - last.force).norm() < 2e-3);
      CHECK((wrench.torque - last.torque).norm() < 2e-3);
    }
    last = wrench;
  }
}

TEST_CASE("PolytopeContact: beside the face -> its weight is left over") {
  const auto corners = MakeRectangle({0.5, 0.5});
  const Face table{Vector3d::Zero(), Matrix3d::Identity(), corners, 1};
  const ConvexMesh cube = MakeBoxMesh({0.1, 0.1, 0.1});
  const auto at = [&](double x) {
    return LieOn(table,
                 ConvexSolid(cube, MakePose(Quaterniond::Identity(),
                                            {x, 0, 0.1 - 1e-3})),
                 1e-3);
  };
  CHECK(at(0).left_over == Approx(0).margin(1e-12));
  CHECK(at(0.55).left_over == Approx(0).margin(1e-12));
  CHECK(at(0.7).left_over == 1);
  CHECK(at(0.7).points.empty());
  double last = 0;
  for (double x = 0.59; x < 0.61; x += 1e-5) {
    CHECK(std::abs(at(x).left_over - last) < 0.02);
    last = at(x).left_over;
  }
}

/// Rings of 24 corners on a paraboloid of 24-fold symmetry about z, so blunt
/// that more than 32 of its faces are nearly as deep as the deepest.
ConvexMesh MakeBluntTip() {
  std::vector<Vector3d> points = {Vector3d::Zero(), {0, 0, 0.2}};
  for (int ring = 1; ring <= 4; ++ring) {
    const double r = 0.02 * ring;
    for (int k = 0; k < 24; ++k) {
      const double angle = k * M_PI / 12;
      points.emplace_back(r * std::cos(angle), r * std::sin(angle),
                          0.5 * r * r);
    }
  }
  return MakeMesh(points);
}

TEST_CASE("PolytopeContact: more faces than share -> no side is preferred") {
  const ConvexMesh tip = MakeBluntTip();
  for (const double turn : {0.0, 0.1, 1.0}) {
    const Quaterniond R(Eigen::AngleAxisd(turn, Vector3d::UnitZ()));
    const Wrench wrench = CalcWrench(
        LieOn(kPlane, ConvexSolid(tip, MakePose(R, {0, 0, -0.01})), 0.01)
            .points);
    CHECK(wrench.force.norm() > 0.01);
    CHECK(wrench.force.norm() < 0.04);
    CHECK(wrench.torque.norm() < 1e-9 * wrench.force.norm());
  }
}

TEST_CASE("PolytopeContact: faces change places among the many -> no jump") {
  const ConvexMesh tip = MakeBluntTip();
  // The greatest change from one of `count` tilts to the next: where there is
  // no jump, half of it with twice as many.
  const auto largest_change = [&](int count) {
    Wrench largest, last;
    for (int i = 0; i <= count; ++i) {
      const double tilt = 0.05 * (static_cast<double>(i) / count - 0.5);
      const Quaterniond R(
          Eigen::AngleAxisd(tilt, Vector3d(1, 0.3, 0).normalized()));
      const Wrench wrench = CalcWrench(
          LieOn(kPlane, ConvexSolid(tip, MakePose(R, {0, 0, -0.01})), 0.01)
              .points);
      if (i > 0) {
        largest.force =
            largest.force.cwiseMax((wrench.force - last.force).cwiseAbs());
        largest.torque =
            largest.torque.cwiseMax((wrench.torque - last.torque).cwiseAbs());
      }
      last = wrench;
    }
    return largest;
  };
  const Wrench coarse = largest_change(4000), fine = largest_change(8000);
  CHECK(fine.force.norm() < 0.6 * coarse.force.norm());
  CHECK(fine.torque.norm() < 0.6 * coarse.torque.norm());
}

}  // namespace
}  // namespace tactus::contact::test

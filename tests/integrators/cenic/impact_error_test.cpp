#include "tactus/integrators/cenic/impact_error.h"

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {
namespace {

// A cube that stands on its four corners, 1 mm deep.
contact::VelocityProblem MakeStanding() {
  const auto model = test::MakeCubeModel();
  const multibody::MultibodyPlant plant(model);
  multibody::VelocityProblemBuilder builder = plant.MakeProblemBuilder();
  contact::VelocityProblem problem;
  const VectorXd q = (VectorXd(7) << 0, 0, 0.049, 1, 0, 0, 0).finished();
  builder.Build(q, VectorXd::Zero(6), {}, &problem);
  REQUIRE(problem.points.size() == 4);
  return problem;
}

// Of points that are apart at the start: 3 ms |dv|, the largest.
TEST_CASE("Touch error: solves that part by dv -> 3 ms of it at new points") {
  contact::VelocityProblem problem = MakeStanding();
  for (contact::ContactPoint& point : problem.points) point.dissipation = 50;
  const VectorXd v1 = VectorXd::Zero(6);
  VectorXd dv = VectorXd::Zero(6);
  dv.tail<3>() = Vector3d(0.3, 0, -0.4);
  const auto error = [&] {
    return CalcTouchError(problem, 1e-3, v1, dv);
  };
  CHECK(error() == 0);
  problem.points[2].phi0 = 0.02;
  CHECK(error() == Approx(3e-3 * 0.5));

  dv.head<3>() = Vector3d(0, 0, 2);  // Points move by w x p as well.
  const auto speed_of = [&](int i) {
    return (Vector3d(0.3, 0, -0.4) +
            Vector3d(0, 0, 2).cross(problem.points[i].p_BoC_W))
        .norm();
  };
  CHECK(error() == Approx(3e-3 * speed_of(2)));
  problem.points[1].phi0 = 0;
  CHECK(error() == Approx(3e-3 * std::max(speed_of(1), speed_of(2))));
}

TEST_CASE("Touch error: a surface that began within h -> its points count") {
  contact::VelocityProblem problem = MakeStanding();
  VectorXd dv = VectorXd::Zero(6);
  dv[5] = -0.4;
  for (contact::ContactPoint& point : problem.points) {
    point.dissipation = 50;
    point.phi0 = -1e-4;
    point.elastic_force0 = point.stiffness * 1e-4;
    point.v_C0.z() = -0.2;
  }
  const auto error = [&](double h) {
    return CalcTouchError(problem, h, VectorXd::Zero(6), dv);
  };
  CHECK(error(1e-3) == 0);  // Points are seen before they touch.
  problem.patches[0].is_surface = true;
  CHECK(error(1e-3) == Approx(3e-3 * 0.4));
  CHECK(error(0.4e-3) == 0);
}

// From 1 mm deep, upwards: 0.5 s (1 - d)^4 |dv| of what is out after 2 ms.
TEST_CASE("Touch error: elastic points that part -> dv by what rebounds") {
  contact::VelocityProblem problem = MakeStanding();
  VectorXd v1 = VectorXd::Zero(6), dv = v1;
  dv[5] = 0.01;
  for (const double d : {0.0, 0.2, 1.0}) {
    for (contact::ContactPoint& point : problem.points) point.dissipation = d;
    v1[5] = 0.499;
    CHECK(CalcTouchError(problem, 2e-3, v1, dv) == 0);
    v1[5] = 0.501;
    CHECK(CalcTouchError(problem, 2e-3, v1, dv) ==
          Approx(0.5 * 0.01 * std::pow(1 - d, 4)));
  }
}

// As points at the side of a box that slides along a soft slab: their force
// comes of a pressure that approach hardly changes, k depth = r fe.
TEST_CASE(
    "Touch error: what approach hardly deepens -> neither begins nor parts") {
  contact::VelocityProblem problem = MakeStanding();
  VectorXd v1 = VectorXd::Zero(6), dv = v1;
  dv[5] = 0.01;
  v1[5] = 0.501;
  for (const double r : {0.0, 1e-17, 0.9, 1.0}) {
    for (const double d : {0.0, 0.2, 50.0}) {
      for (contact::ContactPoint& point : problem.points) {
        point.stiffness = r * point.elastic_force0 / -point.phi0;
        point.dissipation = r * d;
      }
      CHECK(
          CalcTouchError(problem, 2e-3, v1, dv) ==
          Approx(r == 1 ? 0.5 * 0.01 * std::pow(std::max(1 - d, 0.0), 4) : 0));
    }
  }
}

/// Three balls in a row, 1 mm in each other, and a plane that the row lies on,
/// 1 mm deep, where `grounded`; all of them and all points alike.
class Row {
 public:
  explicit Row(bool grounded)
      : plant_(MakeModel(grounded)), origin_(plant_, nullptr) {
    constexpr std::array kPlaces = {0.0, 0.078, 0.039};
    VectorXd q(21);
    for (int i = 0; i < 3; ++i) {
      q.segment(7 * i, 7) << kPlaces[i], 0, 0.019, 1, 0, 0, 0;
    }
    origin_.builder.Build(q, VectorXd::Zero(18), {}, &origin_.problem);
    origin_.result.v = VectorXd::Zero(18);
    origin_.result.forces_W.assign(origin_.problem.points.size(),
                                   Vector3d::Zero());
    for (contact::ContactPoint& point : origin_.problem.points) {
      point.v_C0 = Vector3d(0, 0, -1);
      point.inverse_mass = 2;
    }
  }

  /// Indices of the points between balls, and of those on the plane.
  std::vector<int> PointsOn(bool plane) const {
    std::vector<int> points;
    for (const contact::ContactPatch& patch : origin_.problem.patches) {
      const bool is_plane = origin_.problem.bodies[patch.body_a].clique < 0;
      for (int i = 0; i < patch.num_points; ++i) {
        if (is_plane == plane) points.push_back(patch.first_point + i);
      }
    }
    return points;
  }
  /// Of points whose depth follows approach by r, k as it was.
  void SetDepthRate(double r) {
    depth_rate_ = r;
    for (contact::ContactPoint& point : origin_.problem.points)
      point.elastic_force0 = -point.stiffness * point.phi0 / r;
  }
  /// Of points that meet at 1 m/s and are stopped, with x = 0.1, where those of
  /// `pushing` push.
  double CalcError(const std::vector<int>& pushing, double dissipation) {
    for (contact::ContactPoint& point : origin_.problem.points)
      point.dissipation = depth_rate_ * dissipation;
    for (Vector3d& force : origin_.result.forces_W) force.setZero();
    for (const int i : pushing) origin_.result.forces_W[i] = Vector3d(0, 0, 1);
    const double k = origin_.problem.points[0].stiffness;
    return CalcLostRebound(origin_, 0.1 / std::sqrt(2 * k));
  }

 private:
  static std::shared_ptr<const test::Model> MakeModel(bool grounded) {
    test::ModelBuilder builder;
    const contact::Sphere ball{0.02};
    for (const char* name : {"left", "right", "middle"}) {
      const int body = builder.AddBody(
          name,
          multibody::MakeSolidInertia(ball, 1000, RigidTransform::Identity()));
      builder.AddGeometry(
          {.name = name, .body = body, .shape = ball, .material = {}});
    }
    if (grounded) {
      builder.AddGeometry({.name = "ground",
                           .body = 0,
                           .shape = contact::HalfSpace{},
                           .material = {}});
    }
    return std::move(builder).Build();
  }

  multibody::MultibodyPlant plant_;
  StepOrigin origin_;
  double depth_rate_ = 1;
};

// Of what meets at 1 m/s and is stopped.
double CalcRebound(double y2) {
  return std::sqrt(1 + 1 / y2);
}

// e = tau_r u / (1 + d u) y^2, u^2 = 1 + 1 / y^2,
// y^2 = x^2 (1 + (1 - d)^4 (K / k - 1)).
TEST_CASE("Lost rebound: a ball between two contacts -> both springs count") {
  Row row(false);
  const std::vector<int> points = row.PointsOn(false);
  REQUIRE(points.size() == 2);
  const double x2 = 0.01;
  CHECK(row.CalcError({}, 0) == 0);
  CHECK(row.CalcError({points[0]}, 0) == Approx(0.07 * CalcRebound(x2) * x2));
  CHECK(row.CalcError(points, 0) ==
        Approx(0.07 * CalcRebound(2 * x2) * 2 * x2));
  for (const double d : {0.5, 1.0, 50.0}) {
    const double time = 0.02 + 0.05 * std::pow(1 + d, -4);
    const double elastic = d < 1 ? std::pow(1 - d, 4) : 0;
    const double y2 = x2 * (1 + elastic), u = CalcRebound(y2);
    CHECK(row.CalcError(points, d) == Approx(time * u / (1 + d * u) * y2));
  }
}

TEST_CASE("Lost rebound: balls on a plane -> not what pushes on the plane") {
  Row row(true);
  std::vector<int> points = row.PointsOn(true);
  REQUIRE(points.size() == 3);
  const double x2 = 0.01;
  CHECK(row.CalcError(points, 0) == Approx(0.07 * CalcRebound(x2) * x2));
  // The ball in the middle has two more.
  for (const int i : row.PointsOn(false)) points.push_back(i);
  CHECK(row.CalcError(points, 0) ==
        Approx(0.07 * CalcRebound(3 * x2) * 3 * x2));
}

// r u and the materials' d in place of u and the points' own.
TEST_CASE("Lost rebound: points that approach deepens by r -> that of r u") {
  Row row(false);
  const std::vector<int> points = row.PointsOn(false);
  const double x2 = 0.01;
  for (const double r : {1.0, 0.5, 1e-3}) {
    row.SetDepthRate(r);
    const double u = r * CalcRebound(x2);
    CHECK(row.CalcError({points[0]}, 50) ==
          Approx((0.02 + 0.05 * std::pow(51, -4)) * u / (1 + 50 * u) * x2));
    CHECK(row.CalcError({points[0]}, 0) == Approx(0.07 * u * x2));
  }
}

}  // namespace
}  // namespace tactus::integrators

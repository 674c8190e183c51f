#include "tactus/solvers/interior_point/cones.h"

#include <random>

#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

ConeProduct MakeCones(std::initializer_list<int> sizes) {
  ConeProduct cones;
  for (const int size : sizes) cones.Add(size);
  return cones;
}

bool IsInside(const ConeProduct& cones, const VectorXd& x, double slack) {
  for (int c = 0; c < cones.num_cones(); ++c) {
    const VectorXd part = x.segment(cones.start(c), cones.size(c));
    if (part[0] - part.tail(part.size() - 1).norm() < slack) return false;
  }
  return true;
}

TEST_CASE("Cones: the neutral element times x -> x") {
  const ConeProduct cones = MakeCones({1, 3, 2, 1, 4});
  CHECK(cones.size() == 11);
  VectorXd e, x = VectorXd::LinSpaced(11, -2, 5), product;
  cones.SetNeutral(1, &e);
  cones.Multiply(e, x, &product);
  CHECK((product - x).norm() < 1e-15);
}

TEST_CASE("Cones: eigenvalues beyond bounds -> at them, on the same axes") {
  const ConeProduct cones = MakeCones({1, 3, 3, 2, 1});
  VectorXd x(10);
  // Eigenvalues -2; 5 +- 5; 2 +- 0; -3 +- 1; 1.
  x << -2, 5, 3, 4, 2, 0, 0, -3, -1, 1;
  cones.ClampEigenvalues(-1, 4, &x);
  VectorXd expected(10);
  // -1; 2 +- 2; 2 +- 0; -1 +- 0; 1
  expected << -1, 2, 1.2, 1.6, 2, 0, 0, -1, 0, 1;
  CHECK((x - expected).norm() < 1e-14);
}

// L(a) has a_0 on its diagonal and a in its first row and column.
TEST_CASE("Cones: the product of a and b -> L(a) b of each cone's arrow") {
  const ConeProduct cones = MakeCones({2, 1, 4});
  const VectorXd a = VectorXd::LinSpaced(7, -1, 2);
  MatrixXd arrow = MatrixXd::Zero(7, 7);
  for (int c = 0; c < cones.num_cones(); ++c) {
    const int at = cones.start(c), n = cones.size(c);
    arrow.row(at).segment(at, n) = a.segment(at, n).transpose();
    arrow.col(at).segment(at, n) = a.segment(at, n);
    arrow.diagonal().segment(at, n).setConstant(a[at]);
  }
  for (int i = 0; i < 3; ++i) {
    const VectorXd b = VectorXd::Random(7);
    VectorXd product;
    cones.Multiply(a, b, &product);
    CHECK((arrow * b - product).norm() < 1e-14);
  }
}

TEST_CASE(
    "Cones: the step to the boundary -> inside before it, outside after") {
  std::mt19937 random(5);
  std::uniform_real_distribution<> in(-1, 1);
  const ConeProduct cones = MakeCones({1, 3, 2, 1});
  int shortened = 0;
  for (int round = 0; round < 2000; ++round) {
    VectorXd x(7), dx(7);
    for (double& each : x) each = in(random);
    for (double& each : dx) each = 3 * in(random);
    for (int c = 0; c < cones.num_cones(); ++c) {
      const int at = cones.start(c), n = cones.size(c);
      // Sometimes close to the boundary.
      x[at] = x.segment(at + 1, n - 1).norm() + std::pow(10, 4 * in(random)-3);
    }
    const double step = cones.CalcStep(x, dx, 1, 1);
    CHECK(step <= 1);
    CHECK(IsInside(cones, x + (1 - 1e-9) * step * dx, -1e-13));
    if (step < 1) {
      ++shortened;
      CHECK_FALSE(IsInside(cones, x + (1 + 1e-6) * step * dx, 1e-15));
    }
    CHECK(cones.CalcStep(x, dx, 0.5, 0.5) <= std::max(step, 0.5));
  }
  CHECK(shortened > 500);
}

TEST_CASE("Cones: directions along the axis and along an edge -> exact steps") {
  const ConeProduct cones = MakeCones({3});
  const Vector3d x(2, 1, 0);
  CHECK(cones.CalcStep(x, Vector3d(1, 0, 0), 1, 1) == 1);
  CHECK(cones.CalcStep(x, Vector3d(1, 1, 0), 1, 1) == 1);  // along an edge
  CHECK(cones.CalcStep(x, Vector3d(-4, 0, 0), 1, 1) == Approx(0.25));
  CHECK(cones.CalcStep(x, Vector3d(0, 4, 0), 1, 1) == Approx(0.25));
  CHECK(cones.CalcStep(x, Vector3d(-3, 3, 0), 1, 1) == Approx(1. / 6));
  CHECK(cones.CalcStep(x, Vector3d(-4, 0, 0), 0.9, 0.5) == Approx(0.125));
}

}  // namespace
}  // namespace tactus::solvers

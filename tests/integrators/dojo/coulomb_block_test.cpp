#include "tactus/integrators/dojo/coulomb_block.h"

#include <array>
#include <cmath>

#include "multibody/random_model.h"
#include <Eigen/LU>
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using multibody::test::Random;
using Vector = Eigen::Matrix<long double, 5, 1>;
using Square = Eigen::Matrix<long double, 5, 5>;

constexpr double kMu = 0.7;

// A normal's pair and friction's, `margin` from the boundary of its cone.
struct Pairs {
  Pairs(double margin, unsigned seed) : random(seed) {
    cones.Add(1);
    cones.Add(3);
    s = MakeInside(margin);
    z = MakeInside(margin);
    scaling.Set(cones, s, z);
  }

  VectorXd MakeInside(double margin) {
    VectorXd x(4);
    const Vector2d tail = random.Vector(2);
    x << random.Uniform(0.1, 1), tail.norm() + margin * random.Uniform(0.1, 1),
        tail;
    return x;
  }

  // Rows mu gamma - z_0, gamma's, psi's, b's, with w_0 = sqrt(1 + |w_t|^2),
  // which doubles lose of a large w.
  Square MakeRows() const {
    const long double eta_n = scaling.eta(0), eta = scaling.eta(1);
    Eigen::Matrix<long double, 3, 1> w = scaling.w(1).cast<long double>();
    w[0] = std::sqrt(1 + w.tail<2>().squaredNorm());
    Square B = Square::Zero();
    B(0, 1) = kMu;
    B(0, 2) = -1;
    B(1, 1) = eta_n * eta_n;
    B(2, 0) = 1;
    B.bottomRightCorner<3, 3>() = 2 * eta * eta * w * w.transpose();
    B(2, 2) -= eta * eta;
    B(3, 3) += eta * eta;
    B(4, 4) += eta * eta;
    return B;
  }

  Random random;
  solvers::ConeProduct cones;
  VectorXd s, z;
  solvers::NesterovToddScaling scaling;
};

TEST_CASE("CoulombBlock: pairs near and far from the boundary -> the inverse") {
  const double margin = GENERATE(1.0, 1e-3, 1e-6);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Pairs pairs(margin, seed);
    const Square B = pairs.MakeRows();
    CoulombBlock block;
    REQUIRE(block.Factorize(kMu, pairs.scaling, 0));
    const VectorXd r = pairs.random.Vector(5);
    VectorXd l = r;
    block.Solve(l.data());
    const Vector expected = B.fullPivLu().solve(r.cast<long double>());
    for (int i = 0; i < 5; ++i) {
      const double size = static_cast<double>(expected.norm());
      CHECK(std::abs(static_cast<double>(l[i] - expected[i])) < 1e-12 * size);
    }
    // (b, gamma) by (r_t, r_n).
    Matrix3d inverse;
    const std::array<int, 3> places = {3, 4, 1};
    for (int k = 0; k < 3; ++k) {
      VectorXd column = VectorXd::Unit(5, places[k]);
      block.Solve(column.data());
      for (int i = 0; i < 3; ++i) inverse(i, k) = column[places[i]];
    }
    CHECK((block.CalcInverse() - inverse).norm() < 1e-12 * inverse.norm());
  }
}

TEST_CASE("CoulombBlock: a pair of equal directions -> no axis of its own") {
  solvers::ConeProduct cones;
  cones.Add(1);
  cones.Add(3);
  const VectorXd s = (VectorXd(4) << 2, 3, 0, 0).finished();
  const VectorXd z = (VectorXd(4) << 0.5, 0.75, 0, 0).finished();
  solvers::NesterovToddScaling scaling;
  scaling.Set(cones, s, z);
  CoulombBlock block;
  REQUIRE(block.Factorize(kMu, scaling, 0));
  VectorXd l = (VectorXd(5) << 0, 4, 8, 1, 2).finished();
  block.Solve(l.data());
  // Both eta^2 are 4: gamma = 1, z_0 = 0.7, psi = 8 - 4 z_0.
  const VectorXd expected = (VectorXd(5) << 5.2, 1, 0.7, 0.25, 0.5).finished();
  CHECK((l - expected).norm() < 1e-14);
}

TEST_CASE("CoulombBlock: an impulse without bound -> no inverse") {
  solvers::ConeProduct cones;
  cones.Add(1);
  cones.Add(3);
  const VectorXd s = (VectorXd(4) << 0, 1, 0, 0).finished();
  const VectorXd z = VectorXd::Unit(4, 1) + VectorXd::Unit(4, 0);
  solvers::NesterovToddScaling scaling;
  scaling.Set(cones, s, z);
  CoulombBlock block;
  CHECK_FALSE(block.Factorize(kMu, scaling, 0));
}

}  // namespace
}  // namespace tactus::integrators

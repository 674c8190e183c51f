#include "tactus/solvers/interior_point/dense_problem.h"

#include <random>

#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

// Two unknowns, and a pair on the half line and three on a second-order cone,
// by random derivatives.
class RandomLinear final : public DenseProblem {
 public:
  explicit RandomLinear(std::mt19937* random) {
    cones_.Add(1);
    cones_.Add(3);
    const auto make = [&](int rows, int columns) {
      return MatrixXd::NullaryExpr(
                 rows, columns,
                 [&] { return 2.0 * (*random)() / 4294967296.0 - 1; })
          .eval();
    };
    E_x = make(2, 2);
    E_z = make(2, 4);
    g_x = make(4, 2);
    g_z = make(4, 4);
  }
  const ConeProduct& cones() const override { return cones_; }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool derivatives,
                 DensePoint* point) override {
    num_derivatives += derivatives ? 1 : 0;
    point->E = E_x * x + E_z * z;
    point->g = g_x * x + g_z * z;
    if (!derivatives) return;
    point->E_x = E_x;
    point->E_z = E_z;
    point->g_x = g_x;
    point->g_z = g_z;
  }

  MatrixXd E_x, E_z, g_x, g_z;
  int num_derivatives = 0;

 private:
  ConeProduct cones_;
};

TEST_CASE("DenseProblem: s near to zero and far from it -> K is solved") {
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  std::mt19937 random(2);
  RandomLinear problem(&random);
  const VectorXd x{{0.3, -0.2}}, z{{0.5, 2, 1, -1}};
  const VectorXd s = scale * VectorXd{{1, 1, 0.2, 0.3}};
  NesterovToddScaling scaling;
  scaling.Set(problem.cones(), s, z);

  DenseProblem::Point point;
  problem.Calc(x, z, &point);
  CHECK(problem.num_derivatives == 0);
  CHECK((point.E - (problem.E_x * x + problem.E_z * z)).norm() == 0);
  CHECK((point.g - (problem.g_x * x + problem.g_z * z)).norm() == 0);

  REQUIRE(problem.Factorize(scaling));
  CHECK(problem.num_derivatives == 1);
  const VectorXd E{{1, -2}}, g{{3, 0.5, -1, 2}};
  VectorXd dx, dz, dE, dg;
  problem.Solve(E, g, &dx, &dz);
  problem.MultiplyE(dx, dz, &dE);
  problem.MultiplyG(dx, dz, &dg);
  CHECK((dE - E).norm() < 1e-11);
  VectorXd once, squared;
  scaling.Multiply(dz, &once);
  scaling.Multiply(once, &squared);
  CHECK((dg + squared - g).norm() < 1e-11);
}

}  // namespace
}  // namespace tactus::solvers

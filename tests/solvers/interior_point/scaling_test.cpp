#include "tactus/solvers/interior_point/scaling.h"

#include <random>

#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

// Inside of the cones, next to the boundary for a small `margin`.
VectorXd MakeInside(const ConeProduct& cones, double margin,
                    std::mt19937* random) {
  const auto draw = [&] {
    return 2.0 * (*random)() / 4294967296.0 - 1;
  };
  VectorXd x(cones.size());
  for (int c = 0; c < cones.num_cones(); ++c) {
    const int at = cones.start(c), n = cones.size(c);
    for (int i = 1; i < n; ++i) x[at + i] = draw();
    x[at] = x.segment(at + 1, n - 1).norm() + margin * (1.1 + draw());
  }
  return x;
}

TEST_CASE("Nesterov-Todd scaling: random points -> one point for both") {
  ConeProduct cones;
  for (const int size : {1, 3, 1, 2, 4}) cones.Add(size);
  const double margin = GENERATE(1.0, 1e-3, 1e-6);
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    const VectorXd s = MakeInside(cones, margin, &random);
    const VectorXd z = MakeInside(cones, margin, &random);
    NesterovToddScaling scaling;
    scaling.Set(cones, s, z);
    VectorXd of_s, back, twice;
    scaling.Divide(s, &of_s);
    const double scale = scaling.lambda().norm();
    CHECK((of_s - scaling.lambda()).norm() < 1e-8 * scale);
    scaling.Multiply(of_s, &back);
    CHECK((back - s).norm() < 1e-9 * s.norm());
    // W^2 z = s, and lambda'lambda = s'z.
    MatrixXd square = MatrixXd::Zero(cones.size(), cones.size());
    scaling.AddSquare(0, 0, &square);
    CHECK((square * z - s).norm() < 1e-8 * s.norm());
    CHECK(scaling.lambda().squaredNorm() == Approx(s.dot(z)));
    // L(lambda)^-1 undoes the product.
    VectorXd product, undone;
    cones.Multiply(scaling.lambda(), z, &product);
    cones.Divide(product, scaling.lambda(), &undone);
    CHECK((undone - z).norm() < 1e-6 * z.norm());
  }
}

}  // namespace
}  // namespace tactus::solvers

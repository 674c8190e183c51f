#include "tactus/integrators/force_slopes.h"

#include <limits>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using contact::Clique;
using Eigen::Vector2d;

const std::vector<Clique> kCliques = {
    {.v_start = 0, .nv = 2, .M = MatrixXd::Identity(2, 2)},
    {.v_start = 2, .nv = 1, .M = MatrixXd::Constant(1, 1, 2)}};

std::vector<MatrixXd> Calc(const MatrixXd& G, double dt = 0.1) {
  std::vector<MatrixXd> C;
  CalcForceSlopes(G, kCliques, dt, &C);
  REQUIRE(C.size() == 2);
  return C;
}

TEST_CASE(
    "Force slopes: a damper on two joints of a tree -> their whole block") {
  const Vector2d J(1, -2);
  MatrixXd G = MatrixXd::Zero(3, 3);
  G.topLeftCorner(2, 2) = 5 * J * J.transpose();
  const auto C = Calc(G);
  CHECK(C[0].isApprox(G.topLeftCorner(2, 2)));
  CHECK(C[1].size() == 0);
}

TEST_CASE("Force slopes: what feeds motion or turns it -> left out") {
  MatrixXd G = MatrixXd::Zero(3, 3);
  G.topLeftCorner(2, 2) << 3, 1, -1, -4;  // (G + G')/2 = diag(3, -4)
  G(2, 2) = -7;
  const auto C = Calc(G);
  CHECK(C[0].isApprox(MatrixXd(Vector2d(3, 0).asDiagonal())));
  CHECK(C[1].size() == 0);
  // Along (1, 1) it resists by 3, along (1, -1) it feeds by 1.
  G.topLeftCorner(2, 2) << 1, 2, 2, 1;
  CHECK(Calc(G)[0].isApprox(MatrixXd::Constant(2, 2, 1.5)));
}

// On the velocity (v1, v2) of masses 1 and 2 the damper d has the eigenvalue
// d (1 + 1/2).
TEST_CASE("Force slopes: a damper between trees -> explicit while it is slow") {
  MatrixXd G = MatrixXd::Zero(3, 3);
  const double d = 6;
  G(1, 1) = G(2, 2) = d;
  G(1, 2) = G(2, 1) = -d;
  const auto slow = Calc(G, 0.99 / (1.5 * d));
  CHECK(slow[0].size() == 0);
  CHECK(slow[1].size() == 0);
  const auto fast = Calc(G, 1.01 / (1.5 * d));
  CHECK(fast[0].isApprox(MatrixXd(Vector2d(0, d).asDiagonal())));
  CHECK(fast[1](0, 0) == Approx(d));
}

TEST_CASE("Force slopes: not a number -> nothing") {
  MatrixXd G = MatrixXd::Identity(3, 3);
  G(0, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(Calc(G)[0].size() == 0);
}

}  // namespace
}  // namespace tactus::integrators

#include "tactus/integrators/dojo/local_block.h"

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

// Cones of a problem whose last two, 1 and 3 entries from 2 on, are the
// block's.
struct Cones {
  Cones() {
    for (const int size : {1, 1, 1, 3}) cones.Add(size);
    scaling.Set(cones, VectorXd{{1, 2, 0.5, 3, 1, 1}},
                VectorXd{{2, 1, 4, 1, 0.2, -0.3}});
    W2.setZero(6, 6);
    scaling.AddSquare(0, 0, &W2);
  }
  solvers::ConeProduct cones;
  solvers::NesterovToddScaling scaling;
  MatrixXd W2;
};

// Its unknown of x is number 1; B has no structure.
LocalBlock MakeBlock(int x) {
  LocalBlock block;
  block.Reset(x, 2, 4, 2, 2);
  for (int i = 0; i < block.size(); ++i) {
    for (int j = 0; j < block.size(); ++j)
      block.matrix()(i, j) = std::sin(1 + 3 * i + 7 * j) + (i == j ? 2 : 0);
  }
  return block;
}

TEST_CASE("LocalBlock: with an unknown of x, and without -> B with W^2 on z") {
  const Cones of;
  const int x = GENERATE(1, -1);
  LocalBlock block = MakeBlock(x);
  REQUIRE(block.first_z() == (x < 0 ? 0 : 1));
  REQUIRE(block.size() == 4 + block.first_z());
  MatrixXd B = block.matrix();
  B.bottomRightCorner(4, 4) += of.W2.bottomRightCorner(4, 4);
  REQUIRE(block.Factorize(of.scaling));
  MatrixXd columns(block.size(), 2);
  for (int i = 0; i < block.size(); ++i) columns.row(i) << i + 1, 2 - i;
  const MatrixXd expected = B.partialPivLu().solve(columns);
  block.Solve(columns);
  CHECK((columns - expected).norm() < 1e-13 * expected.norm());
}

TEST_CASE("LocalBlock: vectors of all unknowns -> its own, in their places") {
  LocalBlock block = MakeBlock(1);
  const VectorXd x{{10, 11, 12}}, z{{20, 21, 22, 23, 24, 25}};
  LocalBlock::Vector l;
  block.Gather(x, z, &l);
  CHECK(l == VectorXd{{11, 22, 23, 24, 25}});
  VectorXd to_x = VectorXd::Zero(3), to_z = VectorXd::Zero(6);
  block.Scatter(l, &to_x, &to_z);
  CHECK(to_x == VectorXd{{0, 11, 0}});
  CHECK(to_z == VectorXd{{0, 0, 22, 23, 24, 25}});

  // Products count without W^2, and are added.
  const VectorXd product = block.matrix() * l;
  VectorXd E = x, g = z;
  block.AddXProduct(l, &E);
  block.AddProduct(l, &g);
  CHECK(E[1] == Approx(11 + product[0]));
  CHECK((E - x).cwiseAbs().sum() == Approx(std::abs(product[0])));
  CHECK((g - z).head(2).norm() == 0);
  CHECK((g - z - (VectorXd(6) << 0, 0, product.tail(4)).finished()).norm() <
        1e-12);
  g = z;
  block.AddRows(l, &g);
  CHECK(g == VectorXd{{20, 21, 44, 46, 48, 50}});
}

TEST_CASE("LocalBlock: no unknown of x -> x stays as it is") {
  LocalBlock block = MakeBlock(-1);
  const VectorXd x{{10, 11, 12}}, z{{20, 21, 22, 23, 24, 25}};
  LocalBlock::Vector l;
  block.Gather(x, z, &l);
  CHECK(l == VectorXd{{22, 23, 24, 25}});
  VectorXd E = x, to_z = VectorXd::Zero(6);
  block.AddXProduct(l, &E);
  block.Scatter(l, &E, &to_z);
  CHECK(E == x);
}

TEST_CASE("LocalBlock: B without an inverse -> says so") {
  const Cones of;
  LocalBlock block;
  block.Reset(1, 2, 4, 2, 2);
  CHECK_FALSE(block.Factorize(of.scaling));
}

}  // namespace
}  // namespace tactus::integrators

#include "tactus/contact/cond/delassus.h"

#include <algorithm>

#include "contact/random_problem.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kStep = 0.01;

/// A random problem without ties, nodalized, and its largest island.
struct Island {
  explicit Island(unsigned seed) : problem(test::MakeRandomProblem(seed)) {
    prediction.Reset(problem, kStep);
    const CondOptions options;
    NodalProblemBuilder().Build(problem, prediction, options, kStep, &nodal);
    for (int i = 0; i < nodal.num_islands; ++i) {
      if (nodal.islands[i].size > nodal.islands[largest].size) largest = i;
    }
    REQUIRE(delassus.Reset(problem, prediction, island(), {}, kStep, &nodal));
  }

  const NodalIsland& island() const { return nodal.islands[largest]; }

  /// J of all velocities, from the rows of virtual nodes.
  MatrixXd MakeJ() const {
    MatrixXd J = MatrixXd::Zero(delassus.size(), problem.num_velocities());
    for (const Delassus::Block& block : delassus.blocks()) {
      const NodeRange& range =
          block.point ? block.point->nodes : block.row->nodes;
      for (const VirtualNode& node : nodal.NodesOf(range)) {
        const NodalTree& tree = nodal.trees[node.tree];
        J.block(block.first, tree.v_start, block.num_rows, tree.nv) +=
            tree.J().middleRows(node.first - tree.first, block.num_rows);
      }
    }
    return J;
  }

  MatrixXd MakeA() const {
    const int n = problem.num_velocities();
    MatrixXd A = MatrixXd::Zero(n, n);
    for (const Clique& clique : problem.cliques)
      A.block(clique.v_start, clique.v_start, clique.nv, clique.nv) = clique.M;
    A.diagonal() += prediction.diagonal();
    return A;
  }

  /// By row, the sum of 1 / beta.
  VectorXd MakeCompliance() const {
    VectorXd C = VectorXd::Zero(delassus.size());
    for (const Delassus::Block& block : delassus.blocks()) {
      if (block.row) C[block.first] = block.row->compliance;
      if (block.point)
        C.segment<3>(block.first).setConstant(block.point->compliance);
      if (block.num_rows == 6)
        C.segment<3>(block.first + 3)
            .setConstant(block.point->angular_compliance);
    }
    return C;
  }

  VelocityProblem problem;
  SmoothPrediction prediction;
  NodalProblem nodal;
  int largest = 0;
  Delassus delassus;
};

TEST_CASE("Delassus: formed, and by products -> J A^-1 J' + C") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Island island(seed);
    REQUIRE(island.delassus.size() > 9);
    const MatrixXd J = island.MakeJ();
    MatrixXd truth = J * island.MakeA().llt().solve(J.transpose());
    truth.diagonal() += island.MakeCompliance();
    MatrixXd W;
    island.delassus.Form(&W);
    CHECK((W - truth).norm() < 1e-11 * truth.norm());
    const VectorXd l = VectorXd::LinSpaced(W.cols(), -1, 2);
    VectorXd product;
    island.delassus.Multiply(l, &product);
    CHECK((product - truth * l).norm() < 1e-11 * truth.norm() * l.norm());
  }
}

TEST_CASE("Delassus: impulses -> velocities and |A v|^2 of their definition") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Island island(seed);
    Delassus& delassus = island.delassus;
    const MatrixXd J = island.MakeJ(), A = island.MakeA();
    const VectorXd l = 3 * VectorXd::LinSpaced(delassus.size(), -1, 2);
    VectorXd Wl;
    delassus.Multiply(l, &Wl);
    VectorXd v = VectorXd::Zero(island.problem.num_velocities());
    delassus.CalcVelocities(l, &v);
    VectorXd expected = VectorXd::Zero(v.size()), v_free = expected;
    for (const int t : island.island().trees) {
      const Clique& clique = island.problem.cliques[t];
      v_free.segment(clique.v_start, clique.nv) =
          island.prediction.v_smooth().segment(clique.v_start, clique.nv);
    }
    expected = v_free + A.llt().solve(J.transpose() * l);
    CHECK((v - expected).norm() < 1e-10 * expected.norm());
    CHECK(delassus.CalcMomentumScale(l, Wl) ==
          Approx(std::max(v.dot(A * v), v_free.dot(A * v_free))));
    CHECK(delassus.CalcMomentumScale(0 * l, 0 * l) ==
          Approx(v_free.dot(A * v_free)));
  }
}

TEST_CASE("Delassus: the diagonal's estimate -> its means by contact") {
  Island island(2);
  MatrixXd W;
  island.delassus.Form(&W);
  VectorXd diagonal;
  island.delassus.EstimateDiagonal(&diagonal);
  for (const Delassus::Block& block : island.delassus.blocks()) {
    for (int k = 0; k < block.num_rows; k += 3) {
      const int count = std::min(3, block.num_rows - k), i = block.first + k;
      CHECK(diagonal.segment(i, count).mean() ==
            Approx(W.diagonal().segment(i, count).mean()).epsilon(1e-9));
    }
  }
}

}  // namespace
}  // namespace tactus::contact

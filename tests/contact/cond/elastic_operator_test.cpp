#include "tactus/contact/cond/elastic_operator.h"

#include <random>

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kStep = 0.01, kDamping = 0.02;
constexpr int kNumNodes = 6;

// A chain of three elements that share nodes, of random stiffness; node 1
// turned into a contact's frame, nodes 2 and 4 with virtual nodes.
struct Mesh {
  explicit Mesh(unsigned seed) : generator(seed) {
    const int n = 3 * kNumNodes;
    problem.v0 = problem.k0 = VectorXd::Zero(n);
    problem.damping = Vector(n).cwiseAbs();
    problem.stiffness = problem.spring_force0 = VectorXd::Zero(n);
    for (int i = 0; i < kNumNodes; ++i) {
      const double m = 1 + i;
      problem.cliques.push_back(
          {.v_start = 3 * i, .nv = 3, .M = m * MatrixXd::Identity(3, 3)});
      NodalTree& tree = trees.emplace_back();
      tree.v_start = 3 * i;
      tree.nv = 3;
      tree.is_elastic = true;
      tree.rows = {1, 0, 0, 0, 1, 0, 0, 0, 1};
      tree.beta.assign(3, 0);
    }
    for (int e = 0; e < 3; ++e) AddElement({e, e + 1, e + 2, e + 3});
    Turn(&trees[1]);
    AddVirtualNode(3, 40, &trees[2]);
    AddVirtualNode(1, 70, &trees[4]);
    int first = 0;
    for (NodalTree& tree : trees) {
      tree.first = first;
      first += tree.size();
    }
    size = first;
    prediction.Reset(problem, kStep);
    beta.resize(size);
    elastic.NumberRows(problem);
    elastic.Build(problem, prediction, kStep, trees, 1, &beta);
  }

  VectorXd Vector(int count) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    return VectorXd::NullaryExpr(count, [&] { return uniform(generator); });
  }

  void AddElement(const std::array<int, 4>& nodes) {
    ElasticElement element;
    for (int k = 0; k < 4; ++k) element.dofs[k] = 3 * nodes[k];
    const MatrixXd B =
        Vector(72).reshaped(6, 12) * std::sqrt(1e4);  // Of rank six.
    element.stiffness = B.transpose() * B;
    element.damping = kDamping;
    element.stiffness_bound.setConstant(
        element.stiffness.selfadjointView<Eigen::Lower>()
            .eigenvalues()
            .maxCoeff());
    problem.elastic_elements.push_back(element);
  }

  void Turn(NodalTree* tree) {
    const Matrix3d R =
        Quaterniond(Eigen::Vector4d(Vector(4))).normalized().toRotationMatrix();
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(
        tree->rows.data()) = R;
    tree->is_touched = true;
  }

  void AddVirtualNode(int num_rows, double tie, NodalTree* tree) {
    const VectorXd rows = Vector(3 * num_rows);
    tree->rows.insert(tree->rows.end(), rows.begin(), rows.end());
    tree->beta.insert(tree->beta.end(), num_rows, tie);
  }

  // By its definition in elastic_operator.h, dense.
  MatrixXd MakeDense() const {
    MatrixXd A = MatrixXd::Zero(3 * kNumNodes, 3 * kNumNodes);
    for (const Clique& clique : problem.cliques)
      A.block<3, 3>(clique.v_start, clique.v_start) += clique.M;
    A.diagonal() += kStep * problem.damping;
    for (const ElasticElement& element : problem.elastic_elements) {
      for (int k = 0; k < 4; ++k) {
        for (int l = 0; l < 4; ++l)
          A.block<3, 3>(element.dofs[k], element.dofs[l]) +=
              kStep * (kStep + kDamping) *
              element.stiffness.block<3, 3>(3 * k, 3 * l);
      }
    }
    // E: from coordinates of w to velocities and ties.
    MatrixXd all = MatrixXd::Zero(size, size);
    MatrixXd to_v = MatrixXd::Zero(3 * kNumNodes, size);
    for (const NodalTree& tree : trees)
      to_v.block<3, 3>(tree.v_start, tree.first) = tree.Frame().transpose();
    all = to_v.transpose() * A * to_v;
    for (const NodalTree& tree : trees) {
      for (int i = 3; i < tree.size(); ++i) {
        Eigen::RowVectorXd gap =
            -tree.J().row(i) * to_v.middleRows<3>(tree.v_start);
        gap[tree.first + i] += 1;
        all += tree.beta[i] * gap.transpose() * gap;
      }
    }
    return all;
  }

  std::mt19937 generator;
  VelocityProblem problem;
  std::vector<NodalTree> trees;
  int size{};
  SmoothPrediction prediction;
  ElasticOperator elastic;
  std::vector<double> beta;
};

TEST_CASE("ElasticOperator: products -> those of the matrix by definition") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    Mesh mesh(seed);
    const MatrixXd A = mesh.MakeDense();
    const VectorXd y = mesh.Vector(mesh.size);
    VectorXd product(mesh.size);
    for (int t = 0; t < kNumNodes; ++t)
      mesh.elastic.Apply(mesh.trees, std::span(&t, 1), y, &product);
    CHECK((product - A * y).norm() < 1e-12 * A.norm() * y.norm());
  }
}

TEST_CASE("ElasticOperator: D less the matrix -> no negative eigenvalue") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Mesh mesh(seed);
    MatrixXd gap = -mesh.MakeDense();
    gap.diagonal() += Eigen::Map<VectorXd>(mesh.beta.data(), mesh.size);
    const VectorXd eigenvalues =
        gap.selfadjointView<Eigen::Lower>().eigenvalues();
    CHECK(eigenvalues.minCoeff() > -1e-10 * eigenvalues.maxCoeff());
  }
}

}  // namespace
}  // namespace tactus::contact

#include "tactus/integrators/force_slopes.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "tactus/common/disjoint_sets.h"

namespace tactus::integrators {
namespace {

using contact::Clique;

// The positive semidefinite part of (G + G')/2.
MatrixXd KeepPositive(const MatrixXd& G) {
  const MatrixXd S = (G + G.transpose()) / 2;
  if (S.isDiagonal(0)) return S.cwiseMax(0);
  // Mostly there is nothing to take away.
  constexpr double kRound = 1e-10;
  const double round = kRound * S.trace();
  if ((S + round * MatrixXd::Identity(S.rows(), S.cols())).llt().info() ==
      Eigen::Success)
    return S;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(S);
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() *
         solver.eigenvectors().transpose();
}

// The cliques of all velocities that G has, in groups that it couples.
std::vector<std::vector<int>> FindGroups(const MatrixXd& G,
                                         std::span<const Clique> cliques) {
  constexpr double kUncoupled = 1e-12;  // Beside the largest entry.
  const double nothing = kUncoupled * G.lpNorm<Eigen::Infinity>();
  int count = 0;  // The rest are nodes.
  while (count < std::ssize(cliques) &&
         cliques[count].v_start + cliques[count].nv <= G.cols())
    ++count;
  DisjointSets sets;
  sets.Reset(count);
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) {
      const Clique &A = cliques[a], &B = cliques[b];
      const auto block = G.block(A.v_start, B.v_start, A.nv, B.nv);
      if (a != b && block.size() > 0 &&
          block.lpNorm<Eigen::Infinity>() > nothing)
        sets.Unite(a, b);
    }
  }
  std::vector<std::vector<int>> by_root(count);
  for (int c = 0; c < count; ++c) by_root[sets.Find(c)].push_back(c);
  std::erase_if(by_root, [](const auto& group) { return group.empty(); });
  return by_root;
}

// The rows and columns of a group.
MatrixXd Gather(const MatrixXd& G, std::span<const Clique> cliques,
                std::span<const int> group) {
  std::vector<Eigen::Index> of;
  for (const int c : group) {
    for (int k = 0; k < cliques[c].nv; ++k)
      of.push_back(cliques[c].v_start + k);
  }
  return G(of, of);
}

// The largest eigenvalue of M^-1 S [1/s].
double CalcFastestDecay(const MatrixXd& S, std::span<const Clique> cliques,
                        std::span<const int> group) {
  MatrixXd M = MatrixXd::Zero(S.rows(), S.cols());
  Eigen::Index at = 0;
  for (const int c : group) {
    const Eigen::Index nv = cliques[c].nv;
    M.block(at, at, nv, nv) = cliques[c].M;
    at += nv;
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(
      S, M, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff();
}

}  // namespace

void CalcForceSlopes(const MatrixXd& G, std::span<const Clique> cliques,
                     double dt, std::vector<MatrixXd>* C) {
  C->assign(cliques.size(), {});
  if (!G.allFinite() || G.isZero(0)) return;
  for (const std::vector<int>& group : FindGroups(G, cliques)) {
    const MatrixXd S = KeepPositive(Gather(G, cliques, group));
    if (S.isZero(0)) continue;
    if (group.size() > 1 && dt * CalcFastestDecay(S, cliques, group) <= 1)
      continue;
    Eigen::Index at = 0;
    for (const int c : group) {
      (*C)[c] = S.block(at, at, cliques[c].nv, cliques[c].nv);
      at += cliques[c].nv;
    }
  }
}

}  // namespace tactus::integrators

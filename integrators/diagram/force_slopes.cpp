#include "tactus/integrators/diagram/force_slopes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "tactus/common/disjoint_sets.h"

namespace tactus::integrators {
namespace {

using contact::Clique;

// Whether S is positive semidefinite, but for round-off.
bool IsPositive(const MatrixXd& S) {
  constexpr double kRound = 1e-10;
  const double round = kRound * S.diagonal().cwiseAbs().sum();
  const MatrixXd shifted = S + round * MatrixXd::Identity(S.rows(), S.cols());
  return shifted.llt().info() == Eigen::Success;
}

// The positive semidefinite part of S.
MatrixXd CalcPositivePart(const MatrixXd& S) {
  if (S.isDiagonal(0)) return S.cwiseMax(0);
  if (IsPositive(S)) return S;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(S);
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() *
         solver.eigenvectors().transpose();
}

// Appends the columns of L, S = L L'. Where S is singular, a pivot is zero but
// for round-off, and so is its column.
void AppendFactor(MatrixXd S, std::span<const int> dofs,
                  std::vector<std::vector<contact::JointTerm>>* columns) {
  constexpr double kZero = 1e-10;  // Of a pivot, beside what it was.
  const VectorXd diagonal = S.diagonal();
  for (Eigen::Index k = 0; k < S.cols(); ++k) {
    if (S(k, k) <= kZero * diagonal[k]) continue;
    const Eigen::Index rest = S.cols() - k;
    const VectorXd a = S.col(k).tail(rest) / std::sqrt(S(k, k));
    S.bottomRightCorner(rest, rest) -= a * a.transpose();
    auto& terms = columns->emplace_back();
    for (Eigen::Index i = 0; i < rest; ++i) {
      if (a[i] != 0) terms.push_back({.dof = dofs[k + i], .coefficient = a[i]});
    }
  }
}

// The largest eigenvalue of M^-1 S [1/s].
double CalcFastestRate(const MatrixXd& S, const MatrixXd& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(
      S, M, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff();
}

// C of a slow group.
void LeaveUndone(const VectorXd& undone, std::span<const Clique> cliques,
                 std::span<const int> group, multibody::ForceSlope* C) {
  for (const int c : group) {
    const VectorXd own = undone.segment(cliques[c].v_start, cliques[c].nv);
    if (!own.isZero(0)) C->blocks[c] = -MatrixXd(own.asDiagonal());
  }
}

// C of one group with the forces S and R. Dampers are positive semidefinite:
// where S is not, they are those of S + R, and the blocks have -R.
void AddGroup(const MatrixXd& S, const VectorXd& R,
              std::span<const Clique> cliques, std::span<const int> group,
              std::span<const int> dofs, multibody::ForceSlope* C) {
  const bool is_positive = IsPositive(S);
  const MatrixXd whole =
      is_positive ? S : CalcPositivePart(S + MatrixXd(R.asDiagonal()));
  if (group.size() == 1) {
    C->blocks[group.front()] =
        is_positive ? S : whole - MatrixXd(R.asDiagonal());
    return;
  }
  AppendFactor(whole, dofs, &C->dampers);
  if (is_positive || R.isZero(0)) return;
  Eigen::Index at = 0;
  for (const int c : group) {
    C->blocks[c] = -MatrixXd(R.segment(at, cliques[c].nv).asDiagonal());
    at += cliques[c].nv;
  }
}

}  // namespace

std::vector<std::vector<int>> FindCoupledGroups(
    const MatrixXd& G, std::span<const Clique> cliques) {
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

std::vector<int> CollectDofs(std::span<const Clique> cliques,
                             std::span<const int> group) {
  std::vector<int> dofs;
  for (const int c : group) {
    for (int k = 0; k < cliques[c].nv; ++k)
      dofs.push_back(cliques[c].v_start + k);
  }
  return dofs;
}

MatrixXd CollectMass(std::span<const Clique> cliques,
                     std::span<const int> group) {
  int count = 0;
  for (const int c : group) count += cliques[c].nv;
  MatrixXd M = MatrixXd::Zero(count, count);
  Eigen::Index at = 0;
  for (const int c : group) {
    const Eigen::Index nv = cliques[c].nv;
    M.block(at, at, nv, nv) = cliques[c].M;
    at += nv;
  }
  return M;
}

MatrixXd CalcSymmetricPart(const MatrixXd& G) {
  return (G + G.transpose()) / 2;
}

void CalcForceSlopes(const ForceResistance& forces,
                     std::span<const Clique> cliques, std::optional<double> dt,
                     multibody::ForceSlope* C, std::vector<bool>* is_slow) {
  const MatrixXd G = forces.elements + forces.controls;
  C->blocks.assign(cliques.size(), {});
  C->dampers.clear();
  if (dt) is_slow->assign(G.cols(), false);
  if (!G.allFinite() || G.isZero(0)) return;
  const VectorXd undone =
      forces.undone.size() > 0 ? forces.undone : VectorXd::Zero(G.cols());
  for (const std::vector<int>& group : FindCoupledGroups(G, cliques)) {
    const std::vector<int> dofs = CollectDofs(cliques, group);
    const MatrixXd S =
        CalcPositivePart(CalcSymmetricPart(forces.elements(dofs, dofs))) +
        CalcSymmetricPart(forces.controls(dofs, dofs));
    if (S.isZero(0)) continue;
    bool slow = std::ranges::all_of(dofs, [&](int i) { return (*is_slow)[i]; });
    if (dt) {
      const MatrixXd rest = S + MatrixXd(undone(dofs).asDiagonal());
      slow = IsPositive(rest) &&
             *dt * CalcFastestRate(rest, CollectMass(cliques, group)) <= 1;
    }
    for (const int i : dofs) (*is_slow)[i] = slow;
    if (slow) {
      LeaveUndone(undone, cliques, group, C);
      continue;
    }
    AddGroup(S, forces.R(dofs), cliques, group, dofs, C);
  }
}

void CalcSlowSprings(const MatrixXd& K, std::span<const Clique> cliques,
                     const std::vector<bool>& is_slow,
                     std::vector<std::vector<contact::JointTerm>>* springs) {
  springs->clear();
  if (!K.allFinite() || K.isZero(0)) return;
  for (const std::vector<int>& group : FindCoupledGroups(K, cliques)) {
    const std::vector<int> dofs = CollectDofs(cliques, group);
    if (std::ranges::all_of(dofs, [&](int i) { return is_slow[i]; }))
      AppendFactor(CalcPositivePart(CalcSymmetricPart(K(dofs, dofs))), dofs,
                   springs);
  }
}

void FactorBlocks(std::span<const Clique> cliques, const VectorXd& R,
                  multibody::ForceSlope* C) {
  for (std::size_t c = 0; c < cliques.size(); ++c) {
    MatrixXd& block = C->blocks[c];
    if (block.isDiagonal(0)) continue;
    const int one = static_cast<int>(c);
    const std::vector<int> dofs = CollectDofs(cliques, {&one, 1});
    if (IsPositive(block)) {
      AppendFactor(block, dofs, &C->dampers);
      block.resize(0, 0);
      continue;
    }
    const MatrixXd own = R(dofs).asDiagonal();
    if (!IsPositive(block + own)) continue;
    AppendFactor(block + own, dofs, &C->dampers);
    block = -own;
  }
}

void SplitDampers(std::span<const Clique> cliques, multibody::ForceSlope* C) {
  VectorXd own;
  for (const std::vector<contact::JointTerm>& a : C->dampers) {
    for (std::size_t c = 0; c < cliques.size(); ++c) {
      const Clique& clique = cliques[c];
      own.setZero(clique.nv);
      for (const contact::JointTerm& term : a) {
        const int i = term.dof - clique.v_start;
        if (i >= 0 && i < clique.nv) own[i] += term.coefficient;
      }
      if (own.isZero(0)) continue;
      if (C->blocks[c].size() == 0) C->blocks[c].setZero(clique.nv, clique.nv);
      C->blocks[c] += own * own.transpose();
    }
  }
  C->dampers.clear();
}

}  // namespace tactus::integrators

#include "tactus/integrators/cenic/gravity_share.h"

#include <algorithm>

#include <Eigen/Cholesky>

#include "tactus/multibody/gravity_stiffness.h"

namespace tactus::integrators {

using contact::Clique;
using contact::VelocityProblem;
using multibody::PositionKinematics;

namespace {

// Floating trees have quaternions, too.
bool HasQuaternions(const multibody::Model& model,
                    const multibody::Tree& tree) {
  const auto joints =
      model.joints().subspan(tree.first_body - 1, tree.num_bodies);
  return std::ranges::any_of(joints, [](const multibody::Joint& joint) {
    return joint.nq() != joint.nv();
  });
}

// |L^-1 G L^-T| with M = L L'.
double CalcSquaredFrequency(const Clique& clique) {
  const MatrixXd& G = clique.gravity_stiffness;
  if (clique.nv == 1) return std::abs(G(0, 0)) / clique.M(0, 0);
  const Eigen::LLT<MatrixXd> factor(clique.M);
  const MatrixXd half = factor.matrixL().solve(G);
  return factor.matrixL().solve(half.transpose()).norm();
}

}  // namespace

double CalcGravityShare(double y_squared) {
  const bool is_soft = y_squared < 2;  // Not where it is no number.
  return is_soft ? std::min(2 - y_squared, 1.0) / 3 : 0;
}

// Of those that gravity does not take so, G is empty.
void SoftGravity::SetStiffness(const PositionKinematics& position,
                               VelocityProblem* problem) const {
  for (std::size_t t = 0; t < problem->cliques.size(); ++t) {
    const multibody::Tree& tree = model_.trees()[t];
    Clique& clique = problem->cliques[t];
    clique.gravity_share = 0;
    if (clique.flies || HasQuaternions(model_, tree)) {
      clique.gravity_stiffness.resize(0, 0);
    } else {
      multibody::CalcGravityStiffness(model_, position, tree,
                                      &clique.gravity_stiffness);
    }
  }
}

void SoftGravity::Begin(const PositionKinematics& position, double h,
                        VelocityProblem* problem) {
  SetStiffness(position, problem);
  shares_.clear();
  for (Clique& clique : problem->cliques) {
    const bool is_empty = clique.gravity_stiffness.size() == 0;
    shares_.push_back(
        is_empty ? 0 : CalcGravityShare(h * h * CalcSquaredFrequency(clique)));
    clique.gravity_share = shares_.back();
  }
}

// As far as M + gamma h^2 G stays positive, should G be another one by now.
void SoftGravity::Continue(const PositionKinematics& position, double h_half,
                           VelocityProblem* problem) const {
  constexpr double kMostTaken = 0.5;  // Of M.
  SetStiffness(position, problem);
  for (std::size_t t = 0; t < problem->cliques.size(); ++t) {
    Clique& clique = problem->cliques[t];
    if (clique.gravity_stiffness.size() == 0 || shares_[t] == 0) continue;
    const double y_squared = h_half * h_half * CalcSquaredFrequency(clique);
    clique.gravity_share = std::min(shares_[t], kMostTaken / y_squared);
  }
}

}  // namespace tactus::integrators

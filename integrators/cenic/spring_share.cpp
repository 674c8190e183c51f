#include "tactus/integrators/cenic/spring_share.h"

#include <algorithm>

namespace tactus::integrators {

using contact::Clique;
using contact::JointRow;
using contact::JointTerm;
using contact::RowLaw;
using contact::VelocityProblem;

namespace {

bool IsSpring(const JointRow& row) {
  return row.law == RowLaw::Law::kSpring && row.lower == row.upper &&
         row.stiffness > 0;
}

// g' M^-1 g of one clique after another; M is factorized once at most.
class Mobility {
 public:
  explicit Mobility(const Clique& clique) : clique_(clique) {}

  // Of the terms that are the clique's.
  double Calc(std::span<const JointTerm> terms) {
    column_.setZero(clique_.nv);
    bool any = false;
    for (const JointTerm& term : terms) {
      const int i = term.dof - clique_.v_start;
      if (i < 0 || i >= clique_.nv) continue;
      column_[i] += term.coefficient;
      any = true;
    }
    if (!any) return 0;
    if (clique_.nv == 1) return column_[0] * column_[0] / clique_.M(0, 0);
    if (factor_.rows() == 0) factor_.compute(clique_.M);
    factor_.matrixL().solveInPlace(column_);
    return column_.squaredNorm();
  }

 private:
  const Clique& clique_;
  VectorXd column_;
  Eigen::LLT<MatrixXd> factor_;
};

}  // namespace

void CalcSpringStiffness(const VelocityProblem& problem,
                         std::vector<double>* stiffness) {
  stiffness->assign(problem.cliques.size(), 0.0);
  const bool has_tendons = std::ranges::any_of(problem.joint_rows, IsSpring);
  if (!has_tendons && problem.stiffness.isZero(0)) return;
  std::vector<Mobility> mobilities;
  mobilities.reserve(problem.cliques.size());
  for (const Clique& clique : problem.cliques) mobilities.emplace_back(clique);
  for (std::size_t c = 0; c < problem.cliques.size(); ++c) {
    const Clique& clique = problem.cliques[c];
    for (int i = clique.v_start; i < clique.v_start + clique.nv; ++i) {
      const JointTerm own{.dof = i};
      if (const double k = problem.stiffness[i]; k > 0)
        (*stiffness)[c] += k * mobilities[c].Calc(std::span(&own, 1));
    }
  }
  // A tendon counts whole, with all that it pulls, for each of that.
  std::vector<int> pulled;
  for (const JointRow& row : problem.joint_rows) {
    if (!IsSpring(row)) continue;
    pulled.clear();
    for (const JointTerm& term : problem.TermsOf(row))
      pulled.push_back(problem.CliqueOf(term.dof));
    std::ranges::sort(pulled);
    pulled.erase(std::unique(pulled.begin(), pulled.end()), pulled.end());
    double w = 0;
    for (const int c : pulled) w += mobilities[c].Calc(problem.TermsOf(row));
    for (const int c : pulled) (*stiffness)[c] += row.stiffness * w;
  }
}

double CalcSpringShare(double y_squared) {
  const bool is_soft = y_squared < 4;  // Not where it is no number.
  return is_soft ? std::max(y_squared / 4, 1.0 / 3) : 1;
}

void SetSpringShares(const std::vector<double>& stiffness, double h,
                     VelocityProblem* problem) {
  for (std::size_t c = 0; c < problem->cliques.size(); ++c)
    problem->cliques[c].spring_share = CalcSpringShare(h * h * stiffness[c]);
  for (JointRow& row : problem->joint_rows) {
    if (!IsSpring(row)) continue;
    double most = 0;
    for (const JointTerm& term : problem->TermsOf(row)) {
      const Clique& clique = problem->cliques[problem->CliqueOf(term.dof)];
      most = std::max(most, clique.spring_share);
    }
    row.spring_share = most;
  }
}

}  // namespace tactus::integrators

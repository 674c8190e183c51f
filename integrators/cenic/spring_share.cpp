#include "tactus/integrators/cenic/spring_share.h"

#include <algorithm>

namespace tactus::integrators {

using contact::Clique;
using contact::JointRow;
using contact::JointTerm;
using contact::LinearActuator;
using contact::RowLaw;
using contact::VelocityProblem;

namespace {

bool IsSpring(const JointRow& row) {
  return row.law == RowLaw::Law::kSpring && row.lower == row.upper &&
         row.stiffness > 0;
}

bool HasSpring(const LinearActuator& actuator) {
  return actuator.stiffness > 0;
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

void CalcSpringRates(const VelocityProblem& problem, SpringRates* rates) {
  rates->stiffness.assign(problem.cliques.size(), 0);
  rates->damping.setZero(problem.num_velocities());
  const bool has_tendons = std::ranges::any_of(problem.joint_rows, IsSpring);
  const bool has_servos = std::ranges::any_of(problem.actuators, HasSpring);
  if (!has_tendons && !has_servos && problem.stiffness.isZero(0)) return;
  std::vector<Mobility> mobilities;
  mobilities.reserve(problem.cliques.size());
  for (const Clique& clique : problem.cliques) mobilities.emplace_back(clique);
  std::vector<int> pulled;
  // What acts on several trees counts whole, with all of them, for each.
  const auto add = [&](double k, double d, std::span<const JointTerm> terms) {
    if (!(k > 0) && !(d > 0)) return;
    pulled.clear();
    for (const JointTerm& term : terms)
      pulled.push_back(problem.CliqueOf(term.dof));
    std::ranges::sort(pulled);
    pulled.erase(std::unique(pulled.begin(), pulled.end()), pulled.end());
    double m = 0;
    for (const int c : pulled) m += mobilities[c].Calc(terms);
    for (const int c : pulled) rates->stiffness[c] += std::max(k, 0.0) * m;
    for (const JointTerm& term : terms)
      rates->damping[term.dof] += std::max(d, 0.0) * m;
  };
  for (int i = 0; i < problem.num_velocities(); ++i) {
    const JointTerm own{.dof = i};
    add(problem.stiffness[i], problem.damping[i], std::span(&own, 1));
  }
  for (const JointRow& row : problem.joint_rows) {
    const bool damps =
        row.law == RowLaw::Law::kDamper || row.law == RowLaw::Law::kSpring;
    add(IsSpring(row) ? row.stiffness : 0, damps ? row.damping : 0,
        problem.TermsOf(row));
  }
  for (const LinearActuator& actuator : problem.actuators) {
    const double gear2 = actuator.gear * actuator.gear;
    const JointTerm own{.dof = actuator.dof};
    add(gear2 * actuator.stiffness, gear2 * actuator.damping,
        actuator.num_terms == 0 ? std::span(&own, 1)
                                : problem.TermsOf(actuator));
  }
}

double CalcSpringShare(double y_squared, double damping) {
  const bool is_soft = y_squared < 4;  // Not where it is no number.
  if (!is_soft) return 1;
  return std::min(1.0, std::max({y_squared / 4, 4 * damping, 1.0 / 3}));
}

void SetSpringShares(const SpringRates& rates, double h,
                     VelocityProblem* problem) {
  VectorXd& shares = problem->spring_shares;
  shares.resize(problem->num_velocities());
  for (std::size_t c = 0; c < problem->cliques.size(); ++c) {
    const Clique& clique = problem->cliques[c];
    const double y_squared = h * h * rates.stiffness[c];
    for (int i = clique.v_start; i < clique.v_start + clique.nv; ++i)
      shares[i] = CalcSpringShare(y_squared, h * rates.damping[i]);
  }
  for (JointRow& row : problem->joint_rows) {
    if (!IsSpring(row)) continue;
    double most = 0;
    for (const JointTerm& term : problem->TermsOf(row))
      most = std::max(most, shares[term.dof]);
    row.spring_share = most;
  }
}

}  // namespace tactus::integrators

#include "tactus/contact/comfree/joint_rows.h"

#include <algorithm>

namespace tactus::contact {
namespace {

// As in solvers/comfree/law.h: what is left of a change that is opposed.
double Brake(double change, double correction) {
  if (!(change * correction < 0)) return change;
  const double left = change + correction;
  return left * change > 0 ? left : 0;
}

}  // namespace

void ComFreeJointRows::Reset(const VelocityProblem& problem,
                             const SmoothPrediction& prediction,
                             const ComFreeOptions& options, double h) {
  problem_ = &problem;
  prediction_ = &prediction;
  h_ = h;
  damping_gain_ = options.stiffness * h + options.damping;
  stiffness_gain_ = options.stiffness;
  clique_of_dof_.resize(problem.num_velocities());
  for (std::size_t c = 0; c < problem.cliques.size(); ++c) {
    const Clique& clique = problem.cliques[c];
    std::fill_n(clique_of_dof_.begin() + clique.v_start, clique.nv,
                static_cast<int>(c));
  }
  rows_.clear();
  for (const Limit& limit : problem.limits) {
    Row row{.kind = Kind::kLimit, .dof_a = limit.dof};
    row.phi = limit.q0 - limit.lower;
    if (row.phi < 0) Add(row, options);
    row.sign_a = -1;
    row.phi = limit.upper - limit.q0;
    if (row.phi < 0) Add(row, options);
  }
  for (const Coupling& coupling : problem.couplings) {
    Add({.kind = Kind::kCoupling,
         .dof_a = coupling.dof_a,
         .dof_b = coupling.dof_b,
         .slope_b = coupling.slope,
         .phi = coupling.error},
        options);
  }
  for (Eigen::Index i = 0; i < problem.dry_friction.size(); ++i) {
    if (problem.dry_friction[i] == 0) continue;
    Add({.kind = Kind::kDryFriction,
         .dof_a = static_cast<int>(i),
         .bound = problem.dry_friction[i]},
        options);
  }
}

void ComFreeJointRows::Add(Row row, const ComFreeOptions& options) {
  row.clique_a = clique_of_dof_[row.dof_a];
  if (row.dof_b >= 0) row.clique_b = clique_of_dof_[row.dof_b];
  if (row.clique_b == row.clique_a) {
    row.inverse_mass_a = CalcInverseMass(row.clique_a, row.dof_a, row.sign_a,
                                         row.dof_b, -row.slope_b);
  } else {
    row.inverse_mass_a =
        CalcInverseMass(row.clique_a, row.dof_a, row.sign_a, -1, 0);
    if (row.clique_b >= 0) {
      row.inverse_mass_b =
          CalcInverseMass(row.clique_b, row.dof_b, row.slope_b, -1, 0);
    }
  }
  row.mass = CalcRho(options.impedance, row.phi) /
             (row.inverse_mass_a + row.inverse_mass_b);
  rows_.push_back(row);
}

// J A^-1 J' of J = a e_a' + b e_b' in one clique.
double ComFreeJointRows::CalcInverseMass(int clique, int dof_a, double a,
                                         int dof_b, double b) {
  const Clique& of = problem_->cliques[clique];
  column_.setZero(of.nv, 1);
  column_(dof_a - of.v_start, 0) = a;
  if (dof_b >= 0) column_(dof_b - of.v_start, 0) += b;
  prediction_->CalcMobility(clique, column_, &mobility_);
  return mobility_(0, 0);
}

void ComFreeJointRows::AddLoads(std::vector<double>* load_of_clique) const {
  for (const Row& row : rows_) {
    const double gain = damping_gain_ * row.mass;
    (*load_of_clique)[row.clique_a] += gain * row.inverse_mass_a;
    if (row.clique_b >= 0)
      (*load_of_clique)[row.clique_b] += gain * row.inverse_mass_b;
  }
}

void ComFreeJointRows::SplitMasses(const std::vector<double>& load_of_clique) {
  for (Row& row : rows_) {
    double load = load_of_clique[row.clique_a];
    if (row.clique_b >= 0 && row.clique_b != row.clique_a)
      load += load_of_clique[row.clique_b];
    row.mass /= std::max(1.0, load);
  }
}

double ComFreeJointRows::CalcBounded(const Row& row, double x) const {
  switch (row.kind) {
    case Kind::kLimit:
      return std::max(x, 0.0);
    case Kind::kCoupling:
      return x;
    case Kind::kDryFriction:
      return std::clamp(x, -row.bound, row.bound);
  }
  return x;
}

void ComFreeJointRows::Sweep(const VectorXd& v, double momentum, VectorXd* p) {
  for (Row& row : rows_) {
    double s = row.sign_a * v[row.dof_a];
    if (row.dof_b >= 0) s -= row.slope_b * v[row.dof_b];
    const double push =
        row.mass / h_ * (damping_gain_ * s + stiffness_gain_ * row.phi);
    const double next = CalcBounded(row, row.extrapolated - push);
    const double change = next - row.lambda;
    row.extrapolated = next + momentum * Brake(change, next - row.extrapolated);
    row.lambda = next;
    (*p)[row.dof_a] += row.sign_a * row.extrapolated;
    if (row.dof_b >= 0) (*p)[row.dof_b] -= row.slope_b * row.extrapolated;
  }
}

}  // namespace tactus::contact

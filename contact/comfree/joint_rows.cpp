#include "tactus/contact/comfree/joint_rows.h"

#include <algorithm>
#include <cmath>

#include "tactus/solvers/comfree/law.h"

namespace tactus::contact {
namespace {

bool Acts(const RowLaw& law) {
  if (law.law == RowLaw::Law::kRigid) return true;
  return law.law == RowLaw::Law::kLimit &&
         (law.error < law.lower || law.error > law.upper);
}

}  // namespace

void ComFreeJointRows::Reset(const VelocityProblem& problem,
                             const SmoothPrediction& prediction,
                             const ComFreeOptions& options, double h) {
  problem_ = &problem;
  prediction_ = &prediction;
  options_ = options;
  h_ = h;
  damping_gain_ = options.stiffness * h + options.damping;
  tree_rows_.Reset(problem);
  rows_.clear();
  parts_.clear();
  joint_sources_.clear();
  constraint_sources_.clear();
  AddJointRows();
  for (const BodyConstraint& each : problem.constraints) AddConstraint(each);
}

void ComFreeJointRows::AddJointRows() {
  for (std::size_t i = 0; i < problem_->joint_rows.size(); ++i) {
    const JointRow& row = problem_->joint_rows[i];
    if (!Acts(row)) continue;
    joint_sources_.push_back(
        {.index = static_cast<int>(i), .row = static_cast<int>(rows_.size())});
    SetLaw(row, &CloseRow(tree_rows_.Add(problem_->TermsOf(row))));
  }
}

// A row that hardly moves anything, beside the others of its kind, is held with
// as much mass as theirs times 1e8, as by ICF.
void ComFreeJointRows::AddConstraint(const BodyConstraint& constraint) {
  constexpr double kFloor = 1e-8;
  for (int first = 0; first < constraint.num_rows; first += 3) {
    const std::size_t first_source = constraint_sources_.size();
    double most = 0;
    for (int i = first; i < std::min(first + 3, constraint.num_rows); ++i) {
      const int index = constraint.first_row + i;
      const ConstraintRow& law = problem_->constraint_rows[index];
      if (!Acts(law)) continue;
      constraint_sources_.push_back(
          {.index = index, .row = static_cast<int>(rows_.size())});
      most = std::max(
          most, CloseRow(tree_rows_.Add(constraint, law.row)).inverse_mass);
    }
    for (std::size_t i = first_source; i < constraint_sources_.size(); ++i) {
      const auto [index, place] = constraint_sources_[i];
      Row& row = rows_[place];
      row.inverse_mass = std::max(row.inverse_mass, kFloor * most);
      SetLaw(problem_->constraint_rows[index], &row);
    }
  }
}

// The row that `tree_rows_` has got.
ComFreeJointRows::Row& ComFreeJointRows::CloseRow(int row) {
  Row& closed = rows_.emplace_back();
  closed.first_part = static_cast<int>(parts_.size());
  for (const TreeRows::Side& side : tree_rows_.SidesOf(row)) {
    const double inverse_mass = tree_rows_.CalcInverseMass(*prediction_, side);
    parts_.push_back({.clique = side.clique, .inverse_mass = inverse_mass});
    closed.inverse_mass += inverse_mass;
    ++closed.num_parts;
  }
  return closed;
}

void ComFreeJointRows::SetLaw(const RowLaw& law, Row* row) const {
  if (law.law == RowLaw::Law::kRigid)
    return SetStiff(law.error + h_ * h_ / 2 * law.bias_acceleration, row);
  const bool is_below = law.error < law.lower;
  (is_below ? row->lower : row->upper) = 0;
  SetStiff(law.error - (is_below ? law.lower : law.upper), row);
}

// (m/h) [ (k h + d) s + k phi ]; nothing where the row moves nothing.
void ComFreeJointRows::SetStiff(double phi, Row* row) const {
  const double w = row->inverse_mass;
  const double m = w > 0 ? CalcRho(options_.impedance, phi) / w : 0;
  row->by_rate = m / h_ * damping_gain_;
  row->constant = m / h_ * options_.stiffness * phi;
}

// by_rate h w, tree by tree.
void ComFreeJointRows::AddLoads(std::vector<double>* load_of_clique) const {
  for (const Row& row : rows_) {
    for (int i = 0; i < row.num_parts; ++i) {
      const Part& part = parts_[row.first_part + i];
      (*load_of_clique)[part.clique] += row.by_rate * h_ * part.inverse_mass;
    }
  }
}

void ComFreeJointRows::SplitMasses(const std::vector<double>& load_of_clique) {
  for (Row& row : rows_) {
    double load = 0;
    for (int i = 0; i < row.num_parts; ++i)
      load += load_of_clique[parts_[row.first_part + i].clique];
    const double share = 1 / std::max(1.0, load);
    row.by_rate *= share;
    row.constant *= share;
  }
}

void ComFreeJointRows::Sweep(const VectorXd& v, double momentum, VectorXd* p) {
  for (int i = 0; i < tree_rows_.size(); ++i) {
    Row& row = rows_[i];
    const auto terms = tree_rows_.TermsOf(i);
    const double push = row.by_rate * CalcRate(terms, v) + row.constant;
    const double next =
        std::clamp(row.extrapolated - push, row.lower, row.upper);
    const double change = next - row.lambda;
    row.extrapolated = next + momentum * solvers::comfree::Brake(
                                             change, next - row.extrapolated);
    row.lambda = next;
    for (const JointTerm& term : terms)
      (*p)[term.dof] += term.coefficient * row.extrapolated;
  }
}

void ComFreeJointRows::GetConstraintForces(std::vector<double>* forces) const {
  forces->assign(problem_->constraint_rows.size(), 0);
  for (const auto& [index, row] : constraint_sources_)
    (*forces)[index] = rows_[row].lambda;
}

void ComFreeJointRows::GetJointForces(std::vector<double>* forces) const {
  forces->assign(problem_->joint_rows.size(), 0);
  for (const auto& [index, row] : joint_sources_)
    (*forces)[index] = rows_[row].lambda;
}

// By (k m/h) phi = constant, (m/h) (k h + d) = by_rate.
double ComFreeJointRows::CalcStoredEnergy() const {
  double energy = 0;
  for (const Row& row : rows_) {
    if (row.constant == 0) continue;
    const double stiffness = row.by_rate * options_.stiffness / damping_gain_;
    energy += row.constant * row.constant / stiffness / 2;
  }
  return energy;
}

}  // namespace tactus::contact

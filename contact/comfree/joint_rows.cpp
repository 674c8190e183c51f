#include "tactus/contact/comfree/joint_rows.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/islands.h"
#include "tactus/solvers/comfree/law.h"

namespace tactus::contact {
namespace {

bool Acts(const RowLaw& law) {
  if (law.law != RowLaw::Law::kLimit) return true;
  return law.error < law.lower || law.error > law.upper;
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
  FindCliquesOfDofs(problem, &clique_of_dof_);
  rows_.clear();
  terms_.clear();
  parts_.clear();
  joint_sources_.clear();
  constraint_sources_.clear();
  actuator_sources_.clear();
  AddJointRows();
  for (const BodyConstraint& each : problem.constraints) AddConstraint(each);
  AddTendonActuators();
  SplitImplicit();
}

void ComFreeJointRows::AddJointRows() {
  for (std::size_t i = 0; i < problem_->joint_rows.size(); ++i) {
    const JointRow& row = problem_->joint_rows[i];
    if (!Acts(row)) continue;
    joint_sources_.push_back(
        {.index = static_cast<int>(i), .row = static_cast<int>(rows_.size())});
    SetLaw(row, &AddRow(problem_->TermsOf(row)));
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
      most = std::max(most, AddRow(constraint, law.row).inverse_mass);
    }
    for (std::size_t i = first_source; i < constraint_sources_.size(); ++i) {
      const auto [index, place] = constraint_sources_[i];
      Row& row = rows_[place];
      row.inverse_mass = std::max(row.inverse_mass, kFloor * most);
      SetLaw(problem_->constraint_rows[index], &row);
    }
  }
}

// Of x = gear v.
void ComFreeJointRows::AddTendonActuators() {
  for (std::size_t i = 0; i < problem_->actuators.size(); ++i) {
    const LinearActuator& actuator = problem_->actuators[i];
    if (actuator.num_terms == 0) continue;
    actuator_sources_.push_back(
        {.index = static_cast<int>(i), .row = static_cast<int>(rows_.size())});
    const double x0 =
        actuator.gear * problem_->CalcActuatorRate(actuator, problem_->v0);
    Row& row = AddRow(problem_->TermsOf(actuator), actuator.gear);
    row.lower = actuator.lower;
    row.upper = actuator.upper;
    const auto [b, c] = MakeStableLaw(actuator, x0, h_);
    SetSmooth(b, c, &row);
  }
}

ComFreeJointRows::Row& ComFreeJointRows::AddRow(
    std::span<const JointTerm> terms, double factor) {
  const int first = static_cast<int>(terms_.size());
  for (const JointTerm& term : terms) {
    terms_.push_back(
        {.dof = term.dof, .coefficient = factor * term.coefficient});
  }
  return CloseRow(first);
}

// G = row' (J_B - Phi J_A).
ComFreeJointRows::Row& ComFreeJointRows::AddRow(
    const BodyConstraint& constraint, const Vector6d& row) {
  const int first = static_cast<int>(terms_.size());
  const ContactBody& A = problem_->bodies[constraint.body_a];
  const ContactBody& B = problem_->bodies[constraint.body_b];
  AppendTerms(B, row);
  const int size_b = static_cast<int>(terms_.size()) - first;
  AppendTerms(A, CarryToA(row, constraint.p_AoBo_W));
  if (A.clique == B.clique) {  // the same velocities, once
    for (int i = 0; i < size_b; ++i) {
      terms_[first + i].coefficient += terms_[first + size_b + i].coefficient;
    }
    terms_.resize(first + size_b);
  }
  return CloseRow(first);
}

void ComFreeJointRows::AppendTerms(const ContactBody& body,
                                   const Vector6d& row) {
  if (body.clique < 0) return;
  const Clique& clique = problem_->cliques[body.clique];
  on_tree_.setZero(clique.nv);
  AddToClique(body, row, on_tree_);
  for (int i = 0; i < clique.nv; ++i)
    terms_.push_back({.dof = clique.v_start + i, .coefficient = on_tree_[i]});
}

// A row of the terms from `first_term` on.
ComFreeJointRows::Row& ComFreeJointRows::CloseRow(int first_term) {
  Row row{.first_term = first_term,
          .num_terms = static_cast<int>(terms_.size()) - first_term};
  CalcParts(&row);
  rows_.push_back(row);
  return rows_.back();
}

// G A^-1 G', tree by tree.
void ComFreeJointRows::CalcParts(Row* row) {
  const auto terms = std::span(terms_).subspan(row->first_term, row->num_terms);
  row->first_part = static_cast<int>(parts_.size());
  for (const JointTerm& term : terms) {
    const int c = clique_of_dof_[term.dof];
    const auto is_there = [c](const Part& part) {
      return part.clique == c;
    };
    if (std::any_of(parts_.begin() + row->first_part, parts_.end(), is_there)) {
      continue;
    }
    const Clique& clique = problem_->cliques[c];
    column_.setZero(clique.nv, 1);
    for (const JointTerm& each : terms) {
      if (clique_of_dof_[each.dof] != c) continue;
      column_(each.dof - clique.v_start, 0) += each.coefficient;
    }
    prediction_->CalcMobility(c, column_, &mobility_);
    parts_.push_back({.clique = c, .inverse_mass = mobility_.value(0, 0)});
    row->inverse_mass += mobility_.value(0, 0);
  }
  row->num_parts = static_cast<int>(parts_.size()) - row->first_part;
}

void ComFreeJointRows::SetLaw(const RowLaw& law, Row* row) const {
  switch (law.law) {
    case RowLaw::Law::kRigid:
      return SetStiff(law.error + h_ * h_ / 2 * law.bias_acceleration, row);
    case RowLaw::Law::kLimit: {
      const bool is_below = law.error < law.lower;
      (is_below ? row->lower : row->upper) = 0;
      return SetStiff(law.error - (is_below ? law.lower : law.upper), row);
    }
    case RowLaw::Law::kSpring: {
      // Slack at t0: slack for the step.
      const double rest = std::clamp(law.error, law.lower, law.upper);
      const double k =
          law.error == rest && law.lower != law.upper ? 0 : law.stiffness;
      return SetSmooth(-k * (law.error - rest), law.damping + h_ * k, row);
    }
    case RowLaw::Law::kDamper:
      return SetSmooth(0, law.damping, row);
    case RowLaw::Law::kDryFriction:
      return SetDry(law.dry_friction, row);
  }
}

// (m/h) [ (k h + d) s + k phi ]
void ComFreeJointRows::SetStiff(double phi, Row* row) const {
  const double m = CalcRho(options_.impedance, phi) / row->inverse_mass;
  row->by_rate = m / h_ * damping_gain_;
  row->constant = m / h_ * options_.stiffness * phi;
}

// (y - b + c s) / (1 + h c w)
void ComFreeJointRows::SetSmooth(double b, double c, Row* row) const {
  row->is_implicit = true;
  row->by_itself = 1 / (1 + h_ * c * row->inverse_mass);
  row->by_rate = row->by_itself * c;
  row->constant = -row->by_itself * b;
}

// s / (h w)
void ComFreeJointRows::SetDry(double friction, Row* row) const {
  row->is_implicit = true;
  row->lower = -friction;
  row->upper = friction;
  row->by_rate = 1 / (h_ * row->inverse_mass);
}

void ComFreeJointRows::AddLoads(std::vector<double>* load_of_clique) const {
  for (const Row& row : rows_) AddLoads(row, load_of_clique);
}

void ComFreeJointRows::SplitMasses(const std::vector<double>& load_of_clique) {
  for (Row& row : rows_) Split(load_of_clique, &row);
}

// by_rate h w + by_itself, tree by tree: one, for a smooth row by itself.
void ComFreeJointRows::AddLoads(const Row& row,
                                std::vector<double>* load_of_clique) const {
  const double gain =
      row.by_rate * h_ +
      (row.by_itself > 0 ? row.by_itself / row.inverse_mass : 0);
  for (int i = 0; i < row.num_parts; ++i) {
    const Part& part = parts_[row.first_part + i];
    (*load_of_clique)[part.clique] += gain * part.inverse_mass;
  }
}

void ComFreeJointRows::Split(const std::vector<double>& load_of_clique,
                             Row* row) const {
  double load = 0;
  for (int i = 0; i < row->num_parts; ++i)
    load += load_of_clique[parts_[row->first_part + i].clique];
  const double share = 1 / std::max(1.0, load);
  row->by_rate *= share;
  row->constant *= share;
  row->by_itself *= share;
}

void ComFreeJointRows::SplitImplicit() {
  if (std::ranges::none_of(rows_, &Row::is_implicit)) return;
  smooth_load_.assign(problem_->cliques.size(), 0);
  for (const Row& row : rows_) {
    if (row.is_implicit) AddLoads(row, &smooth_load_);
  }
  for (Row& row : rows_) {
    if (row.is_implicit) Split(smooth_load_, &row);
  }
}

void ComFreeJointRows::Sweep(const VectorXd& v, double momentum, VectorXd* p) {
  for (Row& row : rows_) {
    const auto terms = std::span(terms_).subspan(row.first_term, row.num_terms);
    const double push = row.by_rate * CalcRate(terms, v) + row.constant +
                        row.by_itself * row.extrapolated;
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

void ComFreeJointRows::GetTendonEfforts(std::vector<double>* efforts) const {
  for (const auto& [index, row] : actuator_sources_)
    (*efforts)[index] = problem_->actuators[index].gear * rows_[row].lambda;
}

// By (k m/h) phi = constant, (m/h) (k h + d) = by_rate.
double ComFreeJointRows::CalcStoredEnergy() const {
  double energy = 0;
  for (const Row& row : rows_) {
    if (row.is_implicit || row.constant == 0) continue;
    const double stiffness = row.by_rate * options_.stiffness / damping_gain_;
    energy += row.constant * row.constant / stiffness / 2;
  }
  return energy;
}

}  // namespace tactus::contact

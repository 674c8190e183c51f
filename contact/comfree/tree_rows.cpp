#include "tactus/contact/comfree/tree_rows.h"

#include <algorithm>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/islands.h"

namespace tactus::contact {

void TreeRows::Reset(const VelocityProblem& problem) {
  problem_ = &problem;
  FindCliquesOfDofs(problem, &clique_of_dof_);
  terms_.clear();
  sides_.clear();
  rows_.clear();
}

int TreeRows::Add(std::span<const JointTerm> terms, double factor) {
  const auto first = static_cast<std::size_t>(sides_.size());
  for (const JointTerm& term : terms) {
    const int clique = clique_of_dof_[term.dof];
    const auto is_there = [clique](const Side& side) {
      return side.clique == clique;
    };
    if (std::any_of(sides_.begin() + static_cast<std::ptrdiff_t>(first),
                    sides_.end(), is_there))
      continue;
    Side side{.clique = clique,
              .first_term = static_cast<int>(terms_.size()),
              .num_terms = 0};
    for (const JointTerm& each : terms) {
      if (clique_of_dof_[each.dof] != clique) continue;
      terms_.push_back(
          {.dof = each.dof, .coefficient = factor * each.coefficient});
      ++side.num_terms;
    }
    sides_.push_back(side);
  }
  return Close(static_cast<int>(first));
}

int TreeRows::Add(const BodyConstraint& constraint, const Vector6d& row) {
  const int first = static_cast<int>(sides_.size());
  const ContactBody& A = problem_->bodies[constraint.body_a];
  const ContactBody& B = problem_->bodies[constraint.body_b];
  AddSide(B, row);
  AddSide(A, CarryToA(row, constraint.p_AoBo_W));
  if (A.clique >= 0 && A.clique == B.clique) {  // the same velocities, once
    const Side a = sides_.back();
    sides_.pop_back();
    for (int i = 0; i < a.num_terms; ++i)
      terms_[sides_.back().first_term + i].coefficient +=
          terms_[a.first_term + i].coefficient;
    terms_.resize(a.first_term);
  }
  return Close(first);
}

void TreeRows::AddSide(const ContactBody& body, const Vector6d& row) {
  if (body.clique < 0) return;
  const Clique& clique = problem_->cliques[body.clique];
  on_tree_.setZero(clique.nv);
  AddToClique(body, row, on_tree_);
  sides_.push_back({.clique = body.clique,
                    .first_term = static_cast<int>(terms_.size()),
                    .num_terms = clique.nv});
  for (int i = 0; i < clique.nv; ++i)
    terms_.push_back({.dof = clique.v_start + i, .coefficient = on_tree_[i]});
}

// A row of the sides from `first_side` on.
int TreeRows::Close(int first_side) {
  const int end_term = static_cast<int>(terms_.size());
  const int num_sides = static_cast<int>(sides_.size()) - first_side;
  const int first_term =
      num_sides > 0 ? sides_[first_side].first_term : end_term;
  rows_.push_back({.first_side = first_side,
                   .num_sides = num_sides,
                   .first_term = first_term,
                   .num_terms = end_term - first_term});
  return size() - 1;
}

double TreeRows::CalcInverseMass(const SmoothPrediction& prediction,
                                 const Side& side) {
  const Clique& clique = problem_->cliques[side.clique];
  column_.setZero(clique.nv, 1);
  for (const JointTerm& term : TermsOf(side))
    column_(term.dof - clique.v_start, 0) += term.coefficient;
  prediction.CalcMobility(side.clique, column_, &mobility_);
  return mobility_.value(0, 0);
}

double TreeRows::CalcInverseMass(const SmoothPrediction& prediction, int row) {
  double sum = 0;
  for (const Side& side : SidesOf(row))
    sum += CalcInverseMass(prediction, side);
  return sum;
}

}  // namespace tactus::contact

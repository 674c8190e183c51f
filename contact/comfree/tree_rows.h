#pragma once

#include <span>
#include <vector>

#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// Rows s = G v on the velocities of a problem, each by the trees that it acts
/// on. Keeps its storage from step to step.
class TreeRows {
 public:
  /// What of a row is of one tree.
  struct Side {
    int clique{};
    int first_term{}, num_terms{};
  };

  void Reset(const VelocityProblem& problem);
  /// G = factor times a joint row's terms. Returns the row.
  int Add(std::span<const JointTerm> terms, double factor = 1);
  /// G = row' (J_B - Phi J_A).
  int Add(const BodyConstraint& constraint, const Vector6d& row);

  int size() const { return static_cast<int>(rows_.size()); }
  std::span<const Side> SidesOf(int row) const {
    return std::span(sides_).subspan(rows_[row].first_side,
                                     rows_[row].num_sides);
  }
  std::span<const JointTerm> TermsOf(const Side& side) const {
    return std::span(terms_).subspan(side.first_term, side.num_terms);
  }
  /// Of all sides.
  std::span<const JointTerm> TermsOf(int row) const {
    return std::span(terms_).subspan(rows_[row].first_term,
                                     rows_[row].num_terms);
  }

  /// A side's part of w = G A^-1 G'.
  double CalcInverseMass(const SmoothPrediction& prediction, const Side& side);
  /// w, of all sides.
  double CalcInverseMass(const SmoothPrediction& prediction, int row);

 private:
  struct Row {
    int first_side{}, num_sides{}, first_term{}, num_terms{};
  };
  void AddSide(const ContactBody& body, const Vector6d& row);
  int Close(int first_side);

  const VelocityProblem* problem_{};
  std::vector<int> clique_of_dof_;
  std::vector<JointTerm> terms_;
  std::vector<Side> sides_;
  std::vector<Row> rows_;
  VectorXd on_tree_;
  MatrixXd column_;
  SmoothPrediction::Mobility mobility_;
};

}  // namespace tactus::contact

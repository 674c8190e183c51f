#pragma once

#include <span>
#include <vector>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/plant/velocity_problem_trees.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that translates what acts along joint
/// coordinates and tendons into rows, in this order:
///
///     limits of joints           lower <= q <= upper
///     dry friction of joints     of size f0 against v
///     limits, springs, dampers and dry friction of tendons, along L(q)
///     couplers                   q_a = f(q_b),  L_a = f(L_b)
///     locked joints              q = its default
///
/// All rows and actuators of a tendon share its terms in the problem.
class VelocityProblemJointRows {
 public:
  /// `start` must outlive this.
  explicit VelocityProblemJointRows(const ModelAtStart* start)
      : start_(start) {}

  /// Replaces the rows and terms of a problem by the model's at the start.
  void Add(contact::VelocityProblem* problem);

  /// Takes out of a problem the rows that inputs have put behind the model's,
  /// with their terms.
  void DropInputRows(contact::VelocityProblem* problem) const;
  /// Those rows.
  std::span<const contact::JointRow> InputRowsOf(
      const contact::VelocityProblem& problem) const {
    return std::span(problem.joint_rows).subspan(num_rows_);
  }

  /// Where the model's tendons are.
  std::span<const TendonKinematics> tendons() const { return tendons_; }
  /// Where a tendon's terms begin in VelocityProblem::joint_terms.
  int FirstTermOf(int tendon) const { return first_term_of_tendon_[tendon]; }

  /// VelocityProblemBuilder::CollectTendonForces()
  void CollectTendonForces(std::span<const double> forces,
                           VectorXd* along) const;

 private:
  void AddLimits(contact::VelocityProblem* problem) const;
  void AddDryFriction(contact::VelocityProblem* problem) const;
  void AddTendons(contact::VelocityProblem* problem);
  void AddTendonRows(const Tendon& tendon, int index,
                     contact::VelocityProblem* problem);
  void AddCouplers(contact::VelocityProblem* problem);
  void AddJointCoupler(const JointCoupler& coupler, const CouplerError& at,
                       contact::VelocityProblem* problem) const;
  void AddTendonCoupler(const JointCoupler& coupler, const CouplerError& at,
                        contact::VelocityProblem* problem);
  VectorXd CalcTendonCouplerRow(const JointCoupler& coupler,
                                double slope) const;
  void AddLocks(contact::VelocityProblem* problem);

  /// What a joint row's force is along a tendon: `factor` times as much.
  struct TendonShare {
    int row{}, tendon{};
    double factor = 1;
  };

  const ModelAtStart* start_;
  std::vector<TendonKinematics> tendons_;
  std::vector<int> first_term_of_tendon_;
  std::vector<TendonShare> tendon_shares_;
  std::size_t num_rows_{}, num_terms_{};  ///< The model's own.
  VectorXd difference_;
};

}  // namespace tactus::multibody

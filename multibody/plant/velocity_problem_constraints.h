#pragma once

#include <vector>

#include <Eigen/Cholesky>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/plant/velocity_problem_bodies.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that translates what constrains bodies:
/// the model's constraints, in its order, then limits of ball joints that turn,
/// then what the pull of Cosserat elements adds to the stiffness of turns.
class VelocityProblemConstraints {
 public:
  /// Both must outlive this.
  VelocityProblemConstraints(const ModelAtStart* start,
                             VelocityProblemBodies* bodies)
      : start_(start), bodies_(bodies) {}

  /// Sets the problem's constraints and their rows, and adds the bodies that
  /// they need.
  void Add(contact::VelocityProblem* problem);

 private:
  void AddTurningStiffness(contact::VelocityProblem* problem);
  std::vector<Matrix3d> CalcTurningStiffness() const;
  void AddBodyRows(contact::VelocityProblem* problem);
  double CalcInverseMass(const contact::BodyConstraint& constraint,
                         const Vector6d& row,
                         const contact::VelocityProblem& problem);
  double CalcMobility(int tree, const contact::VelocityProblem& problem);

  const ModelAtStart* start_;
  VelocityProblemBodies* bodies_;
  BodyRows body_rows_;  ///< Of the constraint that is being added.
  VectorXd column_;
  std::vector<Eigen::LLT<MatrixXd>> factor_of_tree_;
  std::vector<bool> is_factorized_;
};

}  // namespace tactus::multibody

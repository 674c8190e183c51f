#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// By how much the positions q miss what holds them rigidly, and which way
/// leads back:
///
///     g(q)   constraints between bodies (springs apart), couplers and locks,
///            then the limits of joints and tendons that q exceeds [m, rad],
///     G      gdot = G v.
///
/// Rows are scaled by their mobility w = G M^-1 G', so that metres and radians,
/// and light bodies and heavy ones, count alike.
class ConstraintResiduals {
 public:
  /// What is told of together: the position of a weld, its rotation, a coupler.
  struct Group {
    enum class Kind {
      kPosition,
      kRotation,
      kCoupler,
      kLock,
      kLimit,
      kTendonLimit
    };
    Kind kind{};
    /// The number of the constraint, coupler, joint or tendon in the model.
    int index{};
    int first{}, size{};

    double NormOf(const VectorXd& g) const {
      return g.segment(first, size).norm();
    }
  };

  /// `model` must outlive this.
  explicit ConstraintResiduals(const Model& model);

  void Evaluate(const VectorXd& q);
  /// g and its groups alone, without G and scale, which have a column for each
  /// velocity: thousands, of elastic bodies.
  void EvaluateErrors(const VectorXd& q);
  /// M is the identity from the next Evaluate() on: the least motion of joints
  /// instead of the least kinetic energy.
  void set_ignores_mass(bool ignores) { ignores_mass_ = ignores; }
  bool ignores_mass() const { return ignores_mass_; }

  /// The groups of equalities.
  const std::vector<Group>& groups() const { return groups_; }
  /// The groups of the rows behind them, limits that this or an earlier
  /// evaluation has found exceeded.
  const std::vector<Group>& limits() const { return limits_; }
  const VectorXd& g() const { return g_; }
  const MatrixXd& G() const { return G_; }
  /// How many rows there are before those of limits.
  int num_equalities() const { return num_equalities_; }
  /// w^-1/2 of each row, of a group's most mobile row for all of them.
  const VectorXd& scale() const { return scale_; }
  /// The norm of all rows, equalities scaled by `scale`, limits by their own.
  double CalcMerit(const VectorXd& scale) const;

  /// The least change of velocities, in kinetic energy, with G dv = -r:
  ///
  ///     dv = -M^-1 G' (G M^-1 G')^+ r.
  ///
  /// Where rows repeat each other the pseudo-inverse takes the smallest forces.
  VectorXd Solve(const VectorXd& r) const;

  /// "the position of weld 'palm'", and its unit.
  std::string Describe(const Group& group) const;
  std::string UnitOf(const Group& group) const;

 private:
  void AddErrors(const VectorXd& q);
  void Add(double value, const VectorXd& row);
  void AddGroup(Group::Kind kind, int index, int size);
  VectorXd UnitRow(int dof) const;
  void AddConstraints();
  void AddTurnOfGap(const BodyRows& body, int i, VectorXd* row) const;
  void AddCouplers(const VectorXd& q);
  void AddLocks(const VectorXd& q);
  void AddLimits(const VectorXd& q);
  void AddBallLimits(const VectorXd& q);
  void AddTendonLimits(const VectorXd& q);
  void AddLimit(Group::Kind kind, int index, std::size_t place, double beyond,
                bool is_near, const VectorXd& row);
  void Scale();
  MatrixXd SolveMassMatrix(const MatrixXd& b) const;

  const Model& model_;
  std::vector<bool> is_held_;  ///< Limits, by velocity, then by tendon.
  bool ignores_mass_ = false;
  PositionKinematics position_;
  std::vector<Group> groups_, limits_;
  std::vector<double> values_;
  std::vector<VectorXd> rows_;
  bool has_rows_ = true;  ///< Else they are empty.
  int num_equalities_{};
  std::vector<MatrixXd> M_;  ///< By tree.
  MatrixXd G_;
  VectorXd g_, scale_;
};

/// Moves q by Gauss-Newton steps on g, each shortened until it helps, until
/// nothing is left but rounding or nothing more is won. Far from the
/// constraints steps of least kinetic energy may turn light links of a long
/// chain by many radians, and little of them helps; from there on they are
/// steps of least joint motion. `residuals` is evaluated at q before and after.
void ReduceResiduals(const Model& model, ConstraintResiduals* residuals,
                     VectorXd* q);

/// The largest of the equalities' rows at q, without their derivatives [m or
/// rad].
double CalcLargestResidual(const Model& model, const VectorXd& q);

}  // namespace tactus::multibody

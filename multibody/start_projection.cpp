#include "tactus/multibody/start_projection.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

constexpr double kTolerance = 1e-9;

// Residuals by group, what is reported together, and their derivatives.
class Residuals {
 public:
  struct Group {
    std::string what, unit;
    int first{}, size{};
    double NormOf(const VectorXd& g) const {
      return g.segment(first, size).norm();
    }
  };

  explicit Residuals(const Model& model)
      : model_(model), is_held_(model.num_velocities(), false) {}

  void Evaluate(const VectorXd& q) {
    groups_.clear();
    values_.clear();
    rows_.clear();
    CalcPositionKinematics(model_, q, &position_);
    const VectorXd rest = VectorXd::Zero(model_.num_velocities());
    VelocityKinematics velocity;
    CalcVelocityKinematics(model_, position_, rest, &velocity);
    AddConstraints(velocity);
    AddCouplers(q);
    AddLocks(q);
    num_equalities_ = static_cast<int>(values_.size());
    AddLimits(q);
    g_ = Eigen::Map<const VectorXd>(values_.data(), std::ssize(values_));
    G_.resize(std::ssize(rows_), model_.num_velocities());
    for (Eigen::Index i = 0; i < G_.rows(); ++i) G_.row(i) = rows_[i];
    Scale();
  }

  const std::vector<Group>& groups() const { return groups_; }
  const VectorXd& g() const { return g_; }
  const MatrixXd& G() const { return G_; }
  /// Of the equalities, without the limits behind them.
  int num_equalities() const { return num_equalities_; }
  double CalcMerit() const { return scale_.cwiseProduct(g_).norm(); }

  /// The least change of velocities, in kinetic energy, with G dv = -r.
  VectorXd Solve(const VectorXd& r) const {
    const MatrixXd SG = scale_.asDiagonal() * G_;
    const MatrixXd MinvGt = M_.llt().solve(SG.transpose());
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> S;
    S.setThreshold(1e-10);
    S.compute(SG * MinvGt);
    return -MinvGt * S.solve(scale_.cwiseProduct(r));
  }

 private:
  void Add(double value, const VectorXd& row) {
    values_.push_back(value);
    rows_.push_back(row);
  }
  void AddGroup(const std::string& what, const std::string& unit, int size) {
    groups_.push_back({what, unit, static_cast<int>(values_.size()), size});
  }
  VectorXd UnitRow(int dof) const {
    return VectorXd::Unit(model_.num_velocities(), dof);
  }

  void AddConstraints(const VelocityKinematics& velocity) {
    BodyRows body_rows;
    VectorXd row;
    for (const Constraint& constraint : model_.constraints()) {
      if (constraint.type == ConstraintType::kDistance &&
          std::isfinite(constraint.stiffness)) {
        continue;
      }
      CalcConstraintRows(model_, position_, velocity, constraint, &body_rows);
      const std::string name = std::string(to_string(constraint.type)) + " '" +
                               constraint.name + "'";
      for (int i = 0; i < std::ssize(body_rows.rows); ++i) {
        if (i == 0) AddGroup("the position of " + name, "m", 0);
        if (i == 3) AddGroup("the rotation of " + name, "rad", 0);
        ++groups_.back().size;
        CalcRowJacobian(model_, position_, body_rows, i, &row);
        Add(body_rows.rows[i].error, row);
      }
    }
  }

  std::string UnitOf(const Joint& joint) const {
    return joint.type == JointType::kPrismatic ? "m" : "rad";
  }

  void AddCouplers(const VectorXd& q) {
    for (const JointCoupler& coupler : model_.couplers()) {
      const CouplerError at = CalcCouplerError(model_, coupler, q);
      const Joint& a = model_.joints()[coupler.joint_a];
      VectorXd row = UnitRow(a.v_start);
      if (coupler.joint_b >= 0)
        row -= at.slope * UnitRow(model_.joints()[coupler.joint_b].v_start);
      AddGroup("coupler '" + coupler.name + "' of joint '" + a.name + "'",
               UnitOf(a), 1);
      Add(at.error, row);
    }
  }

  void AddLocks(const VectorXd& q) {
    VectorXd difference(model_.num_velocities());
    for (const Joint& joint : model_.joints()) {
      if (!joint.is_locked || joint.nv() == 0) continue;
      CalcJointDifference(joint, model_.default_positions(), q, &difference);
      AddGroup("the lock of joint '" + joint.name + "'", UnitOf(joint),
               joint.nv());
      for (int i = joint.v_start; i < joint.v_start + joint.nv(); ++i)
        Add(difference[i], UnitRow(i));
    }
  }

  // Limits that this or an earlier evaluation has found exceeded.
  void AddLimits(const VectorXd& q) {
    const auto add = [&](const Joint& joint, int offset, double lower,
                         double upper) {
      const int dof = joint.v_start + offset;
      const double at = q[joint.q_start + offset];
      const double inside = std::clamp(at, lower, upper);
      if (inside != at) is_held_[dof] = true;
      if (is_held_[dof] && inside != at) Add(at - inside, UnitRow(dof));
      if (is_held_[dof] && inside == at &&
          std::min(at - lower, upper - at) <= kTolerance) {
        Add(0, UnitRow(dof));
      }
    };
    for (const Joint& joint : model_.joints()) {
      if (joint.nq() == 1) add(joint, 0, joint.lower, joint.upper);
      if (joint.nq() != 2 && joint.nq() != 3) continue;
      for (int i = 0; i < joint.nq(); ++i)
        add(joint, i, joint.lower_each[i], joint.upper_each[i]);
    }
  }

  // Rows to a mobility of one, or, where nothing moves, out of the way.
  void Scale() {
    M_ = CalcMassMatrix(model_, position_);
    const VectorXd mobility = (G_ * M_.llt().solve(G_.transpose())).diagonal();
    scale_ = mobility.unaryExpr(
        [](double w) { return w > 1e-20 ? 1 / std::sqrt(w) : 0.0; });
  }

  const Model& model_;
  std::vector<bool> is_held_;  ///< By velocity.
  PositionKinematics position_;
  std::vector<Group> groups_;
  std::vector<double> values_;
  std::vector<VectorXd> rows_;
  int num_equalities_{};
  MatrixXd M_, G_;
  VectorXd g_, scale_;
};

// One Gauss-Newton step, shortened until it helps; false if it does not.
bool Step(const Model& model, Residuals* residuals, VectorXd* q) {
  const double merit = residuals->CalcMerit();
  const VectorXd dv = residuals->Solve(residuals->g());
  const VectorXd q0 = *q;
  for (double alpha = 1; alpha > 1e-3; alpha /= 2) {
    IntegratePositions(model, q0, dv, alpha, q);
    residuals->Evaluate(*q);
    if (residuals->CalcMerit() < merit) return true;
  }
  *q = q0;
  residuals->Evaluate(q0);
  return false;
}

// What is out by more than the tolerance, `after` as well as before.
std::vector<StartCorrection> Compare(
    const std::vector<Residuals::Group>& groups, const VectorXd& before,
    const VectorXd& after, const std::string& rate, const std::string& unit) {
  std::vector<StartCorrection> corrections;
  for (const Residuals::Group& group : groups) {
    if (group.NormOf(before) <= kTolerance) continue;
    corrections.push_back({.what = rate + group.what,
                           .unit = group.unit + unit,
                           .before = group.NormOf(before),
                           .after = group.NormOf(after)});
  }
  return corrections;
}

bool IsOut(const Residuals& residuals, const VectorXd& g) {
  return std::ranges::any_of(residuals.groups(), [&](const auto& group) {
    return group.NormOf(g) > kTolerance;
  });
}

}  // namespace

std::vector<StartCorrection> ProjectToConstraints(const Model& model,
                                                  VectorXd* q, VectorXd* v) {
  constexpr int kMostSteps = 100;
  constexpr double kDone = 1e-13;
  if (model.num_velocities() == 0) return {};
  Residuals residuals(model);
  residuals.Evaluate(*q);
  std::vector<StartCorrection> corrections;
  if (IsOut(residuals, residuals.g())) {
    const VectorXd before = residuals.g();
    for (int i = 0; i < kMostSteps; ++i) {
      if (residuals.g().cwiseAbs().maxCoeff() < kDone) break;
      if (!Step(model, &residuals, q)) break;
    }
    corrections = Compare(residuals.groups(), before, residuals.g(), "", "");
  }

  const int n = residuals.num_equalities();
  VectorXd rates = residuals.G() * *v;
  rates.tail(rates.size() - n).setZero();  // limits let go
  if (!IsOut(residuals, rates)) return corrections;
  *v += residuals.Solve(rates);
  const VectorXd after = residuals.G() * *v;
  for (StartCorrection& each :
       Compare(residuals.groups(), rates, after, "the rate of ", "/s")) {
    corrections.push_back(std::move(each));
  }
  return corrections;
}

}  // namespace tactus::multibody

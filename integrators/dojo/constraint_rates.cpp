#include "tactus/integrators/dojo/constraint_rates.h"

#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {
namespace {

using multibody::BodyChain;
using multibody::BodyTwist;
using multibody::ConstraintType;

bool IsPointRow(const Vector6d& row) {
  return row.tail<3>() != Vector3d::Zero();
}

int FindAxis(const Vector3d& unit) {
  int i = 0;
  unit.cwiseAbs().maxCoeff(&i);
  return i;
}

}  // namespace

void ConstraintRates::Calc(const DiscreteDynamics& dynamics,
                           const multibody::Constraint& constraint,
                           const VectorXd& v, const VectorXd& v1) {
  constraint_ = &constraint;
  int a = constraint.body_a, b = constraint.body_b;
  const RigidTransform *X_AP = &constraint.X_AP, *X_BQ = &constraint.X_BQ;
  // As in the rows: B is not anchored; strains are the same from both ends.
  if (dynamics.model().bodies()[b].tree < 0 && !is_elastic()) {
    std::swap(a, b);
    std::swap(X_AP, X_BQ);
  }
  CalcEnd(dynamics, a, *X_AP, v, v1, &a_);
  CalcEnd(dynamics, b, *X_BQ, v, v1, &b_);
  r_ = b_.p - a_.p;
  constexpr double kCoincident = 1e-14;  // [m]
  Require(
      constraint.type != ConstraintType::kDistance || r_.norm() > kCoincident,
      fmt::format("Dojo's derivatives do not pass through '{}', whose ends "
                  "coincide",
                  constraint.name));
  if (is_elastic()) {
    const auto pose = [](const End& end) {
      RigidTransform X = RigidTransform::Identity();
      X.linear() = end.R;
      X.translation() = end.p;
      return X;
    };
    strain_ = CalcCosseratStrain(constraint.cosserat, pose(a_), pose(b_));
  }
  ClearImpulses();
}

bool ConstraintRates::is_elastic() const {
  return constraint_->type == ConstraintType::kCosserat;
}

void ConstraintRates::CalcEnd(const DiscreteDynamics& dynamics, int body,
                              const RigidTransform& X_BF, const VectorXd& v,
                              const VectorXd& v1, End* end) const {
  const multibody::Model& model = dynamics.model();
  const Matrix3d& R = dynamics.R2(body);
  end->R = R * X_BF.linear();
  end->p =
      dynamics.p2()[body] +
      R * (X_BF.translation() - Vector3d(model.bodies()[body].inertia.p_BoBcm));
  end->p_WBo =
      dynamics.p2()[body] - R * Vector3d(model.bodies()[body].inertia.p_BoBcm);
  end->chain.Build(model, body, dynamics.motion2(), dynamics.p2());
  end->chain1 = end->chain;
  end->chain.Move(v);
  end->chain1.Move(v1);
}

ConstraintRates::Change ConstraintRates::ByPosition(int velocity) const {
  Change change;
  const auto find = [&](const End& end, int* carrier, Vector6d* T,
                        BodyTwist* rate, BodyTwist* rate1) {
    *carrier = end.chain.Find(velocity);
    if (*carrier < 0) return;
    change.T = *T = end.chain.carriers()[*carrier].S;
    *rate = end.chain.CalcRateByPosition(*carrier);
    *rate1 = end.chain1.CalcRateByPosition(*carrier);
  };
  find(a_, &change.carrier_a, &change.T_a, &change.a, &change.a1);
  find(b_, &change.carrier_b, &change.T_b, &change.b, &change.b1);
  return change;
}

ConstraintRates::Change ConstraintRates::ByVelocity(int velocity) const {
  Change change;
  const auto find = [&](const BodyChain& chain1, BodyTwist* rate1) {
    const int carrier = chain1.Find(velocity);
    if (carrier >= 0) *rate1 = chain1.CalcRateByVelocity(carrier);
  };
  find(a_.chain1, &change.a1);
  find(b_.chain1, &change.b1);
  return change;
}

ConstraintRates::Change ConstraintRates::ByJointPosition(
    int joint, const Vector3d& e_W) const {
  Change change;
  change.joint = joint;
  change.T.tail<3>() = e_W;
  const auto find = [&](const End& end, Vector6d* T, BodyTwist* rate,
                        BodyTwist* rate1) {
    if (!end.chain.IsCarriedBy(joint)) return;
    *T = change.T;
    *rate = end.chain.CalcRateBehind(joint, change.T);
    *rate1 = end.chain1.CalcRateBehind(joint, change.T);
  };
  find(a_, &change.T_a, &change.a, &change.a1);
  find(b_, &change.T_b, &change.b, &change.b1);
  return change;
}

// v = V_o + w x p,  a = A_o + alpha x p + w x v.
ConstraintRates::PointMotion ConstraintRates::CalcPoint(const BodyTwist& twist,
                                                        const Vector3d& p) {
  const Vector3d w = twist.V.head<3>();
  const Vector3d v = CalcPointVelocity(twist.V, p);
  return {.p = p, .v = v, .a = CalcPointVelocity(twist.A, p) + w.cross(v)};
}

ConstraintRates::PointMotion ConstraintRates::CalcPointRate(
    const BodyTwist& twist, const Vector3d& p, const Vector6d& T,
    const BodyTwist& rate) {
  const Vector3d w = twist.V.head<3>(), alpha = twist.A.head<3>();
  const Vector3d dw = rate.V.head<3>();
  const Vector3d dp = CalcPointVelocity(T, p);
  const Vector3d dv = CalcPointVelocity(rate.V, p) + w.cross(dp);
  return {.p = dp,
          .v = dv,
          .a = CalcPointVelocity(rate.A, p) + alpha.cross(dp) +
               dw.cross(CalcPointVelocity(twist.V, p)) + w.cross(dv)};
}

ConstraintRates::EndRates ConstraintRates::CalcEndRates(
    const Change& change) const {
  return {.P = CalcPointRate(a_.chain.twist(), a_.p, change.T_a, change.a),
          .Q = CalcPointRate(b_.chain.twist(), b_.p, change.T_b, change.b),
          .P1 = CalcPointRate(a_.chain1.twist(), a_.p, change.T_a, change.a1),
          .Q1 = CalcPointRate(b_.chain1.twist(), b_.p, change.T_b, change.b1)};
}

ConstraintRates::RowRates ConstraintRates::CalcRow(const Vector6d& row,
                                                   const Change& change) const {
  if (constraint_->type == ConstraintType::kDistance) return CalcRodRow(change);
  if (is_elastic()) return CalcElementRow(FindElementRow(row), change);
  if (!IsPointRow(row)) return CalcTurnRow(FindAxis(row.head<3>()), change);
  const int i = FindAxis(row.tail<3>());
  const auto [dP, dQ, dP1, dQ1] = CalcEndRates(change);
  const Vector3d w = (a_.chain.twist().V + b_.chain.twist().V).head<3>();
  const Vector3d dw = (change.a.V + change.b.V).head<3>();
  const Vector3d dr = dQ.p - dP.p;
  const Vector3d dx = dQ.v - dP.v - (dw.cross(r_) + w.cross(dr)) / 2;
  return {.g = dr[i], .x = dx[i], .b = dQ1.a[i] - dP1.a[i]};
}

// With exp(theta) = R_Q R_P' and T the left Jacobian of SO(3),
// dtheta = T(theta)^-1 turn_B - T(-theta)^-1 turn_A.
ConstraintRates::RowRates ConstraintRates::CalcTurnRow(
    int i, const Change& change) const {
  const Eigen::AngleAxisd turn(Matrix3d(b_.R * a_.R.transpose()));
  const Vector3d theta = turn.angle() * turn.axis();
  const Vector3d dg = multibody::CalcRotationJacobian(theta).lu().solve(
                          Vector3d(change.T_b.head<3>())) -
                      multibody::CalcRotationJacobian(-theta).lu().solve(
                          Vector3d(change.T_a.head<3>()));
  const Vector3d w_A = a_.chain1.twist().V.head<3>();
  const Vector3d w = (b_.chain1.twist().V - a_.chain1.twist().V).head<3>();
  const Vector3d dw_A = change.a1.V.head<3>();
  const Vector3d dw = (change.b1.V - change.a1.V).head<3>();
  const Vector3d db =
      (change.b1.A - change.a1.A).head<3>() + dw_A.cross(w) + w_A.cross(dw);
  return {.g = dg[i], .x = change.b.V[i] - change.a.V[i], .b = db[i]};
}

// dn = (dr - n n'dr) / |r|, and of |u_t|^2 = |u|^2 - (n'u)^2.
ConstraintRates::RowRates ConstraintRates::CalcRodRow(
    const Change& change) const {
  const double length = r_.norm();
  const Vector3d n = r_ / length;
  const PointMotion P1 = CalcPoint(a_.chain1.twist(), a_.p);
  const PointMotion Q1 = CalcPoint(b_.chain1.twist(), b_.p);
  const auto [dP, dQ, dP1, dQ1] = CalcEndRates(change);
  const Vector3d dr = dQ.p - dP.p;
  const double dlength = n.dot(dr);
  const Vector3d dn = (dr - dlength * n) / length;
  const Vector3d v = CalcPointVelocity(b_.chain.twist().V, b_.p) -
                     CalcPointVelocity(a_.chain.twist().V, a_.p);
  const Vector3d u = Q1.v - P1.v, du = dQ1.v - dP1.v;
  const double along = n.dot(u);
  const double across = u.squaredNorm() - along * along;
  const double dacross = 2 * u.dot(du) - 2 * along * (dn.dot(u) + n.dot(du));
  return {.g = dlength,
          .x = dn.dot(v) + n.dot(dQ.v - dP.v),
          .b = dn.dot(Q1.a - P1.a) + n.dot(dQ1.a - dP1.a) +
               (dacross - across * dlength / length) / length};
}

// Of twists about the world's origin, at Q.
Vector6d ConstraintRates::CalcRelative(const Vector6d& V_a,
                                       const Vector6d& V_b) const {
  const Vector6d V = V_b - V_a;
  Vector6d relative;
  relative << V.head<3>(), CalcPointVelocity(V, b_.p);
  return relative;
}

multibody::CosseratRates ConstraintRates::CalcElementRates(
    const Change& change) const {
  return CalcCosseratRates(constraint_->cosserat, strain_, change.T_a.head<3>(),
                           CalcRelative(change.T_a, change.T_b));
}

// The rows of strains are those of G, on B or, with the other sign, on A; of
// shears and stretches along the axes of P.
int ConstraintRates::FindElementRow(const Vector6d& row) const {
  const Matrix3d R_PW = strain_.G.topRightCorner<3, 3>();
  if (IsPointRow(row)) return FindAxis(R_PW * row.tail<3>());
  const Matrix3d turns = strain_.G.bottomLeftCorner<3, 3>();
  return 3 + FindAxis(turns.transpose().lu().solve(Vector3d(row.head<3>())));
}

// d(G V) = dG V + G dV, with V at Q, which moves.
ConstraintRates::RowRates ConstraintRates::CalcElementRow(
    int i, const Change& change) const {
  const multibody::CosseratRates rates = CalcElementRates(change);
  const Vector6d V = CalcRelative(a_.chain.twist().V, b_.chain.twist().V);
  Vector6d dV = CalcRelative(change.a.V, change.b.V);
  const Vector3d w = V.head<3>();
  dV.tail<3>() += w.cross(CalcPointVelocity(change.T_b, b_.p));
  return {.g = rates.e[i],
          .x = rates.G.row(i).dot(V) + strain_.G.row(i).dot(dV)};
}

// F = R_P K e of the pull on A at Q, its opposite on B.
ConstraintRates::Turning ConstraintRates::CalcTurning() const {
  const multibody::CosseratElement& element = constraint_->cosserat;
  const Vector3d F_W =
      a_.R * element.stiffness.cwiseProduct(strain_.e).head<3>();
  return {.a = multibody::CalcTurningStiffness(F_W, b_.p - a_.p_WBo),
          .b = multibody::CalcTurningStiffness(-F_W, b_.p - b_.p_WBo)};
}

ConstraintRates::Turning ConstraintRates::CalcTurningRates(
    const Change& change) const {
  const multibody::CosseratElement& element = constraint_->cosserat;
  const Vector3d F_W =
      a_.R * element.stiffness.cwiseProduct(strain_.e).head<3>();
  const Vector3d stretched =
      element.stiffness.cwiseProduct(CalcElementRates(change).e).head<3>();
  const Vector3d dF_W = change.T_a.head<3>().cross(F_W) + a_.R * stretched;
  const Vector3d dQ = CalcPointVelocity(change.T_b, b_.p);
  const auto rate = [&](double sign, const End& end, const Vector6d& T) {
    const Vector3d darm = dQ - CalcPointVelocity(T, end.p_WBo);
    return Matrix3d(
        multibody::CalcTurningStiffness(sign * dF_W, b_.p - end.p_WBo) +
        multibody::CalcTurningStiffness(sign * F_W, darm));
  };
  return {.a = rate(1, a_, change.T_a), .b = rate(-1, b_, change.T_b)};
}

void ConstraintRates::ClearImpulses() {
  f_.setZero();
  torque_.setZero();
  along_rod_ = 0;
  along_strains_.setZero();
}

void ConstraintRates::AddImpulse(const Vector6d& row, double impulse) {
  if (is_elastic()) {
    const int i = FindElementRow(row);
    along_strains_[i] += impulse;
    torque_ += impulse * strain_.G.row(i).head<3>();
    f_ += impulse * strain_.G.row(i).tail<3>();
    return;
  }
  if (IsPointRow(row)) {
    f_ += impulse * row.tail<3>();
    along_rod_ += impulse;
  } else {
    torque_ += impulse * row.head<3>();
  }
}

// Of the wrench on B, and of where it acts.
ConstraintRates::WrenchRates ConstraintRates::CalcWrenchRates(
    const Change& change) const {
  const Vector3d dP = CalcPointVelocity(change.T_a, a_.p);
  const Vector3d dQ = CalcPointVelocity(change.T_b, b_.p);
  const Vector3d none = Vector3d::Zero();
  if (constraint_->type == ConstraintType::kDistance) {
    const Vector3d n = r_.normalized(), dr = dQ - dP;
    const Vector3d df = along_rod_ / r_.norm() * (dr - n.dot(dr) * n);
    return {.C = dQ, .force = df, .torque = none};
  }
  if (is_elastic()) {
    const Vector6d dW = CalcElementRates(change).G.transpose() * along_strains_;
    return {.C = dQ, .force = dW.tail<3>(), .torque = dW.head<3>()};
  }
  return {.C = (dP + dQ) / 2, .force = none, .torque = none};
}

// Of S'W on B, less the same on A, with W = (C x f + t, f) about the origin:
// (T x S)' W of what is carried, and S'dW.
void ConstraintRates::AddForceRate(const Change& change, VectorXd* rate) const {
  const bool is_at_q =
      constraint_->type == ConstraintType::kDistance || is_elastic();
  const Vector3d C = is_at_q ? b_.p : Vector3d((a_.p + b_.p) / 2);
  const auto [dC, df, dt] = CalcWrenchRates(change);
  Vector6d W, dW;
  W << C.cross(f_) + torque_, f_;
  dW << dC.cross(f_) + C.cross(df) + dt, df;
  const auto add = [&](const BodyChain& chain, int moving, double sign) {
    for (int j = 0; j < std::ssize(chain.carriers()); ++j) {
      const BodyChain::Carrier& carrier = chain.carriers()[j];
      double sum = carrier.S.dot(dW);
      const bool is_carried =
          (moving >= 0 && chain.IsBefore(moving, j)) ||
          (change.joint >= 0 && chain.IsCarriedBy(change.joint) &&
           carrier.joint >= change.joint);
      if (is_carried) sum += multibody::CrossTwists(change.T, carrier.S).dot(W);
      (*rate)[carrier.velocity] += sign * sum;
    }
  };
  add(a_.chain, change.carrier_a, -1);
  add(b_.chain, change.carrier_b, 1);
}

}  // namespace tactus::integrators

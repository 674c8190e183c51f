#include "tactus/multibody/constraint_rows.h"

#include <cmath>
#include <utility>

#include "tactus/contact/body_motion.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

using contact::ConstraintRow;

// A frame fixed in a body: its pose, and how its origin moves.
struct MovingFrame {
  RigidTransform X_WF;
  Vector3d p_BoFo_W, v, w, a, alpha;  // a, alpha where vdot = 0
};

MovingFrame MakeFrame(const PositionKinematics& position,
                      const VelocityKinematics& velocity, int body,
                      const RigidTransform& X_BF) {
  MovingFrame frame;
  frame.X_WF = position.X_WB[body] * X_BF;
  frame.p_BoFo_W = position.X_WB[body].linear() * X_BF.translation();
  const Vector6d& V = velocity.V_WB[body];
  const Vector6d& A = velocity.A0_WB[body];
  frame.w = V.head<3>();
  frame.alpha = A.head<3>();
  frame.v = V.tail<3>() + frame.w.cross(frame.p_BoFo_W);
  frame.a = A.tail<3>() + frame.alpha.cross(frame.p_BoFo_W) +
            frame.w.cross(frame.w.cross(frame.p_BoFo_W));
  return frame;
}

// n'v of the point C of the relative motion.
Vector6d PointRow(const Vector3d& p_BoC_W, const Vector3d& n) {
  Vector6d row;
  row << p_BoC_W.cross(n), n;
  return row;
}

void AddPointRows(const MovingFrame& P, const MovingFrame& Q, BodyRows* rows) {
  const Vector3d r = Q.X_WF.translation() - P.X_WF.translation();
  const Vector3d p_BoC_W = Q.p_BoFo_W - r / 2;
  for (int i = 0; i < 3; ++i) {
    rows->rows.push_back({{.error = r[i], .bias_acceleration = Q.a[i] - P.a[i]},
                          PointRow(p_BoC_W, Vector3d::Unit(i))});
  }
}

void AddTurnRows(const MovingFrame& P, const MovingFrame& Q, BodyRows* rows) {
  const Matrix3d R_WP = P.X_WF.linear();
  const Eigen::AngleAxisd turn(Matrix3d(R_WP.transpose() * Q.X_WF.linear()));
  const Vector3d theta = R_WP * (turn.angle() * turn.axis());
  const Vector3d curvature = Q.alpha - P.alpha + P.w.cross(Q.w - P.w);
  for (int i = 0; i < 3; ++i) {
    Vector6d row = Vector6d::Zero();
    row[i] = 1;
    rows->rows.push_back(
        {{.error = theta[i], .bias_acceleration = curvature[i]}, row});
  }
}

void AddDistanceRow(const Constraint& constraint, const MovingFrame& P,
                    const MovingFrame& Q, BodyRows* rows) {
  constexpr double kCoincident = 1e-14;
  const Vector3d r = Q.X_WF.translation() - P.X_WF.translation();
  const double length = r.norm();
  const bool apart = length > kCoincident;
  const Vector3d n = apart ? Vector3d(r / length) : Vector3d::UnitZ();
  const Vector3d v = Q.v - P.v;
  const double across = apart ? (v - n.dot(v) * n).squaredNorm() / length : 0;
  ConstraintRow row{{.error = length - constraint.distance,
                     .bias_acceleration = n.dot(Q.a - P.a) + across},
                    PointRow(Q.p_BoFo_W, n)};
  if (std::isfinite(constraint.stiffness)) {
    row.law = ConstraintRow::Law::kSpring;
    row.lower = row.upper = 0;
    row.stiffness = constraint.stiffness;
    row.damping = constraint.damping;
  }
  rows->rows.push_back(row);
}

// The strains of an element between P on body A and Q on body B of the model.
// The row of V, of `body` relative to the other, is that of a wrench on it at
// Qo: G' on B, its opposite on A.
void AddCosseratRows(const CosseratElement& element, const MovingFrame& P,
                     const MovingFrame& Q, bool is_of_b, const Vector3d& p_WBo,
                     BodyRows* rows) {
  const CosseratStrain strain = CalcCosseratStrain(element, P.X_WF, Q.X_WF);
  const Vector3d p_BoQo_W = Q.X_WF.translation() - p_WBo;
  for (int i = 0; i < 6; ++i) {
    Vector6d row = (is_of_b ? 1 : -1) * strain.G.row(i);
    row.head<3>() += p_BoQo_W.cross(row.tail<3>());
    rows->rows.push_back({{.law = ConstraintRow::Law::kSpring,
                           .error = strain.e[i],
                           .lower = 0,
                           .upper = 0,
                           .stiffness = element.stiffness[i],
                           .damping = element.damping * element.stiffness[i]},
                          row});
  }
}

}  // namespace

std::string_view to_string(ConstraintType type) {
  switch (type) {
    case ConstraintType::kBall:
      return "ball";
    case ConstraintType::kWeld:
      return "weld";
    case ConstraintType::kDistance:
      return "distance";
    case ConstraintType::kCosserat:
      break;
  }
  return "cosserat";
}

void CalcConstraintRows(const Model& model, const PositionKinematics& position,
                        const VelocityKinematics& velocity,
                        const Constraint& constraint, BodyRows* rows) {
  int a = constraint.body_a, b = constraint.body_b;
  const RigidTransform *X_AP = &constraint.X_AP, *X_BQ = &constraint.X_BQ;
  const bool is_swapped = model.bodies()[b].tree < 0;
  if (is_swapped) {
    std::swap(a, b);
    std::swap(X_AP, X_BQ);
  }
  rows->body_a = a;
  rows->body_b = b;
  rows->p_AoBo_W =
      position.X_WB[b].translation() - position.X_WB[a].translation();
  rows->rows.clear();
  const MovingFrame P = MakeFrame(position, velocity, a, *X_AP);
  const MovingFrame Q = MakeFrame(position, velocity, b, *X_BQ);
  if (constraint.type == ConstraintType::kDistance) {
    AddDistanceRow(constraint, P, Q, rows);
    return;
  }
  if (constraint.type == ConstraintType::kCosserat) {
    AddCosseratRows(constraint.cosserat, is_swapped ? Q : P, is_swapped ? P : Q,
                    !is_swapped, position.X_WB[b].translation(), rows);
    return;
  }
  AddPointRows(P, Q, rows);
  if (constraint.type == ConstraintType::kWeld) AddTurnRows(P, Q, rows);
}

void CalcBallLimitRow(const Model&, const PositionKinematics& position,
                      const VectorRef& q, const Joint& joint, BodyRows* rows) {
  constexpr double kNone = 1e-12;
  rows->body_a = joint.parent;
  rows->body_b = joint.child;
  rows->p_AoBo_W = position.p_PoBo_W[joint.child];
  rows->rows.clear();
  const Eigen::Vector4d turn = q.segment<4>(QuaternionStart(joint));
  const double sign = turn[0] < 0 ? -1 : 1;
  const Vector3d u = sign * turn.tail<3>();
  const double s = u.norm(), c = sign * turn[0];
  if (s <= kNone * c) return;
  const Matrix3d R_WF =
      position.X_WB[joint.parent].linear() * joint.X_PF.linear();
  Vector6d row = Vector6d::Zero();
  row.head<3>() = R_WF * u / s;
  rows->rows.push_back({{.law = ConstraintRow::Law::kLimit,
                         .error = 2 * std::atan2(s, c),
                         .upper = joint.max_angle},
                        row});
}

void CalcRowJacobian(const Model& model, const PositionKinematics& position,
                     const BodyRows& rows, int index, VectorXd* G) {
  G->setZero(model.num_velocities());
  const auto add = [&](int body, const Vector6d& row) {
    const int t = model.bodies()[body].tree;
    if (t < 0) return;
    Matrix6Xd J;
    CalcBodyJacobian(model, position, body, &J);
    const Tree& tree = model.trees()[t];
    G->segment(tree.v_start, tree.nv) += J.transpose() * row;
  };
  const Vector6d& row = rows.rows[index].row;
  add(rows.body_b, row);
  add(rows.body_a, contact::CarryToA(row, rows.p_AoBo_W));
}

// q_a - ref_a - sum_i c_i x^i with x = q_b - ref_b, and the derivatives of the
// sum, by Horner's rule.
CouplerError CalcCouplerError(const Model& model, const JointCoupler& coupler,
                              const VectorRef& q) {
  const auto position = [&](int joint, int tendon) {
    return tendon >= 0 ? CalcTendonLength(model, model.tendons()[tendon], q)
                       : q[model.joints()[joint].q_start];
  };
  const bool has_b = coupler.joint_b >= 0 || coupler.tendon_b >= 0;
  const double x =
      has_b ? position(coupler.joint_b, coupler.tendon_b) - coupler.reference_b
            : 0.0;
  double f = 0, slope = 0, half_curvature = 0;
  for (std::size_t i = coupler.coefficients.size(); i-- > 0;) {
    half_curvature = half_curvature * x + slope;
    slope = slope * x + f;
    f = f * x + coupler.coefficients[i];
  }
  return {.error = position(coupler.joint_a, coupler.tendon_a) -
                   coupler.reference_a - f,
          .slope = has_b ? slope : 0,
          .curvature = has_b ? 2 * half_curvature : 0};
}

double CalcTendonLength(const Model& model, const Tendon& tendon,
                        const VectorRef& q) {
  TendonKinematics at;
  CalcTendon(model, tendon, q, &at);
  return at.length;
}

}  // namespace tactus::multibody

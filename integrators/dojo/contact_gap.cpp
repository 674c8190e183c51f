#include "tactus/integrators/dojo/contact_gap.h"

#include <algorithm>
#include <cmath>

#include "tactus/integrators/dojo/kappa.h"

namespace tactus::integrators {
namespace {

using Rows = ContactGap::Rows;
using BodyState = DiscreteDynamics::BodyState;

// By the pose of one body.
using Side = Eigen::Matrix<double, 3, 6>;

// Of a point at l from the body's centre: dx + dtheta x l.
Side PointRate(const Vector3d& l) {
  Side rate;
  rate << -CrossMatrix(l), Matrix3d::Identity();
  return rate;
}

// A frame with the normal n, next to `frame`.
Matrix3d TurnTo(const Vector3d& n, const Matrix3d& frame) {
  const Vector3d t1 = frame.col(0);
  Matrix3d turned;
  turned.col(0) = (t1 - n.dot(t1) * n).normalized();
  turned.col(1) = n.cross(turned.col(0));
  turned.col(2) = n;
  return turned;
}

// d(w x rho + v) of one side by its own pose, with v the mean velocity of the
// centre, at a C that stays.
Side VelocityRate(const BodyState& body, const Vector3d& rho, double h) {
  Side rate;
  rate << -CrossMatrix(rho) * body.dw,
      Matrix3d::Identity() / h - CrossMatrix(body.w);
  return rate;
}

// Both bodies, in W.
struct Between {
  Vector3d apart;  // c_B - c_A [m].
  Vector3d w_AB;   // [rad/s]
  double h{};      // [s]
};

// A body of the contact, and its c from its centre, in W.
struct Which {
  bool is_b{};
  Vector3d l;
};

// All rates by one body's pose. Its c moves by dc; the normal turns with the
// body that it is fixed to, or between centres.
void CalcSideRates(const ContactFeatures& contact, const BodyState& body,
                   const Which& side, const Between& between, ContactGap* gap) {
  using Normal = ContactFeatures::Normal;
  const int first = side.is_b ? 6 : 0;
  const double sign = side.is_b ? 1 : -1;
  const Vector3d n = gap->R_WC.col(2);
  const Side dc = PointRate(side.l);
  auto dgap = gap->dgap.segment<6>(first);
  auto dC = gap->dC.middleCols<6>(first), dP = gap->dP.middleCols<6>(first);
  auto dv = gap->dv.middleCols<6>(first), turn = gap->turn.middleCols<6>(first);
  dgap = sign * n.transpose() * dc;
  dC.setZero();
  const bool is_at_b = contact.normal == Normal::kOfA;
  if (side.is_b == is_at_b) dC = dc;
  turn.setZero();
  if (contact.normal == Normal::kCenters) {
    turn = CalcFrameTurn(gap->R_WC, contact.frame) * dc *
           (sign / between.apart.norm());
  } else if (side.is_b != is_at_b) {
    turn.leftCols<3>().setIdentity();
  }
  if (contact.normal == Normal::kCenters || side.is_b != is_at_b) {
    const Side dn = -CrossMatrix(n) * turn;
    dgap += between.apart.transpose() * dn;
    dC += (is_at_b ? -contact.r_b : contact.r_a) * dn;
  }
  dP = dC;
  dP.rightCols<3>().diagonal().array() -=
      side.is_b ? 1 - contact.share_a : contact.share_a;
  dv.noalias() = CrossMatrix(between.w_AB) * dC;
  dv += sign * VelocityRate(body, gap->p_WC - body.p_Bcm_W, between.h);
}

}  // namespace

LeastGap CalcLeastGap(double gap, double gravity, double h) {
  if (gap >= 0) return {};
  const double speed = std::sqrt(std::max(gravity, kLeastGravity) * -gap / 2);
  if (gap + h * speed >= 0) return {};
  return {.value = gap + h * speed, .rate = 1 + h * speed / (2 * gap)};
}

// n x dn, as dn is across n, and the spin of t1 about n: with f the frame's t1,
// t1 = (f - (n f) n) / (t1 f).
Matrix3d CalcFrameTurn(const Matrix3d& R_WC, const Matrix3d& frame) {
  const Vector3d t1 = R_WC.col(0), t2 = R_WC.col(1), n = R_WC.col(2);
  const Vector3d f = frame.col(0);
  return CrossMatrix(n) - n.dot(f) / t1.dot(f) * n * t2.transpose();
}

// phi = n . (c_B - c_A) - r_A - r_B; C lies on the surface that is not the
// normal's own.
void CalcContactGap(const ContactFeatures& contact, const BodyState& a,
                    const BodyState& b, ContactGap* gap) {
  using Normal = ContactFeatures::Normal;
  const Vector3d c_a = a.p_Bcm_W + a.R * contact.c_a;
  const Vector3d c_b = b.p_Bcm_W + b.R * contact.c_b;
  const Vector3d apart = c_b - c_a;
  switch (contact.normal) {
    case Normal::kOfA:
      gap->R_WC = a.R * contact.frame;
      break;
    case Normal::kOfB:
      gap->R_WC = b.R * contact.frame;
      break;
    case Normal::kCenters:
      gap->R_WC = TurnTo(apart.normalized(), contact.frame);
      break;
  }
  const Vector3d n = gap->R_WC.col(2);
  gap->gap = n.dot(apart) - contact.r_a - contact.r_b;
  // P = C - h u, with h v_s = x3 - x2.
  const Vector3d p_WC = contact.normal == Normal::kOfA
                            ? Vector3d(c_b - contact.r_b * n)
                            : Vector3d(c_a + contact.r_a * n);
  const double share_b = 1 - contact.share_a;
  const Vector3d p_WP = p_WC - contact.share_a * (a.p_Bcm_W - a.p2_Bcm_W) -
                        share_b * (b.p_Bcm_W - b.p2_Bcm_W);
  gap->p_WC = p_WC;
  gap->arm_a = p_WP - a.p2_Bcm_W;
  gap->arm_b = p_WP - b.p2_Bcm_W;
  gap->v = b.v + b.w.cross(p_WC - b.p_Bcm_W) - a.v -
           a.w.cross(p_WC - a.p_Bcm_W) + contact.bias_W;
}

void CalcContactGapRates(const ContactFeatures& contact, const BodyState& a,
                         const BodyState& b, double h, MovingSides moving,
                         ContactGap* gap) {
  const Vector3d l_a = a.R * contact.c_a, l_b = b.R * contact.c_b;
  const Between between{
      .apart = b.p_Bcm_W + l_b - a.p_Bcm_W - l_a, .w_AB = b.w - a.w, .h = h};
  if (moving.a)
    CalcSideRates(contact, a, {.is_b = false, .l = l_a}, between, gap);
  if (moving.b)
    CalcSideRates(contact, b, {.is_b = true, .l = l_b}, between, gap);
}

// F = (arm x f, f) and, with df = turn x f,
// d(arm x f) = dP x f + arm x df.
void CalcContactWrench(const ContactGap& gap, const Vector3d& f,
                       ContactWrench* wrench) {
  const Rows df = -CrossMatrix(f) * gap.turn;
  const auto calc = [&](const Vector3d& arm, Vector6d* F,
                        Eigen::Matrix<double, 6, 12>* dF) {
    *F << arm.cross(f), f;
    *dF << CrossMatrix(arm) * df - CrossMatrix(f) * gap.dP, df;
  };
  calc(gap.arm_a, &wrench->F_a, &wrench->dF_a);
  calc(gap.arm_b, &wrench->F_b, &wrench->dF_b);
}

}  // namespace tactus::integrators

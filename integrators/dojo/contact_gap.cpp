#include "tactus/integrators/dojo/contact_gap.h"

namespace tactus::integrators {
namespace {

using Rows = ContactGap::Rows;
using BodyState = DiscreteDynamics::BodyState;

// Where the angle and the centre of each body stand in y.
constexpr int kAngleA = 0, kCenterA = 3, kAngleB = 6, kCenterB = 9;

// Of a point at l from a body's centre: dx + dtheta x l.
Rows PointRate(int angle, int center, const Vector3d& l) {
  Rows rate = Rows::Zero();
  rate.middleCols<3>(angle) = -CrossMatrix(l);
  rate.middleCols<3>(center).setIdentity();
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

// d(w x rho + v) of one side, with v the mean velocity of the centre.
Rows VelocityRate(const BodyState& body, int angle, int center,
                  const Vector3d& rho, const Rows& dC, double h) {
  Rows rate = CrossMatrix(body.w) * dC;
  rate.middleCols<3>(center) -= CrossMatrix(body.w);
  rate.middleCols<3>(angle) -= CrossMatrix(rho) * body.dw;
  rate.middleCols<3>(center) += Matrix3d::Identity() / h;
  return rate;
}

}  // namespace

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
                         const BodyState& b, double h, ContactGap* gap) {
  using Normal = ContactFeatures::Normal;
  const Vector3d l_a = a.R * contact.c_a, l_b = b.R * contact.c_b;
  const Vector3d apart = b.p_Bcm_W + l_b - a.p_Bcm_W - l_a;
  const Rows dc_a = PointRate(kAngleA, kCenterA, l_a);
  const Rows dc_b = PointRate(kAngleB, kCenterB, l_b);
  gap->turn.setZero();
  switch (contact.normal) {
    case Normal::kOfA:
      gap->turn.middleCols<3>(kAngleA).setIdentity();
      break;
    case Normal::kOfB:
      gap->turn.middleCols<3>(kAngleB).setIdentity();
      break;
    case Normal::kCenters:
      gap->turn = CalcFrameTurn(gap->R_WC, contact.frame) * (dc_b - dc_a) /
                  apart.norm();
      break;
  }
  const Vector3d n = gap->R_WC.col(2);
  const Rows dn = -CrossMatrix(n) * gap->turn;
  gap->dgap = n.transpose() * (dc_b - dc_a) + apart.transpose() * dn;
  gap->dC = contact.normal == Normal::kOfA ? Rows(dc_b - contact.r_b * dn)
                                           : Rows(dc_a + contact.r_a * dn);
  gap->dP = gap->dC;
  gap->dP.middleCols<3>(kCenterA).diagonal().array() -= contact.share_a;
  gap->dP.middleCols<3>(kCenterB).diagonal().array() -= 1 - contact.share_a;
  const Vector3d rho_a = gap->p_WC - a.p_Bcm_W;
  const Vector3d rho_b = gap->p_WC - b.p_Bcm_W;
  gap->dv = VelocityRate(b, kAngleB, kCenterB, rho_b, gap->dC, h) -
            VelocityRate(a, kAngleA, kCenterA, rho_a, gap->dC, h);
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

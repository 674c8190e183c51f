#include "tactus/integrators/dojo/contact_rates.h"

namespace tactus::integrators {

void ContactRates::AddProduct(const ContactRates& of, const Matrix6Xd& by) {
  gap.noalias() += of.gap * by;
  v.noalias() += of.v * by;
  turn.noalias() += of.turn * by;
  arm_a.noalias() += of.arm_a * by;
  arm_b.noalias() += of.arm_b * by;
}

// ContactGap has the rates by y3 of both bodies. Beside them,
//
//     v_s = (x3 - x2) / h + w x rho   changes by   -dx2 / h + dw x rho,
//     dw = -(dw/dtheta3) dtheta2 + dtheta2 x w,
//     arm_s = P - x2,    dP = share dx2.
void CalcContactRates(const ContactFeatures& contact, const ContactGap& gap,
                      const DiscreteDynamics::BodyState& body, bool is_b,
                      const BodyRates& of, double h, ContactRates* rates) {
  const int first = is_b ? 6 : 0;
  const double sign = is_b ? 1 : -1;
  const double share = is_b ? 1 - contact.share_a : contact.share_a;
  const Vector3d rho = gap.p_WC - body.p_Bcm_W;
  rates->gap = gap.dgap.segment<6>(first) * of.y3;
  rates->turn = gap.turn.middleCols<6>(first) * of.y3;
  rates->arm_a = gap.dP.middleCols<6>(first) * of.y3;
  rates->arm_a += share * of.y2.bottomRows<3>();
  rates->arm_b = rates->arm_a;
  (is_b ? rates->arm_b : rates->arm_a) -= of.y2.bottomRows<3>();
  rates->v = gap.dv.middleCols<6>(first) * of.y3;
  rates->v -= sign / h * of.y2.bottomRows<3>();
  rates->v += sign * CrossMatrix(rho) * (body.dw + CrossMatrix(body.w)) *
              of.y2.topRows<3>();
}

void FeatureRates::SetZero(Eigen::Index columns) {
  c_a.setZero(3, columns);
  c_b.setZero(3, columns);
  r_a.setZero(columns);
  r_b.setZero(columns);
  turn.setZero(3, columns);
}

FeatureRates FeatureRates::operator*(const MatrixXd& by) const {
  return {.c_a = c_a * by,
          .c_b = c_b * by,
          .r_a = r_a * by,
          .r_b = r_b * by,
          .turn = turn * by};
}

FeatureRates& FeatureRates::operator+=(const FeatureRates& other) {
  c_a += other.c_a;
  c_b += other.c_b;
  r_a += other.r_a;
  r_b += other.r_b;
  turn += other.turn;
  return *this;
}

// As in CalcContactGap(), at fixed poses: phi = n . (c_B - c_A) - r_A - r_B,
// and a normal between centres turns with them.
void CalcContactRates(const ContactFeatures& contact, const ContactGap& gap,
                      const DiscreteDynamics::BodyState& a,
                      const DiscreteDynamics::BodyState& b,
                      const FeatureRates& of, ContactRates* rates) {
  using Normal = ContactFeatures::Normal;
  const Vector3d n = gap.R_WC.col(2);
  const Eigen::Matrix3Xd dc_a = a.R * of.c_a, dc_b = b.R * of.c_b;
  const Vector3d apart =
      b.p_Bcm_W + b.R * contact.c_b - a.p_Bcm_W - a.R * contact.c_a;
  switch (contact.normal) {
    case Normal::kOfA:
      rates->turn = a.R * of.turn;
      break;
    case Normal::kOfB:
      rates->turn = b.R * of.turn;
      break;
    case Normal::kCenters:
      rates->turn = CalcFrameTurn(gap.R_WC, contact.frame) * (dc_b - dc_a) /
                    (gap.gap + contact.r_a + contact.r_b);
      break;
  }
  const Eigen::Matrix3Xd dn = -CrossMatrix(n) * rates->turn;
  rates->gap = n.transpose() * (dc_b - dc_a) - of.r_a - of.r_b;
  rates->gap += apart.transpose() * dn;
  rates->arm_a = contact.normal == Normal::kOfA
                     ? Eigen::Matrix3Xd(dc_b - contact.r_b * dn - n * of.r_b)
                     : Eigen::Matrix3Xd(dc_a + contact.r_a * dn + n * of.r_a);
  rates->arm_b = rates->arm_a;
  rates->v = CrossMatrix(b.w - a.w) * rates->arm_a;
}

}  // namespace tactus::integrators

#include "tactus/integrators/dojo/contact_rates.h"

namespace tactus::integrators {

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
  if (contact.normal == Normal::kCenters) {
    const double distance = gap.gap + contact.r_a + contact.r_b;
    rates->turn =
        CalcFrameTurn(gap.R_WC, contact.frame) * (dc_b - dc_a) / distance;
  } else {
    rates->turn.setZero(3, dc_a.cols());
  }
  const Eigen::Matrix3Xd dn = -CrossMatrix(n) * rates->turn;
  rates->gap = n.transpose() * (dc_b - dc_a) - of.r_a - of.r_b;
  rates->arm_a = contact.normal == Normal::kOfA
                     ? Eigen::Matrix3Xd(dc_b - contact.r_b * dn - n * of.r_b)
                     : Eigen::Matrix3Xd(dc_a + contact.r_a * dn + n * of.r_a);
  rates->arm_b = rates->arm_a;
  rates->v = CrossMatrix(b.w - a.w) * rates->arm_a;
}

}  // namespace tactus::integrators

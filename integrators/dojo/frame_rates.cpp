#include "tactus/integrators/dojo/frame_rates.h"

#include "tactus/contact/contact_frame.h"

namespace tactus::integrators::dojo {
namespace {

using Normal = ContactFeatures::Normal;

Vector3d CalcApart(const ContactFeatures& contact, const StartStates& start) {
  return start.b.p_Bcm_W + start.b.R * contact.c_b - start.a.p_Bcm_W -
         start.a.R * contact.c_a;
}

const Matrix3d& OwnerOf(const ContactFeatures& contact,
                        const StartStates& start) {
  return contact.normal == Normal::kOfA ? start.a.R : start.b.R;
}

Vector3d CalcNormal(const ContactFeatures& contact, const StartStates& start) {
  if (contact.normal == Normal::kCenters)
    return CalcApart(contact, start).normalized();
  return OwnerOf(contact, start) * contact.frame.col(2);
}

// Of a normal between centres, by how these come apart.
Eigen::Matrix3Xd TurnOfCenters(const ContactFeatures& contact,
                               const StartStates& start,
                               const Eigen::Matrix3Xd& dapart) {
  const Vector3d apart = CalcApart(contact, start);
  const Vector3d n = apart.normalized();
  return (dapart - n * (n.transpose() * dapart)) / apart.norm();
}

// Of n at q2, in W, by the features: dn = turn x n.
Eigen::Matrix3Xd CalcNormalRates(const ContactFeatures& contact,
                                 const StartStates& start,
                                 const FeatureRates& of) {
  if (contact.normal == Normal::kCenters)
    return TurnOfCenters(contact, start,
                         start.b.R * of.c_b - start.a.R * of.c_a);
  return -OwnerOf(contact, start) * CrossMatrix(contact.frame.col(2)) * of.turn;
}

// A frame F that is fixed to its body spins by what it gains on it. One between
// centres, with f the t1 at q2, has t1 = (f - (n f) n) / (t1 f) at q3.
void AddSpin(const ContactFeatures& contact, const Vector3d& n2,
             const Eigen::Matrix3Xd& dn, const Eigen::RowVectorXd& spin,
             const ContactGap& gap, ContactRates* rates) {
  const Vector3d n3 = gap.R_WC.col(2);
  if (contact.normal != Normal::kCenters) {
    rates->turn += n3 * spin;
    return;
  }
  const Vector3d f = contact.frame.col(0);
  const Eigen::Matrix3Xd turn = CrossMatrix(n2) * dn + n2 * spin;
  rates->turn -= n3 * (gap.R_WC.col(1).transpose() * CrossMatrix(f) * turn) /
                 gap.R_WC.col(0).dot(f);
}

}  // namespace

void AddFrameSpin(const ContactFeatures& contact, const StartStates& start,
                  const ContactGap& gap, const FeatureRates& of, bool in_body,
                  ContactRates* rates) {
  const bool is_fixed = contact.normal != Normal::kCenters;
  if (in_body && !is_fixed) return;
  const Vector3d n = CalcNormal(contact, start);
  const Eigen::Matrix3Xd dn = CalcNormalRates(contact, start, of);
  const Vector3d spin =
      in_body ? Vector3d(OwnerOf(contact, start) *
                         contact::CalcContactFrameSpin(contact.frame.col(2)))
              : contact::CalcContactFrameSpin(n);
  AddSpin(contact, n, dn, spin.transpose() * dn, gap, rates);
}

// On the body of the normal the frame gains the spin of F less the body's own.
void AddFrameSpin(const ContactFeatures& contact, const StartStates& start,
                  const ContactGap& gap, bool is_b, const FeatureRates& slide,
                  const Matrix6Xd& y2, ContactRates* rates) {
  const Vector3d n = CalcNormal(contact, start);
  const Eigen::Matrix3Xd turn = y2.topRows<3>();
  Eigen::Matrix3Xd dn = CalcNormalRates(contact, start, slide) * y2;
  Eigen::RowVectorXd own = Eigen::RowVectorXd::Zero(y2.cols());
  if (contact.normal == Normal::kCenters) {
    const Vector3d c = is_b ? Vector3d(start.b.R * contact.c_b)
                            : Vector3d(start.a.R * contact.c_a);
    const Eigen::Matrix3Xd dc = y2.bottomRows<3>() - CrossMatrix(c) * turn;
    dn += TurnOfCenters(contact, start, (is_b ? 1 : -1) * dc);
  } else if (is_b == (contact.normal == Normal::kOfB)) {
    dn -= CrossMatrix(n) * turn;
    own = n.transpose() * turn;
  }
  AddSpin(contact, n, dn,
          contact::CalcContactFrameSpin(n).transpose() * dn - own, gap, rates);
}

}  // namespace tactus::integrators::dojo

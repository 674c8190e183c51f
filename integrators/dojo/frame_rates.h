#pragma once

#include "tactus/integrators/dojo/contact_rates.h"

/// How the frame of a contact is left by where its step starts. Tangents are a
/// function of the normal there (contact/contact_frame.h) and go with its body
/// from then on. Coulomb's cone is round and does not see how they lie; a
/// linear one does.
///
/// With F(n2) the frame at q2, in W, and s . dn its spin about n2
/// (CalcContactFrameSpin()), the frame at q3 turns about n3 by
///
///     s . dn - n2 . turn                    of a normal that a body carries,
///                                           turn its body's at q2
///     -(t2' [f]x (n2 x dn + n2 s . dn)) / (t1 . f)
///                                           of one between centres, whose
///                                           t1 = (f - (n3 . f) n3) / (t1 . f)
///
///   symbol  code         meaning                                   unit
///   n2, n3               normal at the start and the end of the    1
///                        step, in W
///   f                    t1 of F(n2); not along n3, as the frame   1
///                        at q3 needs it too
///   t1, t2  gap.R_WC     tangents at q3
///   dn                   change of n2, by features and by poses    1
///   s                    spin of the frame per change of normal    rad
namespace tactus::integrators::dojo {

/// Both bodies at q2, at rest.
struct StartStates {
  DiscreteDynamics::BodyState a, b;
};

/// Adds the spin that a change of the features makes, at these poses.
/// @param in_body  whether tangents follow the normal in the axes of its body,
///   as of contacts that a review has added, and not in W.
void AddFrameSpin(const ContactFeatures& contact, const StartStates& start,
                  const ContactGap& gap, const FeatureRates& of, bool in_body,
                  ContactRates* rates);

/// Adds that of a body's poses at q2, y2, with which features slide.
void AddFrameSpin(const ContactFeatures& contact, const StartStates& start,
                  const ContactGap& gap, bool is_b, const FeatureRates& slide,
                  const Matrix6Xd& y2, ContactRates* rates);

}  // namespace tactus::integrators::dojo

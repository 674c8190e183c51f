#pragma once

#include "tactus/integrators/dojo/contact_rates.h"

/// How the frame of a contact is left by where its step starts. Tangents are a
/// function of the normal there (contact/contact_frame.h) and go with its body
/// from then on. Coulomb's cone is round and does not see how they lie; a
/// linear one does.
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

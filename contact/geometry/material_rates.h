#pragma once

#include "tactus/contact/geometry/material.h"

namespace tactus::contact {

/// d mu / d mu_a of Combine(), of the dynamic coefficient: by the rule of the
/// pair, at equal coefficients of kMaximum one half.
double CalcFrictionSlope(const Material& a, const Material& b);

}  // namespace tactus::contact

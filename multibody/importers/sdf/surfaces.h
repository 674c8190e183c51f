#pragma once

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::sdformat {

/// True for <contact><collide_without_contact>: others pass through.
bool IsPassable(const XmlElement& surface);

/// Reads what a <surface> says of the contact law, friction of <bullet> where
/// <ode> has none:
///
///   <friction><ode><mu>                 mu_s = mu_d
///   <friction><bullet><friction>        mu_s = mu_d
///   <contact><ode><kp>                  k [N/m]
///
/// The rest is reported, unless its value is SDFormat's default: what other
/// engines make of slip, restitution, their own softness and softer bodies has
/// no counterpart here.
void ReadSurface(const XmlElement& surface, contact::Material* material,
                 ImportReport* report);

/// Reports the softness of limits, and what of a <joint>'s <physics> is not the
/// default.
void ReportJointPhysics(const XmlElement& joint, ImportReport* report);

}  // namespace tactus::multibody::sdformat

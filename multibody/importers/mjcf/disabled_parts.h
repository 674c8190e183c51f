#pragma once

#include "tactus/multibody/importers/mjcf/assemble.h"

namespace tactus::multibody::mjcf {

/// Takes away what <option> and its <flag> disable:
///
///   limit       bounds of joints and tendons
///   contact     no geom touches, in a <pair> or otherwise
///   spring      of joints and tendons; passive: these, dampers,
///   damper      gravity compensation, and the rods of cables
///   clampctrl   bounds of controls
///   actuation   actuators keep their controls, and make no force
///               (those of groups in actuatorgroupdisable, too)
///   constraint  limits and contacts (dry friction and equality are not read)
void RemoveDisabledParts(Contents* contents);

}  // namespace tactus::multibody::mjcf

#pragma once

#include <cstdint>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// A number that models have in common only if their physics is the same: a
/// hash of all that bodies, joints, actuators, couplers, constraints,
/// geometries and gravity say, names included.
std::uint64_t CalcModelDigest(const Model& model);

}  // namespace tactus::multibody

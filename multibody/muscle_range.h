#pragma once

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Gives a muscle what it lacks, as MuJoCo's compiler does:
///
///     peak_force  = scale / |M^-1 J'| at the default positions,
///     [length_lower, length_upper], the lengths l that it reaches from there,
///
/// with J = dl/dq, gear included. l goes down, and up, along its gradient while
/// joints stay within their limits. MuJoCo pulls with a force, against limits
/// that give: its range is the wider by what they do.
/// @throws std::invalid_argument, naming the actuator, where l depends on a
/// joint that is not scalar, or on couplers or loops, or finds no end, so that
/// a length range must be given, and where a peak force does not come out.
void CompleteMuscle(const Model& model, const Actuator& actuator,
                    Muscle* muscle);

}  // namespace tactus::multibody

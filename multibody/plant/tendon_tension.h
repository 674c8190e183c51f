#pragma once

#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/step_record.h"

namespace tactus::multibody {

/// How hard a tendon pulls in a step, positive where it shortens its length L,
///
///     T = -f - sum of its actuators' efforts,
///
/// with f what limits, spring, damper, dry friction and couplers do along L
/// (StepRecord::tendon_forces). A branch of a path pulls with T / divisor.
/// @return  [N, or N m where L is an angle].
double CalcTendonTension(const Model& model, const StepRecord& record,
                         int tendon);

}  // namespace tactus::multibody

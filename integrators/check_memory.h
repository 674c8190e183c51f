#pragma once

#include "tactus/integrators/step_controller.h"

namespace tactus::integrators {

/// What integrators that choose their step remember of it: `h_ideal` [s], 0
/// before the first step, and why it is no longer. For what a checkpoint
/// brought.
/// @throws CheckpointError if it is not of that kind.
void CheckMemory(double h_ideal, StepLimit limited_by);

}  // namespace tactus::integrators

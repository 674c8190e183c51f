#include "tactus/integrators/check_memory.h"

#include <cmath>

#include "tactus/common/archive.h"

namespace tactus::integrators {

void CheckMemory(double h_ideal, StepLimit limited_by) {
  if (!std::isfinite(h_ideal) || h_ideal < 0) {
    throw CheckpointError("the checkpoint is damaged: there is no such step");
  }
  if (limited_by < StepLimit::kAccuracy || limited_by > StepLimit::kContact) {
    throw CheckpointError(
        "the checkpoint is damaged: nothing like that limits a step");
  }
}

}  // namespace tactus::integrators

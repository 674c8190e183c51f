#include "tactus/multibody/plant/tendon_tension.h"

namespace tactus::multibody {

double CalcTendonTension(const Model& model, const StepRecord& record,
                         int tendon) {
  double tension = -record.tendon_forces[tendon];
  for (int i = 0; i < model.num_actuators(); ++i) {
    if (model.actuators()[i].tendon == tendon)
      tension -= record.actuator_efforts[i];
  }
  return tension;
}

}  // namespace tactus::multibody

#include "tactus/multibody/plant/quantities/patch_output.h"

#include <utility>

#include "tactus/multibody/plant/step_record.h"

namespace tactus::multibody {

PatchOutput::PatchOutput(std::string name, const MultibodyPlant& plant)
    : LeafSystem(std::move(name)), plant_(plant) {
  DeclareAbstractInputPort<StepRecord>("step_record");
  DeclareAbstractOutputPort("patches", std::vector<PatchContact>(),
                            &PatchOutput::CalcPatches, systems::Reads::kInputs);
}

void PatchOutput::CalcPatches(const systems::LeafContext& context,
                              std::vector<PatchContact>* patches) const {
  const auto& record = get_input_port().Eval<StepRecord>(context);
  *patches = PatchFinder(plant_).Find(record);
}

}  // namespace tactus::multibody

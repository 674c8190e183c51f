#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/patch_contacts.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// The patches of a plant's last step as an output:
///
///     const auto& patches = builder.AddSystem<PatchOutput>("patches", plant);
///     builder.Connect(plant.step_record_output(), patches.get_input_port());
///     patches.get_output_port().Eval<std::vector<PatchContact>>(context);
///
///   input         type          output       type
///   step_record   StepRecord    patches      vector<PatchContact>, by bodies
///
/// Each has its force and moment, area, centre, pressures, slip, and its
/// polygons (patch_contacts.h). They are found when they are asked for, once
/// per record: a plant that nobody asks pays nothing.
class PatchOutput final : public systems::LeafSystem {
 public:
  /// `plant` must outlive it.
  PatchOutput(std::string name, const MultibodyPlant& plant);

 private:
  void CalcPatches(const systems::LeafContext& context,
                   std::vector<PatchContact>* patches) const;

  const MultibodyPlant& plant_;
};

}  // namespace tactus::multibody

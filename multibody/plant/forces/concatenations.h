#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/list_concatenation.h"

namespace tactus::multibody {

/// Several lists of forces as one, since a plant has one input for them: inputs
/// forces0, forces1, ..., output spatial_forces.
class SpatialForceConcatenation final
    : public systems::ListConcatenation<SpatialForce> {
 public:
  SpatialForceConcatenation(std::string name, int num_inputs)
      : ListConcatenation(std::move(name), num_inputs, "forces",
                          "spatial_forces") {}
};

/// Likewise of moving surfaces: inputs surfaces0, surfaces1, ..., output
/// surface_velocities.
class SurfaceVelocityConcatenation final
    : public systems::ListConcatenation<SurfaceVelocity> {
 public:
  SurfaceVelocityConcatenation(std::string name, int num_inputs)
      : ListConcatenation(std::move(name), num_inputs, "surfaces",
                          "surface_velocities") {}
};

/// Connects `lists`, one or more, to `input`: by way of a Concatenation called
/// `name` where there are several.
template <class Concatenation>
void ConnectLists(const std::vector<systems::OutputPort>& lists,
                  systems::InputPort input, const std::string& name,
                  systems::DiagramBuilder* builder) {
  if (lists.size() == 1) return builder->Connect(lists[0], input);
  const auto& all =
      builder->AddSystem<Concatenation>(name, static_cast<int>(lists.size()));
  for (std::size_t i = 0; i < lists.size(); ++i)
    builder->Connect(lists[i], all.get_input_port(static_cast<int>(i)));
  builder->Connect(all.get_output_port(), input);
}

}  // namespace tactus::multibody

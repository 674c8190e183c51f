#include "tactus/examples/scenes/regulated.h"

namespace tactus::examples {

SceneInstance MakeRegulated(Regulation regulation, const VectorRef& q) {
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(regulation.model);
  const auto& regulator = builder.AddSystem(multibody::MakeLqrRegulator(
      "regulator", regulation.model, std::move(regulation.equilibrium),
      regulation.Q, regulation.R));
  builder.Connect(plant.state_output(), regulator.estimated_state_input());
  builder.Connect(regulator.actuation_output(), plant.actuation_input());
  SceneInstance scene = MakeScene(std::move(builder), plant);
  plant.SetPositions(&scene.context, q);
  return scene;
}

}  // namespace tactus::examples

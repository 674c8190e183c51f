#include "tactus/examples/scenes/scene.h"

#include <array>
#include <stdexcept>

#include "tactus/examples/scenes/franka.h"

namespace tactus::examples {
namespace {

constexpr auto kScenes = std::to_array<Scene>({
    {"double_pendulum", "two capsules on hinges, swinging", 1,
     &MakeDoublePendulum},
    {"ball_drop", "a soft ball without dissipation, dropped from one metre", 10,
     &MakeBallDrop},
    {"cylinder", "a tilted cylinder falls onto a table", 2, &MakeCylinder},
    {"box_slide", "a box slides to a stop on rough ground", 2, &MakeBoxSlide},
    {"incline", "a box rests on a slope, held by friction", 10, &MakeIncline},
    {"conveyor", "a block sticks and slips on an oscillating belt", 2,
     &MakeConveyor},
    {"stack", "ten cubes, one on the other", 10, &MakeStack},
    {"soft_clutter", "twenty soft spheres fall into a bin", 10,
     &MakeSoftClutter},
    {"hard_clutter", "ten spheres and ten cubes fall into a bin", 10,
     &MakeHardClutter},
    {"dropped_layers", "125 solids of five shapes fall onto a table", 2,
     &MakeDroppedLayers},
    {"suction", "a vacuum gripper of nine bellows picks up a box", 5,
     &MakeSuction},
    {"cable_pull", "a winch pulls a box over rough ground by a cable", 8,
     &MakeCablePull},
    {"franka", "a Panda carries a box from one place to another", 10,
     [] {
       return MakeFranka({});
     }},
    {"digital_pid", "a Panda under PID control sampled at 1 kHz", 5,
     &MakeDigitalPid},
    {"acrobot_lqr", "an acrobot balances upright", 10, &MakeAcrobotLqr},
    {"cart_pole", "a cart balances a pole and comes back", 10, &MakeCartPole},
    {"quadrotor_hover", "a quadrotor comes back to where it hovers", 8,
     &MakeQuadrotorHover},
});

}  // namespace

std::span<const Scene> Scenes() {
  return kScenes;
}

const Scene& FindScene(std::string_view name) {
  std::string known;
  for (const Scene& scene : kScenes) {
    if (scene.name == name) return scene;
    known += (known.empty() ? "" : ", ") + std::string(scene.name);
  }
  throw std::invalid_argument("there is no scene '" + std::string(name) +
                              "'; there are: " + known);
}

SceneInstance MakeScene(systems::DiagramBuilder builder,
                        const multibody::MultibodyPlant& plant) {
  SceneInstance scene;
  scene.diagram = std::move(builder).Build();
  scene.plant = &plant;
  scene.context = scene.diagram->CreateDefaultContext();
  return scene;
}

SceneInstance MakePlantScene(std::shared_ptr<const multibody::Model> model) {
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(std::move(model));
  return MakeScene(std::move(builder), plant);
}

}  // namespace tactus::examples

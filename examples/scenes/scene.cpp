#include "tactus/examples/scenes/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/text.h"
#include "tactus/examples/scenes/bunnies.h"
#include "tactus/examples/scenes/cables.h"
#include "tactus/examples/scenes/dish_rack.h"
#include "tactus/examples/scenes/franka.h"
#include "tactus/examples/scenes/nodal_contact.h"
#include "tactus/examples/scenes/piles.h"
#include "tactus/examples/scenes/soft_mat.h"
#include "tactus/multibody/plant/activation_dynamics.h"

namespace tactus::examples {
namespace {

constexpr SceneParameter kCableParameters[] = {
    {.name = "links",
     .value = CableOptions{}.num_links,
     .description = "of the cable",
     .is_whole = true,
     .least = 1,
     .most = 100000},
    {"modulus", CableOptions{}.youngs_modulus, "Young's, of the cable [Pa]"},
    {"friction", CableOptions{}.friction, "of the cable on the drum"},
};

CableOptions MakeCableOptions(std::span<const double> values) {
  return {.num_links = static_cast<int>(values[0]),
          .youngs_modulus = values[1],
          .friction = values[2]};
}

constexpr SceneParameter kVirtualNodesParameters[] = {
    {"push", VirtualNodesOptions{}.push, "along y [N]"},
    {"friction", VirtualNodesOptions{}.friction, "of the box on the ground"},
};

constexpr SceneParameter kAnisotropicSlideParameters[] = {
    {"friction", AnisotropicSlideOptions{}.friction, "along x"},
    {"cross_ratio", AnisotropicSlideOptions{}.cross_ratio,
     "friction along y over that along x"},
    {"speed", AnisotropicSlideOptions{}.speed, "at the start [m/s]"},
    {"heading", AnisotropicSlideOptions{}.heading, "from x [rad]"},
};

// Meshes of 200,000 cells at the most, like those of scenarios.
constexpr SceneParameter kSoftBallParameters[] = {
    {"modulus", SoftBallGripOptions{}.youngs_modulus,
     "Young's, of the ball [Pa]"},
    {"friction", SoftBallGripOptions{}.friction, "of all surfaces"},
    {.name = "cells",
     .value = SoftBallGripOptions{}.cells,
     .description = "of the mesh, across the ball",
     .is_whole = true,
     .least = 1,
     .most = 50},
};

constexpr SceneParameter kSoftGripperParameters[] = {
    {"modulus", SoftGripperOptions{}.youngs_modulus,
     "Young's, of the fingers [Pa]"},
    {"friction", SoftGripperOptions{}.friction, "of all surfaces"},
    {.name = "cells",
     .value = SoftGripperOptions{}.cells,
     .description = "of the mesh, along a finger",
     .is_whole = true,
     .least = 1,
     .most = 4000},
};

constexpr SceneParameter kSoftMatParameters[] = {
    {"modulus", SoftMatOptions{}.youngs_modulus, "Young's, of the mat [Pa]"},
    {"friction", SoftMatOptions{}.friction, "of the mat and the table"},
    {.name = "cells",
     .value = SoftMatOptions{}.cells,
     .description = "of the mesh, along the mat",
     .is_whole = true,
     .least = 1,
     .most = 500},
};

constexpr std::string_view kContactWords[] = {"point", "patch"};
constexpr double kPoint = 0, kPatch = 1;
constexpr std::string_view kContactHelp = "how the solids touch";
constexpr SceneParameter kAtPoints[] = {
    {"contact", kPoint, kContactHelp, kContactWords}};
constexpr SceneParameter kByPatches[] = {
    {"contact", kPatch, kContactHelp, kContactWords}};

constexpr SceneParameter kFrankaParameters[] = {
    {"gain", FrankaOptions{}.gain, "of the controller: kp [1/s^2], kd [1/s]"},
    {"effort_limits", 1, "0: motors without limits"},
    kAtPoints[0],
};

constexpr std::string_view kBodyWords[] = {"bunny", "hare"};
constexpr double kBunny = 0, kHare = 1;
constexpr SceneParameter kBunniesParameters[] = {
    kByPatches[0],
    {"body", kBunny, "the bunny, if its mesh is there, or ours", kBodyWords},
};

constexpr std::string_view kFacesWords[] = {"whole", "triangles"};
constexpr std::string_view kQuadratureWords[] = {"1", "3"};
constexpr double kWhole = 0, kTriangles = 1, kOnePoint = 0, kThreePoints = 1;
constexpr SceneParameter kRattleCubeParameters[] = {
    kByPatches[0],
    {"quadrature", kThreePoints, "points of each polygon of a patch",
     kQuadratureWords},
    {"faces", kWhole, "of the cube, by patches; triangles are rigid on a mat",
     kFacesWords},
};

ContactKind ToContactKind(double value) {
  return value == kPatch ? ContactKind::kPatch : ContactKind::kPoint;
}

template <SceneInstance (*kMake)(ContactKind)>
SceneInstance MakeTouching(std::span<const double> values) {
  return kMake(ToContactKind(values[0]));
}

SceneInstance MakeRattling(std::span<const double> values) {
  using Quadrature = contact::Compliance::Quadrature;
  return MakeRattleCube({.contact = ToContactKind(values[0]),
                         .quadrature = values[1] == kOnePoint
                                           ? Quadrature::kCentroid
                                           : Quadrature::kThreePoints,
                         .triangles = values[2] == kTriangles});
}

template <int kNumSpheres>
SceneInstance MakeScaling() {
  return MakePlantScene(MakeSphereBinModel(kNumSpheres));
}

constexpr auto kScenes = std::to_array<Scene>({
    {"double_pendulum", "two capsules on hinges, swinging", 1,
     &MakeDoublePendulum},
    {"ball_drop", "a soft ball without dissipation, dropped from one metre", 10,
     &MakeBallDrop},
    {"ball_energy", "the same ball, under the name of the benchmark suite", 10,
     &MakeBallDrop},
    {"cylinder", "a tilted cylinder falls onto a table", 2,
     [] { return MakeCylinder(); }, kAtPoints, &MakeTouching<&MakeCylinder>},
    {"box_slide", "a box slides to a stop on rough ground", 2, &MakeBoxSlide},
    {"incline", "a box rests on a slope, held by friction", 10, &MakeIncline},
    {"conveyor", "a block sticks and slips on an oscillating belt", 2,
     &MakeConveyor},
    {"static_gripper", "a gripper with a wedged peg falls on the ground", 2,
     [] { return MakeStaticGripper(); }, kAtPoints,
     &MakeTouching<&MakeStaticGripper>},
    {"spinning_disk", "a disk spins on a mat until friction stops it", 0.3,
     [] { return MakeSpinningDisk(ContactKind::kPatch); }, kByPatches,
     &MakeTouching<&MakeSpinningDisk>},
    {"rattle_cube", "a cube lands askew, and must come to rest", 60,
     [] { return MakeRattleCube(); }, kRattleCubeParameters, &MakeRattling},
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
    {"cable_drop", "a cable with mass falls across a drum", 2,
     [] { return MakeCableDrop(); }, kCableParameters,
     [](std::span<const double> values) {
       return MakeCableDrop(MakeCableOptions(values));
     }},
    {"cable_winding", "a hand winds a cable with mass around a drum", 8,
     [] { return MakeCableWinding(); }, kCableParameters,
     [](std::span<const double> values) {
       return MakeCableWinding(MakeCableOptions(values));
     }},
    {"virtual_nodes", "a cube is pushed over the ground, past friction", 2.5,
     [] { return MakeVirtualNodes(); }, kVirtualNodesParameters,
     [](std::span<const double> values) {
       return MakeVirtualNodes({.push = values[0], .friction = values[1]});
     }},
    {"anisotropic_slide", "a box slides over grained ground in a bend", 2,
     [] { return MakeAnisotropicSlide(); }, kAnisotropicSlideParameters,
     [](std::span<const double> values) {
       return MakeAnisotropicSlide({.friction = values[0],
                                    .cross_ratio = values[1],
                                    .speed = values[2],
                                    .heading = values[3]});
     }},
    {"soft_ball_grip", "three fingers grip, lift and turn an elastic ball", 2,
     [] { return MakeSoftBallGrip(); }, kSoftBallParameters,
     [](std::span<const double> values) {
       return MakeSoftBallGrip({.youngs_modulus = values[0],
                                .friction = values[1],
                                .cells = static_cast<int>(values[2])});
     }},
    {"soft_gripper", "three elastic fingers grip, lift and turn a rigid peg", 2,
     [] { return MakeSoftGripper(); }, kSoftGripperParameters,
     [](std::span<const double> values) {
       return MakeSoftGripper({.youngs_modulus = values[0],
                               .friction = values[1],
                               .cells = static_cast<int>(values[2])});
     }},
    {"soft_mat", "a Panda folds an elastic mat on a table", 10,
     [] { return MakeSoftMat(); }, kSoftMatParameters,
     [](std::span<const double> values) {
       return MakeSoftMat({.youngs_modulus = values[0],
                           .friction = values[1],
                           .cells = static_cast<int>(values[2])});
     }},
    {"franka", "a Panda carries a box from one place to another", 10,
     [] { return MakeFranka({}); }, kFrankaParameters,
     [](std::span<const double> values) {
       return MakeFranka({.gain = values[0],
                          .effort_limits = values[1] != 0,
                          .contact = ToContactKind(values[2])});
     }},
    {"dish_rack", "a Panda dumps a mug, a plate and a spatula onto a rack", 10,
     [] { return MakeDishRack(ContactKind::kPatch); }, kByPatches,
     &MakeTouching<&MakeDishRack>},
    {"bunnies", "three bunnies fall onto each other and the ground", 10,
     [] { return MakeBunniesIfThere(ContactKind::kPatch); }, kBunniesParameters,
     [](std::span<const double> values) {
       const ContactKind contact = ToContactKind(values[0]);
       return values[1] == kHare ? MakeBunnies({.contact = contact})
                                 : MakeBunniesIfThere(contact);
     }},
    {"digital_pid", "a Panda under PID control sampled at 1 kHz", 5,
     &MakeDigitalPid},
    {"acrobot_lqr", "an acrobot balances upright", 10, &MakeAcrobotLqr},
    {"cart_pole", "a cart balances a pole and comes back", 10, &MakeCartPole},
    {"quadrotor_hover", "a quadrotor comes back to where it hovers", 8,
     &MakeQuadrotorHover},
    {"box_toss", "a thrown box tumbles to rest on smooth ground", 5,
     &MakeBoxToss},
    {"sliding_box", "a box is dropped at speed and slides straight to a stop",
     3, &MakeSlidingBox},
    {"pushed_block", "a block is pushed harder and harder until it slides", 2,
     &MakePushedBlock},
    {"scaling_10", "ten spheres settle in a bin", 4, &MakeScaling<10>},
    {"scaling_20", "twenty spheres settle in a bin", 4, &MakeScaling<20>},
    {"scaling_50", "fifty spheres settle in a bin", 4, &MakeScaling<50>},
    {"scaling_100", "a hundred spheres settle in a bin", 4, &MakeScaling<100>},
    {"scaling_200", "two hundred spheres settle in a bin", 4,
     &MakeScaling<200>},
    {"scaling_500", "five hundred spheres settle in a bin", 4,
     &MakeScaling<500>},
    {"scaling_1000", "a thousand spheres settle in a bin", 4,
     &MakeScaling<1000>},
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

namespace {

void RequireValid(const SceneParameter& parameter, double value) {
  const bool fits = !parameter.is_whole || value == std::round(value);
  if (fits && value >= parameter.least && value <= parameter.most) return;
  throw std::invalid_argument(fmt::format(
      "the parameter '{}' is a {} from {} to {}, not {}", parameter.name,
      parameter.is_whole ? "whole number" : "number", parameter.least,
      parameter.most, value));
}

}  // namespace

double ParseValue(const SceneParameter& parameter, std::string_view text) {
  const auto word = std::ranges::find(parameter.words, text);
  if (word != parameter.words.end())
    return static_cast<double>(word - parameter.words.begin());
  const std::optional<double> number = ParseNumber(text);
  if (number && parameter.words.empty()) {
    RequireValid(parameter, *number);
    return *number;
  }
  std::string known;
  for (const std::string_view each : parameter.words)
    known += (known.empty() ? "one of " : ", ") + std::string(each);
  throw std::invalid_argument("the parameter '" + std::string(parameter.name) +
                              "' is " + (known.empty() ? "a number" : known) +
                              ", not '" + std::string(text) + "'");
}

const SceneParameter& FindParameter(const Scene& scene, std::string_view name) {
  std::string known;
  for (const SceneParameter& parameter : scene.parameters) {
    if (parameter.name == name) return parameter;
    known += (known.empty() ? "" : ", ") + std::string(parameter.name);
  }
  throw std::invalid_argument(
      "the scene '" + std::string(scene.name) + "' has no parameter '" +
      std::string(name) + "'; " +
      (known.empty() ? "it has none" : "there are: " + known));
}

SceneInstance MakeWith(
    const Scene& scene,
    std::span<const std::pair<std::string, double>> settings) {
  if (settings.empty()) return scene.make();
  std::vector<double> values;
  for (const SceneParameter& parameter : scene.parameters)
    values.push_back(parameter.value);
  for (const auto& [name, value] : settings) {
    const SceneParameter& parameter = FindParameter(scene, name);
    RequireValid(parameter, value);
    values[&parameter - scene.parameters.data()] = value;
  }
  return scene.make_with(values);
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
  AddActivationDynamics(plant, &builder);
  return MakeScene(std::move(builder), plant);
}

}  // namespace tactus::examples

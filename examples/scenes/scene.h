#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::examples {

/// A built-in scene, ready to run: a diagram with one plant and its start.
struct SceneInstance {
  std::unique_ptr<systems::Diagram> diagram;
  const multibody::MultibodyPlant* plant{};
  systems::Context context;
  /// What of it is not as its description has it, in a sentence; may be empty.
  std::string note = {};
};

/// A number, or one of some words, that a scene can be made with.
struct SceneParameter {
  std::string_view name;
  double value{};  ///< Unless another is given.
  std::string_view description;
  /// What 0, 1, ... are called, if anything.
  std::span<const std::string_view> words = {};
  bool is_whole = false;  ///< A count: fractions are refused.
  /// What it may be, the bounds included.
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

/// The value of a parameter's text.
/// @throws std::invalid_argument for what is neither a number within the
/// parameter's bounds nor, where there are any, one of its words.
double ParseValue(const SceneParameter& parameter, std::string_view text);

/// A scene's name, what it shows, and how to make it.
struct Scene {
  std::string_view name;
  std::string_view description;
  double duration{};  ///< [s]
  SceneInstance (*make)();
  /// What can be set, and how to make the scene with a value for each.
  std::span<const SceneParameter> parameters = {};
  SceneInstance (*make_with)(std::span<const double> values) = nullptr;
};

/// All of them, in the order of the manual.
std::span<const Scene> Scenes();

/// @throws std::invalid_argument listing the scenes, if there is none.
const Scene& FindScene(std::string_view name);

/// The scene's parameter.
/// @throws std::invalid_argument listing the parameters, for one that the scene
/// does not have.
const SceneParameter& FindParameter(const Scene& scene, std::string_view name);

/// The scene with some of its parameters set.
/// @throws std::invalid_argument likewise.
SceneInstance MakeWith(
    const Scene& scene,
    std::span<const std::pair<std::string, double>> settings);

/// What was built around a plant of `builder`, in its default state.
SceneInstance MakeScene(systems::DiagramBuilder builder,
                        const multibody::MultibodyPlant& plant);

/// A diagram of a plant alone, in its default state, with the dynamics of its
/// actuators (activation_dynamics.h).
SceneInstance MakePlantScene(std::shared_ptr<const multibody::Model> model);

/// How solids touch that could do so either way, in their order as values.
enum class ContactKind { kPoint, kPatch };

SceneInstance MakeDoublePendulum();
SceneInstance MakeBallDrop();
SceneInstance MakeCylinder(ContactKind kind = ContactKind::kPoint);
SceneInstance MakeBoxSlide();
SceneInstance MakeIncline();
SceneInstance MakeConveyor();
SceneInstance MakeStaticGripper(ContactKind kind = ContactKind::kPoint);
SceneInstance MakeSpinningDisk(ContactKind kind);
/// By patches the faces of the cube are whole, or of two triangles each.
struct RattleCubeOptions {
  ContactKind contact = ContactKind::kPatch;
  contact::Compliance::Quadrature quadrature =
      contact::Compliance::Quadrature::kThreePoints;
  bool triangles = false;
};
SceneInstance MakeRattleCube(const RattleCubeOptions& options = {});
SceneInstance MakeStack();
SceneInstance MakeSoftClutter();
SceneInstance MakeHardClutter();
SceneInstance MakeDroppedLayers();
SceneInstance MakeSuction();
SceneInstance MakeCablePull();
SceneInstance MakeDigitalPid();
SceneInstance MakeAcrobotLqr();
SceneInstance MakeCartPole();
SceneInstance MakeQuadrotorHover();
SceneInstance MakeBoxToss();
SceneInstance MakeSlidingBox();
SceneInstance MakePushedBlock();

}  // namespace tactus::examples

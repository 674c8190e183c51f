#include <memory>
#include <string>

#include "tactus/apps/scenario/block_parameters.h"
#include "tactus/apps/scenario/geometry_reader.h"
#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/bushing.h"
#include "tactus/multibody/plant/forces/conveyor_belt.h"
#include "tactus/multibody/plant/forces/drag.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/multibody/scoped_name.h"

/// Force elements and belts, which act on the plant without being connected.
namespace tactus::apps {
namespace {

using multibody::BodyPoint;
using std::make_unique;
using Block = std::unique_ptr<systems::LeafSystem>;

// A frame or body, by name.
multibody::BodyFrame FindBodyFrame(BlockParameters* p, const YamlValue& value) {
  const auto [body, X_BF] = value.Guard(
      [&] { return p->scenario().assembly.FindFrame(value.Text()); });
  return {p->scenario().model->BodyIndex(body), X_BF};
}

// A point, {frame: NAME, position: [x, y, z]}, or NAME alone: its origin.
BodyPoint ReadPoint(BlockParameters* p, std::string_view key) {
  const YamlValue value = p->map().Get(key);
  if (value.is_scalar()) {
    const multibody::BodyFrame frame = FindBodyFrame(p, value);
    return {frame.body, frame.X_BF.translation()};
  }
  YamlMap map(value);
  const multibody::BodyFrame frame = FindBodyFrame(p, map.Get("frame"));
  Vector3d position = Vector3d::Zero();
  map.Read("position", &YamlValue::Vector3, &position);
  map.Finish();
  return {frame.body, frame.X_BF * position};
}

// Three numbers, or one for all.
Vector3d ReadAxes(BlockParameters* p, std::string_view key) {
  const auto value = p->map().Find(key);
  return value ? Vector3d(value->NumbersOrOne(3)) : Vector3d::Zero();
}

Block MakeAppliedForce(BlockParameters* p) {
  using Axes = multibody::AppliedForce::Axes;
  Axes axes = Axes::kWorld;
  if (const auto value = p->map().Find("axes")) {
    axes = value->Word<Axes>({{"world", Axes::kWorld}, {"body", Axes::kBody}});
  }
  return make_unique<multibody::AppliedForce>(p->name(), p->scenario().model,
                                              ReadPoint(p, "point"), axes);
}

Block MakeBushing(BlockParameters* p) {
  const multibody::BushingParameters parameters{
      .rotational_stiffness = ReadAxes(p, "rotational_stiffness"),
      .rotational_damping = ReadAxes(p, "rotational_damping"),
      .translational_stiffness = ReadAxes(p, "translational_stiffness"),
      .translational_damping = ReadAxes(p, "translational_damping")};
  return make_unique<multibody::Bushing>(
      p->name(), p->scenario().model, FindBodyFrame(p, p->map().Get("frame_a")),
      FindBodyFrame(p, p->map().Get("frame_b")), parameters);
}

// Key `geometry`, by name.
int FindGeometry(BlockParameters* p) {
  const YamlValue value = p->map().Get("geometry");
  return value.Guard([&] {
    return multibody::FindScopedName(
        multibody::NamesOf(p->scenario().model->geometries()), value.Text(),
        "geometry");
  });
}

Block MakeConveyorBelt(BlockParameters* p) {
  return make_unique<multibody::ConveyorBelt>(
      p->name(), p->scenario().model, FindGeometry(p),
      p->map().Get("direction").Vector3(), p->Number("speed", 0));
}

Block MakeDrag(BlockParameters* p) {
  const multibody::DragCoefficients coefficients{
      .linear = p->Number("linear", 0),
      .quadratic = p->Number("quadratic", 0),
      .rotational_linear = p->Number("rotational_linear", 0),
      .rotational_quadratic = p->Number("rotational_quadratic", 0)};
  return make_unique<multibody::Drag>(p->name(), p->scenario().model,
                                      ReadPoint(p, "point"), coefficients);
}

Block MakeSpringDamper(BlockParameters* p) {
  const multibody::SpringDamperParameters parameters{
      .free_length = p->Number("free_length", 0),
      .stiffness = p->Number("stiffness", 0),
      .damping = p->Number("damping", 0)};
  return make_unique<multibody::SpringDamper>(
      p->name(), p->scenario().model, ReadPoint(p, "point_a"),
      ReadPoint(p, "point_b"), parameters);
}

constexpr BlockType kForces[] = {
    {"AppliedForce", &MakeAppliedForce, {"force", "torque"}},
    {"Bushing", &MakeBushing},
    {"ConveyorBelt", &MakeConveyorBelt, {"speed"}},
    {"Drag", &MakeDrag, {"fluid_velocity"}},
    {"SpringDamper", &MakeSpringDamper},
};

}  // namespace

std::span<const BlockType> ForceTypes() {
  return kForces;
}

}  // namespace tactus::apps

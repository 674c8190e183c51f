#pragma once

#include <optional>
#include <string>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/common/types.h"
#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/geometry/shapes/shape.h"

/// Poses, shapes and surfaces in scenario files.
namespace tactus::apps {

/// A pose X_EF in a frame E.
struct FramePose {
  std::string base_frame = "world";
  RigidTransform X_EF = RigidTransform::Identity();
};

/// Drake's transforms,
///
///     {base_frame: NAME, translation: [x, y, z], rotation: ROTATION}
///
/// each key optional, in metres; ROTATION is `!Rpy {deg: [roll, pitch, yaw]}`,
/// R = R_z(yaw) R_y(pitch) R_x(roll), or `!AngleAxis {angle_deg: A, axis: [x,
/// y, z]}`.
FramePose ReadFramePose(const YamlValue& value);
/// The same without base_frame.
RigidTransform ReadTransform(const YamlValue& value);

/// A map with one key, in SDFormat's words: sphere {radius}, box {size},
/// capsule and cylinder {radius, length}, ellipsoid {radii}, half_space {}.
/// Lengths and sizes are whole ones [m].
contact::Shape ReadShape(const YamlValue& value);

/// What a scenario says about a surface; SI units.
struct SurfaceProperties {
  std::optional<double> stiffness{};  ///< May be infinite.
  std::optional<double> dissipation{};
  std::optional<double> static_friction{}, dynamic_friction{};
  std::optional<double> stiction_velocity{};
  std::optional<double> restitution{};
  /// The modulus of a pressure field [Pa]; infinite: a rigid surface that
  /// touches some.
  std::optional<double> modulus{};
  std::optional<double> resolution_hint{}, slab_thickness{};  ///< [m]
  /// Friction across the grain over that along it, and the grain in the
  /// geometry's frame; both are there or neither.
  std::optional<double> cross_friction_ratio{};
  std::optional<Vector3d> grain_G{};
  std::optional<Color> color{};
};

/// Takes the keys stiffness, dissipation, friction (mu, or [mu_s, mu_d]),
/// stiction_velocity, restitution, modulus, resolution_hint, slab_thickness,
/// grain ({direction: [x, y, z], cross_friction_ratio: R}) and color ([red,
/// green, blue] or with opacity, each in [0, 1]) out of a map.
SurfaceProperties ReadSurface(YamlMap* map);

/// Overwrites what the scenario says; friction acts where it is asked for.
void Apply(const SurfaceProperties& surface, contact::Material* material);
/// The colour too.
void Apply(const SurfaceProperties& surface, contact::Geometry* geometry);

}  // namespace tactus::apps

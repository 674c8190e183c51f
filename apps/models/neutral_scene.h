#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::apps {

/// Free bodies among static shapes, in a form that every simulator can be
/// given: one gravity, one friction and one law of contact for all surfaces,
///
///     f_n = max(0, k x (1 + d dx/dt)),
///
/// x: overlap [m], k: stiffness of a pair [N/m], d: dissipation [s/m].
/// As JSON, in SI units, z up, quaternions w x y z:
///
///     { "name", "description": texts,     "duration": s,
///       "gravity": [x, y, z],
///       "friction": {"mu_static", "mu_dynamic", "stiction_tolerance": m/s,
///                    "torsional", "rolling": m, 0 if not given},
///       "contact": {"stiffness", "dissipation", "restitution": 0},
///       "static": [{"name", SHAPE, "position", "quat_wxyz"}, ...],
///       "bodies": [{"name", SHAPE, "mass", "inertia_diag", "position",
///                   "quat_wxyz", "linear_velocity", "angular_velocity"}, ...],
///       "units": text, if given "SI...",
///       "settle": s,   seconds before anything is timed,
///       "dt": s }      a step that methods with fixed steps may take
///
/// SHAPE is "shape": "sphere", "box", "capsule", "cylinder" or "ellipsoid" with
/// "size": {"radius"}, {"half_extents"}, {"radius", "half_length"} (axis z) or
/// {"semi_axes"}; a static "halfspace" has "normal" and "offset" instead of
/// size and pose: the points p with normal . p <= offset. Frames of bodies lie
/// in their centres of mass, along principal axes; velocities are in the world.
/// Velocities that are not given are zero. Statics and bodies have distinct
/// names.
struct NeutralScene {
  struct Friction {
    double mu_static{}, mu_dynamic{};
    double stiction_tolerance{};    ///< [m/s]
    double torsional{}, rolling{};  ///< [m]
  };
  struct Fixed {
    std::string name;
    contact::Shape shape;
    RigidTransform X_WG = RigidTransform::Identity();
  };
  struct Body {
    std::string name;
    contact::Shape shape;
    double mass{};                         ///< [kg]
    Vector3d inertia = Vector3d::Zero();   ///< Principal [kg m^2].
    Vector3d position = Vector3d::Zero();  ///< [m]
    Quaterniond orientation = Quaterniond::Identity();
    Vector3d angular_velocity = Vector3d::Zero();  ///< [rad/s]
    Vector3d linear_velocity = Vector3d::Zero();   ///< [m/s]

    RigidTransform X_WB() const;
  };

  std::string name, description;
  Vector3d gravity{0, 0, -9.81};  ///< [m/s^2]
  Friction friction = {};
  double stiffness{};                            ///< k [N/m]
  double dissipation{};                          ///< d [s/m]
  double duration = 5;                           ///< [s]
  std::optional<double> settle = {}, step = {};  ///< [s]
  std::vector<Fixed> fixed = {};
  std::vector<Body> bodies = {};
};

/// True for the ending .json.
bool IsNeutralSceneFile(const std::filesystem::path& file);

/// @throws std::invalid_argument naming the file, the element and what is wrong
/// with it; unknown members are wrong, too.
NeutralScene ReadNeutralScene(const std::filesystem::path& file);

/// The same as JSON, numbers to the last bit but for the orientations of static
/// shapes, which are so to round-off.
/// @throws std::invalid_argument for a mesh, naming whose.
nlohmann::ordered_json MakeNeutralJson(const NeutralScene& scene);

}  // namespace tactus::apps

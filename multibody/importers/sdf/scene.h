#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody::sdformat {

/// What an SDFormat file says, with every frame resolved. Names are scoped.

struct ModelSpec {
  std::string name{};
  bool is_static = false;  ///< Itself or a model around it.
  bool self_collides = true;
};

struct LinkSpec {
  XmlElement source{};
  std::string name{};
  int model{};  ///< Index in Scene::models.
  RigidTransform X_WL = RigidTransform::Identity();
  SpatialInertia inertia{};
  std::vector<XmlElement> visuals{};
};

struct CollisionSpec {
  XmlElement source{};
  std::string name{};
  int link{};  ///< Index in Scene::links.
  RigidTransform X_LG = RigidTransform::Identity();
};

/// An <axis>. Numbers as JointSpec's type wants them: [rad] or [m].
struct AxisSpec {
  Vector3d direction_J = Vector3d::UnitZ();  ///< Unit, in the joint's frame.
  double lower = -kInfinity, upper = kInfinity;
  double effort = kInfinity, speed = kInfinity;
  double damping{}, friction{}, stiffness{}, spring_reference{};
};

struct JointSpec {
  XmlElement source{};
  std::string name{};
  std::string type{};             ///< As in the file.
  int model{};                    ///< Index in Scene::models.
  std::string parent{}, child{};  ///< Links; the parent may be "world".
  RigidTransform X_CJ = RigidTransform::Identity();
  /// The joint's frame in the parent at q = 0, of a <drake:joint>. All others
  /// are at q = 0 where the file places their links.
  std::optional<RigidTransform> X_PJ{};
  std::vector<AxisSpec> axes{};
};

struct Scene {
  XmlElement root{};
  std::optional<Vector3d> gravity_W{};
  std::vector<ModelSpec> models{};
  std::vector<LinkSpec> links{};
  std::vector<CollisionSpec> collisions{};
  std::vector<JointSpec> joints{};
  /// Elements that are neither SDFormat's nor extensions.
  std::vector<XmlElement> unknown{};
};

}  // namespace tactus::multibody::sdformat

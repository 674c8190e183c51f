#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/mjcf/flexcomps.h"
#include "tactus/multibody/importers/mjcf/geoms.h"
#include "tactus/multibody/importers/mjcf/joints.h"
#include "tactus/multibody/importers/mjcf/lost_parts.h"
#include "tactus/multibody/importers/mjcf/meshes.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody::mjcf {

struct BodySpec {
  const XmlElement* source{};
  const CompilerSettings* compiler{};  ///< Of the file that it is from.
  std::string name{};  ///< Unnamed bodies are "body" and their index.
  int parent = -1;
  RigidTransform X_PB = RigidTransform::Identity();
  /// Its <inertial>, if there is one, and the frame that this is in.
  const XmlElement* inertial{};
  RigidTransform X_BI = RigidTransform::Identity();
  SpatialInertia inertia{};  ///< Set by AssignInertias().
  /// This share of its weight does not act.
  double gravity_compensation{};
  /// Something of it that may weigh is left out: a deformable body or a geom.
  bool has_lost_parts = false;
};

/// A frame that transmissions refer to.
struct SiteSpec {
  const XmlElement* source{};
  std::string name{};
  int body{};
  RigidTransform X_BS = RigidTransform::Identity();
};

/// The place of each named element in a list.
using NameIndex = std::map<std::string, int, std::less<>>;

/// The <worldbody> as lists. Bodies are numbered depth first, the world is 0;
/// joints and geoms are in the order of their bodies, which makes the order of
/// joints that of MuJoCo's qpos.
struct BodyTree {
  std::vector<BodySpec> bodies;
  std::vector<JointSpec> joints;
  std::vector<GeomSpec> geoms;
  std::vector<SiteSpec> sites;
  std::vector<FlexSpec> flexes;
  NameIndex body_index, joint_index, site_index;
  LostParts lost_parts;

  std::span<const JointSpec> JointsOf(int body) const;

  /// Indices by name. @throws ModelFileError, about `user`, if there is none.
  int FindBody(std::string_view name, const XmlElement& user) const;
  int FindJoint(std::string_view name, const XmlElement& user) const;
  int FindSite(std::string_view name, const XmlElement& user) const;

  /// True for an element that names, in one of these attributes, what is left
  /// out and no part of the tree.
  bool RefersToLost(const XmlElement& element,
                    std::initializer_list<std::string_view> attributes) const;

  /// The outermost moving body of the kinematic tree that a body belongs to; 0
  /// for bodies that stand still. One entry per body.
  std::vector<int> CalcTreeRoots() const;
  /// The sum of the inertias' masses per kinematic tree, indexed by its root.
  std::vector<double> CalcTreeMasses() const;
};

/// Reads all <worldbody>s: bodies, their joints, geoms and sites, through
/// frames. Inertias are left for AssignInertias().
/// @param root  with its copies expanded, see ExpandCopies(), and
/// @param compilers  the settings that this returns; both are pointed to.
/// @throws ModelFileError with file, line and element.
BodyTree ReadBodyTree(const XmlElement& root,
                      const std::vector<CompilerSettings>& compilers,
                      const Option& option, const DefaultClasses& classes,
                      MeshAssets* meshes, ImportReport* report);

}  // namespace tactus::multibody::mjcf

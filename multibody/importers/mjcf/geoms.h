#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/fluid/fluid.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/meshes.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody::mjcf {

/// A <geom> with its defaults applied: a shape that collides, has mass, or
/// both.
struct GeomSpec {
  enum class Type {
    kPlane,
    kSphere,
    kCapsule,
    kCylinder,
    kBox,
    kEllipsoid,
    kMesh,
    kHeightField,
    kSdf
  };

  const XmlElement* source{};
  std::string name{};  ///< Empty if the file gives none.
  int body{};          ///< Index in BodyTree.
  Type type = Type::kSphere;
  RigidTransform X_BG = RigidTransform::Identity();
  /// Half lengths and radii [m], as the type needs them. Of height fields, set
  /// by LoadMjcf(): those of the box that they weigh as.
  Vector3d size = Vector3d::Zero();
  std::string mesh{};
  double fit_scale = 1;  ///< Of a size that FitToMesh() finds.
  std::string height_field{};

  std::optional<double> mass{};  ///< [kg]; else from the density [kg/m^3].
  double density = 1000;
  /// The mass is that of the surface, and the density in [kg/m^2].
  bool is_shell = false;
  int group = 0;
  /// A fluid takes it for an ellipsoid; otherwise for a part of its body's box.
  bool is_fluid_ellipsoid = false;
  FlowCoefficients flow{};
  std::optional<Eigen::Vector4d> rgba{};
  std::string material{};  ///< Empty: none.

  int contype = 1, conaffinity = 1;
  int condim = 3, priority = 0;
  /// Sliding; torsional and rolling [m].
  std::array<double, 3> friction = {1, 0.005, 0.0001};
  double margin{};  ///< [m]
  /// A <contact><pair> names it; set by ReadContactPairs().
  bool is_in_pair = false;
  double solmix = 1;
  std::array<double, 2> solref = {0.02, 1};
  std::array<double, 5> solimp = {0.9, 0.95, 0.001, 0.5, 2};

  /// False for geoms that are there for their looks, or their mass, alone.
  bool collides() const {
    return contype != 0 || conaffinity != 0 || is_in_pair;
  }
};

/// The geom that the layers of defaults and the element, last, describe. Where
/// a primitive shape is fitted to a mesh, size and pose are the fitted ones.
/// @param X_BF  the frame around the element, in its body.
/// @throws ModelFileError for values that make no sense.
GeomSpec ReadGeom(const std::vector<const XmlElement*>& layers,
                  const RigidTransform& X_BF, const CompilerSettings& compiler,
                  MeshAssets* meshes);

/// The shape in its frame G; a mesh becomes its convex hull.
/// @throws ModelFileError for height fields (HeightFields::MakeShape()) and
/// signed distance fields.
contact::Shape MakeShape(const GeomSpec& geom, MeshAssets* meshes);

/// The ellipsoid that a fluid takes the geom for: of a primitive shape its
/// half lengths, of a mesh those of its inertia box.
FluidEllipsoid MakeFluidEllipsoid(const GeomSpec& geom, MeshAssets* meshes);

/// The inertia in the body's frame, from mass or density; zero for planes.
/// Meshes as their asset says, height fields as a box.
SpatialInertia MakeInertia(const GeomSpec& geom, MeshAssets* meshes);

}  // namespace tactus::multibody::mjcf

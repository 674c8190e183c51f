#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "tactus/contact/geometry/shapes/mesh_parts.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody::urdf {

/// The scale of a <mesh>: one number, or three; one each if it has none.
Vector3d ReadScale(const XmlElement& element);

/// A <mesh filename="..." scale="x y z">: its vertices are the file's times the
/// scale, one number or three (negative ones mirror). A convex decomposition
/// collides part by part, any other mesh as its convex hull
/// (contact/geometry/shapes/mesh_parts.h); that is reported where the mesh
/// lacks more than 2 % of it, unless <drake:declare_convex/> asks for the hull.
class Meshes {
 public:
  struct Mesh {
    contact::ConvexParts parts;
    /// The inertia of the surface at density 1, or of the hulls where it is not
    /// closed.
    SpatialInertia unit_density;
    SpatialInertia hulls;  ///< Of all parts at density 1.
    /// Why the surface is not that of a solid (open, inside out), and what to
    /// do; empty if it is.
    std::string flaw{};
  };

  /// Keeps both pointers.
  /// @param skip_missing  report a missing file instead of throwing.
  Meshes(const ResourceLocator* locator, bool skip_missing,
         ImportReport* report)
      : locator_(locator), skip_missing_(skip_missing), report_(report) {}

  /// Each file is read once per scale. Null for a file that is missing and may
  /// be.
  /// @throws ModelFileError for a file that is missing (naming the places
  /// tried), malformed, or flat.
  /// @param by_patches  whether it has a pressure field or is rigid: then it
  /// touches so as the surface that it is, whatever its hull.
  std::shared_ptr<const Mesh> Find(const XmlElement& element,
                                   bool declared_convex, bool by_patches);

 private:
  using Key = std::tuple<std::string, double, double, double>;

  const ResourceLocator* locator_;
  bool skip_missing_;
  ImportReport* report_;
  std::map<Key, std::shared_ptr<const Mesh>> meshes_;
};

}  // namespace tactus::multibody::urdf

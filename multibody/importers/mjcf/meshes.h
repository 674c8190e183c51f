#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/multibody/visual.h"

namespace tactus::multibody::mjcf {

/// The <mesh> assets. A mesh is read when the first geom needs it: files that
/// serve looks alone may be absent. Its vertices x become
///
///     scale * (R(refquat)' (x - refpos)).
class MeshAssets {
 public:
  /// Keeps pointers into `root` and to `report`.
  /// @param main_directory  where mesh directories start, that of the main
  /// file.
  /// @throws ModelFileError for meshes without a name, and names used twice.
  MeshAssets(const XmlElement& root, const CompilerSettings& compiler,
             const DefaultClasses& classes,
             const std::filesystem::path& main_directory, ImportReport* report);

  /// True for a mesh with neither file nor vertices: a plugin makes it, or
  /// MuJoCo does (`builtin`).
  bool IsMade(const std::string& name) const;

  /// What collides. `user` is the geom, for messages.
  /// @throws ModelFileError for an unknown mesh, and for a file that is missing
  /// (naming the paths tried), malformed or flat.
  std::shared_ptr<const contact::ConvexHull> FindHull(const std::string& name,
                                                      const XmlElement& user);

  /// Its vertices x, of triangles or of the hull, valid as long as this is.
  /// @throws ModelFileError likewise.
  const std::vector<Vector3d>& FindVertices(const std::string& name,
                                            const XmlElement& user);

  /// How the mesh is drawn: from its file, which is not read for that, or from
  /// its vertices. Nothing, with a notice, if the file is missing.
  /// @throws ModelFileError for an unknown mesh, and unusable vertices.
  std::optional<Visual::Form> FindForm(const std::string& name,
                                       const XmlElement& user,
                                       ImportReport* report);

  /// Volume, centroid and rotational inertia of the mesh at density 1, as the
  /// attribute `inertia` says:
  ///
  ///   legacy  MuJoCo's default, unless <compiler exactmeshinertia="true"/>
  ///           of versions that have it wants exact: tetrahedra from the
  ///           triangles to one point, all counted as positive, so that open
  ///           surfaces have a volume and concave ones may have too much. The
  ///           point is the centroid of such tetrahedra to the surface's own
  ///           centroid.
  ///   exact   the volume integrals of a closed surface; as in MuJoCo, one that
  ///           is open or inside out is refused
  ///   convex  the convex hull's
  ///   shell   that of the surface alone, at density 1 kg/m^2; the first number
  ///           is its area
  SpatialInertia FindInertia(const std::string& name, const XmlElement& user);

  /// The folder of the file that was loaded.
  const std::filesystem::path& main_directory() const {
    return main_directory_;
  }

 private:
  struct Mesh {
    const XmlElement* source{};
    Vector3d scale = Vector3d::Ones();
    enum class Inertia { kLegacy, kExact, kConvex, kShell };
    Inertia inertia_kind = Inertia::kLegacy;
    std::shared_ptr<contact::TriangleMesh> surface{};
    std::shared_ptr<const contact::ConvexHull> hull{};
    std::optional<SpatialInertia> inertia{};
  };

  void Declare(const XmlElement& element, const DefaultClasses& classes);
  Mesh& Find(const std::string& name, const XmlElement& user);
  void LoadSurface(Mesh* mesh) const;
  void LoadHull(Mesh* mesh) const;
  std::vector<std::filesystem::path> MakeCandidates(
      const XmlElement& element) const;
  std::filesystem::path Locate(const XmlElement& element) const;

  CompilerSettings compiler_;
  std::filesystem::path main_directory_;
  ImportReport* report_;
  std::map<std::string, Mesh> meshes_;
};

}  // namespace tactus::multibody::mjcf

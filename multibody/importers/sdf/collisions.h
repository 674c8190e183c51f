#pragma once

#include <map>
#include <string>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/geometry/shapes/mesh_parts.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// Makes geometries of <collision>s.
///
/// Shapes: box, sphere, cylinder, capsule, ellipsoid, cone, plane (the
/// half-space below it), mesh (with <submesh>, and <center> its box on the
/// origin), and Drake's <drake:capsule> and <drake:ellipsoid>. A mesh file that
/// is a convex decomposition gives one geometry per part
/// (contact/geometry/shapes/mesh_parts.h), any other its convex hull. Polylines
/// give one geometry per convex part (sdf/polylines.h), height maps a height
/// field (sdf/terrain.h). Images are refused.
///
/// Material: that of the <surface> (sdf/surfaces.h), and over it
///
///   <drake:mu_static>, <drake:mu_dynamic>
///   <drake:point_contact_stiffness>     k [N/m]
///   <drake:hunt_crossley_dissipation>   d [s/m]
///
/// and what parsing/hydroelastic_properties.h has.
///
/// The bits of <collide_bitmask> are those of MJCF's contype and conaffinity.
class Collisions {
 public:
  /// Keeps both pointers.
  /// @param skip_missing  report a missing mesh or image instead of throwing.
  Collisions(const ResourceLocator* locator, bool skip_missing,
             ImportReport* report)
      : locator_(locator), skip_missing_(skip_missing), report_(report) {}

  const ResourceLocator& locator() const { return *locator_; }

  /// The geometries of one collision, but for the body. None of <empty>, of
  /// what others pass through, of a mesh or image that is missing and may be,
  /// and of height maps of other files than PNG.
  /// @throws ModelFileError for a shape that is missing, not supported or
  /// without extent, and a mesh file that is missing or malformed.
  std::vector<contact::Geometry> Make(const CollisionSpec& collision);

 private:
  std::vector<contact::Shape> MakeShapes(const XmlElement& element,
                                         bool by_patches, RigidTransform* X_LG);
  std::vector<contact::Shape> MakeTerrain(const XmlElement& element,
                                          RigidTransform* X_LG);
  static std::vector<contact::Shape> MakePolylines(const XmlElement& geometry,
                                                   bool by_patches);
  bool IsMissing(const XmlElement& uri) const;
  std::vector<contact::Shape> MakeMesh(const XmlElement& element,
                                       bool by_patches);
  const std::vector<contact::MeshPart>& ReadParts(const XmlElement& uri);
  contact::Material MakeMaterial(const XmlElement& collision);
  void ReadProximity(const XmlElement& properties, contact::Material* material);

  const ResourceLocator* locator_;
  bool skip_missing_;
  ImportReport* report_;
  std::map<std::string, std::vector<contact::MeshPart>> files_;
};

}  // namespace tactus::multibody::sdformat

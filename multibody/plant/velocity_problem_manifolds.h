#pragma once

#include <memory>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/geometry/corner_query.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/multibody/plant/contact_reach.h"
#include "tactus/multibody/plant/elastic_contact.h"
#include "tactus/multibody/plant/velocity_problem_trees.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that finds out where geometries touch, or
/// will: points, contact surfaces in their place, corners of solids on planes,
/// and what is on faces of elastic bodies.
class VelocityProblemManifolds {
 public:
  /// `start` must outlive this. Without `solids` and `elastic_contact` it makes
  /// them of the model, which `start` has, if it needs them.
  VelocityProblemManifolds(
      const ModelAtStart* start,
      std::shared_ptr<const contact::CollisionEngine> engine,
      std::shared_ptr<const contact::PressureSolids> solids,
      std::shared_ptr<const ElasticContact> elastic_contact);

  /// What touches at the start, with the `reach` that is asked for.
  void Find(const ContactReach& reach);

  /// What the last Find() found: manifolds of the collision engine, then those
  /// on faces, each of one point with the face's body as A, which goes by the
  /// geometry of its nearest corner.
  const contact::ContactSet& contacts() const { return contacts_; }
  /// What A of a manifold is; null for what is not on a face.
  const contact::FacePoint* OnFace(int manifold) const;

  const contact::CollisionEngine& engine() const { return *engine_; }
  const contact::PressureSolids& solids() const { return *solids_; }
  const contact::Sweep& sweep() const { return sweep_; }

  /// From where the arms of points that were looked at at `time` are measured,
  /// so that J v is their velocity then: Bo at t0, carried along with the
  /// path's C. For a point P, with U = V at C,
  ///
  ///     U_C + w x (p_P - C - t U_C) = V_Bo + w x (p_P - Bo - t U_C) .
  Vector3d OriginAt(int body, double time) const;

 private:
  void CalcPaths(double horizon);
  void FindOnFaces(const ContactReach& reach);
  void AddOnFace(const contact::FacePoint& at, int geometry_b,
                 const contact::ManifoldPoint& point);

  const ModelAtStart* start_;
  std::shared_ptr<const contact::CollisionEngine> engine_;
  std::shared_ptr<const contact::PressureSolids> solids_;
  std::shared_ptr<const ElasticContact> elastic_contact_;  ///< Or none.
  contact::ContactSet contacts_;
  contact::PatchQuery patch_query_;
  contact::CornerQuery corner_query_;
  std::vector<contact::NodeOnFace> nodes_on_faces_;
  std::vector<contact::ShapeOnFace> shapes_on_faces_;
  std::vector<contact::FacePoint> on_faces_;  ///< A of the last manifolds.
  contact::Sweep sweep_;                      ///< Of the last Find().
  std::vector<contact::BodyPath> paths_;
};

}  // namespace tactus::multibody

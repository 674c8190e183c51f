#pragma once

#include <vector>

#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/multibody/plant/velocity_problem_bodies.h"
#include "tactus/multibody/plant/velocity_problem_manifolds.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that translates manifolds into patches
/// and points: manifolds of one pair of bodies, one after the other, make one
/// patch. B is a side that can move; the normal points from A into B.
class VelocityProblemContacts {
 public:
  /// All of them must outlive this.
  VelocityProblemContacts(const ModelAtStart* start,
                          const VelocityProblemManifolds* manifolds,
                          VelocityProblemBodies* bodies)
      : start_(start), manifolds_(manifolds), bodies_(bodies) {}

  /// Sets the problem's patches and points, in the order of the manifolds, and
  /// adds the bodies that they need.
  void Add(const PlantInputs& inputs, contact::VelocityProblem* problem);

  /// VelocityProblemBuilder::SetSurfaceVelocities()
  void SetSurfaceVelocities(
      const std::vector<SurfaceVelocity>& surface_velocities,
      contact::VelocityProblem* problem) const;

 private:
  /// The two geometries of a manifold as the problem has them.
  struct Sides {
    int geometry_a{}, geometry_b{};
    bool flipped{};  ///< Against the collision query.
  };
  /// What the points of one manifold have in common.
  struct TouchingPair;

  void AddPatches(contact::VelocityProblem* problem);
  Sides SidesOf(const contact::Manifold& manifold) const;
  Vector3d CalcOffset(const Sides& sides, double time) const;
  Vector6d CalcFaceVelocity(const contact::FacePoint& on_face) const;
  Vector3d CalcSurfaceVelocity(
      const std::vector<SurfaceVelocity>& surface_velocities, int geometry_a,
      int geometry_b) const;
  TouchingPair MakePair(int manifold, const PlantInputs& inputs,
                        const contact::VelocityProblem& problem) const;
  double CalcPatchInverseMass(const contact::Manifold& manifold,
                              const TouchingPair& pair,
                              const contact::VelocityProblem& problem) const;
  void SetPoints(int manifold, const PlantInputs& inputs,
                 contact::VelocityProblem* problem) const;
  static void SetPlace(const TouchingPair& pair,
                       const contact::ManifoldPoint& found,
                       const contact::VelocityProblem& problem,
                       contact::ContactPoint* point);
  static void SetNormalForce(const TouchingPair& pair,
                             const contact::ManifoldPoint& found,
                             contact::ContactPoint* point);
  void SetFriction(const TouchingPair& pair,
                   contact::ContactPoint* point) const;
  double CalcSlip(const contact::ContactBody& on_a,
                  const contact::ContactBody& on_b,
                  const contact::ContactPoint& point) const;

  const ModelAtStart* start_;
  const VelocityProblemManifolds* manifolds_;
  VelocityProblemBodies* bodies_;
  std::vector<int> patch_of_manifold_;
};

}  // namespace tactus::multibody

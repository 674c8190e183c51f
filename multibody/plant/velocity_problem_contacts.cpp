#include "tactus/multibody/plant/velocity_problem_contacts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tactus/contact/contact_frame.h"
#include "tactus/contact/friction.h"
#include "tactus/contact/inverse_mass.h"
#include "tactus/contact/pressure/make_pressure_solid.h"
#include "tactus/contact/pressure/patch_points.h"
#include "tactus/multibody/plant/parallel_chunks.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

// Enough work to be worth handing to a thread.
constexpr int kManifoldsPerChunk = 32;
constexpr int kPointsPerChunk = 128;

// The direction of the grain in the tangent plane; none, where friction is the
// same all around or the grain stands upright.
Vector2d CalcGrain(double cross_friction_ratio, const Vector3d& grain_W,
                   const Matrix3d& R_WC) {
  constexpr double kUpright = 1e-9;
  const Vector2d grain_C = (R_WC.transpose() * grain_W).head<2>();
  const double length = grain_C.norm();
  if (cross_friction_ratio == 1 || length <= kUpright * grain_W.norm())
    return Vector2d::Zero();
  return grain_C / length;
}

Vector3d FindSurfaceVelocity(
    const std::vector<SurfaceVelocity>& surface_velocities, int geometry) {
  for (const SurfaceVelocity& surface : surface_velocities) {
    if (surface.geometry == geometry) return surface.v_G;
  }
  return Vector3d::Zero();
}

}  // namespace

void VelocityProblemContacts::Add(const PlantInputs& inputs,
                                  VelocityProblem* problem) {
  const contact::ContactSet& contacts = manifolds_->contacts();
  AddPatches(problem);
  problem->points.resize(contacts.points.size());
  ForEachInChunks(static_cast<int>(contacts.manifolds.size()),
                  kManifoldsPerChunk, start_->num_threads,
                  [&](int i) { SetPoints(i, inputs, problem); });
}

// A face does not turn.
Vector6d VelocityProblemContacts::CalcFaceVelocity(
    const contact::FacePoint& on_face) const {
  const int first = start_->model->elastic_bodies().front().first_body;
  Vector6d V = Vector6d::Zero();
  for (int k = 0; k < 3; ++k)
    V.tail<3>() += on_face.weights[k] *
                   start_->velocity.V_WB[first + on_face.corners[k]].tail<3>();
  return V;
}

// Of B's surface relative to A's, beside the motion of the bodies, in W.
Vector3d VelocityProblemContacts::CalcSurfaceVelocity(
    const std::vector<SurfaceVelocity>& surface_velocities, int geometry_a,
    int geometry_b) const {
  if (surface_velocities.empty()) return Vector3d::Zero();
  const auto in_world = [&](int index) -> Vector3d {
    const contact::Geometry& geometry =
        manifolds_->engine().geometries()[index];
    return start_->position.X_WB[geometry.body].linear() *
           geometry.X_BG.linear() *
           FindSurfaceVelocity(surface_velocities, index);
  };
  return in_world(geometry_b) - in_world(geometry_a);
}

void VelocityProblemContacts::SetSurfaceVelocities(
    const std::vector<SurfaceVelocity>& surface_velocities,
    VelocityProblem* problem) const {
  for (const contact::Manifold& manifold : manifolds_->contacts().manifolds) {
    const Sides sides = SidesOf(manifold);
    const Vector3d velocity_W = CalcSurfaceVelocity(
        surface_velocities, sides.geometry_a, sides.geometry_b);
    for (int i = 0; i < manifold.num_points; ++i) {
      contact::ContactPoint& point = problem->points[manifold.first_point + i];
      point.bias_C = point.R_WC.transpose() * velocity_W;
    }
  }
}

// The pairs of bodies that touch, and room for their points.
void VelocityProblemContacts::AddPatches(VelocityProblem* problem) {
  problem->patches.clear();
  patch_of_manifold_.clear();
  double last_time = 0;
  for (const contact::Manifold& manifold : manifolds_->contacts().manifolds) {
    const Sides sides = SidesOf(manifold);
    const contact::FacePoint* on_face =
        manifolds_->OnFace(static_cast<int>(patch_of_manifold_.size()));
    const auto index_of = [&](int geometry) {
      return on_face != nullptr && geometry == manifold.geometry_a
                 ? bodies_->AddFace(*on_face, problem)
                 : bodies_->FindOrAdd(
                       manifolds_->engine().geometries()[geometry].body,
                       problem);
    };
    const int body_a = index_of(sides.geometry_a);
    const int body_b = index_of(sides.geometry_b);
    const bool same_patch =
        !problem->patches.empty() && manifold.time == 0 && last_time == 0 &&
        problem->patches.back().body_a == body_a &&
        problem->patches.back().body_b == body_b &&
        problem->patches.back().is_surface == manifold.is_patch;
    if (!same_patch) {
      problem->patches.push_back({.body_a = body_a,
                                  .body_b = body_b,
                                  .p_AoBo_W = CalcOffset(sides, manifold.time),
                                  .first_point = manifold.first_point,
                                  .num_points = 0,
                                  .is_surface = manifold.is_patch});
    }
    last_time = manifold.time;
    problem->patches.back().num_points += manifold.num_points;
    patch_of_manifold_.push_back(static_cast<int>(problem->patches.size()) - 1);
  }
}

// B is the side that can move; the normal points from A into B.
VelocityProblemContacts::Sides VelocityProblemContacts::SidesOf(
    const contact::Manifold& manifold) const {
  const int body_b =
      manifolds_->engine().geometries()[manifold.geometry_b].body;
  if (start_->model->bodies()[body_b].tree >= 0)
    return {manifold.geometry_a, manifold.geometry_b, false};
  return {manifold.geometry_b, manifold.geometry_a, true};
}

Vector3d VelocityProblemContacts::CalcOffset(const Sides& sides,
                                             double time) const {
  const auto geometries = manifolds_->engine().geometries();
  return manifolds_->OriginAt(geometries[sides.geometry_b].body, time) -
         manifolds_->OriginAt(geometries[sides.geometry_a].body, time);
}

// The speed of slip that friction lags behind: |vt0|; or, where a contact
// begins within the sweep, what gravity makes of it until the contact carries,
//
//     | vt0 + gt min(h, phi0 / |vn0 + h gn| + pi / 2 / sqrt(k w)) |.
//
// What carries less than a twentieth of a weight begins.
double VelocityProblemContacts::CalcSlip(
    const contact::ContactBody& on_a, const contact::ContactBody& on_b,
    const contact::ContactPoint& point) const {
  const Vector2d vt0 = point.v_C0.head<2>();
  const double h = manifolds_->sweep().duration;
  const bool one_moves = !on_a.is_on_face() && !on_b.is_on_face() &&
                         (on_a.clique < 0) != (on_b.clique < 0);
  if (h == 0 || !one_moves || point.stiffness <= 0) return vt0.norm();
  const Vector3d g_C = (on_b.clique < 0 ? -1 : 1) *
                       (point.R_WC.transpose() * manifolds_->sweep().gravity);
  if (point.normal_force0 * point.inverse_mass > g_C.norm() / 20)
    return vt0.norm();
  constexpr double kQuarter = std::numbers::pi / 2;
  double time = kQuarter / std::sqrt(point.stiffness * point.inverse_mass);
  if (point.phi0 > 0)
    time += point.phi0 / std::abs(point.v_C0.z() + h * g_C.z());
  return (vt0 + std::min(h, time) * g_C.head<2>()).norm();
}

struct VelocityProblemContacts::TouchingPair {
  const contact::ContactBody &on_a, &on_b;
  Vector3d p_WAo, p_WBo;
  Vector6d V_A, V_B;
  Vector3d surface_velocity_W;  // Of B relative to A.
  contact::PairMaterial material;
  Vector3d grain_W;
  bool flipped{};  // A and B against the collision query.
  bool is_patch{};
  bool has_own_surface{};  // One of them is a mesh that is not convex.
  // Of patches.
  double dissipation{}, inverse_mass{};
};

VelocityProblemContacts::TouchingPair VelocityProblemContacts::MakePair(
    int index, const PlantInputs& inputs,
    const VelocityProblem& problem) const {
  const contact::Manifold& manifold = manifolds_->contacts().manifolds[index];
  const contact::ContactPatch& patch =
      problem.patches[patch_of_manifold_[index]];
  const Sides sides = SidesOf(manifold);
  const auto geometries = manifolds_->engine().geometries();
  const int body_a = geometries[sides.geometry_a].body;
  const int body_b = geometries[sides.geometry_b].body;
  const contact::FacePoint* on_face = manifolds_->OnFace(index);
  const auto velocity_of = [&](int geometry) -> Vector6d {
    return on_face != nullptr && geometry == manifold.geometry_a
               ? CalcFaceVelocity(*on_face)
               : start_->velocity.V_WB[geometries[geometry].body];
  };
  TouchingPair pair{
      .on_a = problem.bodies[patch.body_a],
      .on_b = problem.bodies[patch.body_b],
      .p_WAo = manifolds_->OriginAt(body_a, manifold.time),
      .p_WBo = manifolds_->OriginAt(body_b, manifold.time),
      .V_A = velocity_of(sides.geometry_a),
      .V_B = velocity_of(sides.geometry_b),
      .surface_velocity_W = CalcSurfaceVelocity(
          inputs.surface_velocities, sides.geometry_a, sides.geometry_b),
      .material = manifolds_->engine().CombineMaterials(sides.geometry_a,
                                                        sides.geometry_b),
      .grain_W = {},
      .flipped = sides.flipped,
      .is_patch = manifold.is_patch};
  const contact::Geometry& grained =
      geometries[pair.material.grain_is_of_a ? sides.geometry_a
                                             : sides.geometry_b];
  pair.grain_W = start_->position.X_WB[grained.body].linear() *
                 grained.X_BG.linear() * pair.material.grain_G;
  if (pair.is_patch) {
    pair.dissipation = manifolds_->solids().CombineDissipation(
        sides.geometry_a, sides.geometry_b);
    pair.has_own_surface =
        contact::HasOwnSurface(geometries[sides.geometry_a].shape) ||
        contact::HasOwnSurface(geometries[sides.geometry_b].shape);
    pair.inverse_mass = CalcPatchInverseMass(manifold, pair, problem);
  }
  return pair;
}

// Of a whole patch, at its centre of pressure,
//
//     c = sum f x / sum f.
double VelocityProblemContacts::CalcPatchInverseMass(
    const contact::Manifold& manifold, const TouchingPair& pair,
    const VelocityProblem& problem) const {
  Vector3d moment = Vector3d::Zero(), mean = Vector3d::Zero();
  double force = 0;
  for (int k = 0; k < manifold.num_points; ++k) {
    const contact::ManifoldPoint& point =
        manifolds_->contacts().points[manifold.first_point + k];
    moment += point.force * point.p_WA;
    mean += point.p_WA / manifold.num_points;
    force += point.force;
  }
  const Vector3d center = force > 0 ? Vector3d(moment / force) : mean;
  return contact::CalcInverseMass(problem, pair.on_a, center - pair.p_WAo) +
         contact::CalcInverseMass(problem, pair.on_b, center - pair.p_WBo);
}

// C is where the surfaces meet as both give way (PairMaterial::weight_a).
void VelocityProblemContacts::SetPlace(const TouchingPair& pair,
                                       const contact::ManifoldPoint& found,
                                       const VelocityProblem& problem,
                                       contact::ContactPoint* point) {
  const Vector3d& p_WA = pair.flipped ? found.p_WB : found.p_WA;
  const Vector3d& p_WB = pair.flipped ? found.p_WA : found.p_WB;
  const double weight_a = pair.material.weight_a;
  const Vector3d p_WC = (1 - weight_a) * p_WA + weight_a * p_WB;
  const Vector3d p_AoC_W = p_WC - pair.p_WAo;
  point->p_BoC_W = p_WC - pair.p_WBo;
  point->R_WC = contact::MakeContactFrame(pair.flipped ? -found.normal_W
                                                       : found.normal_W);
  point->bias_C = point->R_WC.transpose() * pair.surface_velocity_W;
  point->v_C0 =
      point->R_WC.transpose() * (CalcPointVelocity(pair.V_B, point->p_BoC_W) -
                                 CalcPointVelocity(pair.V_A, p_AoC_W)) +
      point->bias_C;
  point->phi0 = -found.depth;
  point->inverse_mass =
      pair.is_patch
          ? pair.inverse_mass
          : contact::CalcInverseMass(problem, pair.on_a, p_AoC_W) +
                contact::CalcInverseMass(problem, pair.on_b, point->p_BoC_W);
}

// fe0 = -k phi0, or the pressure's of a patch; fn0 = (fe0)+ (1 - d vn0)+, with
// Hunt and Crossley's d per rate of depth.
void VelocityProblemContacts::SetNormalForce(
    const TouchingPair& pair, const contact::ManifoldPoint& found,
    contact::ContactPoint* point) {
  if (pair.is_patch) {
    point->stiffness = found.stiffness;
    // Cells of meshes that are not convex tell little of a thin wall's depth.
    const double rate =
        pair.has_own_surface ? 1 : contact::CalcDepthRate(found);
    point->dissipation = rate * pair.dissipation;
    point->elastic_force0 = found.force;
  } else {
    point->stiffness = pair.material.stiffness * found.weight;
    point->dissipation = pair.material.dissipation;
    point->elastic_force0 = -point->stiffness * point->phi0;
  }
  point->normal_force0 =
      std::max(point->elastic_force0, 0.0) *
      std::max(1 - point->dissipation * point->v_C0.z(), 0.0);
}

// After SetPlace() and SetNormalForce(): how far it slips is of both.
void VelocityProblemContacts::SetFriction(const TouchingPair& pair,
                                          contact::ContactPoint* point) const {
  const contact::PairMaterial& material = pair.material;
  point->stiction_velocity = material.stiction_velocity;
  point->friction = contact::CalcFrictionCoefficient(
      material.static_friction, material.dynamic_friction,
      CalcSlip(pair.on_a, pair.on_b, *point) / material.stiction_velocity);
  point->sliding_friction = material.dynamic_friction;
  point->torsional_friction = material.torsional_friction;
  point->rolling_friction = material.rolling_friction;
  point->condim = material.condim;
  point->cross_friction =
      material.cross_friction_ratio * material.dynamic_friction;
  point->grain_C =
      CalcGrain(material.cross_friction_ratio, pair.grain_W, point->R_WC);
}

void VelocityProblemContacts::SetPoints(int index, const PlantInputs& inputs,
                                        VelocityProblem* problem) const {
  const contact::Manifold& manifold = manifolds_->contacts().manifolds[index];
  const TouchingPair pair = MakePair(index, inputs, *problem);
  const auto set_point = [&](int i) {
    const contact::ManifoldPoint& found =
        manifolds_->contacts().points[manifold.first_point + i];
    contact::ContactPoint& point = problem->points[manifold.first_point + i];
    SetPlace(pair, found, *problem, &point);
    SetNormalForce(pair, found, &point);
    SetFriction(pair, &point);
    point.weight = found.weight;
    point.restitution = pair.material.restitution;
  };
  if (manifold.num_points > kPointsPerChunk) {
    ForEachInChunks(manifold.num_points, kPointsPerChunk, start_->num_threads,
                    set_point);
  } else {
    for (int i = 0; i < manifold.num_points; ++i) set_point(i);
  }
}

}  // namespace tactus::multibody

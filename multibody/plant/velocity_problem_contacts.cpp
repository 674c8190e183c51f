#include <algorithm>
#include <cmath>
#include <numbers>

#include "tactus/contact/friction.h"
#include "tactus/contact/pressure/make_pressure_solid.h"
#include "tactus/contact/pressure/patch_points.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

// The part of VelocityProblemBuilder that turns the manifolds of a collision
// query into patches and points.
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

// The world axes of contact frame C: z along the normal, x and y anywhere, but
// the same, up to sign, for n and -n: bodies may change places.
Matrix3d MakeContactFrame(const Vector3d& n) {
  const double decides = n.z() != 0 ? n.z() : n.x() != 0 ? n.x() : n.y();
  const double sign = std::copysign(1.0, decides);
  const double a = -1 / (sign + n.z());
  const double b = n.x() * n.y() * a;
  Matrix3d R_WC;
  R_WC.col(0) << 1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x();
  R_WC.col(1) << b, sign + n.y() * n.y() * a, -n.y();
  R_WC.col(2) = n;
  return R_WC;
}

Vector3d FindSurfaceVelocity(
    const std::vector<SurfaceVelocity>& surface_velocities, int geometry) {
  for (const SurfaceVelocity& surface : surface_velocities) {
    if (surface.geometry == geometry) return surface.v_G;
  }
  return Vector3d::Zero();
}

}  // namespace

void VelocityProblemBuilder::AddContacts(const PlantInputs& inputs,
                                         VelocityProblem* problem) {
  contact_body_of_.assign(model_->num_bodies(), -1);
  num_contact_bodies_ = 0;
  AddPatches(problem);
  problem->points.resize(contacts_.points.size());
  InChunks(static_cast<int>(contacts_.manifolds.size()), kManifoldsPerChunk,
           [&](int i) { SetPoints(i, inputs, problem); });
  AddConstraints(problem);
  problem->bodies.resize(num_contact_bodies_);
}

int VelocityProblemBuilder::ContactBodyIndex(int body,
                                             VelocityProblem* problem) {
  int& index = contact_body_of_[body];
  if (index >= 0) return index;
  index = num_contact_bodies_++;
  if (static_cast<int>(problem->bodies.size()) < num_contact_bodies_)
    problem->bodies.emplace_back();
  contact::ContactBody& fresh = problem->bodies[index];
  fresh.id = body;
  fresh.clique = model_->bodies()[body].tree;
  fresh.corners = {};
  fresh.is_free =
      fresh.clique >= 0 && model_->trees()[fresh.clique].is_free_body;
  fresh.p_BoBcm_W =
      position_.X_WB[body].linear() * model_->bodies()[body].inertia.p_BoBcm;
  if (fresh.clique >= 0 && !fresh.is_free)
    CalcBodyJacobian(*model_, position_, body, &fresh.J);
  return index;
}

// w = trace(J_C diag(M)^-1 J_C') / 3, J_C the Jacobian of point C.
double VelocityProblemBuilder::CalcInverseMass(
    const contact::ContactBody& body, const Vector3d& p_BoC_W,
    const VelocityProblem& problem) const {
  if (body.is_on_face()) {  // sum of weight_k^2 / m_k
    double sum = 0;
    for (const contact::ContactBody::Corner& corner : body.corners) {
      if (corner.clique < 0) continue;
      sum += corner.weight * corner.weight /
             problem.cliques[corner.clique].M(0, 0);
    }
    return sum;
  }
  if (body.clique < 0) return 0;
  const MatrixXd& M = problem.cliques[body.clique].M;
  double trace = 0;
  if (body.is_free) {
    for (int i = 0; i < 3; ++i) {
      trace += (p_BoC_W.squaredNorm() - p_BoC_W[i] * p_BoC_W[i]) / M(i, i) +
               1 / M(i + 3, i + 3);
    }
    return trace / 3;
  }
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    const Vector3d column = CalcPointVelocity(body.J.col(i), p_BoC_W);
    trace += column.squaredNorm() / M(i, i);
  }
  return trace / 3;
}

// Of B's surface relative to A's, beside the motion of the bodies, in W.
Vector3d VelocityProblemBuilder::CalcSurfaceVelocity(
    const std::vector<SurfaceVelocity>& surface_velocities, int geometry_a,
    int geometry_b) const {
  if (surface_velocities.empty()) return Vector3d::Zero();
  const auto in_world = [&](int index) -> Vector3d {
    const contact::Geometry& geometry = engine_->geometries()[index];
    return position_.X_WB[geometry.body].linear() * geometry.X_BG.linear() *
           FindSurfaceVelocity(surface_velocities, index);
  };
  return in_world(geometry_b) - in_world(geometry_a);
}

void VelocityProblemBuilder::SetSurfaceVelocities(
    const std::vector<SurfaceVelocity>& surface_velocities,
    VelocityProblem* problem) const {
  for (const contact::Manifold& manifold : contacts_.manifolds) {
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
void VelocityProblemBuilder::AddPatches(VelocityProblem* problem) {
  problem->patches.clear();
  patch_of_manifold_.clear();
  double last_time = 0;
  for (const contact::Manifold& manifold : contacts_.manifolds) {
    const Sides sides = SidesOf(manifold);
    const contact::FacePoint* on_face =
        OnFace(static_cast<int>(patch_of_manifold_.size()));
    const auto index_of = [&](int geometry) {
      return on_face != nullptr && geometry == manifold.geometry_a
                 ? AddFaceBody(*on_face, problem)
                 : ContactBodyIndex(engine_->geometries()[geometry].body,
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
VelocityProblemBuilder::Sides VelocityProblemBuilder::SidesOf(
    const contact::Manifold& manifold) const {
  const int body_b = engine_->geometries()[manifold.geometry_b].body;
  if (model_->bodies()[body_b].tree >= 0)
    return {manifold.geometry_a, manifold.geometry_b, false};
  return {manifold.geometry_b, manifold.geometry_a, true};
}

// From where the arms of points that were looked at at `time` are measured, so
// that J v is their velocity then: Bo at t0, carried along with the path's C.
// For a point P, with U = V at C,
//
//     U_C + w x (p_P - C - t U_C) = V_Bo + w x (p_P - Bo - t U_C) .
Vector3d VelocityProblemBuilder::OriginAt(int body, double time) const {
  const Vector3d& p_WBo = position_.X_WB[body].translation();
  return time == 0 ? p_WBo : p_WBo + time * paths_[body].U.tail<3>();
}

Vector3d VelocityProblemBuilder::CalcOffset(const Sides& sides,
                                            double time) const {
  const auto geometries = engine_->geometries();
  return OriginAt(geometries[sides.geometry_b].body, time) -
         OriginAt(geometries[sides.geometry_a].body, time);
}

// The speed of slip that friction lags behind: |vt0|; or, where a contact
// begins within the sweep, what gravity makes of it until the contact carries,
//
//     | vt0 + gt min(h, phi0 / |vn0 + h gn| + pi / 2 / sqrt(k w)) |.
//
// What carries less than a twentieth of a weight begins.
double VelocityProblemBuilder::CalcSlip(
    const contact::ContactBody& on_a, const contact::ContactBody& on_b,
    const contact::ContactPoint& point) const {
  const Vector2d vt0 = point.v_C0.head<2>();
  const double h = sweep_.duration;
  const bool one_moves = !on_a.is_on_face() && !on_b.is_on_face() &&
                         (on_a.clique < 0) != (on_b.clique < 0);
  if (h == 0 || !one_moves || point.stiffness <= 0) return vt0.norm();
  const Vector3d g_C =
      (on_b.clique < 0 ? -1 : 1) * (point.R_WC.transpose() * sweep_.gravity);
  if (point.normal_force0 * point.inverse_mass > g_C.norm() / 20)
    return vt0.norm();
  constexpr double kQuarter = std::numbers::pi / 2;
  double time = kQuarter / std::sqrt(point.stiffness * point.inverse_mass);
  if (point.phi0 > 0)
    time += point.phi0 / std::abs(point.v_C0.z() + h * g_C.z());
  return (vt0 + std::min(h, time) * g_C.head<2>()).norm();
}

struct VelocityProblemBuilder::TouchingPair {
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

VelocityProblemBuilder::TouchingPair VelocityProblemBuilder::MakePair(
    int index, const PlantInputs& inputs,
    const VelocityProblem& problem) const {
  const contact::Manifold& manifold = contacts_.manifolds[index];
  const contact::ContactPatch& patch =
      problem.patches[patch_of_manifold_[index]];
  const Sides sides = SidesOf(manifold);
  const auto geometries = engine_->geometries();
  const int body_a = geometries[sides.geometry_a].body;
  const int body_b = geometries[sides.geometry_b].body;
  const contact::FacePoint* on_face = OnFace(index);
  const auto velocity_of = [&](int geometry) -> Vector6d {
    return on_face != nullptr && geometry == manifold.geometry_a
               ? CalcFaceVelocity(*on_face)
               : velocity_.V_WB[geometries[geometry].body];
  };
  TouchingPair pair{
      .on_a = problem.bodies[patch.body_a],
      .on_b = problem.bodies[patch.body_b],
      .p_WAo = OriginAt(body_a, manifold.time),
      .p_WBo = OriginAt(body_b, manifold.time),
      .V_A = velocity_of(sides.geometry_a),
      .V_B = velocity_of(sides.geometry_b),
      .surface_velocity_W = CalcSurfaceVelocity(
          inputs.surface_velocities, sides.geometry_a, sides.geometry_b),
      .material = engine_->CombineMaterials(sides.geometry_a, sides.geometry_b),
      .grain_W = {},
      .flipped = sides.flipped,
      .is_patch = manifold.is_patch};
  const contact::Geometry& grained =
      geometries[pair.material.grain_is_of_a ? sides.geometry_a
                                             : sides.geometry_b];
  pair.grain_W = position_.X_WB[grained.body].linear() * grained.X_BG.linear() *
                 pair.material.grain_G;
  if (pair.is_patch) {
    pair.dissipation =
        solids_->CombineDissipation(sides.geometry_a, sides.geometry_b);
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
double VelocityProblemBuilder::CalcPatchInverseMass(
    const contact::Manifold& manifold, const TouchingPair& pair,
    const VelocityProblem& problem) const {
  Vector3d moment = Vector3d::Zero(), mean = Vector3d::Zero();
  double force = 0;
  for (int k = 0; k < manifold.num_points; ++k) {
    const contact::ManifoldPoint& point =
        contacts_.points[manifold.first_point + k];
    moment += point.force * point.p_WA;
    mean += point.p_WA / manifold.num_points;
    force += point.force;
  }
  const Vector3d center = force > 0 ? Vector3d(moment / force) : mean;
  return CalcInverseMass(pair.on_a, center - pair.p_WAo, problem) +
         CalcInverseMass(pair.on_b, center - pair.p_WBo, problem);
}

// C is where the surfaces meet as both give way (PairMaterial::weight_a).
void VelocityProblemBuilder::SetPlace(const TouchingPair& pair,
                                      const contact::ManifoldPoint& found,
                                      const VelocityProblem& problem,
                                      contact::ContactPoint* point) const {
  const Vector3d& p_WA = pair.flipped ? found.p_WB : found.p_WA;
  const Vector3d& p_WB = pair.flipped ? found.p_WA : found.p_WB;
  const double weight_a = pair.material.weight_a;
  const Vector3d p_WC = (1 - weight_a) * p_WA + weight_a * p_WB;
  const Vector3d p_AoC_W = p_WC - pair.p_WAo;
  point->p_BoC_W = p_WC - pair.p_WBo;
  point->R_WC =
      MakeContactFrame(pair.flipped ? -found.normal_W : found.normal_W);
  point->bias_C = point->R_WC.transpose() * pair.surface_velocity_W;
  point->v_C0 =
      point->R_WC.transpose() * (CalcPointVelocity(pair.V_B, point->p_BoC_W) -
                                 CalcPointVelocity(pair.V_A, p_AoC_W)) +
      point->bias_C;
  point->phi0 = -found.depth;
  point->inverse_mass =
      pair.is_patch ? pair.inverse_mass
                    : CalcInverseMass(pair.on_a, p_AoC_W, problem) +
                          CalcInverseMass(pair.on_b, point->p_BoC_W, problem);
}

// fe0 = -k phi0, or the pressure's of a patch; fn0 = (fe0)+ (1 - d vn0)+, with
// Hunt and Crossley's d per rate of depth.
void VelocityProblemBuilder::SetNormalForce(const TouchingPair& pair,
                                            const contact::ManifoldPoint& found,
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
void VelocityProblemBuilder::SetFriction(const TouchingPair& pair,
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

void VelocityProblemBuilder::SetPoints(int index, const PlantInputs& inputs,
                                       VelocityProblem* problem) const {
  const contact::Manifold& manifold = contacts_.manifolds[index];
  const TouchingPair pair = MakePair(index, inputs, *problem);
  const auto set_point = [&](int i) {
    const contact::ManifoldPoint& found =
        contacts_.points[manifold.first_point + i];
    contact::ContactPoint& point = problem->points[manifold.first_point + i];
    SetPlace(pair, found, *problem, &point);
    SetNormalForce(pair, found, &point);
    SetFriction(pair, &point);
    point.weight = found.weight;
    point.restitution = pair.material.restitution;
  };
  if (manifold.num_points > kPointsPerChunk) {
    InChunks(manifold.num_points, kPointsPerChunk, set_point);
  } else {
    for (int i = 0; i < manifold.num_points; ++i) set_point(i);
  }
}

}  // namespace tactus::multibody

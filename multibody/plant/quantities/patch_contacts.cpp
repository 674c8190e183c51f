#include "tactus/multibody/plant/quantities/patch_contacts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "tactus/contact/pressure/pressure_solids.h"

namespace tactus::multibody {
namespace {

using contact::ContactPolygon;
using contact::ContactSurface;
using Points = std::vector<PointContact>;

using BodyPair = std::pair<int, int>;

/// The points of patches by pair of bodies a < b, each from a to b; of one pair
/// only, if it is given.
std::map<BodyPair, Points> Collect(const Model& model,
                                   const ContactResults& contacts,
                                   const std::optional<BodyPair>& only) {
  std::map<BodyPair, Points> points_of;
  for (PointContact point : contacts.points) {
    const contact::Geometry& a = model.geometries()[point.geometry_a];
    const contact::Geometry& b = model.geometries()[point.geometry_b];
    const BodyPair bodies = std::minmax(a.body, b.body);
    if ((only && *only != bodies) || !contact::TouchByPatch(a, b)) continue;
    if (a.body > b.body) {
      std::swap(point.geometry_a, point.geometry_b);
      for (Vector3d* vector : {&point.normal_W, &point.force_B_W,
                               &point.torque_B_W, &point.v_AB_W})
        *vector = -*vector;
    }
    points_of[bodies].push_back(point);
  }
  return points_of;
}

// c, n, f, m and the slip; where nothing presses, about the mean of the points.
void AddForces(const Points& points, PatchContact* patch) {
  double sum = 0;
  for (const PointContact& point : points)
    sum += point.force_B_W.dot(point.normal_W);
  Vector3d velocity = Vector3d::Zero();
  for (const PointContact& point : points) {
    const double share = sum > 0 ? point.force_B_W.dot(point.normal_W) / sum
                                 : 1 / static_cast<double>(points.size());
    patch->center += share * point.p_WC;
    patch->normal_W += share * point.normal_W;
    patch->force_B_W += point.force_B_W;
    velocity += share * point.v_AB_W;
  }
  patch->normal_W.normalize();
  for (const PointContact& point : points) {
    patch->moment_B_W +=
        (point.p_WC - patch->center).cross(point.force_B_W) + point.torque_B_W;
  }
  patch->slip_speed =
      (velocity - patch->normal_W.dot(velocity) * patch->normal_W).norm();
}

// A, and the pressures.
void AddPressures(const ContactSurface& surface, double* force,
                  PatchContact* patch) {
  for (const ContactPolygon& polygon : surface.polygons) {
    patch->area += polygon.weight * polygon.area;
    *force += polygon.force();
    for (const Vector3d& corner : surface.VerticesOf(polygon)) {
      patch->max_pressure =
          std::max(patch->max_pressure, CalcPressureAt(polygon, corner));
    }
  }
}

void Turn(PatchContact* patch) {
  std::swap(patch->body_a, patch->body_b);
  for (Vector3d* vector :
       {&patch->normal_W, &patch->force_B_W, &patch->moment_B_W})
    *vector = -*vector;
}

}  // namespace

double CalcPressureAt(const ContactPolygon& polygon, const Vector3d& p_WQ) {
  return polygon.pressure +
         polygon.pressure_gradient.dot(polygon.axes.leftCols<2>().transpose() *
                                       (p_WQ - polygon.centroid));
}

bool HaveFields(const Model& model, int body_a, int body_b) {
  for (const contact::Geometry& a : model.geometries()) {
    if (a.body != body_a) continue;
    for (const contact::Geometry& b : model.geometries())
      if (b.body == body_b && contact::TouchByPatch(a, b)) return true;
  }
  return false;
}

std::vector<PatchContact> PatchFinder::Find(
    const StepRecord& record, const std::optional<BodyPair>& only) {
  std::vector<PatchContact> patches;
  const auto points_of = Collect(plant_.model(), record.contacts, only);
  if (points_of.empty()) return patches;
  CalcPositionKinematics(plant_.model(), record.q, &position_);
  for (const auto& [bodies, points] : points_of) {
    PatchContact& patch = patches.emplace_back();
    std::tie(patch.body_a, patch.body_b) = bodies;
    AddForces(points, &patch);
    AddSurfaces(points, &patch);
  }
  return patches;
}

void PatchFinder::AddSurfaces(std::span<const PointContact> points,
                              PatchContact* patch) {
  const auto geometries = plant_.model().geometries();
  const auto pose = [&](int geometry) -> RigidTransform {
    return position_.X_WB[geometries[geometry].body] *
           geometries[geometry].X_BG;
  };
  std::set<std::pair<int, int>> pairs;
  for (const PointContact& point : points)
    pairs.emplace(point.geometry_a, point.geometry_b);
  double force = 0;
  for (const auto& [a, b] : pairs) {
    ContactSurface& surface = patch->surfaces.emplace_back();
    finder_.Find(plant_.pressure_solids().solid(a), pose(a),
                 plant_.pressure_solids().solid(b), pose(b), &surface);
    AddPressures(surface, &force, patch);
  }
  if (patch->area > 0) patch->mean_pressure = force / patch->area;
}

PatchContact PatchFinder::FindBetween(const StepRecord& record, int body_a,
                                      int body_b) {
  std::vector<PatchContact> found =
      Find(record, BodyPair(std::minmax(body_a, body_b)));
  if (found.empty()) {
    PatchContact none;
    none.body_a = body_a;
    none.body_b = body_b;
    return none;
  }
  if (found[0].body_a != body_a) Turn(&found[0]);
  return std::move(found[0]);
}

}  // namespace tactus::multibody

#include "tactus/recording/plant_recorder.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <variant>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/log.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/recording/visual_meshes.h"

namespace tactus::recording {
namespace {

using multibody::Body;
using multibody::Model;
using multibody::Tree;

constexpr Color kAnchored{0.66, 0.67, 0.70, 1};
constexpr Color kLightLink{0.84, 0.86, 0.88, 1}, kDarkLink{0.33, 0.37, 0.43, 1};
constexpr double kGlass = 0.16;  // Opacity.

// Of even lightness, to be told apart.
constexpr std::array kPalette = {
    Color{0.30, 0.51, 0.80, 1}, Color{0.92, 0.60, 0.25, 1},
    Color{0.36, 0.67, 0.47, 1}, Color{0.83, 0.38, 0.38, 1},
    Color{0.55, 0.47, 0.76, 1}, Color{0.26, 0.67, 0.71, 1},
    Color{0.85, 0.48, 0.67, 1}, Color{0.72, 0.66, 0.30, 1}};

Color ChooseColor(const Model& model, int body) {
  const int tree_index = model.bodies()[body].tree;
  if (tree_index < 0) return kAnchored;
  const Tree& tree = model.trees()[tree_index];
  if (tree.num_bodies == 1) return kPalette[tree_index % kPalette.size()];
  return (body - tree.first_body) % 2 == 0 ? kLightLink : kDarkLink;
}

struct Extent {
  Vector3d lower, upper;
};

// The box along the world's axes around a box.
Extent CalcExtent(const contact::Box& box, const RigidTransform& X_WG) {
  const Vector3d half = X_WG.linear().cwiseAbs() * box.half_extents;
  return {X_WG.translation() - half, X_WG.translation() + half};
}

bool IsBesideAndLower(const Vector3d& p_W, const Extent& wall) {
  const auto inside = [&](int axis) {
    return p_W[axis] > wall.lower[axis] && p_W[axis] < wall.upper[axis];
  };
  return p_W.z() < wall.upper.z() && !(inside(0) && inside(1));
}

void AddToPatch(const multibody::PointContact& point, double sign,
                double* weight, ContactForce* patch) {
  const double share = point.force_B_W.norm();
  patch->f_W += sign * point.force_B_W;
  *weight += share;
  if (*weight == 0) return;
  patch->p_WC += share / *weight * (point.p_WC - patch->p_WC);
  patch->normal_W +=
      share / *weight * (sign * point.normal_W - patch->normal_W);
}

void AppendPolygons(const contact::ContactSurface& surface,
                    const RigidTransform& X_BW, RecordedPatch* patch) {
  for (const contact::ContactPolygon& polygon : surface.polygons) {
    for (const Vector3d& corner : surface.VerticesOf(polygon)) {
      patch->corners.push_back((X_BW * corner).cast<float>());
      patch->pressures.push_back(
          static_cast<float>(multibody::CalcPressureAt(polygon, corner)));
    }
    patch->sizes.push_back(static_cast<std::uint32_t>(polygon.num_vertices));
  }
}

}  // namespace

PlantRecorder::PlantRecorder(const multibody::MultibodyPlant& plant)
    : plant_(plant), patch_finder_(plant), string_finder_(plant, place_) {
  const auto bodies = plant.model().bodies();
  std::vector<bool> is_within(bodies.size(), false);
  for (const multibody::ElasticBody& body : plant.model().elastic_bodies()) {
    const auto first = is_within.begin() + body.first_body;
    std::fill(first, first + body.solid->num_nodes(), true);
    for (const int node : FindSurfaceNodes(body.solid->mesh()))
      first[node] = false;
  }
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    place_.push_back(-1);
    if (bodies[i].is_virtual || is_within[i]) continue;
    place_.back() = static_cast<int>(bodies_.size());
    bodies_.push_back(i);
  }
}

Recording PlantRecorder::MakeEmptyRecording() const {
  const Model& model = plant_.model();
  Recording recording;
  for (const int body : bodies_)
    recording.bodies.push_back({model.bodies()[body].name, {}});
  const auto elastic_bodies = model.elastic_bodies();
  std::vector<bool> is_node(model.num_bodies(), false);
  for (std::size_t i = 0; i < elastic_bodies.size(); ++i) {
    const multibody::ElasticBody& body = elastic_bodies[i];
    std::fill_n(is_node.begin() + body.first_body, body.solid->num_nodes(),
                true);
    AddSurface(body, static_cast<int>(i), &recording);
  }
  const std::vector<bool> stands_in = AddVisuals(&recording);
  for (const contact::Geometry& geometry : model.geometries()) {
    const int body = geometry.body;
    const bool is_drawn = geometry.is_drawn || stands_in[body];
    if (place_[body] < 0 || is_node[body] || !is_drawn) continue;
    recording.bodies[place_[body]].visuals.push_back(
        {geometry.shape, geometry.X_BG,
         geometry.color.value_or(ChooseColor(model, body))});
  }
  LimitTriangles(kMostTriangles, &recording);
  return recording;
}

// Returns, by body, where what collides must stand in for a mesh that cannot be
// read.
std::vector<bool> PlantRecorder::AddVisuals(Recording* recording) const {
  const Model& model = plant_.model();
  std::vector<bool> stands_in(model.num_bodies(), false);
  VisualMeshes meshes;
  for (const multibody::Visual& visual : model.visuals()) {
    const int body = visual.body;
    try {
      for (Visual& made : meshes.Make(visual, ChooseColor(model, body)))
        recording->bodies[place_[body]].visuals.push_back(std::move(made));
    } catch (const std::runtime_error& error) {
      stands_in[body] = true;
      LogWarning(fmt::format("body '{}' is drawn as it collides: {}",
                             model.bodies()[body].name, error.what()));
    }
  }
  return stands_in;
}

// In place of the skins of its nodes.
void PlantRecorder::AddSurface(const multibody::ElasticBody& body, int index,
                               Recording* recording) const {
  RecordedSurface& surface = recording->surfaces.emplace_back();
  surface.name = body.name;
  surface.color = kPalette[index % kPalette.size()];
  const multibody::TetrahedralMesh& mesh = body.solid->mesh();
  std::vector<int> corner(mesh.nodes.size(), -1);
  for (const int node : FindSurfaceNodes(mesh)) {
    corner[node] = static_cast<int>(surface.bodies.size());
    surface.bodies.push_back(place_[body.first_body + node]);
  }
  for (const auto& [a, b, c] : FindSurface(mesh))
    surface.triangles.push_back({corner[a], corner[b], corner[c]});
}

void PlantRecorder::TakeFrame(const systems::Context& context,
                              Frame* frame) const {
  const auto& X_WB =
      plant_.body_poses_output().Eval<std::vector<RigidTransform>>(context);
  const auto& V_WB =
      plant_.body_velocities_output().Eval<std::vector<Vector6d>>(context);
  const auto& contacts =
      plant_.contact_results_output().Eval<multibody::ContactResults>(context);
  frame->time = context.time();
  frame->poses.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const int body = bodies_[i];
    BodyPose& pose = frame->poses[i];
    Quaterniond q(X_WB[body].linear());
    if (q.dot(pose.q_WB) < 0) q.coeffs() *= -1;
    pose = {X_WB[body].translation(), q, V_WB[body].tail<3>()};
  }
  TakeForces(contacts, frame);
}

// A patch has one arrow, of f = sum f_i at its centre of pressure,
//
//     c = sum |f_i| p_i / sum |f_i|,
//
// and the mean of its normals, weighted likewise.
//
// Its points follow one another.
void PlantRecorder::TakeForces(const multibody::ContactResults& contacts,
                               Frame* frame) const {
  frame->forces.clear();
  const Model& model = plant_.model();
  const multibody::PointContact* last = nullptr;
  double weight = 0;
  for (const multibody::PointContact& point : contacts.points) {
    const contact::Geometry& a = model.geometries()[point.geometry_a];
    const contact::Geometry& b = model.geometries()[point.geometry_b];
    const bool goes_on =
        last != nullptr && last->geometry_a == point.geometry_a &&
        last->geometry_b == point.geometry_b && contact::TouchByPatch(a, b);
    last = &point;
    if (goes_on) {
      AddToPatch(point, model.bodies()[b.body].tree < 0 ? -1 : 1, &weight,
                 &frame->forces.back());
      continue;
    }
    weight = point.force_B_W.norm();
    int felt_by = model.geometries()[point.geometry_b].body;
    int other = model.geometries()[point.geometry_a].body;
    const double sign = model.bodies()[felt_by].tree < 0 ? -1 : 1;
    if (sign < 0) std::swap(felt_by, other);
    frame->forces.push_back({point.p_WC, sign * point.force_B_W,
                             place_[felt_by], place_[other],
                             sign * point.normal_W});
  }
  for (ContactForce& force : frame->forces) force.normal_W.normalize();
}

void PlantRecorder::TakePatches(const systems::Context& context, Frame* frame) {
  frame->patches.clear();
  if (plant_.pressure_solids().empty()) return;
  const auto& record =
      plant_.step_record_output().Eval<multibody::StepRecord>(context);
  ++num_patch_queries_;
  for (const multibody::PatchContact& found : patch_finder_.Find(record)) {
    const bool b_moves = plant_.model().bodies()[found.body_b].tree >= 0;
    const int body = b_moves ? found.body_b : found.body_a;
    if (place_[body] < 0) continue;
    const RigidTransform X_BW = patch_finder_.position().X_WB[body].inverse();
    RecordedPatch& patch = frame->patches.emplace_back();
    patch.body = place_[body];
    for (const contact::ContactSurface& surface : found.surfaces)
      AppendPolygons(surface, X_BW, &patch);
  }
}

void MakeWallsTranslucent(Recording* recording) {
  if (recording->bodies.empty()) return;
  std::vector<int> moving;
  for (int i = 1; i < static_cast<int>(recording->bodies.size()); ++i) {
    if (Moves(*recording, i)) moving.push_back(i);
  }
  const auto hides = [&](const Extent& wall) {
    return std::ranges::any_of(recording->frames, [&](const Frame& frame) {
      return std::ranges::any_of(moving, [&](int body) {
        return IsBesideAndLower(frame.poses[body].p_WB, wall);
      });
    });
  };
  for (Visual& visual : recording->bodies[0].visuals) {
    const auto* box = std::get_if<contact::Box>(&visual.shape);
    if (box != nullptr && hides(CalcExtent(*box, visual.X_BG))) {
      visual.color.alpha = kGlass;
    }
  }
}

}  // namespace tactus::recording

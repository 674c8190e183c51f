#include "tactus/multibody/plant/forces/vacuum_gripper.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <variant>

#include "tactus/contact/geometry/narrow_phase/surface_point.h"

namespace tactus::multibody {
namespace {

using contact::Geometry;
using contact::SurfacePoint;

bool Collides(const Geometry& geometry) {
  return geometry.contype != 0 || geometry.conaffinity != 0;
}

// The nearest surface to the world point p_WM among a body's geometries, in W.
SurfacePoint FindNearest(const Model& model, const std::vector<int>& geometries,
                         const RigidTransform& X_WB, const Vector3d& p_WM) {
  SurfacePoint nearest{};
  bool found = false;
  for (int index : geometries) {
    const Geometry& geometry = model.geometries()[index];
    const RigidTransform X_WG = X_WB * geometry.X_BG;
    const Vector3d p_GM = X_WG.inverse() * p_WM;
    const SurfacePoint here = std::visit(
        [&](const auto& shape) {
          return contact::NearestSurfacePoint(shape, p_GM);
        },
        geometry.shape);
    if (found && here.distance >= nearest.distance) continue;
    found = true;
    nearest = {X_WG * here.p, X_WG.linear() * here.normal, here.distance};
  }
  return nearest;
}

}  // namespace

using systems::LeafContext;

double CalcSuction(const SuctionLaw& law, double distance) {
  const double d = std::clamp(distance, 0.0, law.range);
  return law.max_force * law.decay_length / (law.decay_length + d) *
         (1 - d / law.range);
}

VacuumGripper::VacuumGripper(std::string name,
                             std::shared_ptr<const Model> model,
                             const std::vector<SuctionCup>& cups,
                             VacuumGripperParameters parameters)
    : ForceElement(std::move(name), std::move(model)), law_(parameters.law) {
  CheckNotNegative(law_.max_force, "the force");
  Check(std::isfinite(law_.decay_length) && law_.decay_length > 0,
        "the decay length must be positive");
  Check(std::isfinite(law_.range) && law_.range > 0,
        "the range must be positive");
  AddCups(cups);
  AddTargets(parameters.attracted);
  suction_ = DeclareVectorInputPort("suction", 1);
  DeclareForces({systems::Reads::kNothing, {body_poses_input(), suction_}});
}

void VacuumGripper::AddCups(const std::vector<SuctionCup>& cups) {
  Check(!cups.empty(), "there are no cups");
  for (const SuctionCup& cup : cups) {
    const int body = model().BodyIndex(cup.body);
    CheckPoint({.body = body, .p_BoP_B = cup.p_BoM_B});
    cups_.push_back(
        {.mouth = {.body = body, .p_BoP_B = cup.p_BoM_B},
         .reaction_body = cup.reaction_body.empty()
                              ? body
                              : model().BodyIndex(cup.reaction_body)});
  }
}

void VacuumGripper::AddTargets(const std::vector<std::string>& names) {
  for (const std::string& body_name : names) {
    const int body = model().BodyIndex(body_name);
    const std::size_t before = targets_.size();
    AddTarget(body);
    Check(targets_.size() > before,
          "body '" + body_name + "' has no collision geometry to attract");
    for (const Cup& cup : cups_) {
      Check(cup.mouth.body != body && cup.reaction_body != body,
            "body '" + body_name + "' has a cup, and cannot attract itself");
    }
  }
  if (!names.empty()) return;
  std::set<int> own_trees = {-1};  // and what cannot move
  for (const Cup& cup : cups_) {
    own_trees.insert(model().bodies()[cup.mouth.body].tree);
    own_trees.insert(model().bodies()[cup.reaction_body].tree);
  }
  for (int body = 0; body < model().num_bodies(); ++body) {
    if (!own_trees.contains(model().bodies()[body].tree)) AddTarget(body);
  }
}

void VacuumGripper::AddTarget(int body) {
  Target target{.body = body, .geometries = {}};
  const auto geometries = model().geometries();
  for (std::size_t g = 0; g < geometries.size(); ++g) {
    if (geometries[g].body == body && Collides(geometries[g]))
      target.geometries.push_back(static_cast<int>(g));
  }
  if (!target.geometries.empty()) targets_.push_back(std::move(target));
}

std::vector<int> VacuumGripper::attracted_bodies() const {
  std::vector<int> bodies;
  for (const Target& target : targets_) bodies.push_back(target.body);
  return bodies;
}

// One wrench for each cup, and one for each attracted body at Bo; those that
// are zero are left out.
void VacuumGripper::CalcForces(const LeafContext& context,
                               std::vector<SpatialForce>* forces) const {
  forces->clear();
  if (!suction_.HasValue(context)) return;
  const double s = std::clamp(suction_.Eval(context)[0], 0.0, 1.0);
  if (s == 0) return;
  for (const Target& target : targets_)
    forces->push_back({.body = target.body});
  for (const Cup& cup : cups_) {
    const Vector3d p_WM = PositionOf(context, cup.mouth);
    Vector3d reaction = Vector3d::Zero();
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const RigidTransform& X_WB = PoseOf(context, targets_[i].body);
      const SurfacePoint S =
          FindNearest(model(), targets_[i].geometries, X_WB, p_WM);
      const Vector3d force = s * CalcSuction(law_, S.distance) * S.normal;
      const Vector3d p_BoS_W = S.p - X_WB.translation();
      (*forces)[i].F_Q_W.head<3>() += p_BoS_W.cross(force);
      (*forces)[i].F_Q_W.tail<3>() += force;
      reaction -= force;
    }
    const RigidTransform& X_WR = PoseOf(context, cup.reaction_body);
    forces->push_back(
        {.body = cup.reaction_body, .p_BoQ_B = X_WR.inverse() * p_WM});
    forces->back().F_Q_W.tail<3>() = reaction;
  }
  std::erase_if(
      *forces, [](const SpatialForce& force) { return force.F_Q_W.isZero(0); });
}

}  // namespace tactus::multibody

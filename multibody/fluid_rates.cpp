#include "tactus/multibody/fluid_rates.h"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/fluid_boxes.h"

namespace tactus::multibody {
namespace {

bool CarriesNone(int /*carrier*/) {
  return false;
}

}  // namespace

FluidRates::FluidRates(const Model& model) : model_(model) {
  if (!model.fluid().resists()) return;
  for (const int b : FindFluidBoxes(model)) {
    const InertiaBox box = CalcInertiaBox(model.bodies()[b].inertia);
    parts_.push_back(
        {.body = b, .X_BE = box.X_BE, .half_extents = box.half_extents});
  }
  for (const FluidEllipsoid& part : model.fluid_ellipsoids()) {
    if (model.bodies()[part.body].tree < 0) continue;
    parts_.push_back(
        {.body = part.body,
         .X_BE = part.X_BE,
         .ellipsoid = EllipsoidFlow(part.radii, part.coefficients),
         .ellipsoid_rates = EllipsoidFlowRates(part.radii, part.coefficients)});
  }
}

// A twist about the world's origin, at Eo and in E.
Vector6d FluidRates::InE(const Part& part, const Vector6d& twist) {
  const Vector3d w = twist.head<3>();
  const Vector3d v = twist.tail<3>() + w.cross(part.X_WE.translation());
  Vector6d in_E;
  in_E << part.X_WE.linear().transpose() * w,
      part.X_WE.linear().transpose() * v;
  return in_E;
}

void FluidRates::Calc(const PositionKinematics& position, const VectorXd& v) {
  const Fluid& fluid = model_.fluid();
  v_ = v;
  p_WBo_.clear();
  for (const RigidTransform& X_WB : position.X_WB)
    p_WBo_.emplace_back(X_WB.translation());
  for (Part& part : parts_) {
    part.X_WE = position.X_WB[part.body] * part.X_BE;
    part.chain.Build(model_, part.body, position.H_W, p_WBo_);
    const auto carriers = part.chain.carriers();
    part.J.resize(6, std::ssize(carriers));
    part.V << Vector3d::Zero(), -part.X_WE.linear().transpose() * fluid.wind_W;
    for (int j = 0; j < std::ssize(carriers); ++j) {
      part.J.col(j) = InE(part, carriers[j].S);
      part.V += v[carriers[j].velocity] * part.J.col(j);
    }
    if (part.ellipsoid) {
      part.flow = part.ellipsoid->Calc(fluid, part.V);
      part.rates = part.ellipsoid_rates->Calc(fluid, part.V);
    } else {
      part.flow = CalcBoxFlow(fluid, part.half_extents, part.V);
      part.rates = CalcBoxFlowRates(fluid, part.half_extents, part.V);
    }
  }
}

FluidRates::Change FluidRates::MakeChange() const {
  const VectorXd zero = VectorXd::Zero(model_.num_velocities());
  return {.force = zero, .damping = zero};
}

void FluidRates::AddMotion(const Part& part, const Vector6d& T,
                           const IsCarried& is_carried, Change* change) const {
  const auto carriers = part.chain.carriers();
  Vector6d dV;
  dV << Vector3d::Zero(),
      part.X_WE.linear().transpose() * T.head<3>().cross(model_.fluid().wind_W);
  for (int j = 0; j < std::ssize(carriers); ++j) {
    if (is_carried(j)) continue;
    const int k = carriers[j].velocity;
    const Vector6d dJ = -InE(part, CrossTwists(T, carriers[j].S));
    dV += v_[k] * dJ;
    change->force[k] += dJ.dot(part.flow.F_E);
    change->damping[k] +=
        2 * part.J.col(j).cwiseProduct(dJ).dot(part.flow.damping);
  }
  AddFlow(part, part.rates.force * dV, part.rates.damping * dV, change);
}

// J' dF and (J o J)' dc.
void FluidRates::AddFlow(const Part& part, const Vector6d& dF,
                         const Vector6d& dc, Change* change) const {
  const auto carriers = part.chain.carriers();
  for (int j = 0; j < std::ssize(carriers); ++j) {
    const int k = carriers[j].velocity;
    change->force[k] += part.J.col(j).dot(dF);
    change->damping[k] += part.J.col(j).cwiseAbs2().dot(dc);
  }
}

FluidRates::Change FluidRates::ByPosition(int velocity) const {
  Change change = MakeChange();
  for (const Part& part : parts_) {
    const int i = part.chain.Find(velocity);
    if (i < 0) continue;
    AddMotion(
        part, part.chain.carriers()[i].S,
        [&](int j) { return part.chain.IsBefore(i, j); }, &change);
  }
  return change;
}

FluidRates::Change FluidRates::ByVelocity(int velocity) const {
  Change change = MakeChange();
  for (const Part& part : parts_) {
    const int i = part.chain.Find(velocity);
    if (i < 0) continue;
    const Vector6d dV = part.J.col(i);
    AddFlow(part, part.rates.force * dV, part.rates.damping * dV, &change);
  }
  return change;
}

FluidRates::Change FluidRates::ByJointPosition(int joint,
                                               const Vector3d& e_W) const {
  Change change = MakeChange();
  Vector6d T;
  T << Vector3d::Zero(), e_W;
  for (const Part& part : parts_) {
    if (!part.chain.IsCarriedBy(joint)) continue;
    AddMotion(
        part, T, [&](int j) { return part.chain.carriers()[j].joint >= joint; },
        &change);
  }
  return change;
}

const FluidRates::Part* FluidRates::FindBox(int body) const {
  const auto found = std::ranges::find(parts_, body, &Part::body);
  return found == parts_.end() || found->ellipsoid ? nullptr : &*found;
}

FluidRates::Change FluidRates::ByCenterOfMass(int body,
                                              const Vector3d& e_B) const {
  Change change = MakeChange();
  const Part* part = FindBox(body);
  if (part == nullptr) return change;
  Vector6d T;
  T << Vector3d::Zero(),
      part->X_WE.linear() * part->X_BE.linear().transpose() * e_B;
  AddMotion(*part, T, CarriesNone, &change);
  return change;
}

// E turns about its origin, and the box grows.
void FluidRates::AddBox(const Part& part, const InertiaBoxRates& box,
                        Change* change) const {
  const Vector3d turn_W = part.X_WE.linear() * box.turn;
  Vector6d T;
  T << turn_W, part.X_WE.translation().cross(turn_W);
  AddMotion(part, T, CarriesNone, change);
  const BoxSizeRates of =
      CalcBoxSizeRates(model_.fluid(), part.half_extents, part.V);
  AddFlow(part, of.force * box.half_extents, of.damping * box.half_extents,
          change);
}

FluidRates::Change FluidRates::ByMass(int body) const {
  Change change = MakeChange();
  if (const Part* part = FindBox(body))
    AddBox(*part, CalcInertiaBoxRatesByMass(model_.bodies()[body].inertia),
           &change);
  return change;
}

FluidRates::Change FluidRates::ByInertia(int body, const Matrix3d& dI) const {
  Change change = MakeChange();
  const Part* part = FindBox(body);
  if (part == nullptr) return change;
  const Body& of = model_.bodies()[body];
  const auto box = CalcInertiaBoxRatesByInertia(of.inertia, dI);
  Require(box.has_value(),
          fmt::format("what a fluid does has no derivatives by the inertia of "
                      "body '{}', which is flat or leaves the axes of its box "
                      "open",
                      of.name));
  AddBox(*part, *box, &change);
  return change;
}

VectorXd FluidRates::CalcDamping() const {
  Change change = MakeChange();
  for (const Part& part : parts_)
    AddFlow(part, Vector6d::Zero(), part.flow.damping, &change);
  return change.damping;
}

}  // namespace tactus::multibody

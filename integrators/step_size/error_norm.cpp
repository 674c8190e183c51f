#include "tactus/integrators/step_size/error_norm.h"

#include <algorithm>
#include <cmath>

#include "tactus/common/require.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::MultibodyPlant;
using systems::Diagram;

// Which of a joint's velocities are lengths per second: [first, last).
std::pair<int, int> LengthRange(JointType type) {
  switch (type) {
    case JointType::kPrismatic:
      return {0, 1};
    case JointType::kPlanar:
      return {0, 2};
    case JointType::kTranslation:
      return {0, 3};
    case JointType::kFloating:
      return {3, 6};
    case JointType::kWeld:
    case JointType::kRevolute:
    case JointType::kBall:
    case JointType::kUniversal:
    case JointType::kScrew:
      break;
  }
  return {0, 0};
}

// One by velocity; 1 / length_scale for lengths per second.
VectorXd VelocityWeights(const multibody::Model& model, double length_scale) {
  VectorXd S = VectorXd::Ones(model.num_velocities());
  for (const multibody::Joint& joint : model.joints()) {
    const auto [first, last] = LengthRange(joint.type);
    S.segment(joint.v_start + first, last - first).array() /= length_scale;
  }
  return S;
}

// Likewise by position, where a quaternion's entries are half the rotation
// vector's.
VectorXd PositionWeights(const multibody::Model& model, double length_scale) {
  VectorXd S = VectorXd::Ones(model.num_positions());
  for (const multibody::Joint& joint : model.joints()) {
    const int q = joint.q_start;
    if (joint.type == JointType::kFloating) {
      S.segment(q, 3).array() /= length_scale;
      S.segment(q + 3, 4).setConstant(2);
    } else if (joint.type == JointType::kBall) {
      S.segment(q, 4).setConstant(2);
    } else {
      const auto [first, last] = LengthRange(joint.type);
      S.segment(q + first, last - first).array() /= length_scale;
    }
  }
  return S;
}

const std::string& JointOfVelocity(const multibody::Model& model, int v) {
  const auto joints = model.joints();
  const auto found =
      std::ranges::find_if(joints, [&](const multibody::Joint& joint) {
        return v >= joint.v_start && v < joint.v_start + joint.nv();
      });
  return found->name;
}

}  // namespace

std::string_view to_string(ErrorNorm norm) {
  return norm == ErrorNorm::kPositions ? "positions" : "state";
}

DiagramErrorNorm::DiagramErrorNorm(const Diagram& diagram, ErrorNorm norm,
                                   double length_scale)
    : diagram_(&diagram), norm_(norm) {
  Require(length_scale > 0, "the length scale must be positive");
  std::vector<bool> is_plant(diagram.num_continuous_states(), false);
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* plant = dynamic_cast<const MultibodyPlant*>(leaf);
    if (plant == nullptr || plant->num_continuous_states() == 0) continue;
    const multibody::Model& model = plant->model();
    const int start = diagram.continuous_state_start(*plant);
    plants_.push_back({.model = &model,
                       .start = start,
                       .S_v = VelocityWeights(model, length_scale),
                       .S_q = PositionWeights(model, length_scale)});
    std::fill_n(is_plant.begin() + start, plant->num_continuous_states(), true);
  }
  for (int i = 0; i < diagram.num_continuous_states(); ++i) {
    if (!is_plant[i]) others_.push_back(i);
  }
}

// Entries: a plant's tangents count from its q's place, its velocities from
// their own place, all others are their place.
DiagramError DiagramErrorNorm::Calc(const VectorXd& x_a, const VectorXd& x_b) {
  DiagramError worst;
  const auto see = [&](double error, int entry) {
    if (std::isnan(worst.error) || error <= worst.error) return;  // not for NaN
    worst = {.error = error, .entry = entry};
  };
  for (const Plant& plant : plants_) {
    const int nq = plant.model->num_positions();
    const int nv = plant.model->num_velocities();
    multibody::CalcPositionDifference(
        *plant.model, x_a.segment(plant.start, nq),
        x_b.segment(plant.start, nq), &difference_);
    for (int i = 0; i < nv; ++i)
      see(plant.S_v[i] * std::abs(difference_[i]), plant.start + i);
    if (norm_ == ErrorNorm::kPositions) continue;
    for (int i = 0; i < nv; ++i) {
      const int at = plant.start + nq + i;
      see(plant.S_v[i] * std::abs(x_b[at] - x_a[at]), at);
    }
  }
  const VectorXd& scales = diagram_->error_scales();
  for (const int i : others_)
    see(std::abs(x_b[i] - x_a[i]) / std::max(scales[i], std::abs(x_b[i])), i);
  return worst;
}

std::string DiagramErrorNorm::Describe(const DiagramError& error) const {
  for (const Plant& plant : plants_) {
    const int nq = plant.model->num_positions();
    const int at = error.entry - plant.start;
    if (at < 0 || at >= nq + plant.model->num_velocities()) continue;
    if (at < nq) return "joint '" + JointOfVelocity(*plant.model, at) + "'";
    return "the velocity of joint '" + JointOfVelocity(*plant.model, at - nq) +
           "'";
  }
  return diagram_->DescribeContinuousState(error.entry);
}

void DiagramErrorNorm::CalcWeights(const VectorXd& x, VectorXd* weights) const {
  weights->setZero(x.size());
  for (const Plant& plant : plants_) {
    const auto nq = plant.S_q.size(), nv = plant.S_v.size();
    weights->segment(plant.start, nq) = plant.S_q;
    if (norm_ == ErrorNorm::kState)
      weights->segment(plant.start + nq, nv) = plant.S_v;
  }
  const VectorXd& scales = diagram_->error_scales();
  for (const int i : others_)
    (*weights)[i] = 1 / std::max(scales[i], std::abs(x[i]));
}

}  // namespace tactus::integrators

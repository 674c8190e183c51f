#include "tactus/multibody/tendon_path_rates.h"

#include <algorithm>
#include <optional>

#include "tactus/multibody/body_chain.h"

namespace tactus::multibody {

TendonPathRates::TendonPathRates(const Model* model,
                                 const PositionKinematics* position,
                                 const Tendon& tendon)
    : model_(model), position_(position) {
  constexpr double kTiny = 1e-15;
  for (const TendonBranch& branch : CalcTendonBranches(*position, tendon)) {
    for (std::size_t i = 1; i < branch.corners.size(); ++i) {
      const TendonCorner &a = branch.corners[i - 1], &b = branch.corners[i];
      const Vector3d along = b.p_W - a.p_W;
      const double length = along.norm();
      if (length < kTiny || a.body == b.body) continue;
      segments_.push_back({.a = MakeEnd(a),
                           .b = MakeEnd(b),
                           .n = along / length,
                           .length = length,
                           .divisor = branch.divisor});
    }
  }
}

TendonPathRates::End TendonPathRates::MakeEnd(
    const TendonCorner& corner) const {
  End end;
  for (int b = corner.body; b != 0; b = model_->joints()[b - 1].parent) {
    const Joint& joint = model_->joints()[b - 1];
    end.joints.push_back(b - 1);
    const Vector3d p_BoP_W = corner.p_W - position_->X_WB[b].translation();
    for (int i = 0; i < joint.nv(); ++i) {
      const Vector6d H = position_->H_W.col(joint.v_start + i);
      const Vector3d w = H.head<3>();
      end.carriers.push_back({.velocity = joint.v_start + i,
                              .joint = b - 1,
                              .rank = CalcCarrierRank(joint.type, i),
                              .w = w,
                              .v = H.tail<3>() + w.cross(p_BoP_W)});
    }
  }
  return end;
}

// dc_j += (u_j' (1 - n n') u_k / |b - a| + n' (t_jk(b) - t_jk(a))) / d
TendonPathRates::Change TendonPathRates::CalcChange(const Segment& segment,
                                                    const Carrier* at_a,
                                                    const Carrier* at_b) const {
  Change change{.coefficients = VectorXd::Zero(model_->num_velocities())};
  Vector3d u = Vector3d::Zero();
  if (at_b != nullptr) u += at_b->v;
  if (at_a != nullptr) u -= at_a->v;
  const Vector3d& n = segment.n;
  change.length = n.dot(u) / segment.divisor;
  const Vector3d turn = (u - n.dot(u) * n) / segment.length;
  const auto add = [&](const End& end, const Carrier* k, double sign) {
    for (const Carrier& j : end.carriers) {
      double rate = turn.dot(j.v);
      if (k != nullptr)
        rate += n.dot(k->IsBefore(j) ? k->w.cross(j.v) : j.w.cross(k->v));
      change.coefficients[j.velocity] += sign * rate / segment.divisor;
    }
  };
  add(segment.b, at_b, 1);
  add(segment.a, at_a, -1);
  return change;
}

template <class Finder>
TendonPathRates::Change TendonPathRates::Sum(const Finder& find) const {
  Change sum{.coefficients = VectorXd::Zero(model_->num_velocities())};
  for (const Segment& segment : segments_) {
    const std::optional<Carrier> a = find(segment.a), b = find(segment.b);
    if (!a && !b) continue;
    const Change each =
        CalcChange(segment, a ? &*a : nullptr, b ? &*b : nullptr);
    sum.length += each.length;
    sum.coefficients += each.coefficients;
  }
  return sum;
}

TendonPathRates::Change TendonPathRates::ByPosition(int velocity) const {
  return Sum([&](const End& end) -> std::optional<Carrier> {
    const auto found =
        std::ranges::find(end.carriers, velocity, &Carrier::velocity);
    if (found == end.carriers.end()) return std::nullopt;
    return *found;
  });
}

// Like a slide in front of the joint's own velocities.
TendonPathRates::Change TendonPathRates::ByJointPosition(
    int joint, const Vector3d& e_W) const {
  return Sum([&](const End& end) -> std::optional<Carrier> {
    if (std::ranges::find(end.joints, joint) == end.joints.end())
      return std::nullopt;
    return Carrier{.velocity = -1, .joint = joint, .rank = -1, .v = e_W};
  });
}

bool PassesShapes(const Tendon& tendon) {
  return std::ranges::any_of(tendon.path, [](const Tendon::Stop& stop) {
    return stop.kind == Tendon::Stop::Kind::kSphere ||
           stop.kind == Tendon::Stop::Kind::kCylinder;
  });
}

}  // namespace tactus::multibody

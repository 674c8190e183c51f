#include "tactus/multibody/tendon_path_rates.h"

#include <algorithm>
#include <optional>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/body_chain.h"
#include "tactus/multibody/tendon_wrap_rates.h"

namespace tactus::multibody {

TendonPathRates::TendonPathRates(const Model* model,
                                 const PositionKinematics* position,
                                 const Tendon& tendon)
    : model_(model), position_(position) {
  for (const TendonSpan& span : CalcTendonSpans(*position, tendon)) {
    if (span.around) {
      AddAround(tendon, span);
    } else {
      AddStraight(span);
    }
  }
}

void TendonPathRates::AddStraight(const TendonSpan& span) {
  constexpr double kTiny = 1e-15;
  const Vector3d along = span.b.p_W - span.a.p_W;
  const double length = along.norm();
  if (length < kTiny || span.a.body == span.b.body) return;
  segments_.push_back({.a = MakeEnd(span.a),
                       .b = MakeEnd(span.b),
                       .n = along / length,
                       .length = length,
                       .divisor = span.divisor});
}

void TendonPathRates::AddAround(const Tendon& tendon, const TendonSpan& span) {
  const TendonSpan::Around& at = *span.around;
  const RigidTransform X_SW = at.X_WS.inverse(Eigen::Isometry);
  const auto rates =
      CalcWrapRates(at.shape, at.wrap, X_SW * span.a.p_W, X_SW * span.b.p_W);
  Require(rates.has_value(),
          fmt::format("the way of tendon '{}' around a shape has no second "
                      "derivatives here",
                      tendon.name));
  const Matrix3d R = at.X_WS.linear();
  Around& around = arounds_.emplace_back();
  around.divisor = span.divisor;
  const TendonCorner* const ends[] = {&span.a, &span.b};
  for (int i = 0; i < 2; ++i) {
    around.on_body[i] = MakeEnd(*ends[i]);
    around.on_shape[i] = MakeEnd({at.body, ends[i]->p_W});
    around.g[i] = R * rates->gradient.segment<3>(3 * i);
    for (int m = 0; m < 2; ++m)
      around.H.block<3, 3>(3 * i, 3 * m) =
          R * rates->hessian.block<3, 3>(3 * i, 3 * m) * R.transpose();
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

// t_jk; k null: what moves does not carry the point.
Vector3d TendonPathRates::CalcSecond(const Carrier& j, const Carrier* k) {
  if (k == nullptr) return Vector3d::Zero();
  return k->IsBefore(j) ? k->w.cross(j.v) : j.w.cross(k->v);
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
      const double rate = turn.dot(j.v) + n.dot(CalcSecond(j, k));
      change.coefficients[j.velocity] += sign * rate / segment.divisor;
    }
  };
  add(segment.b, at_b, 1);
  add(segment.a, at_a, -1);
  return change;
}

void TendonPathRates::AddChange(const Around& around,
                                const std::array<const Carrier*, 2>& on_body,
                                const std::array<const Carrier*, 2>& on_shape,
                                Change* change) const {
  std::array<Vector3d, 2> y, dg;
  for (int i = 0; i < 2; ++i) {
    y[i].setZero();
    if (on_body[i] != nullptr) y[i] += on_body[i]->v;
    if (on_shape[i] != nullptr) y[i] -= on_shape[i]->v;
    change->length += around.g[i].dot(y[i]) / around.divisor;
  }
  for (int i = 0; i < 2; ++i) {
    dg[i] = around.H.block<3, 3>(3 * i, 0) * y[0] +
            around.H.block<3, 3>(3 * i, 3) * y[1];
    if (on_shape[i] != nullptr) dg[i] += on_shape[i]->w.cross(around.g[i]);
  }
  for (int i = 0; i < 2; ++i) {
    for (const Carrier& j : around.on_body[i].carriers) {
      const double rate =
          dg[i].dot(j.v) + around.g[i].dot(CalcSecond(j, on_body[i]));
      change->coefficients[j.velocity] += rate / around.divisor;
    }
    for (const Carrier& j : around.on_shape[i].carriers) {
      const double rate =
          dg[i].dot(j.v) +
          around.g[i].dot(CalcSecond(j, on_shape[i]) + j.w.cross(y[i]));
      change->coefficients[j.velocity] -= rate / around.divisor;
    }
  }
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
  for (const Around& around : arounds_) {
    std::array<std::optional<Carrier>, 4> found;
    std::array<const Carrier*, 2> on_body{}, on_shape{};
    for (int i = 0; i < 2; ++i) {
      found[i] = find(around.on_body[i]);
      found[2 + i] = find(around.on_shape[i]);
      if (found[i]) on_body[i] = &*found[i];
      if (found[2 + i]) on_shape[i] = &*found[2 + i];
    }
    AddChange(around, on_body, on_shape, &sum);
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

}  // namespace tactus::multibody

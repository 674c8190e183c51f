#include "tactus/multibody/body_chain.h"

#include <algorithm>

namespace tactus::multibody {

int CalcCarrierRank(JointType type, int component) {
  switch (type) {
    case JointType::kFloating:
      return component < 3 ? 1 : 0;
    case JointType::kPlanar:
      return component == 2 ? 1 : 0;
    case JointType::kUniversal:
      return component;
    default:
      return 0;
  }
}

// (w_S, v_S) x (w_R, v_R) = (w_S x w_R, w_S x v_R + v_S x w_R).
Vector6d CrossTwists(const Vector6d& S, const Vector6d& R) {
  const Vector3d w_S = S.head<3>(), v_S = S.tail<3>();
  const Vector3d w_R = R.head<3>(), v_R = R.tail<3>();
  Vector6d product;
  product << w_S.cross(w_R), w_S.cross(v_R) + v_S.cross(w_R);
  return product;
}

void BodyChain::Build(const Model& model, int body, const Matrix6Xd& S,
                      std::span<const Vector3d> p) {
  joints_.clear();
  carriers_.clear();
  for (int b = body; b > 0; b = model.joints()[b - 1].parent)
    joints_.push_back(b - 1);
  std::ranges::reverse(joints_);
  for (const int j : joints_) {
    const Joint& joint = model.joints()[j];
    for (int i = 0; i < joint.nv(); ++i) {
      Carrier carrier{.joint = j,
                      .rank = CalcCarrierRank(joint.type, i),
                      .velocity = joint.v_start + i,
                      .S = S.col(joint.v_start + i)};
      carrier.S.tail<3>() +=
          p[joint.child].cross(Vector3d(carrier.S.head<3>()));
      carriers_.push_back(carrier);
    }
  }
  std::ranges::stable_sort(carriers_, [](const Carrier& a, const Carrier& b) {
    return a.joint != b.joint ? a.joint < b.joint : a.rank < b.rank;
  });
  places_.clear();
  place_of_.clear();
  for (int i = 0; i < std::ssize(carriers_); ++i) {
    if (i == 0 || carriers_[i].joint != carriers_[i - 1].joint ||
        carriers_[i].rank != carriers_[i - 1].rank)
      places_.push_back(i);
    place_of_.push_back(static_cast<int>(places_.size()) - 1);
  }
  places_.push_back(static_cast<int>(carriers_.size()));
}

int BodyChain::Find(int velocity) const {
  const auto found = std::ranges::find(carriers_, velocity, &Carrier::velocity);
  return found == carriers_.end() ? -1
                                  : static_cast<int>(found - carriers_.begin());
}

bool BodyChain::IsCarriedBy(int joint) const {
  return std::ranges::find(joints_, joint) != joints_.end();
}

bool BodyChain::IsBefore(int i, int j) const {
  return place_of_[i] < place_of_[j];
}

void BodyChain::Move(const VectorXd& v) {
  BodyTwist at;
  before_.clear();
  for (std::size_t place = 0; place + 1 < places_.size(); ++place) {
    before_.push_back(at);
    const Vector6d V = at.V;
    for (int i = places_[place]; i < places_[place + 1]; ++i) {
      const Vector6d own = v[carriers_[i].velocity] * carriers_[i].S;
      at.V += own;
      at.A += CrossTwists(V, own);
    }
  }
  before_.push_back(at);
}

// dV = T x (V - V_u),  dA = T x (A - A_u) - (T x V_u) x (V - V_u).
BodyTwist BodyChain::CalcRate(const Vector6d& T,
                              const BodyTwist& before) const {
  const Vector6d rest = twist().V - before.V;
  return {.V = CrossTwists(T, rest),
          .A = CrossTwists(T, twist().A - before.A) -
               CrossTwists(CrossTwists(T, before.V), rest)};
}

BodyTwist BodyChain::CalcRateByPosition(int i) const {
  return CalcRate(carriers_[i].S, before_[place_of_[i] + 1]);
}

// dA = V_i x S_i + S_i x (V - V_u).
BodyTwist BodyChain::CalcRateByVelocity(int i) const {
  const Vector6d& S = carriers_[i].S;
  const int place = place_of_[i];
  return {.V = S,
          .A = CrossTwists(before_[place].V, S) +
               CrossTwists(S, twist().V - before_[place + 1].V)};
}

BodyTwist BodyChain::CalcRateBehind(int joint, const Vector6d& T) const {
  const auto first = std::ranges::find_if(
      carriers_,
      [&](const Carrier& carrier) { return carrier.joint >= joint; });
  const bool is_last = first == carriers_.end();
  const auto i = first - carriers_.begin();
  return CalcRate(T, is_last ? twist() : before_[place_of_[i]]);
}

}  // namespace tactus::multibody

#include "tactus/integrators/dojo/dojo_linearization.h"
#include "tactus/multibody/body_chain.h"

namespace tactus::integrators {

const FeatureSlopes* DojoLinearization::AllSlopesOf(
    const Contact& contact) const {
  if (given_.slopes.empty() || !given_.slopes[contact.point].slides)
    return nullptr;
  return &given_.slopes[contact.point];
}

const FeatureSlopes* DojoLinearization::SlopesOf(const Contact& contact) const {
  const FeatureSlopes* slopes = AllSlopesOf(contact);
  return slopes != nullptr && !slopes->is_of_end ? slopes : nullptr;
}

// Of what slides with the end of the solution before: with all that it moves
// by.
void DojoLinearization::AddEndSlides(MatrixXd* E) const {
  MatrixXd ours;
  for (const Contact& contact : problem_->contacts()) {
    const FeatureSlopes* slopes = AllSlopesOf(contact);
    if (slopes == nullptr || !slopes->is_of_end) continue;
    if (ours.size() == 0) ours = SelectColumns();
    AddFeatures(contact, slopes->by_start * ours, 0, E);
  }
}

// The model's columns (FeatureSlopes::by_start) that the island's are.
MatrixXd DojoLinearization::SelectColumns() const {
  const int nv = model_->num_velocities(), nc = columns_.num_controls,
            np = columns_.num_parameters;
  MatrixXd ours = MatrixXd::Zero(3 * nv + nc + np, columns_.size());
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    for (int i = 0; i < tree.nv; ++i) {
      const int at = problem_->OffsetOfTree(c) + i, k = tree.v_start + i;
      ours(k, columns_.q() + at) = 1;
      ours(nv + k, columns_.v() + at) = 1;
      ours(2 * nv + k, columns_.force() + at) = 1;
    }
  }
  ours.block(3 * nv, columns_.control(), nc + np, nc + np).setIdentity();
  for (std::size_t j = 0; j < columns_.others.size(); ++j)
    ours(columns_.others[j], columns_.other() + static_cast<int>(j)) = 1;
  return ours;
}

// By a motion y2 of one body at q2: nothing where features stay.
FeatureRates DojoLinearization::CalcSlideOf(const Contact& contact, bool is_b,
                                            const Matrix6Xd& y2) const {
  const FeatureSlopes* slopes = SlopesOf(contact);
  if (slopes == nullptr) {
    FeatureRates none;
    none.SetZero(y2.cols());
    return none;
  }
  const ContactFeatures& features = problem_->FeaturesOf(contact);
  const Vector3d p_AB_W =
      dynamics_->p2()[features.body_b] - dynamics_->p2()[features.body_a];
  return CalcSlide(*slopes, is_b, p_AB_W, y2);
}

// What rolls does so by w_B - w_A at (q2, v1).
void DojoLinearization::AddRelativeTurnRates(MatrixXd* E) const {
  for (const Contact& contact : problem_->contacts()) {
    const FeatureSlopes* slopes = AllSlopesOf(contact);
    if (slopes == nullptr || !slopes->rolls) continue;
    const ContactFeatures& features = problem_->FeaturesOf(contact);
    for (const bool is_b : {false, true}) {
      const int body = is_b ? features.body_b : features.body_a;
      const int at = problem_->OffsetOf(body);
      if (at < 0) continue;
      const double sign = is_b ? 1 : -1;
      const multibody::Tree& tree =
          model_->trees()[model_->bodies()[body].tree];
      AddFeatures(contact, slopes->by_turn * (sign * J2_[body].topRows<3>()),
                  columns_.v() + at, E);
      AddFeatures(contact, slopes->by_turn * (sign * CalcTurnRates(tree, body)),
                  columns_.q() + at, E);
    }
  }
}

// Of w = sum S_j v_j by q2, over the tree's velocities: an axis S_j turns with
// those that carry it,
//
//     dw/dq_k = S_k x sum over j behind k of S_j v_j.
Eigen::Matrix3Xd DojoLinearization::CalcTurnRates(const multibody::Tree& tree,
                                                  int body) const {
  const Matrix6Xd& J = J2_[body];
  const VectorXd& v1 = step_->velocity.v0;
  const auto joint_of = [&](int k) {
    return problem_->BodyOf(
               problem_->OffsetOfTree(model_->bodies()[body].tree) + k) -
           1;
  };
  const auto rank_of = [&](int k) {
    const multibody::Joint& joint = model_->joints()[joint_of(k)];
    return multibody::CalcCarrierRank(joint.type,
                                      tree.v_start + k - joint.v_start);
  };
  Eigen::Matrix3Xd rates = Eigen::Matrix3Xd::Zero(3, tree.nv);
  for (int k = 0; k < tree.nv; ++k) {
    Vector3d behind = Vector3d::Zero();
    for (int j = 0; j < tree.nv; ++j) {
      const bool is_behind =
          joint_of(k) < joint_of(j) ||
          (joint_of(k) == joint_of(j) && rank_of(k) < rank_of(j));
      if (is_behind) behind += J.col(j).head<3>() * v1[tree.v_start + j];
    }
    rates.col(k) = J.col(k).head<3>().cross(behind);
  }
  return rates;
}

}  // namespace tactus::integrators

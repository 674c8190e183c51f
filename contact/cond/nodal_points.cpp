#include <algorithm>

#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {
namespace {

// Times what holds a node in its body; more takes more iterations.
constexpr double kHoldFactor = 3;
/// Of a damper of a hundred masses this holds 10/11 of an impact.
constexpr double kLeastDamperShare = 0.1;

}  // namespace

// Without b_v, a hundred of the contact's own masses.
double NodalProblemBuilder::CalcBeta(double inverse_mass) {
  return 100 / inverse_mass;
}

// Of a damper, as much as a point has of the manifold's stiffness. Of the eight
// corners of a cylinder's end and the lowest point of its rim the two farthest
// from that are one, of double weight: with dampers alike, the lowest side was
// held by a quarter more than the highest, and a light cylinder under a load
// rocked to the other side in each step, for ever.
//
// Weights of points that are apart say how near they are to a touch, and what
// touches in this step must stop.
double NodalProblemBuilder::CalcShare(const ContactPoint& point) {
  const double least = point.phi0 > 0 ? 1 : kLeastDamperShare;
  return std::max(point.weight, least);
}

// The velocity that closes a gap within the step; out of overlap, slower.
double NodalProblemBuilder::CalcApproach(double gap) const {
  if (gap > 0) return gap / h_;
  return std::max(options_->push_out * gap / h_, -kFastestPushOut);
}

// At an impact, the end of the step is to have the normal velocity -e u0; with
// u^ = (1 - theta) u0 + theta u1,
//
//     u^ >= -phi,   phi = -(1 - theta - theta e) u0,
//
// and out of overlap by as much more as without an impact.
//
// Surfaces meet within the step when the velocity at its start brings them
// together: phi0 + h u0 < 0. Without restitution a gap is closed instead.
double NodalProblemBuilder::CalcNormalBias(const ContactPoint& point) const {
  const double approach = CalcApproach(point.phi0), u0 = point.v_C0.z();
  const double theta = options_->theta, e = point.restitution;
  if (e == 0 || u0 >= 0 || point.phi0 + h_ * u0 >= 0) return approach;
  return std::min(approach, 0.0) - (1 - theta - theta * e) * u0;
}

// What sticks has stopped at the end of the step, u1 = 0, and not in its
// middle: u^ = (1 - theta) u0. Else a slide that stops would alternate for
// ever.
Vector2d NodalProblemBuilder::CalcSlidingBias(const ContactPoint& point) const {
  return -(1 - options_->theta) * point.v_C0.head<2>();
}

void NodalProblemBuilder::AddPoints() {
  for (const ContactPatch& patch : problem_->patches) {
    for (int i = 0; i < patch.num_points; ++i)
      AddPoint(patch, patch.first_point + i);
  }
}

// u = R_WC' [-[p]x, 1] V + phi, and, against turning, the angular velocity.
void NodalProblemBuilder::AddPoint(const ContactPatch& patch, int index) {
  const ContactPoint& point = problem_->points[index];
  PointContact contact{.nodes = {},
                       .point = index,
                       .phi = point.bias_C,
                       .friction = point.sliding_friction,
                       .torsional_friction = point.torsional_friction,
                       .rolling_friction = point.rolling_friction,
                       .grain_C = point.grain_C,
                       .cross_friction = point.cross_friction};
  contact.phi.head<2>() += CalcSlidingBias(point);
  contact.phi.z() += CalcNormalBias(point);
  // A node has no angle.
  if (!IsElastic(patch.body_a, patch.body_b) &&
      (point.torsional_friction > 0 || point.rolling_friction > 0))
    contact.num_rows = 6;
  Rows6 G(contact.num_rows, 6);
  G.topRows<3>() << -point.R_WC.transpose() * CrossMatrix(point.p_BoC_W),
      point.R_WC.transpose();
  if (contact.num_rows == 6)
    G.bottomRows<3>() << point.R_WC.transpose(), Matrix3d::Zero();
  const double beta =
      CalcShare(point) * (options_->virtual_damping
                              ? h_theta_ * *options_->virtual_damping
                              : CalcBeta(point.inverse_mass));
  AddPairNodes(patch.body_a, patch.body_b, patch.p_AoBo_W, G, beta,
               &contact.nodes);
  if (contact.num_rows == 6) SetAngularBeta(contact);
  if (IsElastic(patch.body_a, patch.body_b) && !options_->virtual_damping) {
    SetBetaByOwnMass(contact.nodes, contact.num_rows);
    SetBetaByHold(contact.nodes);
  }
  if (!tightening_->points.empty())
    Tighten(tightening_->points[index], contact.nodes, 3);
  nodal_->points.push_back(contact);
}

// By the mean of the three angular mobilities, G A^-1 G', of both trees.
void NodalProblemBuilder::SetAngularBeta(const PointContact& contact) {
  double inverse_inertia = 0;
  for (const VirtualNode& node : nodal_->NodesOf(contact.nodes)) {
    const auto J = nodal_->trees[node.tree].J();
    rows_ = J.middleRows<3>(node.first + 3).transpose();
    prediction_->CalcMobility(node.tree, rows_, &mobility_);
    inverse_inertia += mobility_.value.trace() / 3;
  }
  for (const VirtualNode& node : nodal_->NodesOf(contact.nodes))
    std::fill_n(nodal_->trees[node.tree].beta.begin() + node.first + 3, 3,
                CalcBeta(inverse_inertia));
}

// Nodes of elastic bodies weigh milligrams, and a hundred of their masses would
// hardly hold what they press on: a force N sinks in by h N / (b_v push_out).
// On trees of other kinds the damper goes by the tree's own mobility, the mean
// of G A^-1 G' over the rows.
void NodalProblemBuilder::SetBetaByOwnMass(const NodeRange& nodes,
                                           int num_rows) {
  for (const VirtualNode& node : nodal_->NodesOf(nodes)) {
    NodalTree& tree = nodal_->trees[node.tree];
    if (tree.is_elastic) continue;
    rows_ = tree.J().middleRows(node.first, num_rows).transpose();
    prediction_->CalcMobility(node.tree, rows_, &mobility_);
    const double inverse_mass = mobility_.value.trace() / num_rows;
    if (inverse_mass > 0)
      std::fill_n(tree.beta.begin() + node.first, num_rows,
                  CalcBeta(inverse_mass));
  }
}

// On a node itself, by what holds it in its body, which is more than its mass
// in stiff bodies and at long steps.
void NodalProblemBuilder::SetBetaByHold(const NodeRange& nodes) {
  for (const VirtualNode& node : nodal_->NodesOf(nodes)) {
    NodalTree& tree = nodal_->trees[node.tree];
    if (!tree.is_elastic || node.first == 0) continue;
    double& beta = tree.beta[node.first];
    std::fill_n(&beta, 3, std::max(beta, kHoldFactor * tree.beta.front()));
  }
}

void NodalProblemBuilder::Tighten(double factor, const NodeRange& nodes,
                                  int num_rows) {
  for (const VirtualNode& node : nodal_->NodesOf(nodes)) {
    NodalTree& tree = nodal_->trees[node.tree];
    if (tree.is_elastic && node.first == 0) continue;
    for (int k = 0; k < num_rows; ++k) tree.beta[node.first + k] *= factor;
  }
}

}  // namespace tactus::contact

#include "tactus/integrators/cenic/free_momentum.h"

#include <algorithm>
#include <cmath>

#include "tactus/integrators/cenic/impact_error.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {

using contact::VelocityProblem;
using multibody::Joint;
using multibody::Tree;

namespace {

const Joint& RootOf(const multibody::Model& model, const Tree& tree) {
  return model.joints()[tree.first_body - 1];
}

bool IsAnchored(const VelocityProblem& problem, int body) {
  return problem.bodies[body].FindClique() < 0;
}

// Whether a row that is near-rigid acts on the velocities of `root`, beyond
// what round-off leaves of a tendon within the tree.
bool Holds(const VelocityProblem& problem, const contact::JointRow& row,
           const Joint& root) {
  constexpr double kRoundOff = 1e-9;
  using Law = contact::RowLaw::Law;
  if (row.law == Law::kDamper || row.law == Law::kSpring) return false;
  double of_root = 0, of_all = 0;
  for (const contact::JointTerm& term : problem.TermsOf(row)) {
    const double size = std::abs(term.coefficient);
    of_all = std::max(of_all, size);
    if (term.dof < root.v_start + root.nv()) of_root = std::max(of_root, size);
  }
  return of_root > kRoundOff * of_all;
}

}  // namespace

bool FreeMomentum::HoldsFor(const VelocityProblem& problem,
                            const contact::Island& island) const {
  if (island.cliques.size() > 1) return false;
  const Tree& tree = model_.trees()[island.cliques.front()];
  const Joint& root = RootOf(model_, tree);
  if (tree.num_bodies == 1 || root.type != multibody::JointType::kFloating ||
      root.armature > 0)
    return false;
  const auto ties_to_world = [&](int i) {
    return IsAnchored(problem, problem.constraints[i].body_a);
  };
  const auto holds_root = [&](int i) {
    return Holds(problem, problem.joint_rows[i], root);
  };
  return std::ranges::none_of(island.constraints, ties_to_world) &&
         std::ranges::none_of(island.joint_rows, holds_root);
}

void FreeMomentum::RemoveTouching(const StepOrigin& origin,
                                  std::vector<bool>* is_free) {
  const VelocityProblem& problem = origin.problem;
  for (const contact::ContactPatch& patch : problem.patches) {
    const int clique = problem.bodies[patch.body_b].clique;
    if (clique >= 0 && (*is_free)[clique] &&
        IsAnchored(problem, patch.body_a) && HasContact(origin, patch))
      (*is_free)[clique] = false;
  }
}

void FreeMomentum::Extrapolate(const Tree& tree, const Step& step,
                               HybridState* x) {
  const double theta_m = step.theta_momentum;
  multibody::CalcPositionDifference(model_, step.hat->q, step.two->q,
                                    &difference_);
  const Whole hat = CalcWhole(tree, step.hat->q, step.hat->v);
  const Whole apart = CalcWhole(tree, step.two->q, difference_);
  const Whole two = CalcWhole(tree, step.two->q, step.two->v);
  const auto extrapolate = [&](Vector3d Whole::*y) -> Vector3d {
    return two.*y + theta_m * (two.*y - hat.*y);
  };
  // phi about C, then c1
  const Vector3d phi = (theta_m - step.theta) * apart.CalcRate(apart.angular);
  Whole whole = CalcWhole(tree, x->q, x->v);
  Displace(tree, CalcRootRate(tree, phi, Vector3d::Zero(), whole.center),
           &x->q);
  whole = CalcWhole(tree, x->q, x->v);
  const Vector3d way = extrapolate(&Whole::center) - whole.center;
  // w, u, which a translation does not change
  const Vector3d w =
      whole.CalcRate(extrapolate(&Whole::angular) - whole.angular);
  const Vector3d u = (extrapolate(&Whole::linear) - whole.linear) / whole.mass;
  x->v.segment<6>(tree.v_start) += CalcRootRate(tree, w, u, whole.center);
  Displace(tree, CalcRootRate(tree, Vector3d::Zero(), way, whole.center),
           &x->q);
}

FreeMomentum::Whole FreeMomentum::CalcWhole(const Tree& tree, const VectorXd& q,
                                            const VectorXd& v) {
  CalcAnchoredKinematics(model_, q, &position_, &velocity_);
  CalcTreeKinematics(model_, tree, q, v, &position_, &velocity_);
  // About the root's origin, which is near.
  const Vector3d& p_WO = position_.X_WB[tree.first_body].translation();
  multibody::MassMoments moments;
  Vector6d momentum = Vector6d::Zero();
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const Vector3d p_OBo = position_.X_WB[b].translation() - p_WO;
    const Vector6d of_body = position_.moments_W[b] * velocity_.V_WB[b];
    moments += position_.moments_W[b].SeenFrom(p_OBo);
    momentum += of_body;
    momentum.head<3>() += p_OBo.cross(of_body.tail<3>());
  }
  const Vector3d p_OC = moments.first / moments.mass;
  const Vector3d linear = momentum.tail<3>();
  return {.mass = moments.mass,
          .center = p_WO + p_OC,
          .inertia = moments.SeenFrom(-p_OC).second,
          .linear = linear,
          .angular = momentum.head<3>() - p_OC.cross(linear)};
}

// What the root's velocities gain where the tree, which was calculated last,
// turns by w about `center`, which moves with u.
Vector6d FreeMomentum::CalcRootRate(const Tree& tree, const Vector3d& w,
                                    const Vector3d& u,
                                    const Vector3d& center) const {
  const Vector3d p_CBo = position_.X_WB[tree.first_body].translation() - center;
  Vector6d V;
  V << w, u + w.cross(p_CBo);
  const Matrix6d H = position_.H_W.middleCols<6>(tree.v_start);
  return H.partialPivLu().solve(V);
}

// Moves the root of a tree by a displacement.
void FreeMomentum::Displace(const Tree& tree, const Vector6d& by, VectorXd* q) {
  difference_.setZero(model_.num_velocities());
  difference_.segment<6>(tree.v_start) = by;
  q_ = *q;
  RetractPositions(model_, tree, q_, difference_, q);
}

}  // namespace tactus::integrators

#include "tactus/integrators/cenic/free_momentum.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

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

bool IsNearRigid(const contact::JointRow& row) {
  using Law = contact::RowLaw::Law;
  return row.law != Law::kDamper && row.law != Law::kSpring;
}

bool ActsOnRoots(const VelocityProblem& problem, const contact::JointRow& row) {
  return std::ranges::any_of(
      problem.TermsOf(row), [&](const contact::JointTerm& term) {
        const int clique = problem.CliqueOf(term.dof);
        return term.coefficient != 0 &&
               term.dof < problem.cliques[clique].v_start + 6;
      });
}

// Whether gdot is not 0, beyond round-off, where all trees move as one rigid
// body.
bool ActsOnMotion(const VelocityProblem& problem, const contact::JointRow& row,
                  std::span<const Resistance::Part> motion) {
  constexpr double kRoundOff = 1e-9;
  const auto terms = problem.TermsOf(row);
  double size = 0, reach = 0;
  for (const contact::JointTerm& term : terms)
    size = std::max(size, std::abs(term.coefficient));
  Vector6d rates = Vector6d::Zero();
  for (const auto& [clique, S] : motion) {
    reach = std::max(reach, S.cwiseAbs().maxCoeff());
    for (const contact::JointTerm& term : terms) {
      const int k = term.dof - clique->v_start;
      if (k >= 0 && k < 6) rates += term.coefficient * S.row(k).transpose();
    }
  }
  return rates.cwiseAbs().maxCoeff() > kRoundOff * size * reach;
}

}  // namespace

bool FreeMomentum::HoldsFor(const StepOrigin& origin,
                            const contact::Island& island) {
  const VelocityProblem& problem = origin.problem;
  const auto floats = [&](int clique) {
    const Joint& root = RootOf(model_, model_.trees()[clique]);
    return root.type == multibody::JointType::kFloating && root.armature == 0;
  };
  const auto ties_to_world = [&](int i) {
    return IsAnchored(problem, problem.constraints[i].body_a);
  };
  std::vector<Resistance::Part> motion;  // Found for the first row at a root.
  const auto acts_on_motion = [&](int i) {
    const contact::JointRow& row = problem.joint_rows[i];
    if (!IsNearRigid(row) || !ActsOnRoots(problem, row)) return false;
    if (motion.empty())
      motion = FindMotion(island.cliques, problem, origin.x.q);
    return ActsOnMotion(problem, row, motion);
  };
  const auto is_lone = [&](int clique) {
    return model_.trees()[clique].num_bodies == 1;
  };
  const bool only_touch = island.cliques.size() > 1 &&
                          island.joint_rows.empty() &&
                          island.constraints.empty() &&
                          std::ranges::all_of(island.cliques, is_lone);
  return !only_touch && std::ranges::all_of(island.cliques, floats) &&
         std::ranges::none_of(island.constraints, ties_to_world) &&
         std::ranges::none_of(island.joint_rows, acts_on_motion);
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

std::vector<Resistance::Part> FreeMomentum::FindMotion(
    std::span<const int> trees, const VelocityProblem& problem,
    const VectorXd& q) {
  const VectorXd at_rest = VectorXd::Zero(model_.num_velocities());
  const Vector3d center = CalcWhole(trees, q, at_rest).center;
  std::vector<Resistance::Part> motion;
  for (const int t : trees)
    motion.push_back({&problem.cliques[t], CalcRootRates(t, center)});
  return motion;
}

void FreeMomentum::Extrapolate(std::span<const int> trees, const Step& step,
                               HybridState* x) {
  const double theta_m = step.theta_momentum;
  multibody::CalcPositionDifference(model_, step.hat->q, step.two->q,
                                    &difference_);
  const Whole hat = CalcWhole(trees, step.hat->q, step.hat->v);
  const Whole apart = CalcWhole(trees, step.two->q, difference_);
  const Whole two = CalcWhole(trees, step.two->q, step.two->v);
  const auto extrapolate = [&](Vector3d Whole::*y) -> Vector3d {
    return two.*y + theta_m * (two.*y - hat.*y);
  };
  // phi about C, then c1
  Turn(trees, (theta_m - step.theta) * apart.CalcRate(apart.angular), x);
  const Whole whole = CalcWhole(trees, x->q, x->v);
  Vector6d way, rates;
  way << Vector3d::Zero(), extrapolate(&Whole::center) - whole.center;
  // w, u, which a translation does not change
  rates << whole.CalcRate(extrapolate(&Whole::angular) - whole.angular),
      (extrapolate(&Whole::linear) - whole.linear) / whole.mass;
  AddRates(trees, rates, whole.center, &x->v);
  Displace(trees, way, whole.center, &x->q);
}

// Turns by phi about C, with the velocities.
void FreeMomentum::Turn(std::span<const int> trees, const Vector3d& phi,
                        HybridState* x) {
  const Whole whole = CalcWhole(trees, x->q, x->v);
  std::vector<Vector6d> V_WR;  // Of roots.
  for (const int t : trees)
    V_WR.push_back(velocity_.V_WB[model_.trees()[t].first_body]);
  Vector6d way;
  way << phi, Vector3d::Zero();
  Displace(trees, way, whole.center, &x->q);
  CalcKinematics(trees, x->q, x->v);
  const double angle = phi.norm();
  const Matrix3d R =
      angle > 0 ? Eigen::AngleAxisd(angle, phi / angle).toRotationMatrix()
                : Matrix3d::Identity();
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const int start = model_.trees()[trees[i]].v_start;
    Vector6d V;
    V << R * V_WR[i].head<3>(), R * V_WR[i].tail<3>();
    const Matrix6d H = position_.H_W.middleCols<6>(start);
    x->v.segment<6>(start) = H.partialPivLu().solve(V);
  }
}

FreeMomentum::Whole FreeMomentum::CalcWhole(std::span<const int> trees,
                                            const VectorXd& q,
                                            const VectorXd& v) {
  CalcKinematics(trees, q, v);
  // About a root's origin, which is near.
  const Vector3d p_WO = PlaceOf(trees.front());
  multibody::MassMoments moments;
  Vector6d momentum = Vector6d::Zero();
  for (const int t : trees) {
    const Tree& tree = model_.trees()[t];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const Vector3d p_OBo = position_.X_WB[b].translation() - p_WO;
      const Vector6d of_body = position_.moments_W[b] * velocity_.V_WB[b];
      moments += position_.moments_W[b].SeenFrom(p_OBo);
      momentum += of_body;
      momentum.head<3>() += p_OBo.cross(of_body.tail<3>());
    }
  }
  const Vector3d p_OC = moments.first / moments.mass;
  const Vector3d linear = momentum.tail<3>();
  return {.mass = moments.mass,
          .center = p_WO + p_OC,
          .inertia = moments.SeenFrom(-p_OC).second,
          .linear = linear,
          .angular = momentum.head<3>() - p_OC.cross(linear)};
}

void FreeMomentum::CalcKinematics(std::span<const int> trees, const VectorXd& q,
                                  const VectorXd& v) {
  CalcAnchoredKinematics(model_, q, &position_, &velocity_);
  for (const int t : trees)
    CalcTreeKinematics(model_, model_.trees()[t], q, v, &position_, &velocity_);
}

// Of a tree's root, which was calculated last.
Vector3d FreeMomentum::PlaceOf(int tree) const {
  return position_.X_WB[model_.trees()[tree].first_body].translation();
}

// S: what the root's velocities are where the tree, which was calculated last,
// turns by w about `center`, which moves with u: H S (w, u) = V.
Matrix6d FreeMomentum::CalcRootRates(int tree, const Vector3d& center) const {
  const Vector3d p_CBo = PlaceOf(tree) - center;
  Matrix6d V = Matrix6d::Identity();
  for (int k = 0; k < 3; ++k)
    V.block<3, 1>(3, k) = Vector3d::Unit(k).cross(p_CBo);
  const Matrix6d H = position_.H_W.middleCols<6>(model_.trees()[tree].v_start);
  return H.partialPivLu().solve(V);
}

void FreeMomentum::AddRates(std::span<const int> trees, const Vector6d& rates,
                            const Vector3d& center, VectorXd* v) const {
  for (const int t : trees)
    v->segment<6>(model_.trees()[t].v_start) +=
        CalcRootRates(t, center) * rates;
}

// Moves the roots of trees, which were calculated last, as one rigid body.
void FreeMomentum::Displace(std::span<const int> trees, const Vector6d& by,
                            const Vector3d& center, VectorXd* q) {
  change_.setZero(model_.num_velocities());
  AddRates(trees, by, center, &change_);
  q_ = *q;
  for (const int t : trees)
    RetractPositions(model_, model_.trees()[t], q_, change_, q);
}

}  // namespace tactus::integrators

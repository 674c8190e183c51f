#include "tactus/multibody/plant/free_motion.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <Eigen/Cholesky>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/free_turn.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {

using contact::Clique;
using contact::VelocityProblem;

namespace {

/// A free body's flight by its share of positions and velocities.
class Flight {
 public:
  Flight(const Model& model, const Tree& tree, const VectorRef& q,
         const VectorRef& v, double h)
      : inertia_(model.bodies()[tree.first_body].inertia),
        q_start_(model.joints()[tree.first_body - 1].q_start),
        h_(h),
        p_WBo_(q.segment<3>(q_start_)),
        start_{.R_WB = Quaterniond(q[q_start_ + 3], q[q_start_ + 4],
                                   q[q_start_ + 5], q[q_start_ + 6]),
               .w_W = v.segment<3>(tree.v_start)},
        end_(TurnFreely(inertia_.I_Bcm, start_, h)) {}

  // With c from Bo to the centre of mass, which flies at v_Bo0 + w0 x c0 + h g:
  //
  //     v_Bo1 = v_Bo0 + w0 x c0 + h g - w1 x c1.
  Vector6d CalcVelocity(const Vector3d& v_Bo0, const Vector3d& gravity) const {
    Vector6d v1;
    v1 << end_.w_W, v_Bo0 + start_.w_W.cross(start_.R_WB * c()) + h_ * gravity -
                        end_.w_W.cross(end_.R_WB * c());
    return v1;
  }

  // Where a step that ended with (w1, v1) is: what drives the body beside
  // gravity turns it by h/2 (w1 - w1 of flight), and the centre of mass moves
  // at its velocity in the end.
  void Integrate(const Vector6d& v1, VectorXd* q1) const {
    const Vector3d half = h_ / 4 * (v1.head<3>() - end_.w_W);
    const Quaterniond R_WB1 =
        (Quaterniond(1, half.x(), half.y(), half.z()) * end_.R_WB).normalized();
    const Vector3d c1 = R_WB1 * c();
    q1->segment<7>(q_start_)
        << p_WBo_ + start_.R_WB * c() - c1 +
               h_ * (v1.tail<3>() + v1.head<3>().cross(c1)),
        R_WB1.w(), R_WB1.vec();
  }

 private:
  Vector3d c() const { return inertia_.p_BoBcm; }

  const SpatialInertia& inertia_;
  int q_start_;
  double h_;
  Vector3d p_WBo_;
  FreeTurn start_, end_;
};

}  // namespace

void IntegrateStep(const Model& model, const VelocityProblem& problem,
                   const VectorRef& q0, const VectorXd& v1, double h,
                   VectorXd* scratch, VectorXd* q1) {
  if (std::ranges::none_of(problem.cliques, &Clique::flies))
    return IntegratePositions(model, q0, v1, h, q1);
  *scratch = v1;
  for (std::size_t t = 0; t < problem.cliques.size(); ++t) {
    if (!problem.cliques[t].flies) continue;
    const Tree& tree = model.trees()[t];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const Joint& joint = model.joints()[b - 1];
      const int n = CountSpatialRates(joint);
      scratch->segment(joint.v_start, n) +=
          (problem.v0 - v1).segment(joint.v_start, n) / 2;
    }
  }
  IntegratePositions(model, q0, *scratch, h, q1);
  for (std::size_t t = 0; t < problem.cliques.size(); ++t) {
    const Tree& tree = model.trees()[t];
    if (!problem.cliques[t].flies || !TurnsAlone(model, tree)) continue;
    Flight(model, tree, q0, problem.v0, h)
        .Integrate(v1.segment<6>(tree.v_start), q1);
  }
}

namespace {

bool TurnsInSpace(const Model& model, const Tree& tree) {
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    if (CountSpatialRates(model.joints()[b - 1]) > 0) return true;
  }
  return false;
}

// What a patch or a constraint holds does not fly.
template <class Pair>
void Ground(const Pair& pair, VelocityProblem* problem) {
  for (const int body : {pair.body_a, pair.body_b}) {
    const int clique = problem->bodies[body].clique;
    if (clique >= 0) problem->cliques[clique].flies = false;
  }
}

// Nor does what can touch within h; a problem may have points that only a
// longer step could have met.
void GroundTouching(double h, const Vector3d& gravity,
                    VelocityProblem* problem) {
  const auto can_touch = [&](const contact::ContactPoint& point) {
    return point.phi0 < 1.2 * h * std::max(-point.v_C0.z(), 0.0) +
                            h * h * std::abs(point.R_WC.col(2).dot(gravity));
  };
  for (const contact::ContactPatch& patch : problem->patches) {
    const auto points =
        std::span(problem->points).subspan(patch.first_point, patch.num_points);
    if (std::ranges::any_of(points, can_touch)) Ground(patch, problem);
  }
}

// What tendons, couplers and locks act on does not fly; limits and dry friction
// of one coordinate do not ground it.
void GroundTied(VelocityProblem* problem) {
  const auto ground = [&](std::span<const contact::JointTerm> terms) {
    for (const contact::JointTerm& term : terms) {
      const auto after = std::ranges::upper_bound(problem->cliques, term.dof,
                                                  {}, &Clique::v_start);
      (after - 1)->flies = false;
    }
  };
  const auto is_of_one = [](const contact::JointRow& row) {
    using Law = contact::RowLaw::Law;
    return row.num_terms == 1 &&
           (row.law == Law::kLimit || row.law == Law::kDryFriction);
  };
  for (const contact::JointRow& row : problem->joint_rows) {
    if (!is_of_one(row)) ground(problem->TermsOf(row));
  }
  for (const contact::LinearActuator& actuator : problem->actuators)
    ground(problem->TermsOf(actuator));
}

}  // namespace

void VelocityProblemBuilder::FindFlying(double h,
                                        VelocityProblem* problem) const {
  const auto trees = model_->trees();
  for (std::size_t t = 0; t < trees.size(); ++t)
    problem->cliques[t].flies = TurnsInSpace(*model_, trees[t]);
  for (const contact::BodyConstraint& constraint : problem->constraints)
    Ground(constraint, problem);
  GroundTied(problem);
  GroundTouching(h, model_->gravity_W(), problem);
}

void VelocityProblemBuilder::GroundDriven(VelocityProblem* problem) const {
  for (Clique& clique : problem->cliques) {
    if (!clique.flies) continue;
    const auto is_zero = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv).isZero(0);
    };
    const auto has = [&](const auto& part) {
      return part.dof >= clique.v_start &&
             part.dof < clique.v_start + clique.nv;
    };
    clique.flies = is_zero(force_) && is_zero(problem->damping) &&
                   is_zero(problem->stiffness) &&
                   std::ranges::none_of(problem->joint_terms, has) &&
                   std::ranges::none_of(problem->actuators, has);
  }
}

// With a0 = M0^-1 (k0) at the start, the middle of the step is
//
//     vm = v0 - h/2 a0,   qm = q0 + h/2 N v0,
//
// and k(q, v) of the step becomes M0 Mm^-1 k(qm, vm). What turns alone, driven
// by nothing, ends with v1 (free_turn.h): its k is M0 (v0 - v1) / h.
void VelocityProblemBuilder::TakeFreeMotionAtMidpoint(
    double h, VelocityProblem* problem) {
  middle_bias_ = start_bias_;
  if (std::ranges::any_of(problem->cliques, &Clique::flies)) {
    CalcAnchoredKinematics(*model_, q_, &middle_position_, &middle_velocity_);
    IntegratePositions(*model_, q_, problem->v0, h / 2, &q_middle_);
  }
  v_middle_.resize(problem->v0.size());
  for (std::size_t t = 0; t < problem->cliques.size(); ++t) {
    const Clique& clique = problem->cliques[t];
    if (!clique.flies) continue;
    const Tree& tree = model_->trees()[t];
    const auto of = [&](VectorXd& x) {
      return x.segment(clique.v_start, clique.nv);
    };
    if (TurnsAlone(*model_, tree) && of(force_).isZero(0)) {
      const Vector6d v1 =
          Flight(*model_, tree, q_, problem->v0, h)
              .CalcVelocity(problem->v0.segment<3>(clique.v_start + 3),
                            model_->GravityOn(tree.first_body));
      of(middle_bias_).noalias() = clique.M * (of(problem->v0) - v1) / h;
      continue;
    }
    middle_factor_.compute(clique.M);
    of(v_middle_) = middle_factor_.solve(of(start_bias_) - of(force_));
    of(v_middle_) = of(problem->v0) - h / 2 * of(v_middle_);
    CalcTreeKinematics(*model_, tree, q_middle_, v_middle_, &middle_position_,
                       &middle_velocity_);
    CalcTreeMassMatrix(*model_, middle_position_, tree, &middle_mass_);
    CalcTreeBias(*model_, middle_position_, middle_velocity_, tree,
                 &middle_bias_);
    middle_factor_.compute(middle_mass_);
    of(v_middle_) = middle_factor_.solve(of(middle_bias_));
    of(middle_bias_).noalias() = clique.M * of(v_middle_);
  }
  problem->k0 += middle_bias_ - bias_;
  bias_ = middle_bias_;
}

}  // namespace tactus::multibody

#include "tactus/multibody/plant/free_motion.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/free_turn.h"
#include "tactus/multibody/plant/pivot_turn.h"

namespace tactus::multibody {

using contact::Clique;
using contact::VelocityProblem;

namespace {

/// A lone free body that turns freely from its pose at the start of a step and
/// an angular velocity: by its share of positions and velocities, those of its
/// origin Bo.
class FreeBody {
 public:
  FreeBody(const Model& model, const Tree& tree, const VectorRef& q,
           const Vector3d& w_W, double h)
      : inertia_(model.bodies()[tree.first_body].inertia),
        q_start_(model.joints()[tree.first_body - 1].q_start),
        p_WBo_(q.segment<3>(q_start_)),
        start_{.R_WB = Quaterniond(q[q_start_ + 3], q[q_start_ + 4],
                                   q[q_start_ + 5], q[q_start_ + 6]),
               .w_W = w_W},
        end_(TurnFreely(inertia_.I_Bcm, start_, h)) {}

  const Quaterniond& R_WB0() const { return start_.R_WB; }
  const FreeTurn& end() const { return end_; }

  /// From Bo to the centre of mass.
  Vector3d CentreAt(const Quaterniond& R_WB) const {
    return R_WB * inertia_.p_BoBcm;
  }

  /// At the end, where angular momentum and the centre's velocity are those of
  /// `V` at the start: w1 = I(R1)^-1 I(R0) w.
  Vector6d Carry(const Vector6d& V) const {
    const auto& [R0, w0] = start_;
    const auto& [R1, w_end] = end_;
    const Vector3d m_W = R0 * (inertia_.I_Bcm * (R0.conjugate() * V.head<3>()));
    const Vector3d w1 = R1 * inertia_.I_Bcm.ldlt().solve(R1.conjugate() * m_W);
    Vector6d V1;
    V1 << w1, CalcPointVelocity(V, CentreAt(R0)) - w1.cross(CentreAt(R1));
    return V1;
  }

  /// Turned so, and with its centre moved by `way`.
  void Place(const Quaterniond& R_WB, const Vector3d& way, VectorXd* q1) const {
    q1->segment<7>(q_start_)
        << p_WBo_ + CentreAt(start_.R_WB) - CentreAt(R_WB) + way,
        R_WB.w(), R_WB.vec();
  }

 private:
  const SpatialInertia& inertia_;
  int q_start_;
  Vector3d p_WBo_;
  FreeTurn start_, end_;
};

// It ends with V1, and what drives it beside gravity turns it by
// h/2 (w1 - w1 of free motion).
void Fly(const FreeBody& body, const Vector6d& V1, double h, VectorXd* q1) {
  const Vector3d half = h / 4 * (V1.head<3>() - body.end().w_W);
  const Quaterniond R_WB1 =
      (Quaterniond(1, half.x(), half.y(), half.z()) * body.end().R_WB)
          .normalized();
  body.Place(R_WB1, h * CalcPointVelocity(V1, body.CentreAt(R_WB1)), q1);
}

// It turns from where it is with V, and the centre moves with it.
void Drift(const FreeBody& body, const Vector6d& V, double h, VectorXd* q1) {
  const Vector3d c0 = body.CentreAt(body.R_WB0());
  body.Place(body.end().R_WB, h * CalcPointVelocity(V, c0), q1);
}

}  // namespace

void IntegrateStep(const Model& model, const VelocityProblem& problem,
                   const VectorRef& q0, const VectorXd& v, double h,
                   VectorXd* scratch, VectorXd* q1, VectorXd* v1) {
  *scratch = v;
  for (std::size_t t = 0; t < problem.cliques.size(); ++t) {
    if (!problem.cliques[t].flies) continue;
    const Tree& tree = model.trees()[t];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const Joint& joint = model.joints()[b - 1];
      const int n = CountSpatialRates(joint);
      scratch->segment(joint.v_start, n) =
          (problem.v0 + *v1).segment(joint.v_start, n) / 2;
    }
  }
  IntegratePositions(model, q0, *scratch, h, q1);
  for (std::size_t t = 0; t < problem.cliques.size(); ++t) {
    const Clique& clique = problem.cliques[t];
    if (!clique.turns_alone) continue;
    const Tree& tree = model.trees()[t];
    if (!tree.is_free_body) {
      TurnAboutPivot(model, tree, clique, q0, problem.v0, v, h, q1, v1);
      continue;
    }
    const Vector6d V = (clique.flies ? problem.v0 : v).segment<6>(tree.v_start);
    const FreeBody body(model, tree, q0, V.head<3>(), h);
    const Vector6d V1 = v1->segment<6>(tree.v_start);
    if (clique.flies) {
      Fly(body, V1, h, q1);
    } else {
      Drift(body, V, h, q1);
      v1->segment<6>(tree.v_start) = body.Carry(V1);
    }
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
    if (std::ranges::any_of(problem->PointsOf(patch), can_touch))
      Ground(patch, problem);
  }
}

// What tendons, couplers and locks act on does not fly; limits and dry friction
// of one coordinate do not ground it, nor do dampers.
void GroundTied(VelocityProblem* problem) {
  const auto ground = [&](std::span<const contact::JointTerm> terms) {
    for (const contact::JointTerm& term : terms)
      problem->cliques[problem->CliqueOf(term.dof)].flies = false;
  };
  const auto lets_fly = [](const contact::JointRow& row) {
    using Law = contact::RowLaw::Law;
    return row.law == Law::kDamper ||
           (row.num_terms == 1 &&
            (row.law == Law::kLimit || row.law == Law::kDryFriction));
  };
  for (const contact::JointRow& row : problem->joint_rows) {
    if (!lets_fly(row)) ground(problem->TermsOf(row));
  }
  for (const contact::LinearActuator& actuator : problem->actuators)
    ground(problem->TermsOf(actuator));
}

// Whether what drives a body on a ball joint beside gravity is hard beside how
// it turns, |M^-1 f| + |M^-1 D v0| > 0.003 |w|^2: if it flew, it would be
// pushed where it stands and turned by half of that, so that a pull at its axis
// would make it spin about it. One that is driven weakly flies more exactly.
// Springs, dry friction and whatever has rows, dampers apart, are taken for
// hard.
bool IsDrivenHard(const VelocityProblem& problem, const Clique& clique,
                  const VectorXd& force) {
  constexpr double kHard = 0.003;
  const auto of = [&](const VectorXd& x) {
    return x.segment(clique.v_start, clique.nv);
  };
  const auto is_on = [&](const contact::JointTerm& term) {
    return term.dof >= clique.v_start && term.dof < clique.v_start + clique.nv;
  };
  const auto acts_on = [&](const auto& row) {
    return std::ranges::any_of(problem.TermsOf(row), is_on);
  };
  const auto row_acts_on = [&](const contact::JointRow& row) {
    return row.law != contact::RowLaw::Law::kDamper && acts_on(row);
  };
  if (!of(problem.stiffness).isZero(0) ||
      std::ranges::any_of(problem.joint_rows, row_acts_on) ||
      std::ranges::any_of(problem.actuators, acts_on))
    return true;
  const VectorXd v0 = of(problem.v0);
  const VectorXd damping = of(problem.damping).cwiseProduct(v0);
  const Eigen::LLT<MatrixXd> M(clique.M);
  const double drive = M.solve(of(force)).norm() + M.solve(damping).norm();
  return drive > kHard * v0.squaredNorm();
}

}  // namespace

void FindFlying(const Model& model, const VectorXd& force, double h,
                VelocityProblem* problem) {
  const auto trees = model.trees();
  for (std::size_t t = 0; t < trees.size(); ++t)
    problem->cliques[t].flies = TurnsInSpace(model, trees[t]);
  for (const contact::BodyConstraint& constraint : problem->constraints)
    Ground(constraint, problem);
  GroundTied(problem);
  GroundTouching(h, model.gravity_W(), problem);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    Clique& clique = problem->cliques[t];
    if (clique.flies && TurnsAboutPivot(model, trees[t]))
      clique.flies = !IsDrivenHard(*problem, clique, force);
  }
}

void GroundDriven(const VectorXd& force, VelocityProblem* problem) {
  for (Clique& clique : problem->cliques) {
    if (!clique.flies) continue;
    const auto is_zero = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv).isZero(0);
    };
    const auto has = [&](const contact::JointTerm& term) {
      return term.dof >= clique.v_start &&
             term.dof < clique.v_start + clique.nv;
    };
    // Those on sums of velocities are among the terms.
    const auto drives = [&](const contact::LinearActuator& actuator) {
      return actuator.num_terms == 0 && has({.dof = actuator.dof});
    };
    clique.flies = is_zero(force) && is_zero(problem->damping) &&
                   !clique.has_drag() && is_zero(problem->stiffness) &&
                   std::ranges::none_of(problem->joint_terms, has) &&
                   std::ranges::none_of(problem->actuators, drives);
  }
}

namespace {

// -M0 (g + (v1 - v0) / h) of a lone free body that flies; -M0 g of one that
// drifts.
Vector6d CalcLoneBias(const Model& model, const Tree& tree,
                      const Clique& clique, const VectorXd& q,
                      const VectorXd& v, double h) {
  Vector6d a = Vector6d::Zero();
  if (clique.flies) {
    const Vector6d v0 = v.segment<6>(clique.v_start);
    a = (FreeBody(model, tree, q, v0.head<3>(), h).Carry(v0) - v0) / h;
  }
  a.tail<3>() += model.GravityOn(tree.first_body);
  return -clique.M * a;
}

}  // namespace

const VectorXd& FreeMotion::CalcBias(const Model& model, const Start& start,
                                     double h, VelocityProblem* problem) {
  const VectorXd& v0 = problem->v0;
  bias_ = start.bias;
  if (std::ranges::any_of(problem->cliques, &Clique::flies)) {
    CalcAnchoredKinematics(model, start.q, &position_, &velocity_);
    IntegratePositions(model, start.q, v0, h / 2, &q_);
  }
  v_.resize(v0.size());
  for (std::size_t t = 0; t < model.trees().size(); ++t) {
    Clique& clique = problem->cliques[t];
    const Tree& tree = model.trees()[t];
    const bool is_pivoted = TurnsAboutPivot(model, tree);
    clique.turns_alone = is_pivoted || TurnsAlone(model, tree);
    if (!clique.flies && !clique.turns_alone) continue;
    auto own = bias_.segment(clique.v_start, clique.nv);
    const bool is_driven =
        !start.force.segment(clique.v_start, clique.nv).isZero(0);
    if (is_pivoted) {
      own = CalcPivotBias(model, tree, clique, start.q, v0, h);
    } else if (clique.turns_alone && !(clique.flies && is_driven)) {
      own = CalcLoneBias(model, tree, clique, start.q, v0, h);
    } else {
      CalcMiddleBias(model, tree, start, v0, clique.M, h);
    }
  }
  return bias_;
}

// M0 Mm^-1 k(qm, vm), with vm = v0 - h/2 a0 and a0 = M0^-1 k0.
void FreeMotion::CalcMiddleBias(const Model& model, const Tree& tree,
                                const Start& start, const VectorXd& v0,
                                const MatrixXd& M0, double h) {
  const auto of = [&](const VectorXd& x) {
    return x.segment(tree.v_start, tree.nv);
  };
  auto v = v_.segment(tree.v_start, tree.nv);
  factor_.compute(M0);
  v = factor_.solve(of(start.bias) - of(start.force));
  v = of(v0) - h / 2 * v;
  CalcTreeKinematics(model, tree, q_, v_, &position_, &velocity_);
  CalcTreeMassMatrix(model, position_, tree, &mass_);
  CalcTreeBias(model, position_, velocity_, tree, &bias_);
  factor_.compute(mass_);
  v = factor_.solve(of(bias_));
  bias_.segment(tree.v_start, tree.nv).noalias() = M0 * v;
}

}  // namespace tactus::multibody

#include "tactus/integrators/cenic/step_stiffness.h"

#include <algorithm>

namespace tactus::integrators {

using contact::RowLaw;
using contact::VelocityProblem;

namespace {

// Whether an actuator ends a step of length h to v at a limit of its effort.
bool IsAtLimit(const VelocityProblem& problem,
               const contact::LinearActuator& law, double h,
               const VectorXd& v) {
  const double slope = law.CalcSlope(problem.CalcSpringShare(law) * h);
  const double force = law.force0 - slope * law.gear * v[law.dof];
  return force < law.lower || force > law.upper;
}

}  // namespace

void Resistance::Calc(const VelocityProblem& problem, double h,
                      const VectorXd& v) {
  of_actuators_.setZero(problem.num_velocities());
  for (const contact::LinearActuator& law : problem.actuators) {
    if (law.num_terms == 0 && !IsAtLimit(problem, law, h, v))
      of_actuators_[law.dof] += law.gear * law.gear * law.damping;
  }
  diagonal_ = of_actuators_;
  drags_.clear();
  for (const contact::Clique& clique : problem.cliques) {
    if (!clique.has_drag()) continue;
    diagonal_.segment(clique.v_start, clique.nv) += clique.drag.diagonal();
    if (clique.nv >= 6)
      drags_.emplace_back(clique.v_start, clique.drag.topLeftCorner<6, 6>());
  }
  dampers_.clear();
  terms_.clear();
  for (const contact::JointRow& row : problem.joint_rows) {
    if (row.law != RowLaw::Law::kDamper || row.is_soft_spring) continue;
    const auto terms = problem.TermsOf(row);
    dampers_.push_back(row);
    dampers_.back().first_term = static_cast<int>(terms_.size());
    terms_.insert(terms_.end(), terms.begin(), terms.end());
    for (const contact::JointTerm& term : terms)
      diagonal_[term.dof] += row.damping * term.coefficient * term.coefficient;
  }
}

// sum over trees of S_t' (D_t + actuators) S_t, and over dampers of
// d (a' S)^2.
Vector6d Resistance::CalcAlong(std::span<const Part> motion) const {
  Vector6d sum = Vector6d::Zero();
  for (const Part& part : motion) {
    const int start = part.clique->v_start;
    sum += part.S.cwiseAbs2().transpose() * of_actuators_.segment<6>(start);
    for (const auto& [v_start, drag] : drags_) {
      if (v_start == start)
        sum += (part.S.transpose() * drag * part.S).diagonal();
    }
  }
  for (const contact::JointRow& damper : dampers_) {
    Vector6d rate = Vector6d::Zero();
    for (const contact::JointTerm& term :
         std::span(terms_).subspan(damper.first_term, damper.num_terms)) {
      for (const Part& part : motion) {
        const int k = term.dof - part.clique->v_start;
        if (k >= 0 && k < 6)
          rate += term.coefficient * part.S.row(k).transpose();
      }
    }
    sum += damper.damping * rate.cwiseAbs2();
  }
  return sum;
}

double CalcStiffness(const contact::Clique& clique, const Resistance& hat,
                     const Resistance& half, double h) {
  double most = 0;
  for (int k = 0; k < clique.nv; ++k) {
    const int i = clique.v_start + k;
    most = std::max(most, h * 2 * (hat.diagonal()[i] - half.diagonal()[i]) /
                              clique.M(k, k));
  }
  return most;
}

double CalcStiffness(std::span<const Resistance::Part> motion,
                     const Resistance& hat, const Resistance& half, double h) {
  Vector6d M = Vector6d::Zero();
  for (const auto& [clique, S] : motion)
    M += (S.transpose() * clique->M.topLeftCorner<6, 6>() * S).diagonal();
  const Vector6d K = h * 2 * (hat.CalcAlong(motion) - half.CalcAlong(motion));
  return std::max(0.0, K.cwiseQuotient(M).maxCoeff());
}

}  // namespace tactus::integrators

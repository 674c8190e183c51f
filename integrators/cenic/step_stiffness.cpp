#include "tactus/integrators/cenic/step_stiffness.h"

#include <algorithm>

namespace tactus::integrators {

using contact::RowLaw;
using contact::VelocityProblem;

namespace {

// Whether an actuator ends a step of length h to v at a limit of its effort.
bool IsAtLimit(const contact::LinearActuator& law, double h,
               const VectorXd& v) {
  const double force = law.force0 - law.CalcSlope(h) * law.gear * v[law.dof];
  return force < law.lower || force > law.upper;
}

}  // namespace

void CalcResistance(const VelocityProblem& problem, double h, const VectorXd& v,
                    VectorXd* C) {
  C->setZero(problem.num_velocities());
  for (const contact::Clique& clique : problem.cliques) {
    if (clique.has_drag())
      C->segment(clique.v_start, clique.nv) = clique.drag.diagonal();
  }
  for (const contact::JointRow& row : problem.joint_rows) {
    if (row.law != RowLaw::Law::kDamper) continue;
    for (const contact::JointTerm& term : problem.TermsOf(row))
      (*C)[term.dof] += row.damping * term.coefficient * term.coefficient;
  }
  for (const contact::LinearActuator& law : problem.actuators) {
    if (law.num_terms == 0 && !IsAtLimit(law, h, v))
      (*C)[law.dof] += law.gear * law.gear * law.CalcSlope(h);
  }
}

double CalcStiffness(const contact::Clique& clique, int num_velocities,
                     const VectorXd& C_hat, const VectorXd& C_half, double h) {
  double most = 0;
  for (int k = 0; k < num_velocities; ++k) {
    const int i = clique.v_start + k;
    most = std::max(most, h * 2 * (C_hat[i] - C_half[i]) / clique.M(k, k));
  }
  return most;
}

}  // namespace tactus::integrators

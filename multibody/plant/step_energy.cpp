#include "tactus/multibody/plant/step_energy.h"

#include <cmath>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {

StepEnergy CalcEnergy(const VelocityProblemBuilder& builder,
                      const contact::VelocityProblem& problem) {
  StepEnergy energy;
  for (const contact::Clique& clique : problem.cliques) {
    const auto v = problem.v0.segment(clique.v_start, clique.nv);
    for (int i = 0; i < clique.nv; ++i)
      energy.kinetic += v[i] * clique.M.col(i).dot(v) / 2;
  }
  for (const contact::ContactPoint& point : problem.points) {
    if (point.phi0 >= 0) continue;
    energy.contact += point.stiffness * point.phi0 * point.phi0 / 2;
  }
  energy.total =
      energy.kinetic + energy.contact +
      CalcPotentialEnergy(builder.model(), builder.position(), builder.q());
  return energy;
}

void CalcInputPower(const VelocityProblemBuilder& builder,
                    const contact::VelocityProblem& problem,
                    std::span<const double> efforts, const VectorXd& v1,
                    VectorXd* power) {
  builder.CalcInputForce(problem, v1, power);
  for (std::size_t i = 0; i < problem.actuators.size(); ++i)
    problem.AddEffort(problem.actuators[i], efforts[i], power);
  power->array() *= (problem.v0 + v1).array() / 2;
}

double CalcPushOutEnergy(const contact::VelocityProblem& problem,
                         std::span<const Vector3d> forces_W) {
  double energy = 0;
  for (std::size_t i = 0; i < problem.points.size(); ++i) {
    const contact::ContactPoint& point = problem.points[i];
    if (point.phi0 >= 0) continue;
    energy -= point.phi0 * std::abs(forces_W[i].dot(point.R_WC.col(2)));
  }
  return energy;
}

double CalcBeltPower(const contact::VelocityProblem& problem,
                     std::span<const Vector3d> forces_W) {
  double power = 0;
  for (std::size_t i = 0; i < problem.points.size(); ++i) {
    const contact::ContactPoint& point = problem.points[i];
    if (point.bias_C.isZero(0)) continue;
    power -= forces_W[i].dot(point.R_WC * point.bias_C);
  }
  return power;
}

}  // namespace tactus::multibody

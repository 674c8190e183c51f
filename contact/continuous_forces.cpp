#include "tactus/contact/continuous_forces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Cholesky>

namespace tactus::contact {
namespace {

Vector3d CalcForce(const ContactPoint& point) {
  const Vector3d& v = point.v_C0;
  const double fn = point.normal_force0;
  const double slip =
      std::sqrt(v.x() * v.x() + v.y() * v.y() +
                point.stiction_velocity * point.stiction_velocity);
  const double factor = -point.friction * fn / slip;
  return point.R_WC * Vector3d(factor * v.x(), factor * v.y(), fn);
}

void AddWrench(const VelocityProblem& problem, const ContactBody& body,
               const Vector3d& torque, const Vector3d& force, VectorXd* tau) {
  if (body.clique < 0) return;
  const Clique& clique = problem.cliques[body.clique];
  Vector6d F;
  F << torque, force;
  if (body.is_free) {
    tau->segment<6>(clique.v_start) += F;
  } else {
    tau->segment(clique.v_start, clique.nv) += body.J.transpose() * F;
  }
}

double CalcLimitForce(const Limit& limit, double v) {
  constexpr double kPeriod = 1e-3;
  constexpr double kOmega = 2 * std::numbers::pi / kPeriod;
  const double k = kOmega * kOmega / limit.inverse_mass;
  const double tau = 2 / kOmega;  // critical damping: d = k tau
  if (limit.q0 < limit.lower)
    return k * std::max(limit.lower - limit.q0 - tau * v, 0.0);
  if (limit.q0 > limit.upper)
    return -k * std::max(limit.q0 - limit.upper + tau * v, 0.0);
  return 0;
}

double CalcActuatorForce(const LinearActuator& actuator, double v) {
  const double f = actuator.force0 - actuator.damping * actuator.gear * v;
  return actuator.gear * std::clamp(f, actuator.lower, actuator.upper);
}

}  // namespace

void CalcContactForces(const VelocityProblem& problem,
                       std::vector<Vector3d>* forces_W) {
  forces_W->resize(problem.points.size());
  std::transform(problem.points.begin(), problem.points.end(),
                 forces_W->begin(), CalcForce);
}

void CalcAccelerations(const VelocityProblem& problem, VectorXd* vdot) {
  VectorXd tau = -problem.k0 - problem.spring_force0 -
                 problem.damping.cwiseProduct(problem.v0);
  for (const ContactPatch& patch : problem.patches) {
    Vector3d torque = Vector3d::Zero(), force = Vector3d::Zero();
    for (int i = 0; i < patch.num_points; ++i) {
      const ContactPoint& point = problem.points[patch.first_point + i];
      const Vector3d f = CalcForce(point);
      torque += point.p_BoC_W.cross(f);
      force += f;
    }
    AddWrench(problem, problem.bodies[patch.body_b], torque, force, &tau);
    AddWrench(problem, problem.bodies[patch.body_a],
              -torque - patch.p_AoBo_W.cross(force), -force, &tau);
  }
  for (const Limit& limit : problem.limits)
    tau[limit.dof] += CalcLimitForce(limit, problem.v0[limit.dof]);
  for (const LinearActuator& actuator : problem.actuators)
    tau[actuator.dof] += CalcActuatorForce(actuator, problem.v0[actuator.dof]);

  vdot->resize(problem.num_velocities());
  for (const Clique& clique : problem.cliques) {
    vdot->segment(clique.v_start, clique.nv) =
        clique.M.llt().solve(tau.segment(clique.v_start, clique.nv));
  }
}

}  // namespace tactus::contact

#include "tactus/contact/continuous_forces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Cholesky>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/friction.h"

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

constexpr double kPeriod = 1e-3;
constexpr double kOmega = 2 * std::numbers::pi / kPeriod;
constexpr double kTau = 2 / kOmega;  // critical damping: d = k tau

double CalcLimitForce(const RowLaw& row, double x) {
  const double k = kOmega * kOmega / row.inverse_mass;
  const double g = row.error;
  if (g < row.lower) return k * std::max(row.lower - g - kTau * x, 0.0);
  if (g > row.upper) return -k * std::max(g - row.upper + kTau * x, 0.0);
  return 0;
}

double CalcDryFriction(double f0, double x) {
  constexpr double vs = kDryStictionVelocity;
  return -f0 * x / std::sqrt(x * x + vs * vs);
}

double CalcRowForce(const RowLaw& row, double x) {
  switch (row.law) {
    case RowLaw::Law::kRigid:
      return -kOmega * kOmega / row.inverse_mass * (row.error + kTau * x);
    case RowLaw::Law::kLimit:
      return CalcLimitForce(row, x);
    case RowLaw::Law::kSpring: {
      const double rest = std::clamp(row.error, row.lower, row.upper);
      return -row.stiffness * (row.error - rest) - row.damping * x;
    }
    case RowLaw::Law::kDamper:
      return -row.damping * x;
    case RowLaw::Law::kDryFriction:
      break;
  }
  return CalcDryFriction(row.dry_friction, x);
}

double CalcEffort(const VelocityProblem& problem,
                  const LinearActuator& actuator) {
  const double rate = problem.CalcActuatorRate(actuator, problem.v0);
  const double f = actuator.force0 - actuator.damping * actuator.gear * rate;
  return actuator.gear * std::clamp(f, actuator.lower, actuator.upper);
}

}  // namespace

void CalcContactForces(const VelocityProblem& problem,
                       std::vector<Vector3d>* forces_W) {
  forces_W->resize(problem.points.size());
  std::transform(problem.points.begin(), problem.points.end(),
                 forces_W->begin(), CalcForce);
}

void CalcActuatorForces(const VelocityProblem& problem,
                        std::vector<double>* forces) {
  forces->clear();
  for (const LinearActuator& actuator : problem.actuators)
    forces->push_back(CalcEffort(problem, actuator));
}

void CalcConstraintForces(const VelocityProblem& problem,
                          std::vector<double>* forces) {
  forces->resize(problem.constraint_rows.size());
  for (const BodyConstraint& constraint : problem.constraints) {
    const Vector6d V = CalcRelativeVelocity(problem, constraint, problem.v0);
    for (int i = 0; i < constraint.num_rows; ++i) {
      const int index = constraint.first_row + i;
      const ConstraintRow& row = problem.constraint_rows[index];
      (*forces)[index] = CalcRowForce(row, row.row.dot(V));
    }
  }
}

void CalcJointRowForces(const VelocityProblem& problem,
                        std::vector<double>* forces) {
  forces->clear();
  for (const JointRow& row : problem.joint_rows)
    forces->push_back(
        CalcRowForce(row, CalcRate(problem.TermsOf(row), problem.v0)));
}

namespace {

// -damping K v0.
void AddElasticDamping(const ElasticElement& element, const VectorXd& v0,
                       VectorXd* tau) {
  if (element.damping == 0) return;
  Eigen::Matrix<double, 12, 1> v;
  for (int k = 0; k < 4; ++k)
    v.segment<3>(3 * k) = v0.segment<3>(element.dofs[k]);
  v = (-element.damping * (element.stiffness * v)).eval();
  for (int k = 0; k < 4; ++k)
    tau->segment<3>(element.dofs[k]) += v.segment<3>(3 * k);
}

}  // namespace

double CalcNearRigidEnergy(const VelocityProblem& problem) {
  double energy = 0;
  const auto add = [&](double inverse_mass, double off) {
    energy += kOmega * kOmega / inverse_mass * off * off / 2;
  };
  const auto add_row = [&](const RowLaw& row) {
    if (row.law == RowLaw::Law::kRigid) add(row.inverse_mass, row.error);
    if (row.law != RowLaw::Law::kLimit) return;
    const double inside = std::clamp(row.error, row.lower, row.upper);
    add(row.inverse_mass, row.error - inside);
  };
  std::ranges::for_each(problem.joint_rows, add_row);
  std::ranges::for_each(problem.constraint_rows, add_row);
  return energy;
}

namespace {

// -k0 - D v0 - K (q0 - qref), with the drag of trees and the damping of elastic
// elements in D.
VectorXd CalcSmoothForces(const VelocityProblem& problem) {
  VectorXd tau = -problem.k0 - problem.spring_force0 -
                 problem.damping.cwiseProduct(problem.v0);
  for (const Clique& clique : problem.cliques) {
    if (!clique.has_drag()) continue;
    tau.segment(clique.v_start, clique.nv) -=
        clique.drag * problem.v0.segment(clique.v_start, clique.nv);
  }
  for (const ElasticElement& element : problem.elastic_elements)
    AddElasticDamping(element, problem.v0, &tau);
  return tau;
}

// J' f of contact points.
void AddContactForces(const VelocityProblem& problem, VectorXd* tau) {
  for (const ContactPatch& patch : problem.patches) {
    Vector6d F_Bo = Vector6d::Zero();
    for (const ContactPoint& point : problem.PointsOf(patch)) {
      const Vector3d f = CalcForce(point);
      F_Bo.head<3>() += point.p_BoC_W.cross(f);
      F_Bo.tail<3>() += f;
    }
    AddWrenches(problem, patch, F_Bo, tau);
  }
}

// G' f of rows between bodies, then of rows of joints.
void AddRowForces(const VelocityProblem& problem, VectorXd* tau) {
  std::vector<double> row_forces;
  CalcConstraintForces(problem, &row_forces);
  for (const BodyConstraint& constraint : problem.constraints) {
    AddWrenches(problem, constraint,
                CalcWrench(problem, constraint, row_forces), tau);
  }
  CalcJointRowForces(problem, &row_forces);
  for (std::size_t i = 0; i < row_forces.size(); ++i) {
    for (const JointTerm& term : problem.TermsOf(problem.joint_rows[i]))
      (*tau)[term.dof] += term.coefficient * row_forces[i];
  }
}

}  // namespace

// M vdot = tau
void CalcAccelerations(const VelocityProblem& problem, VectorXd* vdot) {
  VectorXd tau = CalcSmoothForces(problem);
  AddContactForces(problem, &tau);
  AddRowForces(problem, &tau);
  for (const LinearActuator& actuator : problem.actuators)
    problem.AddEffort(actuator, CalcEffort(problem, actuator), &tau);

  vdot->resize(problem.num_velocities());
  for (const Clique& clique : problem.cliques) {
    vdot->segment(clique.v_start, clique.nv) =
        clique.M.llt().solve(tau.segment(clique.v_start, clique.nv));
  }
}

}  // namespace tactus::contact

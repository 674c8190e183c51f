#include "tactus/integrators/cenic/kink_error.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/inverse_mass.h"

namespace tactus::integrators {
namespace {

using contact::JointRow;
using contact::LinearActuator;
using contact::RowLaw;
using contact::VelocityProblem;

constexpr double kKinkTime = 3e-3;        // tau_e of what dissipates [s]
constexpr double kElasticKinkTime = 1.5;  // What is added if nothing does [s].
constexpr int kNumParts = 32;             // Of a path.

// A length less that at the start, and its rate.
struct PathPoint {
  double moved{}, rate{};
};

// What acts along a length whose inverse mass is w.
struct KinkedLaw {
  double stiffness{}, damping{}, inverse_mass{};
};

bool IsSlackSpring(const RowLaw& row) {
  return row.law == RowLaw::Law::kSpring && row.lower < row.upper &&
         row.stiffness > 0;
}

// One that is taken at the end of a step.
bool IsLimited(const LinearActuator& actuator) {
  return (std::isfinite(actuator.lower) || std::isfinite(actuator.upper)) &&
         actuator.stiffness > 0 && actuator.damping >= 0;
}

double CalcKinkTime(const KinkedLaw& law) {
  const double two_zeta =
      law.damping * std::sqrt(law.inverse_mass / law.stiffness);
  return kKinkTime +
         kElasticKinkTime * std::pow(std::max(1 - two_zeta, 0.0), 4);
}

// At s of the step on the cubic between its ends.
PathPoint CalcPathPoint(double s, double h, double rate0,
                        const PathPoint& end) {
  const double r = 1 - s;
  return {.moved = s * s * (3 - 2 * s) * end.moved +
                   h * s * r * (r * rate0 - s * end.rate),
          .rate = 6 * s * r * end.moved / h + r * (1 - 3 * s) * rate0 +
                  s * (3 * s - 2) * end.rate};
}

// e, with `to_path(v)` the rate of the length at velocities v and `force(at)`
// what acts there; `theta` as at the length.
template <class ToPath, class Force>
double CalcError(const KinkedLaw& law, const KinkStep& step, double theta,
                 double rate0, const ToPath& to_path, const Force& force) {
  const double h = step.h;
  const auto on_path = [&](const KinkStep::Point& point) {
    return PathPoint{to_path(point.motion), to_path(point.v)};
  };
  const double J_hat = h * force(on_path(step.hat));
  const double J_two =
      h / 2 * (force(on_path(step.half)) + force(on_path(step.two)));
  const double J1 = J_two + theta * (J_two - J_hat);
  const PathPoint end = on_path(step.end);
  double sum = 0;
  for (int i = 0; i < kNumParts; ++i)
    sum += force(CalcPathPoint((i + 0.5) / kNumParts, h, rate0, end));
  const double J = h / kNumParts * sum;
  return CalcKinkTime(law) * law.inverse_mass * std::abs(J - J1);
}

double CalcSpringError(const VelocityProblem& problem, const JointRow& row,
                       const KinkStep& step) {
  const auto terms = problem.TermsOf(row);
  const auto rate = [&](const VectorXd& v) {
    return contact::CalcRate(terms, v);
  };
  // f = -k (g - g*)
  const auto force = [&](const PathPoint& at) {
    const double g = row.error + at.moved;
    return row.stiffness * (std::clamp(g, row.lower, row.upper) - g);
  };
  return CalcError({row.stiffness, row.damping, row.inverse_mass}, step,
                   step.theta[terms.front().dof], rate(problem.v0), rate,
                   force);
}

double CalcActuatorError(const VelocityProblem& problem,
                         const LinearActuator& actuator, const KinkStep& step) {
  const auto rate = [&](const VectorXd& v) {
    return actuator.gear * problem.CalcActuatorRate(actuator, v);
  };
  bool is_at_limit = false;
  const auto force = [&](const PathPoint& at) {
    const double f = actuator.force0 - actuator.stiffness * at.moved -
                     actuator.damping * at.rate;
    is_at_limit = is_at_limit || f < actuator.lower || f > actuator.upper;
    return std::clamp(f, actuator.lower, actuator.upper);
  };
  const auto terms = problem.TermsOf(actuator);
  const int dof = terms.empty() ? actuator.dof : terms.front().dof;
  const double w = terms.empty() ? contact::CalcInverseMass(problem, dof)
                                 : contact::CalcInverseMass(problem, terms);
  const double error = CalcError(
      {actuator.stiffness, actuator.damping, actuator.gear * actuator.gear * w},
      step, step.theta[dof], rate(problem.v0), rate, force);
  return is_at_limit ? error : 0;
}

}  // namespace

bool HasKinks(const VelocityProblem& problem) {
  return std::ranges::any_of(problem.joint_rows, IsSlackSpring) ||
         std::ranges::any_of(problem.actuators, IsLimited);
}

double CalcKinkError(const VelocityProblem& problem, const KinkStep& step) {
  double worst = 0;
  for (const JointRow& row : problem.joint_rows) {
    if (IsSlackSpring(row))
      worst = std::max(worst, CalcSpringError(problem, row, step));
  }
  for (const LinearActuator& actuator : problem.actuators) {
    if (IsLimited(actuator))
      worst = std::max(worst, CalcActuatorError(problem, actuator, step));
  }
  return worst;
}

}  // namespace tactus::integrators

#include "tactus/integrators/diagram/effort_limits.h"

#include <algorithm>
#include <cmath>

#include "tactus/integrators/diagram/control_slopes.h"

namespace tactus::integrators {

using multibody::Actuator;

bool HasLimits(const Actuator& actuator) {
  return std::isfinite(actuator.force_lower) ||
         std::isfinite(actuator.force_upper) ||
         std::isfinite(actuator.control_lower) ||
         std::isfinite(actuator.control_upper);
}

// f = gain u + bias0 + gear (bias1 q + bias2 v).
void KeepFree(const multibody::Model& model, const VectorXd& q,
              const VectorXd& v, const VectorXd& control,
              std::vector<bool>* is_free) {
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    if (!(*is_free)[i]) continue;
    double f = actuator.gain * control[i] + actuator.bias0;
    if (actuator.joint >= 0) {
      const multibody::Joint& joint = model.joints()[actuator.joint];
      f += actuator.gear * (actuator.bias1 * q[joint.q_start] +
                            actuator.bias2 * v[joint.v_start]);
    }
    (*is_free)[i] = IsLinear(actuator) && control[i] > actuator.control_lower &&
                    control[i] < actuator.control_upper &&
                    f > actuator.force_lower && f < actuator.force_upper;
  }
}

bool FindSaturated(const LinearEfforts& efforts, std::vector<bool>* is_free) {
  const contact::VelocityProblem& problem = efforts.problem;
  bool any = false;
  for (const contact::LinearActuator& law : problem.actuators) {
    const auto slope = efforts.effort_slope.row(law.id);
    if (slope.isZero(0)) continue;
    const double x = law.gear * problem.CalcActuatorRate(law, efforts.v1);
    const double own =
        law.force0 - law.CalcSlope(efforts.length_times[law.id]) * x;
    const double other = efforts.effort_offset[law.id] -
                         slope.dot(efforts.change.head(slope.size()));
    const double f = own + other / law.gear;
    if (std::min(own, f) >= law.lower && std::max(own, f) <= law.upper)
      continue;
    (*is_free)[law.id] = false;
    any = true;
  }
  return any;
}

}  // namespace tactus::integrators

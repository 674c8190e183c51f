#include "tactus/systems/primitives/discrete_pid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tactus/common/types.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

DiscretePid::DiscretePid(std::string name, Options options)
    : LeafSystem(std::move(name)), options_(std::move(options)) {
  const int n = static_cast<int>(options_.kp.size());
  if (options_.lower.size() == 0) options_.lower.setConstant(n, -kInfinity);
  if (options_.upper.size() == 0) options_.upper.setConstant(n, kInfinity);
  CheckOptions();
  measured_ = DeclareVectorInputPort("measured", n);
  desired_ = DeclareVectorInputPort("desired", n);
  integral_ = DeclareDiscreteState(VectorXd::Zero(n));
  derivative_ = DeclareDiscreteState(VectorXd::Zero(n));
  last_ = DeclareDiscreteState(VectorXd::Zero(n));  // d_(k-1)
  control_ = DeclareDiscreteState(VectorXd::Zero(n));
  started_ = DeclareDiscreteState(VectorXd::Zero(1));  // 1: d_(k-1) is known
  DeclarePeriodicUpdate(options_.period, &DiscretePid::Update);
  DeclareVectorOutputPort("control", n, &DiscretePid::CalcControl,
                          Reads::kDiscrete);
}

void DiscretePid::CheckOptions() const {
  const auto& o = options_;
  const auto n = o.kp.size();
  CheckBlock(*this, o.ki.size() == n && o.kd.size() == n,
             "kp, ki and kd differ in size");
  CheckFinite(*this, "kp", o.kp);
  CheckFinite(*this, "ki", o.ki);
  CheckFinite(*this, "kd", o.kd);
  CheckPeriod(*this, o.period);
  CheckBlock(*this,
             std::isfinite(o.derivative_time_constant) &&
                 o.derivative_time_constant >= 0,
             "the derivative's time constant must not be negative");
  CheckBlock(*this,
             std::isfinite(o.proportional_weight) &&
                 std::isfinite(o.derivative_weight),
             "the weights must be finite");
  CheckBlock(*this,
             o.lower.size() == n && o.upper.size() == n &&
                 (o.lower.array() <= o.upper.array()).all(),
             "the limits must be as many as the gains, and lower must not "
             "exceed upper");
  CheckBlock(
      *this,
      o.anti_windup == AntiWindup::kClamping ||
          (std::isfinite(o.tracking_time) && o.tracking_time >= o.period),
      "back-calculation needs a tracking time of at least the period");
}

void DiscretePid::Update(const LeafContext& context, NextState* next) const {
  const VectorXd& y = measured_.Eval(context);
  const VectorXd& r = desired_.Eval(context);
  const bool is_first = context.discrete_state(started_)[0] == 0;
  for (int i = 0; i < y.size(); ++i) {
    UpdateElement(i, r[i], y[i], is_first, next);
  }
  next->discrete_state(started_)[0] = 1;
}

void DiscretePid::UpdateElement(int i, double r, double y, bool is_first,
                                NextState* next) const {
  const auto& o = options_;
  double& I = next->discrete_state(integral_)[i];
  double& D = next->discrete_state(derivative_)[i];
  double& d_last = next->discrete_state(last_)[i];
  const double Tf = o.derivative_time_constant, P = o.period;

  // D <- (Tf D + kd (d_k - d_(k-1))) / (Tf + P)
  const double d = o.derivative_weight * r - y;
  if (!is_first) D = (Tf * D + o.kd[i] * (d - d_last)) / (Tf + P);
  d_last = d;

  // v = kp (b r - y) + I + D,  u = min(max(v, lower), upper)
  const double v = o.kp[i] * (o.proportional_weight * r - y) + I + D;
  const double u = std::clamp(v, o.lower[i], o.upper[i]);
  next->discrete_state(control_)[i] = u;

  const double growth = o.ki[i] * P * (r - y);
  if (o.anti_windup == AntiWindup::kBackCalculation) {
    I += growth + P / o.tracking_time * (u - v);
  } else if (!((v > u && growth > 0) || (v < u && growth < 0))) {
    I += growth;
  }
}

void DiscretePid::CalcControl(const LeafContext& context, VectorXd* u) const {
  *u = context.discrete_state(control_);
}

}  // namespace tactus::systems

#pragma once

namespace tactus::apps {

/// A step h of x' = rate(x) by the classic Runge-Kutta method, of fourth order,
/// on an Eigen vector: what solves equations of motion for the truth.
template <class State, class Rate>
void StepRungeKutta(const Rate& rate, double h, State* x) {
  const State k1 = rate(*x);
  const State k2 = rate(State(*x + h / 2 * k1));
  const State k3 = rate(State(*x + h / 2 * k2));
  const State k4 = rate(State(*x + h * k3));
  *x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

}  // namespace tactus::apps

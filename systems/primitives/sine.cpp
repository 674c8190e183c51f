#include "tactus/systems/primitives/sine.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {
namespace {

constexpr double kShareOfPeriod = 0.05;

}  // namespace

Sine::Sine(std::string name, const VectorRef& amplitude,
           const VectorRef& frequency, const VectorRef& phase)
    : LeafSystem(std::move(name)), a_(amplitude), w_(frequency), phi_(phase) {
  CheckBlock(*this, w_.size() == a_.size() && phi_.size() == a_.size(),
             "amplitude, frequency and phase differ in size");
  const int size = static_cast<int>(a_.size());
  double fastest = 0;  // [rad/s]
  for (int i = 0; i < size; ++i) {
    if (a_[i] != 0) fastest = std::max(fastest, std::abs(w_[i]));
  }
  if (fastest > 0 && std::isfinite(fastest))
    DeclareLongestStep(kShareOfPeriod * 2 * std::numbers::pi / fastest);
  DeclareVectorOutputPort("y", size, &Sine::CalcY, Reads::kTime);
  DeclareVectorOutputPort("ydot", size, &Sine::CalcYdot, Reads::kTime);
  DeclareVectorOutputPort("yddot", size, &Sine::CalcYddot, Reads::kTime);
}

Sine::Sine(std::string name, double amplitude, double frequency, double phase,
           int size)
    : Sine(std::move(name), VectorXd::Constant(size, amplitude),
           VectorXd::Constant(size, frequency),
           VectorXd::Constant(size, phase)) {}

void Sine::CalcY(const LeafContext& context, VectorXd* y) const {
  y->array() = a_ * (w_ * context.time() + phi_).sin();
}

void Sine::CalcYdot(const LeafContext& context, VectorXd* ydot) const {
  ydot->array() = a_ * w_ * (w_ * context.time() + phi_).cos();
}

void Sine::CalcYddot(const LeafContext& context, VectorXd* yddot) const {
  yddot->array() = -a_ * w_.square() * (w_ * context.time() + phi_).sin();
}

}  // namespace tactus::systems

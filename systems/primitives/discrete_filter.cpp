#include "tactus/systems/primitives/discrete_filter.h"

#include <algorithm>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

DiscreteFilter::DiscreteFilter(std::string name,
                               std::vector<FilterSection> sections,
                               double period, int size)
    : LeafSystem(std::move(name)), sections_(std::move(sections)) {
  CheckBlock(*this, !sections_.empty(), "a filter needs a section");
  CheckPeriod(*this, period);
  for (FilterSection& section : sections_) {
    Normalize(&section);
    memory_size_ += static_cast<int>(section.a.size()) - 1;
  }
  u_ = DeclareVectorInputPort("u", size);
  memory_ = DeclareDiscreteState(VectorXd::Zero(memory_size_ * size));
  held_ = DeclareDiscreteState(VectorXd::Zero(size));
  DeclarePeriodicUpdate(period, &DiscreteFilter::Update);
  DeclareVectorOutputPort("y", size, &DiscreteFilter::CalcY, Reads::kDiscrete);
}

void DiscreteFilter::Normalize(FilterSection* section) const {
  VectorXd &a = section->a, &b = section->b;
  CheckFinite(*this, "a filter's coefficients", a);
  CheckFinite(*this, "a filter's coefficients", b);
  CheckBlock(*this, a.size() > 0 && b.size() > 0 && a[0] != 0,
             "a filter's section needs b_0, and an a_0 other than zero");
  const auto num = std::max(a.size(), b.size());
  const double a0 = a[0];
  for (VectorXd* c : {&a, &b}) {
    const auto old_size = c->size();
    c->conservativeResize(num);
    c->tail(num - old_size).setZero();
    *c /= a0;
  }
}

void DiscreteFilter::Update(const LeafContext& context, NextState* next) const {
  const VectorXd& u = u_.Eval(context);
  VectorXd& z = next->discrete_state(memory_);
  VectorXd& y = next->discrete_state(held_);
  for (int i = 0; i < u.size(); ++i) {
    y[i] = Filter(u[i], z.segment(i * memory_size_, memory_size_).data());
  }
}

double DiscreteFilter::Filter(double u, double* z) const {
  for (const auto& [b, a] : sections_) {
    const auto n = a.size() - 1;
    const double y = b[0] * u + (n > 0 ? z[0] : 0);
    for (Eigen::Index i = 1; i <= n; ++i) {
      z[i - 1] = b[i] * u - a[i] * y + (i < n ? z[i] : 0);
    }
    z += n;
    u = y;
  }
  return u;
}

void DiscreteFilter::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = context.discrete_state(held_);
}

}  // namespace tactus::systems

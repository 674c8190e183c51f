#include "tactus/systems/primitives/vector_integrator.h"

#include <utility>

namespace tactus::systems {

VectorIntegrator::VectorIntegrator(std::string name,
                                   const VectorRef& initial_value)
    : LeafSystem(std::move(name)) {
  const int size = static_cast<int>(initial_value.size());
  u_ = DeclareVectorInputPort("u", size);
  DeclareContinuousState(initial_value);
  DeclareVectorOutputPort("y", size, &VectorIntegrator::CalcY,
                          Reads::kContinuous);
}

VectorIntegrator::VectorIntegrator(std::string name, int size)
    : VectorIntegrator(std::move(name), VectorXd::Zero(size)) {}

void VectorIntegrator::CalcTimeDerivatives(const LeafContext& context,
                                           VectorXd* xdot) const {
  *xdot = u_.Eval(context);
}

void VectorIntegrator::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = context.continuous_state();
}

bool VectorIntegrator::CalcOutputJacobians(const LeafContext&, int,
                                           LeafJacobians* jacobians) const {
  const int size = num_continuous_states();
  jacobians->by_state = MatrixXd::Identity(size, size);
  return true;
}

bool VectorIntegrator::CalcTimeDerivativesJacobians(
    const LeafContext&, LeafJacobians* jacobians) const {
  const int size = num_continuous_states();
  jacobians->by_input = {MatrixXd::Identity(size, size)};
  return true;
}

}  // namespace tactus::systems

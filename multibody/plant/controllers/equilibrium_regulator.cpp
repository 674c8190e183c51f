#include "tactus/multibody/plant/controllers/equilibrium_regulator.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/kinematics.h"
#include "tactus/systems/control/lqr.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::CheckBlock;
using systems::LeafContext;

EquilibriumRegulator::EquilibriumRegulator(std::string name,
                                           std::shared_ptr<const Model> model,
                                           Equilibrium equilibrium,
                                           const MatrixXd& K)
    : LeafSystem(std::move(name)),
      model_(std::move(model)),
      equilibrium_(std::move(equilibrium)),
      K_(K) {
  CheckBlock(*this, model_ != nullptr, "there is no model");
  const int nq = model_->num_positions(), nv = model_->num_velocities();
  const int nu = model_->num_actuators();
  CheckBlock(*this, equilibrium_.q.size() == nq && equilibrium_.u.size() == nu,
             "the equilibrium must have one number per position and actuator");
  CheckBlock(*this, K_.rows() == nu && K_.cols() == 2 * nv && K_.allFinite(),
             fmt::format("the gain must be {} x {} numbers", nu, 2 * nv));
  state_ = DeclareVectorInputPort("estimated_state", nq + nv);
  DeclareVectorOutputPort("actuation", nu, &EquilibriumRegulator::CalcActuation,
                          systems::Reads::kInputs);
}

void EquilibriumRegulator::CalcActuation(const LeafContext& context,
                                         VectorXd* u) const {
  const int nq = model_->num_positions(), nv = model_->num_velocities();
  const auto& x = state_.Eval(context);
  VectorXd error;
  CalcPositionDifference(*model_, equilibrium_.q, x.head(nq), &error);
  *u = equilibrium_.u;
  *u -= K_.leftCols(nv) * error + K_.rightCols(nv) * x.tail(nv);
}

std::unique_ptr<EquilibriumRegulator> MakeLqrRegulator(
    std::string name, std::shared_ptr<const Model> model,
    Equilibrium equilibrium, const MatrixXd& Q, const MatrixXd& R) {
  const LinearizedModel linear = Linearize(model, equilibrium);
  const systems::LqrResult lqr =
      systems::ContinuousLqr({.A = linear.A, .B = linear.B, .Q = Q, .R = R});
  return std::make_unique<EquilibriumRegulator>(
      std::move(name), std::move(model), std::move(equilibrium), lqr.K);
}

}  // namespace tactus::multibody

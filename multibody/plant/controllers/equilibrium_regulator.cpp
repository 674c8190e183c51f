#include "tactus/multibody/plant/controllers/equilibrium_regulator.h"

#include "tactus/common/require.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/control/lqr.h"

namespace tactus::multibody {

using systems::LeafContext;

EquilibriumRegulator::EquilibriumRegulator(std::string name,
                                           std::shared_ptr<const Model> model,
                                           Equilibrium equilibrium,
                                           const MatrixXd& K)
    : LeafSystem(std::move(name)),
      model_(std::move(model)),
      equilibrium_(std::move(equilibrium)),
      K_(K) {
  Require(model_ != nullptr, "block '" + this->name() + "': there is no model");
  const int nq = model_->num_positions(), nv = model_->num_velocities();
  const int nu = model_->num_actuators();
  Require(equilibrium_.q.size() == nq && equilibrium_.u.size() == nu,
          "block '" + this->name() +
              "': the equilibrium must have one number per position and "
              "actuator");
  Require(K_.rows() == nu && K_.cols() == 2 * nv && K_.allFinite(),
          "block '" + this->name() + "': the gain must be " +
              std::to_string(nu) + " x " + std::to_string(2 * nv) + " numbers");
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

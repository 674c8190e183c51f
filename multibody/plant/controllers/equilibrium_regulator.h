#pragma once

#include <memory>
#include <string>

#include "tactus/multibody/plant/controllers/linearize.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// Keeps a model at an equilibrium by linear state feedback,
///
///     u = u0 - K [e; v]
///
///   symbol  meaning
///   q0, u0  the equilibrium, and the controls that hold it
///   e       from q0 to q, in velocity coordinates [rad, m], as in linearize.h
///   K       gain, one row per actuator, 2 nv columns
///
/// For a model without quaternions this is systems::LqrController with
/// x0 = [q0; 0].
///
///   input            size       what
///   estimated_state  nq + nv    [q; v], such as the plant's state
///
///   output
///   actuation        actuators  u
class EquilibriumRegulator final : public systems::LeafSystem {
 public:
  /// @throws std::invalid_argument without a model, or if sizes do not match.
  EquilibriumRegulator(std::string name, std::shared_ptr<const Model> model,
                       Equilibrium equilibrium, const MatrixXd& K);

  const MatrixXd& gain() const { return K_; }
  const systems::InputPort& estimated_state_input() const { return state_; }
  const systems::OutputPort& actuation_output() const {
    return get_output_port();
  }

 private:
  void CalcActuation(const systems::LeafContext& context, VectorXd* u) const;

  std::shared_ptr<const Model> model_;
  Equilibrium equilibrium_;
  const MatrixXd K_;
  systems::InputPort state_;
};

/// The regulator with the K of the least  ∫ x'Q x + (u - u0)'R (u - u0) dt,
/// x = [e; v], for the model linearised at its equilibrium (linearize.h).
/// @throws std::invalid_argument as Linearize() and systems::ContinuousLqr().
std::unique_ptr<EquilibriumRegulator> MakeLqrRegulator(
    std::string name, std::shared_ptr<const Model> model,
    Equilibrium equilibrium, const MatrixXd& Q, const MatrixXd& R);

}  // namespace tactus::multibody

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/model.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {

/// What the error of a step is measured over; [Kurtz25], section V-E.
enum class ErrorNorm {
  kPositions,  ///< Positions of plants, and the state of all other blocks.
  kState,      ///< Velocities of plants, too.
};
std::string_view to_string(ErrorNorm norm);

/// The largest weighted entry of a difference of two states.
struct DiagramError {
  double error{};  ///< NaN when an entry is.
  int entry = -1;  ///< For DiagramErrorNorm::Describe(); -1: no difference.
};

/// One weighting of all states of a diagram, for every integrator that
/// controls its error, so that accuracies mean the same [Kurtz25, V-E]:
///
///     error = max( | S (q_b - q_a) |, | S (v_b - v_a) |, | (z_b - z_a) / s | )
///
///   q    positions of every plant; differences of rotations are rotation
///        vectors [rad]
///   v    velocities of every plant, in kState alone
///   S    1 for angles [rad] and their rates [rad/s], 1 / length scale for
///        lengths [m] and their rates [m/s]
///   z,s  continuous states of all other blocks; max(scale, |z_b|), with the
///        scales of LeafSystem::SetErrorScales()
class DiagramErrorNorm {
 public:
  /// @param length_scale  metres that weigh as much as one radian.
  /// @throws std::invalid_argument unless it is positive.
  DiagramErrorNorm(const systems::Diagram& diagram, ErrorNorm norm,
                   double length_scale = 1);

  ErrorNorm norm() const { return norm_; }

  /// The error between the diagram's whole states, as in
  /// Context::continuous_state().
  DiagramError Calc(const VectorXd& x_a, const VectorXd& x_b);

  /// For a message: "joint 'hinge'", "the velocity of joint 'hinge'", or
  /// "state 2 of block 'lag'". @pre error.entry >= 0
  std::string Describe(const DiagramError& error) const;

  /// W of the same norm for small differences dx of raw states about `x`:
  /// error ~ max_i W_i |dx_i|. An entry of a unit quaternion counts as two
  /// radians; W is zero for what the norm leaves out.
  void CalcWeights(const VectorXd& x, VectorXd* weights) const;

 private:
  struct Plant {
    const multibody::Model* model{};
    int start{};   // of q in the diagram's state
    VectorXd S_v;  // by velocity
    VectorXd S_q;  // by position
  };

  const systems::Diagram* diagram_;
  ErrorNorm norm_;
  std::vector<Plant> plants_;
  std::vector<int> others_;  // states outside of plants
  VectorXd difference_;
};

}  // namespace tactus::integrators

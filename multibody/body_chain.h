#pragma once

#include <span>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Which of a joint's velocities carry which: those of a lower rank stand
/// nearer to the world, those of the same do not move each other. Turns of ball
/// and floating joints are about axes of F, through a point that the latter's
/// slides move.
int CalcCarrierRank(JointType type, int component);

/// S x R of twists, the rate of R that moves with S ([Featherstone08, section
/// 2.9]).
Vector6d CrossTwists(const Vector6d& S, const Vector6d& R);

/// The twist V of a body [rad/s, m/s] and its rate A where vdot = 0, angular,
/// then linear at the world's origin, in W.
struct BodyTwist {
  Vector6d V = Vector6d::Zero(), A = Vector6d::Zero();
};

/// The velocities that carry a body, from the world outwards, and how the
/// body's twist follows from them. A twist S_j moves rigidly with all that
/// stands before it,
///
///     V = sum S_j v_j,    A = sum V_j x S_j v_j,    V_j the twist before j,
///
/// so that a motion T in front of some of them, with V_u, A_u what stands
/// before T or beside it, makes of the rest (Jacobi's identity)
///
///     dV = T x (V - V_u),
///     dA = T x (A - A_u) - (T x V_u) x (V - V_u).
class BodyChain {
 public:
  struct Carrier {
    int joint{}, rank{};
    int velocity{};  ///< Of the model.
    Vector6d S = Vector6d::Zero();
  };

  /// @param S  by velocity of the model: the twist of the joint's own body,
  ///   angular, then linear at p of that body, in W.
  /// @param p  by body of the model, in W [m].
  void Build(const Model& model, int body, const Matrix6Xd& S,
             std::span<const Vector3d> p);
  std::span<const Carrier> carriers() const { return carriers_; }
  /// Which carrier a velocity is, or -1.
  int Find(int velocity) const;
  /// Whether a joint carries the body, welds included.
  bool IsCarriedBy(int joint) const;

  /// At velocities of the model, for what follows.
  void Move(const VectorXd& v);
  const BodyTwist& twist() const { return before_.back(); }
  /// Of twist(), by carrier i's position and by its velocity.
  BodyTwist CalcRateByPosition(int i) const;
  BodyTwist CalcRateByVelocity(int i) const;
  /// By a motion T of a joint that carries the body, and of all behind it.
  BodyTwist CalcRateBehind(int joint, const Vector6d& T) const;
  /// Of carrier j's twist, by carrier i's position.
  bool IsBefore(int i, int j) const;

 private:
  BodyTwist CalcRate(const Vector6d& T, const BodyTwist& before) const;

  std::vector<int> joints_;
  std::vector<Carrier> carriers_;
  /// Where joints and ranks begin among carriers_, and their end.
  std::vector<int> places_;
  std::vector<int> place_of_;      ///< By carrier.
  std::vector<BodyTwist> before_;  ///< Before each place, and the body's.
};

}  // namespace tactus::multibody

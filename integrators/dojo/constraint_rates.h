#pragma once

#include "tactus/integrators/dojo/discrete_dynamics.h"
#include "tactus/multibody/body_chain.h"
#include "tactus/multibody/constraint.h"
#include "tactus/multibody/elastic/cosserat_rates.h"

namespace tactus::integrators {

/// How what ties two bodies A and B changes with what a step starts from. Its
/// rows are those of multibody/constraint_rows.h at q2, with the points P on A
/// and Q on B, r = Q - P, and f, t the impulse and torque that their
/// multipliers make:
///
///     type       g             x = G v                       b
///     kBall      r             v_Q - v_P - (w_A + w_B) x r/2 a_Q - a_P
///     kWeld      the same, and
///                log R_Q R_P'  w_B - w_A                     alpha_B - alpha_A
///                                                    + w_A x (w_B - w_A)
///     kDistance  |r| - d       n'(v_Q - v_P)                 n'(a_Q - a_P)
///                                                    + |u_t|^2 / |r|
///     kCosserat  e             G (V_B - Phi V_A) at Q        none: springs
///
/// x with the velocities v of the step, b with v1 of the step before. A wrench
/// of f and t acts on B at C halfway between P and Q, at Q of rods, stiff and
/// elastic, its opposite on A.
class ConstraintRates {
 public:
  /// What one of the things that a step starts from changes.
  struct Change {
    /// Twists of A and B, about the world's origin.
    Vector6d T_a = Vector6d::Zero(), T_b = Vector6d::Zero();
    /// Of the twists of A and B, by v, and by v1.
    multibody::BodyTwist a, b, a1, b1;
    /// What carries A and B moves by `T`: from `joint` on, or behind carriers.
    Vector6d T = Vector6d::Zero();
    int joint = -1;                      ///< -1: none.
    int carrier_a = -1, carrier_b = -1;  ///< -1: none.
  };
  /// Of one row.
  struct RowRates {
    double g{}, x{}, b{};
  };

  /// Of a rigid constraint or a spring.
  /// @param v, v1  of all the model's velocities.
  /// @throws std::invalid_argument for a spring whose ends coincide.
  void Calc(const DiscreteDynamics& dynamics,
            const multibody::Constraint& constraint, const VectorXd& v,
            const VectorXd& v1);

  /// Whether a velocity carries A or B.
  bool IsCarriedBy(int velocity) const {
    return a_.chain.Find(velocity) >= 0 || b_.chain.Find(velocity) >= 0;
  }

  /// By q2 along a velocity that carries A or B, and by v1's.
  Change ByPosition(int velocity) const;
  Change ByVelocity(int velocity) const;
  /// A joint's frame, and all that it carries, moves by e in W.
  Change ByJointPosition(int joint, const Vector3d& e_W) const;

  /// @param row  of the constraint's in the velocity problem.
  RowRates CalcRow(const Vector6d& row, const Change& change) const;

  /// An impulse along a row, which the following functions act with.
  void ClearImpulses();
  void AddImpulse(const Vector6d& row, double impulse);
  /// Of G' impulse, over the model's velocities: rate += .
  void AddForceRate(const Change& change, VectorXd* rate) const;

  /// What the pull of a piece of elastic rod makes of turns of A and of B
  /// (multibody/elastic/cosserat_element.h).
  struct Turning {
    Matrix3d a, b;
  };
  bool is_elastic() const;
  Turning CalcTurning() const;
  Turning CalcTurningRates(const Change& change) const;

 private:
  /// A frame on one of the bodies.
  struct End {
    multibody::BodyChain chain, chain1;  ///< At v and at v1.
    Matrix3d R = Matrix3d::Identity();
    Vector3d p = Vector3d::Zero();
    Vector3d p_WBo = Vector3d::Zero();  ///< Of the body.
  };
  /// How a point of a body moves; rates of it.
  struct PointMotion {
    Vector3d p, v, a;
  };
  /// Of P and Q, with v and with v1.
  struct EndRates {
    PointMotion P, Q, P1, Q1;
  };
  EndRates CalcEndRates(const Change& change) const;
  void CalcEnd(const DiscreteDynamics& dynamics, int body,
               const RigidTransform& X_BF, const VectorXd& v,
               const VectorXd& v1, End* end) const;
  static PointMotion CalcPoint(const multibody::BodyTwist& twist,
                               const Vector3d& p);
  static PointMotion CalcPointRate(const multibody::BodyTwist& twist,
                                   const Vector3d& p, const Vector6d& T,
                                   const multibody::BodyTwist& rate);
  RowRates CalcTurnRow(int i, const Change& change) const;
  RowRates CalcRodRow(const Change& change) const;
  RowRates CalcElementRow(int i, const Change& change) const;
  int FindElementRow(const Vector6d& row) const;
  Vector6d CalcRelative(const Vector6d& V_a, const Vector6d& V_b) const;
  multibody::CosseratRates CalcElementRates(const Change& change) const;
  struct WrenchRates {
    Vector3d C, force, torque;
  };
  WrenchRates CalcWrenchRates(const Change& change) const;

  const multibody::Constraint* constraint_{};
  End a_, b_;
  Vector3d r_ = Vector3d::Zero(), f_ = Vector3d::Zero();
  Vector3d torque_ = Vector3d::Zero();
  double along_rod_{};  ///< f by n.
  multibody::CosseratStrain strain_{};
  Vector6d along_strains_ = Vector6d::Zero();  ///< f and t by strains.
};

}  // namespace tactus::integrators

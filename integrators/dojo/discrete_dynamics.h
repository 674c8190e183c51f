#pragma once

#include <span>
#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// The discrete Euler-Lagrange equations of a model in minimal coordinates,
/// [Howell22] (14)-(17), for trees: with the configurations q1, q2, q3 at the
/// ends of two steps of h1 and h,
///
///     q2 = q1 (+) h1 v1,    q3 = q2 (+) h v,
///     d(v) = sum over bodies J_b(q2)' [ R2 (p+ - p-); m (v25 - v15) ]
///            + armature (v - v1)  =  impulses along joints,
///
/// the momentum that the bodies have gained, in maximal coordinates, seen by
/// the joints: multipliers of joints do no work in J(q2)'.
///
///   (+)      RetractPositions(): its differences are exact
///   v25,v15  mean velocities of the centre of mass over the steps [m/s]
///   psi+     vector part of R2* R3, psi- of R1* R2; c+, c- the scalar parts
///   w        2 psi / h [rad/s], body axes, at most 2 / h: half a turn
///   p+       c+ J w + h/2 w x J w,   p- = c- J w - h1/2 w x J w [N m s]
///   J_b      6 x nv, angular, then linear at the centre of mass, in W
///
/// Momenta and derivatives follow by passes over the bodies, in time linear in
/// them. One object serves one step; buffers are kept.
class DiscreteDynamics {
 public:
  /// A body at the end of the step, with what depends on it.
  struct BodyState {
    Matrix3d R = Matrix3d::Identity();     ///< R_WB at q3.
    Vector3d p_Bcm_W = Vector3d::Zero();   ///< Centre of mass [m].
    Vector3d p2_Bcm_W = Vector3d::Zero();  ///< The same at q2.
    Vector3d w = Vector3d::Zero();         ///< Mean, in W [rad/s].
    Vector3d v = Vector3d::Zero();         ///< Mean, of the centre [m/s].
    Matrix3d dw = Matrix3d::Zero();  ///< Of w by a rotation of R, in W [1/s].
  };

  /// Both steps that meet at q2.
  struct Start {
    const multibody::Model& model;
    const multibody::PositionKinematics& position;  ///< At q2.
    const VectorXd& q2;
    const VectorXd& v1;
    double h1{}, h{};  ///< [s]
  };
  void Begin(const Start& start);

  /// q3 of all, and of these trees bodies and d(v).
  void Calc(std::span<const int> trees, const VectorXd& v);
  /// After Calc(): motion3() and gain_rates() of a tree's bodies.
  void CalcMotions(const multibody::Tree& tree);
  /// dd_dv += J2' R dy/dv + armature, nv x nv of the tree, after CalcMotions().
  /// @param rates  R, by body of the model: gain_rates(), and more; sums on
  ///   return.
  void AddJacobian(const multibody::Tree& tree, std::span<Matrix6d> rates,
                   Eigen::Ref<MatrixXd> dd_dv) const;

  /// d += J(q2)' W of all of a tree's wrenches, about centres at q2, by one
  /// pass inwards, which leaves sums over subtrees in them.
  void AddJointForces(const multibody::Tree& tree, std::span<Vector6d> wrenches,
                      VectorXd* d) const;
  /// y of a tree's bodies at q3 by a change dv of the model's velocities, by
  /// one pass outwards; after CalcMotions().
  void CalcPoses(const multibody::Tree& tree, const VectorXd& dv,
                 std::span<Vector6d> y) const;

  /// How the pose y of a body changes at q1 and q3 with its own joint's
  /// velocities, the joints before it at rest, in W: with q2 at v1 and v held,
  /// and with v1. Columns by velocity of the model. motion2() is y2's with q2.
  struct StartMotions {
    Matrix6Xd y1_q, y3_q, y1_v1;
  };
  /// Of gained() by the poses.
  struct GainRates {
    Matrix6d y1, y2, y3;
  };
  /// After CalcMotions(): of the tree's bodies.
  void CalcStartMotions(const multibody::Tree& tree);
  const StartMotions& start_motions() const { return start_; }
  GainRates CalcGainRates(int b) const;

  /// R2 (p+ - p-); m (v25 - v15).
  const Vector6d& gained(int b) const { return gained_[b]; }
  /// R2 (p+ - p-) [N m s] of another inertia on the body's path.
  Vector3d CalcAngularGain(int b, const Matrix3d& I_Bcm) const;
  /// v25 - v15 [m/s].
  Vector3d CalcVelocityGain(int b) const;
  const Matrix3d& R1(int b) const { return R1_[b]; }
  const Matrix3d& R2(int b) const { return R2_[b]; }
  double h1() const { return h1_; }
  std::span<const Vector3d> p1() const { return p1_; }
  std::span<const Vector3d> p2() const { return p2_; }
  std::span<const Vector3d> p3() const { return p3_; }

  const multibody::Model& model() const { return *model_; }
  const VectorXd& q2() const { return q2_; }
  const VectorXd& q3() const { return q3_; }
  const VectorXd& momentum() const { return d_; }
  const BodyState& body(int b) const { return bodies_[b]; }
  /// dy/dv of a body by its own joint's velocities, at q2 and, times h, at q3;
  /// columns by velocity of the model.
  const Matrix6Xd& motion2() const { return motion2_; }
  const Matrix6Xd& motion3() const { return motion3_; }
  /// Of gained() by y at q3.
  std::span<const Matrix6d> gain_rates() const { return gain_rates_; }

  /// J_b(q2), over the velocities of the body's tree.
  void CalcJ2(int b, Matrix6Xd* J) const;
  /// dy/dv of a body at q3, over the same; after CalcMotions().
  void CalcPoseRates(int b, Matrix6Xd* J) const;
  /// Its y at q3 by q2, over the same; after CalcStartMotions().
  void CalcStartRates(int b, Matrix6Xd* y3_q) const;

 private:
  void Resize();
  void BeginBody(const Start& start, int b);
  void CalcBody(int b);
  Matrix6d CalcGainRate(int b) const;

  const multibody::Model* model_{};
  double h1_{}, h_{};
  VectorXd q2_, v1_, q1_, q3_, dq_, back_, d_, zero_;
  multibody::PositionKinematics position_, position_at_q1_;
  multibody::VelocityKinematics unused_;  ///< Of the same pass.
  std::vector<Matrix3d> R1_, R2_;
  std::vector<Vector3d> p1_, p2_, p3_;  ///< Centres of mass.
  std::vector<Vector6d> before_;        ///< R2 p-, m v15.
  std::vector<BodyState> bodies_;
  std::vector<Vector6d> gained_, sums_;
  Matrix6Xd motion2_, motion3_;
  std::vector<Matrix6d> gain_rates_;
  StartMotions start_;
};

}  // namespace tactus::integrators

#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tactus/multibody/body_chain.h"
#include "tactus/multibody/fluid/flow_force.h"
#include "tactus/multibody/fluid/flow_rates.h"
#include "tactus/multibody/inertia_box_rates.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {

/// How the generalized force of a fluid, f = sum J'F, and the diagonal C of its
/// slope change, as AddPartForce() has them. With a part's frame E, and twists
/// S_j of the velocities that carry its body about the world's origin,
///
///     J_j = X_EW S_j,    V = sum J_j v_j - R_EW wind,
///     f_j = J_j' F(V),   C_j = (J_j o J_j)' c(V),
///
/// and with a motion T of E, which carries some of the velocities j with it,
///
///     dJ_j = -X_EW (T x S_j) of those that it does not carry,
///     dV   = sum dJ_j v_j + R_EW (w_T x wind).
class FluidRates {
 public:
  /// @param model  must outlive this.
  explicit FluidRates(const Model& model);

  /// Whether there is anything that a fluid acts on.
  bool is_empty() const { return parts_.empty(); }

  /// Where the following functions are taken.
  void Calc(const PositionKinematics& position, const VectorXd& v);

  /// Over the model's velocities.
  struct Change {
    VectorXd force;    ///< df [N or N m].
    VectorXd damping;  ///< dC.
  };
  /// By position along a velocity, and by that velocity.
  Change ByPosition(int velocity) const;
  Change ByVelocity(int velocity) const;
  /// The frame of a joint, and what it carries, moves by e in W [m].
  Change ByJointPosition(int joint, const Vector3d& e_W) const;
  /// Of a body that is taken for the box of its inertia; zero of others.
  Change ByCenterOfMass(int body, const Vector3d& e_B) const;
  Change ByMass(int body) const;
  /// Along a symmetric dI of I_Bcm.
  /// @throws std::invalid_argument, with the name of the body, where its box
  ///   has no rates by it.
  Change ByInertia(int body, const Matrix3d& dI) const;
  /// C.
  VectorXd CalcDamping() const;

 private:
  struct Part {
    int body{};
    RigidTransform X_BE;
    Vector3d half_extents = Vector3d::Zero();     ///< Of a box.
    std::optional<EllipsoidFlow> ellipsoid = {};  ///< Instead of it.
    std::optional<EllipsoidFlowRates> ellipsoid_rates = {};
    // Of the last Calc().
    RigidTransform X_WE = {};
    BodyChain chain = {};
    Matrix6Xd J = {};  ///< By carrier.
    Vector6d V = Vector6d::Zero();
    FlowForce flow = {};
    FlowRates rates = {};
  };
  using IsCarried = std::function<bool(int carrier)>;

  static Vector6d InE(const Part& part, const Vector6d& twist);
  Change MakeChange() const;
  const Part* FindBox(int body) const;
  void AddMotion(const Part& part, const Vector6d& T,
                 const IsCarried& is_carried, Change* change) const;
  void AddFlow(const Part& part, const Vector6d& dF, const Vector6d& dc,
               Change* change) const;
  void AddBox(const Part& part, const InertiaBoxRates& box,
              Change* change) const;

  const Model& model_;
  VectorXd v_;
  std::vector<Vector3d> p_WBo_;  ///< By body [m].
  std::vector<Part> parts_;
};

}  // namespace tactus::multibody

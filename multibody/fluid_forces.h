#pragma once

#include <vector>

#include "tactus/multibody/fluid/flow_force.h"
#include "tactus/multibody/inertia_box.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What the fluid around a model does to its bodies: to each that moves and has
/// mass as to its inertia box (CalcBoxFlow), or as to its ellipsoids
/// (EllipsoidFlow).
class FluidForces {
 public:
  explicit FluidForces(const Model& model);

  /// On one part, at its origin E.
  struct PartForce {
    int body{};
    Vector3d p_BoE_B = Vector3d::Zero();
    Matrix3d R_WE = Matrix3d::Identity();
    FlowForce flow;

    /// Torque [N m] and force [N], in W.
    Vector6d CalcForceInW() const;
  };
  /// None in a vacuum. They stay valid until the next call.
  const std::vector<PartForce>& Calc(const PositionKinematics& position,
                                     const VelocityKinematics& velocity);

 private:
  struct Box {
    int body{};
    InertiaBox box;
  };
  struct Ellipsoid {
    int body{};
    RigidTransform X_BE;
    EllipsoidFlow flow;
  };
  /// V_E against the fluid, and where the part stands.
  Vector6d Place(int body, const RigidTransform& X_BE,
                 const PositionKinematics& position,
                 const VelocityKinematics& velocity, PartForce* part) const;

  Fluid fluid_;
  std::vector<Box> boxes_;
  std::vector<Ellipsoid> ellipsoids_;
  std::vector<PartForce> forces_;
};

/// Adds what the fluid does to one part to the generalized force, J' F, and how
/// that falls with the velocities of the part's tree,
///
///     C = J' c J,   c = -dF/dV, diagonal and not negative,
///
/// to `drag`, nv x nv, unless that is null; an empty one becomes C. J is the
/// part's V_E by the tree's velocities, 6 x nv, in E. The diagonal of C alone
/// would resist motions of a chain that move nothing through the fluid.
void AddPartForce(const Model& model, const PositionKinematics& position,
                  const FluidForces::PartForce& part, VectorXd* force,
                  MatrixXd* drag = nullptr);

}  // namespace tactus::multibody

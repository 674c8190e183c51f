#include "tactus/multibody/fluid_forces.h"

#include "tactus/multibody/fluid_boxes.h"

namespace tactus::multibody {

FluidForces::FluidForces(const Model& model) : fluid_(model.fluid()) {
  if (!fluid_.resists()) return;
  for (const FluidEllipsoid& part : model.fluid_ellipsoids()) {
    if (model.bodies()[part.body].tree < 0) continue;
    ellipsoids_.push_back({.body = part.body,
                           .X_BE = part.X_BE,
                           .flow = {part.radii, part.coefficients}});
  }
  for (const int b : FindFluidBoxes(model))
    boxes_.push_back(
        {.body = b, .box = CalcInertiaBox(model.bodies()[b].inertia)});
}

Vector6d FluidForces::PartForce::CalcForceInW() const {
  Vector6d F_W;
  F_W << R_WE * flow.F_E.head<3>(), R_WE * flow.F_E.tail<3>();
  return F_W;
}

// V_E = R_EW [w; v_Bo + w x p_BoE - wind]
Vector6d FluidForces::Place(int body, const RigidTransform& X_BE,
                            const PositionKinematics& position,
                            const VelocityKinematics& velocity,
                            PartForce* part) const {
  const RigidTransform& X_WB = position.X_WB[body];
  part->body = body;
  part->p_BoE_B = X_BE.translation();
  part->R_WE = X_WB.linear() * X_BE.linear();
  const Vector6d& V_WB = velocity.V_WB[body];
  const Vector3d w = V_WB.head<3>();
  const Vector3d v_E =
      CalcPointVelocity(V_WB, X_WB.linear() * part->p_BoE_B) - fluid_.wind_W;
  Vector6d V_E;
  V_E << part->R_WE.transpose() * w, part->R_WE.transpose() * v_E;
  return V_E;
}

const std::vector<FluidForces::PartForce>& FluidForces::Calc(
    const PositionKinematics& position, const VelocityKinematics& velocity) {
  forces_.resize(boxes_.size() + ellipsoids_.size());
  PartForce* part = forces_.data();
  for (const auto& [body, box] : boxes_) {
    const Vector6d V_E = Place(body, box.X_BE, position, velocity, part);
    (part++)->flow = CalcBoxFlow(fluid_, box.half_extents, V_E);
  }
  for (const auto& [body, X_BE, flow] : ellipsoids_) {
    const Vector6d V_E = Place(body, X_BE, position, velocity, part);
    (part++)->flow = flow.Calc(fluid_, V_E);
  }
  return forces_;
}

void AddPartForce(const Model& model, const PositionKinematics& position,
                  const FluidForces::PartForce& part, VectorXd* force,
                  MatrixXd* drag) {
  const Tree& tree = model.trees()[model.bodies()[part.body].tree];
  const Vector3d p_BoE_W = position.X_WB[part.body].linear() * part.p_BoE_B;
  const Matrix3d R_EW = part.R_WE.transpose();
  Matrix6Xd J;
  CalcBodyJacobian(model, position, part.body, &J);
  Matrix6Xd J_E(6, tree.nv);
  for (int j = 0; j < tree.nv; ++j) {
    J_E.col(j) << R_EW * J.col(j).head<3>(),
        R_EW * CalcPointVelocity(J.col(j), p_BoE_W);
  }
  force->segment(tree.v_start, tree.nv) += J_E.transpose() * part.flow.F_E;
  if (drag == nullptr) return;
  if (drag->size() == 0) drag->setZero(tree.nv, tree.nv);
  *drag += J_E.transpose() * part.flow.damping.asDiagonal() * J_E;
}

}  // namespace tactus::multibody

#include "tactus/multibody/plant/forces/applied_force.h"

#include <utility>

namespace tactus::multibody {

using systems::Reads;
using systems::ReadSet;

AppliedForce::AppliedForce(std::string name, std::shared_ptr<const Model> model,
                           const BodyPoint& point, Axes axes)
    : ForceElement(std::move(name), std::move(model)),
      point_(point),
      axes_(axes) {
  CheckPoint(point);
  force_ = DeclareVectorInputPort("force", 3);
  torque_ = DeclareVectorInputPort("torque", 3);
  // In world axes the body's motion does not matter.
  DeclareForces(
      axes == Axes::kWorld
          ? ReadSet(Reads::kNothing, {force_, torque_})
          : ReadSet(Reads::kNothing, {force_, torque_, body_poses_input()}));
}

void AppliedForce::CalcForces(const systems::LeafContext& context,
                              std::vector<SpatialForce>* forces) const {
  forces->assign({{.body = point_.body, .p_BoQ_B = point_.p_BoP_B}});
  Vector6d& F_Q_W = forces->front().F_Q_W;
  if (torque_.HasValue(context)) F_Q_W.head<3>() = torque_.Eval(context);
  if (force_.HasValue(context)) F_Q_W.tail<3>() = force_.Eval(context);
  if (axes_ == Axes::kWorld) return;
  const Matrix3d R_WB = PoseOf(context, point_.body).linear();
  F_Q_W.head<3>() = (R_WB * F_Q_W.head<3>()).eval();
  F_Q_W.tail<3>() = (R_WB * F_Q_W.tail<3>()).eval();
}

}  // namespace tactus::multibody

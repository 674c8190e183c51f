#include "tactus/multibody/plant/forces/drag.h"

#include <utility>

namespace tactus::multibody {

Drag::Drag(std::string name, std::shared_ptr<const Model> model,
           const BodyPoint& center_of_pressure,
           const DragCoefficients& coefficients)
    : ForceElement(std::move(name), std::move(model)),
      center_(center_of_pressure),
      coefficients_(coefficients) {
  CheckPoint(center_of_pressure);
  CheckNotNegative(coefficients.linear, "the linear drag");
  CheckNotNegative(coefficients.quadratic, "the quadratic drag");
  CheckNotNegative(coefficients.rotational_linear,
                   "the linear rotational drag");
  CheckNotNegative(coefficients.rotational_quadratic,
                   "the quadratic rotational drag");
  fluid_velocity_ = DeclareVectorInputPort("fluid_velocity", 3);
  DeclareForces(
      {systems::Reads::kNothing,
       {body_poses_input(), body_velocities_input(), fluid_velocity_}});
}

void Drag::CalcForces(const systems::LeafContext& context,
                      std::vector<SpatialForce>* forces) const {
  const DragCoefficients& c = coefficients_;
  Vector3d v = VelocityOf(context, center_);
  if (fluid_velocity_.HasValue(context)) v -= fluid_velocity_.Eval(context);
  const Vector3d w = VelocityOf(context, center_.body).head<3>();
  forces->assign({{.body = center_.body, .p_BoQ_B = center_.p_BoP_B}});
  forces->front().F_Q_W << -(c.rotational_linear +
                             c.rotational_quadratic * w.norm()) *
                               w,
      -(c.linear + c.quadratic * v.norm()) * v;
}

}  // namespace tactus::multibody

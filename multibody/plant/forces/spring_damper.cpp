#include "tactus/multibody/plant/forces/spring_damper.h"

#include <cmath>
#include <utility>

namespace tactus::multibody {
namespace {

constexpr double kRounding = 1e-6;  // s [m]

}  // namespace

using systems::LeafContext;

SpringDamper::SpringDamper(std::string name, std::shared_ptr<const Model> model,
                           const BodyPoint& a, const BodyPoint& b,
                           const SpringDamperParameters& parameters)
    : ForceElement(std::move(name), std::move(model)),
      a_(a),
      b_(b),
      parameters_(parameters) {
  CheckPoint(a);
  CheckPoint(b);
  Check(a.body != b.body, "both ends are on one body");
  CheckNotNegative(parameters.free_length, "the free length");
  CheckNotNegative(parameters.stiffness, "the stiffness");
  CheckNotNegative(parameters.damping, "the damping");
  // What does not damp need not follow the velocities.
  const systems::ReadSet reads =
      parameters.damping > 0
          ? systems::ReadSet(systems::Reads::kNothing,
                             {body_poses_input(), body_velocities_input()})
          : systems::ReadSet(systems::Reads::kNothing, {body_poses_input()});
  tension_ =
      DeclareVectorOutputPort("tension", 1, &SpringDamper::CalcTension, reads);
  DeclareForces(reads);
}

SpringDamper::Line SpringDamper::CalcLine(const LeafContext& context) const {
  const Vector3d r = PositionOf(context, b_) - PositionOf(context, a_);
  const double length = std::sqrt(r.squaredNorm() + kRounding * kRounding);
  return {r / length, length};
}

void SpringDamper::CalcTension(const LeafContext& context, VectorXd* T) const {
  const auto [u, length] = CalcLine(context);
  (*T)[0] = parameters_.stiffness * (length - parameters_.free_length);
  if (parameters_.damping == 0) return;
  const double rate = u.dot(VelocityOf(context, b_) - VelocityOf(context, a_));
  (*T)[0] += parameters_.damping * rate;
}

void SpringDamper::CalcForces(const LeafContext& context,
                              std::vector<SpatialForce>* forces) const {
  const Vector3d force = tension_.Eval(context)[0] * CalcLine(context).u;
  forces->assign({{.body = a_.body, .p_BoQ_B = a_.p_BoP_B},
                  {.body = b_.body, .p_BoQ_B = b_.p_BoP_B}});
  (*forces)[0].F_Q_W.tail<3>() = force;
  (*forces)[1].F_Q_W.tail<3>() = -force;
}

double SpringDamper::CalcEnergy(const systems::Context& context) const {
  const double stretch =
      CalcLine(context.of(*this)).length - parameters_.free_length;
  return parameters_.stiffness * stretch * stretch / 2;
}

}  // namespace tactus::multibody

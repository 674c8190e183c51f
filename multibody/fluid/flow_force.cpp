#include "tactus/multibody/fluid/flow_force.h"

#include <cmath>
#include <numbers>

#include "tactus/multibody/fluid/ellipsoid_sizes.h"

namespace tactus::multibody {
namespace {

using std::numbers::pi;

}  // namespace

FlowForce CalcBoxFlow(const Fluid& fluid, const Vector3d& h,
                      const Vector6d& V_E) {
  const double rho = fluid.density, mu = fluid.viscosity, r = h.mean();
  FlowForce flow;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double w = V_E[i], v = V_E[3 + i];
    const double creep = 6 * pi * mu * r,
                 drag = 2 * rho * h[j] * h[k] * std::abs(v);
    const double turning_creep = 8 * pi * mu * r * r * r,
                 turning_drag = rho / 2 * h[i] *
                                (std::pow(h[j], 4) + std::pow(h[k], 4)) *
                                std::abs(w);
    flow.F_E[i] = -(turning_creep + turning_drag) * w;
    flow.F_E[3 + i] = -(creep + drag) * v;
    flow.damping[i] = turning_creep + 2 * turning_drag;
    flow.damping[3 + i] = creep + 2 * drag;
  }
  return flow;
}

EllipsoidFlow::EllipsoidFlow(const Vector3d& radii,
                             const FlowCoefficients& coefficients)
    : radii_(radii), coefficients_(coefficients) {
  const EllipsoidSizes sizes = CalcEllipsoidSizes(radii, coefficients);
  volume_ = sizes.volume;
  mean_radius_ = sizes.mean_radius;
  largest_area_ = sizes.largest_area;
  angular_drag_ = sizes.angular_drag;
  added_mass_ = sizes.added_mass;
  added_inertia_ = sizes.added_inertia;
}

FlowForce EllipsoidFlow::Calc(const Fluid& fluid, const Vector6d& V_E) const {
  const Vector3d w = V_E.head<3>(), v = V_E.tail<3>();
  const Vector3d momentum = fluid.density * added_mass_.cwiseProduct(v);
  const Vector3d spin = fluid.density * added_inertia_.cwiseProduct(w);
  FlowForce flow;
  flow.F_E << momentum.cross(v) + spin.cross(w), momentum.cross(w);
  AddLift(fluid, w, v, &flow);
  AddDrag(fluid, w, v, &flow);
  return flow;
}

// With p_i = r_j r_k the shadow's area is A = pi |(p_i^2 v_i)| / |(p_i v_i)|,
// and cos(a) = |(p_i v_i)|^2 / (|v| |n|^2): n is not of unit length, so that
// its length is divided out once more.
void EllipsoidFlow::AddLift(const Fluid& fluid, const Vector3d& w,
                            const Vector3d& v, FlowForce* flow) const {
  const double speed = v.norm();
  if (speed == 0) return;
  const Vector3d p(radii_[1] * radii_[2], radii_[2] * radii_[0],
                   radii_[0] * radii_[1]);
  const Vector3d n = p.cwiseAbs2().cwiseProduct(v);
  const double pv2 = p.cwiseProduct(v).squaredNorm();
  const double area = pi * n.norm() / std::sqrt(pv2);
  const double cosine = pv2 / (speed * n.squaredNorm());
  const FlowCoefficients& c = coefficients_;
  const Vector3d circulation =
      c.kutta_lift * fluid.density * cosine * area * n.cross(v);
  flow->F_E.tail<3>() += c.magnus_lift * fluid.density * volume_ * w.cross(v) +
                         circulation.cross(v);
  const double drag =
      fluid.density * speed *
      (c.blunt_drag * area + c.slender_drag * (largest_area_ - area));
  flow->F_E.tail<3>() -= drag * v;
  flow->damping.tail<3>().array() += 2 * drag;
}

// Creeping, and the quadratic drag of turning.
void EllipsoidFlow::AddDrag(const Fluid& fluid, const Vector3d& w,
                            const Vector3d& v, FlowForce* flow) const {
  const double mu = fluid.viscosity, r = mean_radius_;
  const double creep = 6 * pi * mu * r, turning_creep = 8 * pi * mu * r * r * r;
  const double turning_drag =
      fluid.density * angular_drag_.cwiseProduct(w).norm();
  flow->F_E.head<3>() -= (turning_creep + turning_drag) * w;
  flow->F_E.tail<3>() -= creep * v;
  flow->damping.head<3>().array() += turning_creep + 2 * turning_drag;
  flow->damping.tail<3>().array() += creep;
}

}  // namespace tactus::multibody

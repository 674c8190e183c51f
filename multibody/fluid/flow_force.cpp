#include "tactus/multibody/fluid/flow_force.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/special_functions/ellint_rd.hpp>

namespace tactus::multibody {
namespace {

constexpr double kPi = std::numbers::pi;

// kappa_i = 2/3 r_x r_y r_z R_D(r_j^2, r_k^2, r_i^2), with Carlson's integral
//
//     R_D(x, y, z) = 3/2 int_0^inf dt / ((t + z) sqrt((t + x)(t + y)(t + z))).
Vector3d CalcKappa(const Vector3d& radii) {
  const Vector3d squares = radii.cwiseAbs2();
  Vector3d kappa;
  for (int i = 0; i < 3; ++i) {
    kappa[i] = 2.0 / 3 * radii.prod() *
               boost::math::ellint_rd(squares[(i + 1) % 3],
                                      squares[(i + 2) % 3], squares[i]);
  }
  return kappa;
}

// I_A,i / (rho V); zero for a body of revolution about axis i, and about it.
double CalcAddedInertia(const Vector3d& radii, const Vector3d& kappa, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const double rj2 = radii[j] * radii[j], rk2 = radii[k] * radii[k];
  const double difference = rj2 - rk2, sum = rj2 + rk2;
  if (std::abs(difference) <= 1e-12 * sum) return 0;
  return difference * difference * (kappa[k] - kappa[j]) /
         (5 * (2 * difference + sum * (kappa[j] - kappa[k])));
}

}  // namespace

FlowForce CalcBoxFlow(const Fluid& fluid, const Vector3d& h,
                      const Vector6d& V_E) {
  const double rho = fluid.density, mu = fluid.viscosity, r = h.mean();
  FlowForce flow;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double w = V_E[i], v = V_E[3 + i];
    const double creep = 6 * kPi * mu * r,
                 drag = 2 * rho * h[j] * h[k] * std::abs(v);
    const double turning_creep = 8 * kPi * mu * r * r * r,
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
    : radii_(radii),
      coefficients_(coefficients),
      volume_(4 * kPi / 3 * radii.prod()),
      mean_radius_(radii.mean()) {
  Vector3d sorted = radii;
  std::ranges::sort(sorted);
  largest_area_ = kPi * sorted[2] * sorted[1];
  const double largest_moment =
      8 * kPi / 15 * sorted[1] * std::pow(sorted[2], 4);
  const Vector3d kappa = CalcKappa(radii);
  for (int i = 0; i < 3; ++i) {
    const double moment =
        8 * kPi / 15 * radii[i] *
        std::pow(std::max(radii[(i + 1) % 3], radii[(i + 2) % 3]), 4);
    angular_drag_[i] = coefficients.angular_drag * moment +
                       coefficients.slender_drag * (largest_moment - moment);
    added_mass_[i] = volume_ * kappa[i] / (2 - kappa[i]);
    added_inertia_[i] = volume_ * CalcAddedInertia(radii, kappa, i);
  }
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
  const double area = kPi * n.norm() / std::sqrt(pv2);
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
  const double creep = 6 * kPi * mu * r,
               turning_creep = 8 * kPi * mu * r * r * r;
  const double turning_drag =
      fluid.density * angular_drag_.cwiseProduct(w).norm();
  flow->F_E.head<3>() -= (turning_creep + turning_drag) * w;
  flow->F_E.tail<3>() -= creep * v;
  flow->damping.head<3>().array() += turning_creep + 2 * turning_drag;
  flow->damping.tail<3>().array() += creep;
}

}  // namespace tactus::multibody

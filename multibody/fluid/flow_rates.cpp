#include "tactus/multibody/fluid/flow_rates.h"

#include <cmath>
#include <numbers>

namespace tactus::multibody {
namespace {

using std::numbers::pi;

double Sign(double x) {
  return x == 0 ? 0 : std::copysign(1.0, x);
}

}  // namespace

FlowRates CalcBoxFlowRates(const Fluid& fluid, const Vector3d& h,
                           const Vector6d& V_E) {
  const double rho = fluid.density, mu = fluid.viscosity, r = h.mean();
  FlowRates rates;
  const auto set = [&](int i, double creep, double drag) {
    const double speed = std::abs(V_E[i]);
    rates.force(i, i) = -creep - 2 * drag * speed;
    rates.damping(i, i) = 2 * drag * Sign(V_E[i]);
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    set(i, 8 * pi * mu * r * r * r,
        rho / 2 * h[i] * (std::pow(h[j], 4) + std::pow(h[k], 4)));
    set(3 + i, 6 * pi * mu * r, 2 * rho * h[j] * h[k]);
  }
  return rates;
}

BoxSizeRates CalcBoxSizeRates(const Fluid& fluid, const Vector3d& h,
                              const Vector6d& V_E) {
  const double rho = fluid.density, mu = fluid.viscosity, r = h.mean();
  BoxSizeRates rates;
  const auto set = [&](int i, double creep, const Vector3d& drag) {
    const double x = V_E[i], speed = std::abs(x);
    rates.force.row(i) = -((creep + drag.array() * speed) * x).matrix();
    rates.damping.row(i) = (creep + 2 * drag.array() * speed).matrix();
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Vector3d turning_drag, drag;
    turning_drag[i] = rho / 2 * (std::pow(h[j], 4) + std::pow(h[k], 4));
    turning_drag[j] = rho / 2 * h[i] * 4 * std::pow(h[j], 3);
    turning_drag[k] = rho / 2 * h[i] * 4 * std::pow(h[k], 3);
    set(i, 8 * pi * mu * r * r, turning_drag);
    drag[i] = 0;
    drag[j] = 2 * rho * h[k];
    drag[k] = 2 * rho * h[j];
    set(3 + i, 2 * pi * mu, drag);
  }
  return rates;
}

EllipsoidFlowRates::EllipsoidFlowRates(const Vector3d& radii,
                                       const FlowCoefficients& coefficients)
    : p_(radii[1] * radii[2], radii[2] * radii[0], radii[0] * radii[1]),
      coefficients_(coefficients),
      sizes_(CalcEllipsoidSizes(radii, coefficients)) {}

FlowRates EllipsoidFlowRates::Calc(const Fluid& fluid,
                                   const Vector6d& V_E) const {
  const Vector3d w = V_E.head<3>(), v = V_E.tail<3>();
  FlowRates rates;
  AddAddedMass(fluid, w, v, &rates);
  AddLift(fluid, w, v, &rates);
  AddDrag(fluid, w, &rates);
  return rates;
}

// f = P x w,  t = P x v + S x w.
void EllipsoidFlowRates::AddAddedMass(const Fluid& fluid, const Vector3d& w,
                                      const Vector3d& v,
                                      FlowRates* rates) const {
  const Matrix3d m = fluid.density * sizes_.added_mass.asDiagonal();
  const Matrix3d I = fluid.density * sizes_.added_inertia.asDiagonal();
  const Matrix3d P = CrossMatrix(Vector3d(m * v));
  const Matrix3d S = CrossMatrix(Vector3d(I * w));
  rates->force.topLeftCorner<3, 3>() += S - CrossMatrix(w) * I;
  rates->force.topRightCorner<3, 3>() += P - CrossMatrix(v) * m;
  rates->force.bottomLeftCorner<3, 3>() += P;
  rates->force.bottomRightCorner<3, 3>() -= CrossMatrix(w) * m;
}

// f = c_magnus rho V w x v + c_kutta rho pi g (n x v) x v - drag v, where drag
// and A stand still at v = 0.
void EllipsoidFlowRates::AddLift(const Fluid& fluid, const Vector3d& w,
                                 const Vector3d& v, FlowRates* rates) const {
  const FlowCoefficients& c = coefficients_;
  const double rho = fluid.density,
               magnus = c.magnus_lift * rho * sizes_.volume;
  auto by_w = rates->force.bottomLeftCorner<3, 3>();
  auto by_v = rates->force.bottomRightCorner<3, 3>();
  by_w -= magnus * CrossMatrix(v);
  by_v += magnus * CrossMatrix(w);
  const double speed = v.norm();
  if (speed == 0) return;
  const Vector3d p2 = p_.cwiseAbs2(), n = p2.cwiseProduct(v);
  const double a2 = n.dot(v), n2 = n.squaredNorm();
  const Vector3d of_a = n / a2, of_n = p2.cwiseProduct(n) / n2;
  const Vector3d of_speed = v / (speed * speed);

  const double kutta = c.kutta_lift * rho * pi * std::sqrt(a2 / n2) / speed;
  const Vector3d normal = n.cross(v);
  const Matrix3d normal_rate =
      CrossMatrix(n) - CrossMatrix(v) * Matrix3d(p2.asDiagonal());
  const Vector3d lift = kutta * normal.cross(v);
  by_v += lift * (of_a - of_speed - of_n).transpose() +
          kutta * (CrossMatrix(normal) - CrossMatrix(v) * normal_rate);

  const double area = pi * std::sqrt(n2 / a2);
  const double blunter = c.blunt_drag - c.slender_drag;
  const double shape = blunter * area + c.slender_drag * sizes_.largest_area;
  const Vector3d drag_rate =
      rho * speed * (shape * of_speed + blunter * area * (of_n - of_a));
  by_v -=
      v * drag_rate.transpose() + rho * speed * shape * Matrix3d::Identity();
  rates->damping.bottomRightCorner<3, 3>().rowwise() +=
      2 * drag_rate.transpose();
}

// t = -(8 pi mu r^3 + rho |D w|) w,  f = -6 pi mu r v.
void EllipsoidFlowRates::AddDrag(const Fluid& fluid, const Vector3d& w,
                                 FlowRates* rates) const {
  const double mu = fluid.viscosity, r = sizes_.mean_radius;
  const Vector3d Dw = sizes_.angular_drag.cwiseProduct(w);
  const double turning_drag = Dw.norm();
  rates->force.bottomRightCorner<3, 3>().diagonal().array() -= 6 * pi * mu * r;
  rates->force.topLeftCorner<3, 3>().diagonal().array() -=
      8 * pi * mu * r * r * r + fluid.density * turning_drag;
  if (turning_drag == 0) return;
  const Vector3d drag_rate =
      fluid.density / turning_drag * sizes_.angular_drag.cwiseProduct(Dw);
  rates->force.topLeftCorner<3, 3>() -= w * drag_rate.transpose();
  rates->damping.topLeftCorner<3, 3>().rowwise() += 2 * drag_rate.transpose();
}

}  // namespace tactus::multibody

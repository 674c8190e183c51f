#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <utility>

#include <Eigen/Core>

#include "tactus/contact/velocity_problem.h"

/// The potential of the ICF step, written down a second time: from the forces
/// that define it (eqs. (13), (14), (16), (18) and (20) of [Kurtz25]), with
/// every matrix spelt out, and for any scalar. Complex numbers differentiate
/// it:
///
///     dl/dv_i = Im l(v + i e e_i) / e,  exact to round-off for tiny e.
namespace tactus::contact::test {

using Real = long double;
using Complex = std::complex<Real>;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using Vector3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using VectorX = Eigen::Matrix<T, Eigen::Dynamic, 1>;

inline Real RealPart(Real x) {
  return x;
}
inline Real RealPart(const Complex& x) {
  return x.real();
}

/// Minus the work of gamma_n(v) = h (fe0 - h k v)+ (1 - d v)+ from 0 to vn, the
/// force ending at its first zero. Simpson's rule is exact for the parabola.
template <class T>
T NormalPotential(Real h, Real fe0, Real k, Real d, T vn) {
  if (k == 0 && fe0 <= 0) return T(0);
  const Real infinity = std::numeric_limits<Real>::infinity();
  const Real end =
      std::min(k > 0 ? fe0 / (h * k) : infinity, d > 0 ? 1 / d : infinity);
  const T v = RealPart(vn) < end ? vn : T(end);
  const auto impulse = [&](T x) {
    return h * (fe0 - h * k * x) * (Real(1) - d * x);
  };
  return -v / Real(6) *
         (impulse(T(0)) + Real(4) * impulse(v / Real(2)) + impulse(v));
}

/// Width of the regularised stiction as MakeIcfPoint() states it.
inline Real StictionVelocity(const ContactPoint& point, Real h) {
  const Real mu_n0 = point.friction * h * point.normal_force0;
  return std::max(Real(point.stiction_velocity),
                  Real(1e-5) * point.inverse_mass * mu_n0);
}

template <class T>
T PointPotential(const ContactPoint& point, Real h, const Vector3<T>& v_C) {
  using std::sqrt;
  const Real vs = StictionVelocity(point, h);
  const T soft_norm = sqrt(v_C[0] * v_C[0] + v_C[1] * v_C[1] + vs * vs);
  return NormalPotential<T>(h, point.elastic_force0, point.stiffness,
                            point.dissipation, v_C[2]) +
         Real(point.friction) * h * Real(point.normal_force0) *
             (soft_norm - vs);
}

/// A spring of period beta he, critically damped, implicit in v: stiffness
/// k = (2 pi / (beta he))^2 / w, damping k tau, tau = beta he / pi.
template <class T>
T LimitPotential(const RowLaw& limit, Real h, T v) {
  const Real pi = std::numbers::pi_v<Real>;
  const Real period = Real(0.1) * std::clamp(h, Real(1e-4), Real(5e-3));
  const Real stiffness =
      4 * pi * pi / (period * period) / Real(limit.inverse_mass);
  const Real damping = 2 * std::sqrt(stiffness / Real(limit.inverse_mass));
  const auto side = [&](Real overlap0, T rate) {
    const T force = stiffness * (overlap0 + h * rate) + damping * rate;
    return RealPart(force) > 0
               ? h * force * force / (Real(2) * (stiffness * h + damping))
               : T(0);
  };
  return side(Real(limit.lower) - Real(limit.error), -v) +
         side(Real(limit.error) - Real(limit.upper), v);
}

/// The same spring on both sides of g = error + h x + h^2/2 b.
template <class T>
T RigidPotential(const RowLaw& row, Real h, T x) {
  const Real pi = std::numbers::pi_v<Real>;
  const Real period = Real(0.1) * std::clamp(h, Real(1e-4), Real(5e-3));
  const Real stiffness =
      4 * pi * pi / (period * period) / Real(row.inverse_mass);
  const Real damping = 2 * std::sqrt(stiffness / Real(row.inverse_mass));
  const Real g0 = row.error + h * h / 2 * Real(row.bias_acceleration);
  const T force = stiffness * (g0 + h * x) + damping * x;
  return h * force * force / (Real(2) * (stiffness * h + damping));
}

/// The spring's energy at the end of the step, beyond its slack, less that at
/// x = 0, and h / 2 of the damper's power.
template <class T>
T SpringPotential(const RowLaw& row, Real h, T x) {
  const auto energy = [&](T g) {
    const Real side = RealPart(g) < row.lower ? row.lower : row.upper;
    const bool is_slack = RealPart(g) >= row.lower && RealPart(g) <= row.upper;
    return is_slack ? T(0)
                    : Real(row.stiffness) * (g - side) * (g - side) / Real(2);
  };
  const Real g0 = row.error, beta = row.spring_share;
  return (energy(g0 + beta * h * x) - energy(T(g0))) / beta +
         h * Real(row.damping) * x * x / Real(2);
}

/// Minus the work of -h f0 s / sqrt(s^2 + vs^2) from s = 0 to v.
template <class T>
T DryFrictionPotential(Real force, Real inverse_mass, Real h, T v) {
  using std::sqrt;
  const Real vs = std::max(Real(1e-4), Real(1e-5) * inverse_mass * h * force);
  return h * force * v * v / (sqrt(v * v + vs * vs) + vs);
}

template <class T>
T RowPotential(const RowLaw& row, Real h, T x) {
  switch (row.law) {
    case RowLaw::Law::kRigid:
      return RigidPotential<T>(row, h, x);
    case RowLaw::Law::kLimit:
      return LimitPotential<T>(row, h, x);
    case RowLaw::Law::kSpring:
      return SpringPotential<T>(row, h, x);
    case RowLaw::Law::kDamper:
      return Real(h) * Real(row.damping) * x * x / Real(2);
    case RowLaw::Law::kDryFriction:
      break;
  }
  return DryFrictionPotential<T>(row.dry_friction, row.inverse_mass, h, x);
}

/// sum_i c_i v_i of a joint row's or an actuator's terms.
template <class T, class Row>
T SumRate(const VelocityProblem& problem, const Row& row, const VectorX<T>& v) {
  T sum(0);
  for (int i = row.first_term; i < row.first_term + row.num_terms; ++i) {
    const JointTerm& term = problem.joint_terms[i];
    sum += Real(term.coefficient) * v[term.dof];
  }
  return sum;
}

/// An actuator's x / gear.
template <class T>
T ActuatorRate(const VelocityProblem& problem, const LinearActuator& actuator,
               const VectorX<T>& v) {
  return actuator.num_terms > 0 ? SumRate<T>(problem, actuator, v)
                                : v[actuator.dof];
}

/// row' (V_B - V_A carried to Bo).
template <class T>
T RowVelocity(const VelocityProblem& problem, const BodyConstraint& constraint,
              const ConstraintRow& row, const VectorX<T>& v) {
  const auto work_on = [&](int index, const Vector6d& on) {
    const ContactBody& body = problem.bodies[index];
    if (body.clique < 0) return T(0);
    const Clique& clique = problem.cliques[body.clique];
    const MatrixXd J =
        body.is_free ? MatrixXd(Matrix6d::Identity()) : MatrixXd(body.J);
    const VectorX<T> part = v.segment(clique.v_start, clique.nv);
    const VectorX<T> G = (J.transpose() * on).template cast<T>();
    T sum(0);
    for (Eigen::Index i = 0; i < G.size(); ++i) sum += G[i] * part[i];
    return sum;
  };
  Matrix6d Phi = Matrix6d::Identity();
  Phi.bottomLeftCorner<3, 3>() = -CrossMatrix(constraint.p_AoBo_W);
  return work_on(constraint.body_b, row.row) -
         work_on(constraint.body_a, Phi.transpose() * row.row);
}

/// Minus the work of h clamp(b - c s) from s = 0 to x = gear v: the trapezoids
/// between the points where the clamp sets in.
template <class T>
T ActuatorPotential(const LinearActuator& actuator, Real v0, Real h, T v,
                    Real share = 1) {
  const Real gear = actuator.gear, lower = actuator.lower,
             upper = actuator.upper;
  Real b = actuator.force0;
  Real c = Real(actuator.damping) + share * h * Real(actuator.stiffness);
  if (c < 0) {  // taken explicitly
    b -= c * gear * v0;
    c = 0;
  }
  const auto force = [&](const T& s) -> T {
    const T y = b - c * s;
    if (RealPart(y) > upper) return T(upper);
    if (RealPart(y) < lower) return T(lower);
    return y;
  };
  const T x = gear * v;
  std::array<Real, 2> bends = {0, 0};
  if (c > 0) bends = {(b - upper) / c, (b - lower) / c};
  if (RealPart(x) < 0) std::swap(bends[0], bends[1]);
  T work(0), start(0);
  const auto integrate_to = [&](const T& end) {
    work += (end - start) * (force(start) + force(end)) / Real(2);
    start = end;
  };
  for (Real bend : bends) {
    if (bend * RealPart(x) > 0 && std::abs(bend) < std::abs(RealPart(x)))
      integrate_to(T(bend));
  }
  integrate_to(x);
  return -h * work;
}

/// Velocity of B relative to A at C in frame C, bias included.
template <class T>
Vector3<T> ContactVelocity(const VelocityProblem& problem,
                           const ContactPatch& patch, const ContactPoint& point,
                           const VectorX<T>& v) {
  const auto velocity_at = [&](int index, const Vector3d& p_OC) {
    const ContactBody& body = problem.bodies[index];
    if (body.clique < 0) return Vector3<T>(Vector3<T>::Zero());
    const Clique& clique = problem.cliques[body.clique];
    MatrixXd J_C(3, clique.nv);  // of the body's point C
    const MatrixXd J =
        body.is_free ? MatrixXd(Matrix6d::Identity()) : MatrixXd(body.J);
    J_C = J.bottomRows(3) - CrossMatrix(p_OC) * J.topRows(3);
    const VectorX<T> part = v.segment(clique.v_start, clique.nv);
    return Vector3<T>(J_C.cast<T>() * part);
  };
  const Vector3<T> v_W =
      velocity_at(patch.body_b, point.p_BoC_W) -
      velocity_at(patch.body_a, patch.p_AoBo_W + point.p_BoC_W);
  const Matrix3d R_CW = point.R_WC.transpose();
  return R_CW.cast<T>() * v_W + point.bias_C.cast<T>();
}

/// l(v) of the whole problem, islands or not.
template <class T>
T TotalPotential(const VelocityProblem& problem, double step,
                 const VectorX<T>& v) {
  const Real h = step;
  T cost(0);
  for (const Clique& clique : problem.cliques) {
    const auto of = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv).cast<Real>().eval();
    };
    RealMatrix A = clique.M.cast<Real>();
    const RealVector r =
        A * of(problem.v0) - h * (of(problem.k0) + of(problem.spring_force0));
    RealVector K = of(problem.stiffness);
    if (problem.spring_shares.size() > 0)
      K = K.cwiseProduct(of(problem.spring_shares)).eval();
    A.diagonal() += h * of(problem.damping) + h * h * K;
    if (clique.has_drag()) A += h * clique.drag.cast<Real>();
    if (clique.has_soft_gravity()) {
      A += Real(clique.gravity_share) * h * h *
           clique.gravity_stiffness.cast<Real>();
    }
    const VectorX<T> x = v.segment(clique.v_start, clique.nv);
    const VectorX<T> slope = A.cast<T>() * x / Real(2) - r.cast<T>();
    for (int i = 0; i < clique.nv; ++i) cost += x[i] * slope[i];
  }
  for (const ContactPatch& patch : problem.patches) {
    for (int i = 0; i < patch.num_points; ++i) {
      const ContactPoint& point = problem.points[patch.first_point + i];
      cost += PointPotential<T>(point, h,
                                ContactVelocity<T>(problem, patch, point, v));
    }
  }
  const RealVector v0 = problem.v0.cast<Real>();
  for (const LinearActuator& actuator : problem.actuators) {
    cost += ActuatorPotential<T>(actuator,
                                 ActuatorRate<Real>(problem, actuator, v0), h,
                                 ActuatorRate<T>(problem, actuator, v),
                                 Real(problem.CalcSpringShare(actuator)));
  }
  for (const JointRow& row : problem.joint_rows)
    cost += RowPotential<T>(row, h, SumRate<T>(problem, row, v));
  for (const BodyConstraint& constraint : problem.constraints) {
    for (int i = 0; i < constraint.num_rows; ++i) {
      const ConstraintRow& row =
          problem.constraint_rows[constraint.first_row + i];
      cost +=
          RowPotential<T>(row, h, RowVelocity<T>(problem, constraint, row, v));
    }
  }
  return cost;
}

/// Gradient of `f`, a function of a complex vector, at `x`.
template <class F>
RealVector ComplexStepGradient(const F& f, const RealVector& x) {
  constexpr Real kStep = 1e-30L;
  RealVector g(x.size());
  VectorX<Complex> z = x.cast<Complex>();
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    z[i] = Complex(x[i], kStep);
    g[i] = f(z).imag() / kStep;
    z[i] = x[i];
  }
  return g;
}

/// Column j of its Hessian: fourth-order central differences of the gradient
/// over the distance `delta` on either side.
template <class F>
RealVector HessianColumn(const F& f, const RealVector& x, Eigen::Index j,
                         Real delta) {
  const auto gradient = [&](Real shift) {
    RealVector at = x;
    at[j] += shift;
    return ComplexStepGradient(f, at);
  };
  return (8 * (gradient(delta / 2) - gradient(-delta / 2)) -
          (gradient(delta) - gradient(-delta))) /
         (6 * delta);
}

}  // namespace tactus::contact::test

#include "tactus/contact/icf/law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::contact {
namespace {

// N(v) = h [ v (fe0 + df/2) - (d v^2 / 2)(fe0 + 2 df / 3) ],  df = -h k v.
double AntiderivativeOfImpulse(const IcfPoint& p, double v) {
  const double df = -p.h * p.stiffness * v;
  return p.h * (v * (p.elastic_force + df / 2) -
                p.dissipation * v * v / 2 * (p.elastic_force + 2 * df / 3));
}

double NormalCost(const IcfPoint& p, double vn) {
  if (p.cutoff == -kInfinity) return 0;  // k = 0 and fe0 <= 0: no force ever
  return -AntiderivativeOfImpulse(p, std::min(vn, p.cutoff));
}

// -d gamma_n / d vn >= 0.
double NormalCurvature(const IcfPoint& p, double vn) {
  if (vn >= p.cutoff) return 0;
  const double f = p.elastic_force - p.h * p.stiffness * vn;
  return p.h *
         (p.h * p.stiffness * (1 - p.dissipation * vn) + p.dissipation * f);
}

double SoftNorm(const IcfPoint& p, double vx, double vy) {
  return std::sqrt(vx * vx + vy * vy +
                   p.stiction_velocity * p.stiction_velocity);
}

// R = beta^2 he^2 w / (4 pi^2 h (h + tau)) and h + tau.
struct NearRigid {
  double R{}, time{};
};
NearRigid MakeNearRigid(double inverse_mass, double h) {
  constexpr double kBeta = 0.1;
  constexpr double kShortest = 1e-4, kLongest = 5e-3;  // [s]
  constexpr double kPi = std::numbers::pi;
  const double he = std::clamp(h, kShortest, kLongest);
  const double tau = kBeta * he / kPi;
  const double R =
      kBeta * kBeta * he * he * inverse_mass / (4 * kPi * kPi * h * (h + tau));
  return {R, h + tau};
}

}  // namespace

IcfPoint MakeIcfPoint(const ContactPoint& point, double h) {
  IcfPoint result;
  result.h = h;
  result.elastic_force = point.elastic_force0;
  result.stiffness = point.stiffness;
  result.dissipation = point.dissipation;
  result.cutoff = std::min(
      point.stiffness > 0 ? point.elastic_force0 / (h * point.stiffness)
                          : (point.elastic_force0 > 0 ? kInfinity : -kInfinity),
      point.dissipation > 0 ? 1 / point.dissipation : kInfinity);
  SetLaggedImpulse(point, h * point.normal_force0, &result);
  return result;
}

void SetLaggedImpulse(const ContactPoint& point, double normal_impulse,
                      IcfPoint* law) {
  law->friction_impulse = point.friction * normal_impulse;
  law->stiction_velocity =
      std::max(point.stiction_velocity,
               1e-5 * point.inverse_mass * law->friction_impulse);
}

double CalcNormalImpulse(const IcfPoint& p, double vn) {
  if (vn >= p.cutoff) return 0;
  return p.h * (p.elastic_force - p.h * p.stiffness * vn) *
         (1 - p.dissipation * vn);
}

double CalcCost(const IcfPoint& p, const Vector3d& v) {
  return NormalCost(p, v.z()) +
         p.friction_impulse * (SoftNorm(p, v.x(), v.y()) - p.stiction_velocity);
}

Vector3d CalcImpulse(const IcfPoint& p, const Vector3d& v) {
  const double factor = -p.friction_impulse / SoftNorm(p, v.x(), v.y());
  return {factor * v.x(), factor * v.y(), CalcNormalImpulse(p, v.z())};
}

FrictionDual CalcFirstDual(const IcfPoint& p, const Vector3d& v,
                           double inverse_mass) {
  const double s = SoftNorm(p, v.x(), v.y());
  const double turned = 2 * inverse_mass * p.friction_impulse;
  const double slip = v.head<2>().norm();
  return (slip < turned ? slip / turned : 1.0) * v.head<2>() / s;
}

Matrix3d CalcHessian(const IcfPoint& p, const Vector3d& v,
                     const FrictionDual& w) {
  const double s = SoftNorm(p, v.x(), v.y());
  const double tx = v.x() / s, ty = v.y() / s;
  const double g = p.friction_impulse / s;
  const double shared = -g * (w.x() * ty + w.y() * tx) / 2;
  Matrix3d G;
  G << g * (1 - w.x() * tx), shared, 0,  //
      shared, g * (1 - w.y() * ty), 0,   //
      0, 0, NormalCurvature(p, v.z());
  return G;
}

FrictionDual CalcNextDual(const IcfPoint& p, const Vector3d& v,
                          const Vector3d& dv, const FrictionDual& w) {
  const double s = SoftNorm(p, v.x(), v.y());
  const double t_dvt = (v.x() * dv.x() + v.y() * dv.y()) / s;
  const FrictionDual next = (v.head<2>() + dv.head<2>() - t_dvt * w) / s;
  return next / std::max(1.0, next.norm());
}

LineDerivatives CalcAlong(const IcfPoint& p, const Vector3d& v,
                          const Vector3d& dv) {
  const double s = SoftNorm(p, v.x(), v.y());
  const double vt_dvt = v.x() * dv.x() + v.y() * dv.y();
  const double dvt2 = dv.x() * dv.x() + dv.y() * dv.y();
  const double along = vt_dvt / s;
  return {.cost = NormalCost(p, v.z()) +
                  p.friction_impulse * (s - p.stiction_velocity),
          .slope =
              p.friction_impulse * along - CalcNormalImpulse(p, v.z()) * dv.z(),
          .curvature = p.friction_impulse * (dvt2 - along * along) / s +
                       NormalCurvature(p, v.z()) * dv.z() * dv.z()};
}

IcfLimit MakeIcfLimit(const RowLaw& row, double h) {
  const auto [R, time] = MakeNearRigid(row.inverse_mass, h);
  return {.inverse_regularization = 1 / R,
          .v_lower = (row.lower - row.error) / time,
          .v_upper = (row.upper - row.error) / time};
}

IcfRigid MakeIcfRigid(const RowLaw& row, double h) {
  const auto [R, time] = MakeNearRigid(row.inverse_mass, h);
  const double end = row.error + h * h * row.bias_acceleration / 2;
  return {.inverse_regularization = 1 / R, .target = -end / time};
}

IcfSpring MakeIcfSpring(const RowLaw& row, double h) {
  return {.h = h,
          .stiffness = row.stiffness,
          .damping = row.damping,
          .spring_share = row.spring_share,
          .short_by = row.lower - row.error,
          .long_by = row.error - row.upper};
}

IcfRow MakeIcfRow(const RowLaw& row, double h) {
  switch (row.law) {
    case RowLaw::Law::kRigid:
      return MakeIcfRigid(row, h);
    case RowLaw::Law::kLimit:
      return MakeIcfLimit(row, h);
    case RowLaw::Law::kSpring:
      return MakeIcfSpring(row, h);
    case RowLaw::Law::kDamper:
      return IcfDamper{.impulse_per_speed = h * row.damping};
    case RowLaw::Law::kDryFriction:
      break;
  }
  return MakeIcfDryFriction(row, h);
}

IcfDryFriction MakeIcfDryFriction(const RowLaw& row, double h) {
  const double impulse = h * row.dry_friction;
  return {.impulse = impulse,
          .stiction_velocity = std::max(kDryStictionVelocity,
                                        1e-5 * row.inverse_mass * impulse)};
}

IcfActuator MakeIcfActuator(const LinearActuator& actuator, double v0, double h,
                            double spring_share) {
  const auto [b, c] =
      MakeStableLaw(actuator, actuator.gear * v0, spring_share * h);
  return {.h = h,
          .gear = actuator.gear,
          .b = b,
          .c = c,
          .lower = actuator.lower,
          .upper = actuator.upper};
}

void CalcMeanActuatorForces(const VelocityProblem& problem, double h,
                            const VectorXd& v1, std::vector<double>* forces) {
  forces->clear();
  for (const LinearActuator& actuator : problem.actuators) {
    const IcfActuator law = MakeIcfActuator(
        actuator, problem.CalcActuatorRate(actuator, problem.v0), h,
        problem.CalcSpringShare(actuator));
    const double rate = problem.CalcActuatorRate(actuator, v1);
    forces->push_back(Calc(law, rate).impulse / h);
  }
}

void CalcMeanJointRowForces(const VelocityProblem& problem, double h,
                            const VectorXd& v1, std::vector<double>* forces,
                            const RowErrors* errors) {
  forces->clear();
  for (int i = 0; i < std::ssize(problem.joint_rows); ++i) {
    const double x = CalcRate(problem.TermsOf(problem.joint_rows[i]), v1);
    const RowLaw law = LawOfJointRow(problem, i, errors);
    forces->push_back(Calc(MakeIcfRow(law, h), x).impulse / h);
  }
}

ScalarPotential Calc(const IcfLimit& limit, double v) {
  const double below = std::max(limit.v_lower - v, 0.0);
  const double above = std::max(v - limit.v_upper, 0.0);
  const double r = limit.inverse_regularization;
  return {.cost = r * (below * below + above * above) / 2,
          .impulse = r * (below - above),
          .curvature = below > 0 || above > 0 ? r : 0};
}

ScalarPotential Calc(const IcfRigid& rigid, double x) {
  const double apart = x - rigid.target;
  const double r = rigid.inverse_regularization;
  return {.cost = r * apart * apart / 2, .impulse = -r * apart, .curvature = r};
}

ScalarPotential Calc(const IcfSpring& spring, double x) {
  const double h = spring.h, k = spring.stiffness, d = spring.damping;
  const double beta = spring.spring_share;
  ScalarPotential potential{
      .cost = h * d * x * x / 2, .impulse = -h * d * x, .curvature = h * d};
  const auto add = [&](double stretch0, double sign) {
    const double dx = sign * beta * h * x, stretch1 = stretch0 + dx;
    const double before = std::max(stretch0, 0.0);
    const double after = std::max(stretch1, 0.0);
    const double change = stretch0 > 0 && stretch1 > 0 ? dx : after - before;
    potential.cost += k * change * (after + before) / (2 * beta);
    potential.impulse -= sign * h * k * after;
    if (stretch1 > 0) potential.curvature += beta * h * h * k;
  };
  add(spring.long_by, 1);
  add(spring.short_by, -1);
  return potential;
}

ScalarPotential Calc(const IcfDamper& damper, double x) {
  const double hd = damper.impulse_per_speed;
  return {.cost = hd * x * x / 2, .impulse = -hd * x, .curvature = hd};
}

ScalarPotential Calc(const IcfRow& row, double x) {
  return std::visit([x](const auto& law) { return Calc(law, x); }, row);
}

bool IsQuadratic(const IcfRow& row) {
  return std::holds_alternative<IcfRigid>(row) ||
         std::holds_alternative<IcfDamper>(row);
}

ScalarPotential Calc(const IcfDryFriction& friction, double v) {
  const double vs = friction.stiction_velocity;
  const double soft_norm = std::sqrt(v * v + vs * vs);
  const double p = friction.impulse / soft_norm;
  const double ratio = vs / soft_norm;
  return {.cost = friction.impulse * (soft_norm - vs),
          .impulse = -p * v,
          .curvature = p * ratio * ratio};
}

ScalarPotential Calc(const IcfActuator& a, double v) {
  const double x = a.gear * v;
  const double y = a.b - a.c * x;
  // The clamped force at 0 and at x. Between them it is constant, then falls by
  // c per unit of x, then is constant again.
  const double f0 = std::clamp(a.b, a.lower, a.upper);
  const double f = std::clamp(y, a.lower, a.upper);
  if (y > a.lower && y < a.upper) {
    const double work = f0 == a.b ? x * (a.b - a.c * x / 2)
                                  : f0 * x - (f0 - y) * (f0 - y) / (2 * a.c);
    return {.cost = -a.h * work,
            .impulse = a.h * a.gear * y,
            .curvature = a.h * a.gear * a.gear * a.c};
  }
  double work = f * x;
  if (f != f0) work += (f0 - f) * (2 * a.b - f - f0) / (2 * a.c);
  return {.cost = -a.h * work, .impulse = a.h * a.gear * f, .curvature = 0};
}

}  // namespace tactus::contact

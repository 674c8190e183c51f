#include "tactus/multibody/coupler_rates.h"

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

// f''' of f(x) = sum_i c_i x^i.
double CalcThirdDerivative(const JointCoupler& coupler, double x) {
  double third = 0;
  for (std::size_t i = coupler.coefficients.size(); i-- > 3;) {
    const auto n = static_cast<double>(i);
    third = third * x + n * (n - 1) * (n - 2) * coupler.coefficients[i];
  }
  return third;
}

}  // namespace

int FindFirstCouplerRow(const Model& model,
                        const contact::VelocityProblem& problem) {
  auto first = std::ssize(problem.joint_rows);
  while (first > 0 &&
         problem.joint_rows[first - 1].law == contact::RowLaw::Law::kDamper)
    --first;
  for (const Joint& joint : model.joints()) {
    if (joint.is_locked) first -= joint.nv();
  }
  return static_cast<int>(first - std::ssize(model.couplers()));
}

CouplerRates::CouplerRates(const Model* model,
                           const PositionKinematics* position,
                           const JointCoupler& coupler, const VectorRef& q,
                           const VectorXd& v1)
    : model_(model), position_(position) {
  a_ = MakeLength(coupler.joint_a, coupler.tendon_a, q);
  b_ = MakeLength(coupler.joint_b, coupler.tendon_b, q);
  const CouplerError at = CalcCouplerError(*model, coupler, q);
  slope_ = at.slope;
  curvature_ = at.curvature;
  has_bias_ = coupler.tendon_a < 0 && coupler.joint_b >= 0;
  if (!has_bias_) return;
  rate_ = b_.c.dot(v1);
  third_ =
      CalcThirdDerivative(coupler, q[model->joints()[coupler.joint_b].q_start] -
                                       coupler.reference_b);
}

// Zero of neither.
CouplerRates::Length CouplerRates::MakeLength(int joint, int tendon,
                                              const VectorRef& q) const {
  Length length{.c = VectorXd::Zero(model_->num_velocities())};
  if (tendon < 0) {
    if (joint >= 0) length.c[model_->joints()[joint].v_start] = 1;
    return length;
  }
  const Tendon& of = model_->tendons()[tendon];
  TendonKinematics at;
  CalcTendon(*model_, *position_, of, q, &at);
  for (const contact::JointTerm& term : at.terms)
    length.c[term.dof] += term.coefficient;
  if (of.is_spatial()) length.path.emplace(model_, position_, of);
  return length;
}

// dG = dc_a - f' dc_b - f'' dL_b c_b.
CouplerRates::Change CouplerRates::Combine(
    const TendonPathRates::Change& a, const TendonPathRates::Change& b) const {
  return {.g = a.length - slope_ * b.length,
          .G = a.coefficients - slope_ * b.coefficients -
               curvature_ * b.length * b_.c,
          .b = has_bias_ ? -third_ * b.length * rate_ * rate_ : 0};
}

CouplerRates::Change CouplerRates::ByPosition(int velocity) const {
  const auto change = [&](const Length& length) {
    TendonPathRates::Change of{.coefficients = VectorXd::Zero(length.c.size())};
    if (length.path) of = length.path->ByPosition(velocity);
    of.length = length.c[velocity];
    return of;
  };
  return Combine(change(a_), change(b_));
}

CouplerRates::Change CouplerRates::ByJointPosition(int joint,
                                                   const Vector3d& e_W) const {
  const auto change = [&](const Length& length) {
    if (length.path) return length.path->ByJointPosition(joint, e_W);
    return TendonPathRates::Change{.coefficients =
                                       VectorXd::Zero(length.c.size())};
  };
  return Combine(change(a_), change(b_));
}

double CouplerRates::BiasByVelocity(int velocity) const {
  return has_bias_ ? -2 * curvature_ * rate_ * b_.c[velocity] : 0;
}

}  // namespace tactus::multibody

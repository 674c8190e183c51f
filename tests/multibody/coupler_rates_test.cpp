#include "tactus/multibody/coupler_rates.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/retraction.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

using test::Random;

Tendon::Stop Point(int body, const Vector3d& p) {
  Tendon::Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

// Two hinges in a row, a slide beside them, and two paths between all, coupled
// as asked.
std::shared_ptr<const Model> MakeModel(const JointCoupler& coupler,
                                       const Vector3d& p_PF) {
  ModelBuilder builder;
  Random random(6);
  for (const char* name : {"upper", "lower", "cart"})
    builder.AddBody(name, random.Inertia());
  RigidTransform X_PF = RigidTransform::Identity();
  X_PF.translation() = p_PF;
  builder.AddJoint({.name = "shoulder",
                    .type = JointType::kRevolute,
                    .child = 1,
                    .axis_F = Vector3d::UnitY()});
  builder.AddJoint({.name = "elbow",
                    .type = JointType::kRevolute,
                    .parent = 1,
                    .child = 2,
                    .X_PF = X_PF,
                    .axis_F = Vector3d(0.6, 0.8, 0)});
  builder.AddJoint({.name = "rail",
                    .type = JointType::kPrismatic,
                    .child = 3,
                    .axis_F = Vector3d::UnitX()});
  builder.AddTendon(
      {.name = "rope",
       .path = {Point(0, {0.5, 0.2, 0.1}), Point(2, {0.1, 0.1, -0.3}),
                Point(3, {0, 0.3, 0.2})}});
  builder.AddTendon({.name = "sum",
                     .terms = {{.joint = 0, .coefficient = 0.4},
                               {.joint = 2, .coefficient = -1.5}}});
  builder.AddCoupler(coupler);
  return std::move(builder).Build();
}

struct Row {
  double g{}, b{};
  VectorXd G;
};

// As VelocityProblemBuilder has it.
Row CalcRow(const Model& model, const VectorXd& q, const VectorXd& v) {
  const JointCoupler& coupler = model.couplers()[0];
  const CouplerError at = CalcCouplerError(model, coupler, q);
  const auto length = [&](int joint, int tendon) {
    VectorXd c = VectorXd::Zero(model.num_velocities());
    if (tendon >= 0) {
      TendonKinematics path;
      CalcTendon(model, model.tendons()[tendon], q, &path);
      for (const auto& term : path.terms) c[term.dof] += term.coefficient;
    } else if (joint >= 0) {
      c[model.joints()[joint].v_start] = 1;
    }
    return c;
  };
  const VectorXd c_b = length(coupler.joint_b, coupler.tendon_b);
  const double rate = c_b.dot(v);
  return {.g = at.error,
          .b = coupler.tendon_a < 0 ? -at.curvature * rate * rate : 0,
          .G = length(coupler.joint_a, coupler.tendon_a) - at.slope * c_b};
}

JointCoupler MakeCoupler(int joint_a, int joint_b, int tendon_a, int tendon_b) {
  return {.name = "coupler",
          .joint_a = joint_a,
          .joint_b = joint_b,
          .tendon_a = tendon_a,
          .tendon_b = tendon_b,
          .reference_a = 0.1,
          .reference_b = -0.2,
          .coefficients = {0.3, 0.7, -0.4, 0.6, 0.25}};
}

TEST_CASE("CouplerRates: joints, sums and paths -> differences of the row") {
  const JointCoupler coupler =
      GENERATE(MakeCoupler(0, 2, -1, -1), MakeCoupler(1, -1, -1, -1),
               MakeCoupler(-1, -1, 0, 1), MakeCoupler(-1, -1, 1, 0),
               MakeCoupler(-1, -1, 0, -1));
  CAPTURE(coupler.joint_a, coupler.joint_b, coupler.tendon_a, coupler.tendon_b);
  const Vector3d p_PF(0.1, 0.05, -0.5);
  const auto model = MakeModel(coupler, p_PF);
  const Vector3d q(0.4, -0.7, 0.3), v(1.2, -0.8, 0.9);
  PositionKinematics position;
  CalcPositionKinematics(*model, VectorXd(q), &position);
  const CouplerRates rates(model.get(), &position, model->couplers()[0], q, v);
  constexpr double e = 1e-5;
  const auto check = [&](const CouplerRates::Change& found, const Row& more,
                         const Row& less) {
    CHECK(found.g == Approx((more.g - less.g) / (2 * e)).margin(1e-9));
    CHECK(found.b == Approx((more.b - less.b) / (2 * e)).margin(1e-9));
    CHECK((found.G - (more.G - less.G) / (2 * e)).norm() < 1e-8);
  };
  for (int k = 0; k < 3; ++k) {
    const Vector3d step = e * Vector3d::Unit(k);
    check(rates.ByPosition(k), CalcRow(*model, q + step, v),
          CalcRow(*model, q - step, v));
    const double by_velocity =
        (CalcRow(*model, q, v + step).b - CalcRow(*model, q, v - step).b) /
        (2 * e);
    CHECK(rates.BiasByVelocity(k) == Approx(by_velocity).margin(1e-9));
    check(rates.ByJointPosition(1, position.X_WB[1].linear().col(k)),
          CalcRow(*MakeModel(coupler, p_PF + step), q, v),
          CalcRow(*MakeModel(coupler, p_PF - step), q, v));
  }
}

TEST_CASE("FindFirstCouplerRow: tendons before, locks behind -> in between") {
  const auto model = MakeModel(MakeCoupler(0, 2, -1, -1), Vector3d::Zero());
  contact::VelocityProblem problem;
  problem.joint_rows.resize(4);
  CHECK(FindFirstCouplerRow(*model, problem) == 3);
  // Dampers of applied forces stand behind all others.
  problem.joint_rows.resize(6, {{.law = contact::RowLaw::Law::kDamper}, 0, 0});
  CHECK(FindFirstCouplerRow(*model, problem) == 3);
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/integrators/dojo/contact_gap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::test::Random;
using Normal = ContactFeatures::Normal;

constexpr double kStep = 0.1;

// Two bodies that fly, and a contact between them.
struct Pair {
  explicit Pair(Normal normal)
      : random(8),
        model(multibody::test::MakeRandomModel(
            2,
            {.num_bodies = 2, .types = {JointType::kFloating}, .per_tree = 1})),
        q(multibody::test::MakeRandomPositions(*model, &random)),
        v1(VectorXd::Zero(12)) {
    features = {.body_a = 1,
                .body_b = 2,
                .c_a = random.Vector3(),
                .c_b = random.Vector3(),
                .r_a = 0.2,
                .r_b = 0.1,
                .normal = normal,
                .frame = random.Rotation().toRotationMatrix(),
                .bias_W = random.Vector3(),
                .share_a = 0.3};
    CalcPositionKinematics(*model, q, &position);
    dynamics.Begin({.model = *model,
                    .position = position,
                    .q2 = q,
                    .v1 = v1,
                    .h1 = kStep,
                    .h = kStep});
  }

  ContactGap Calc(const VectorXd& v) {
    dynamics.Calc(trees, v);
    ContactGap gap;
    CalcContactGap(features, dynamics.body(1), dynamics.body(2), &gap);
    CalcContactGapRates(features, dynamics.body(1), dynamics.body(2), kStep, {},
                        &gap);
    return gap;
  }

  Random random;
  std::shared_ptr<const multibody::Model> model;
  VectorXd q, v1;
  multibody::PositionKinematics position;
  DiscreteDynamics dynamics;
  ContactFeatures features;
  std::array<int, 2> trees = {0, 1};
};

TEST_CASE("Contact gap: derivatives by poses -> those by differences") {
  const Normal normal = GENERATE(Normal::kOfA, Normal::kOfB, Normal::kCenters);
  Pair pair(normal);
  const VectorXd v = pair.random.Vector(12, 2);
  const ContactGap gap = pair.Calc(v);
  // By v, through the poses of both.
  Eigen::Matrix<double, 12, 12> dy_dv;
  dy_dv.setZero();
  Matrix6Xd J;
  for (const int b : {1, 2}) {
    pair.dynamics.CalcMotions(pair.model->trees()[b - 1]);
    pair.dynamics.CalcPoseRates(b, &J);
    dy_dv.block<6, 6>(6 * b - 6, 6 * b - 6) = J;
  }
  const Vector3d impulse_C(0.3, -0.2, 1.1);
  ContactWrench wrench;
  CalcContactWrench(gap, gap.R_WC * impulse_C, &wrench);
  constexpr double e = 1e-6;
  for (int i = 0; i < 12; ++i) {
    INFO(i);
    VectorXd plus = v, minus = v;
    plus[i] += e;
    minus[i] -= e;
    const ContactGap after = pair.Calc(plus), before = pair.Calc(minus);
    const Eigen::Matrix<double, 12, 1> direction = dy_dv.col(i);
    CHECK(gap.dgap.dot(direction) ==
          Approx((after.gap - before.gap) / (2 * e)).margin(1e-8));
    CHECK((gap.dv * direction - (after.v - before.v) / (2 * e)).norm() < 1e-7);
    const Vector3d dn = (after.R_WC - before.R_WC).col(2) / (2 * e);
    CHECK((-CrossMatrix(gap.R_WC.col(2)) * gap.turn * direction - dn).norm() <
          1e-7);
    ContactWrench at_end, at_start;
    CalcContactWrench(after, after.R_WC * impulse_C, &at_end);
    CalcContactWrench(before, before.R_WC * impulse_C, &at_start);
    CHECK((wrench.dF_a * direction - (at_end.F_a - at_start.F_a) / (2 * e))
              .norm() < 1e-7);
    CHECK((wrench.dF_b * direction - (at_end.F_b - at_start.F_b) / (2 * e))
              .norm() < 1e-7);
  }
}

TEST_CASE("Contact gap: rates of one side -> the same, and none of the other") {
  const Normal normal = GENERATE(Normal::kOfA, Normal::kOfB, Normal::kCenters);
  Pair pair(normal);
  const ContactGap both = pair.Calc(pair.random.Vector(12, 2));
  for (const bool is_b : {false, true}) {
    INFO(is_b);
    ContactGap one = both;
    for (ContactGap::Rows* rows : {&one.dv, &one.dC, &one.dP, &one.turn})
      rows->setZero();
    one.dgap.setZero();
    CalcContactGapRates(pair.features, pair.dynamics.body(1),
                        pair.dynamics.body(2), kStep, {.a = !is_b, .b = is_b},
                        &one);
    const int own = is_b ? 6 : 0, other = 6 - own;
    for (const auto rows : {&ContactGap::dv, &ContactGap::dC, &ContactGap::dP,
                            &ContactGap::turn}) {
      CHECK((one.*rows).middleCols<6>(own) == (both.*rows).middleCols<6>(own));
      CHECK((one.*rows).middleCols<6>(other).isZero(0));
    }
    CHECK(one.dgap.segment<6>(own) == both.dgap.segment<6>(own));
    CHECK(one.dgap.segment<6>(other).isZero(0));
  }
}

TEST_CASE("Contact gap: a rolling sphere -> no slip, and the gap stays") {
  multibody::ModelBuilder builder;
  const int body =
      builder.AddBody("ball", {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
  builder.AddJoint({.name = "ball",
                    .type = JointType::kFloating,
                    .parent = 0,
                    .child = body});
  const auto model = std::move(builder).Build();
  VectorXd q = model->default_positions(), v(6);
  q.head<3>() << 0, 0, 0.5;
  v << 0, 2, 0, 0, 0, 0;
  // The mean body rate of the step rolls as far as the centre goes.
  const double rate = 2 / kStep * std::sin(kStep * 2 / 2);
  v[3] = 0.5 * rate;
  multibody::PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  DiscreteDynamics dynamics;
  dynamics.Begin({.model = *model,
                  .position = position,
                  .q2 = q,
                  .v1 = v,
                  .h1 = kStep,
                  .h = kStep});
  dynamics.Calc(std::array{0}, v);
  const ContactFeatures features{
      .body_a = 0, .body_b = 1, .r_b = 0.5, .normal = Normal::kOfA};
  ContactGap gap;
  CalcContactGap(features, dynamics.body(0), dynamics.body(1), &gap);
  CHECK(gap.gap == Approx(0).margin(1e-14));
  CHECK(gap.v.norm() < 1e-14);
}

TEST_CASE("CalcLeastGap: gaps that gravity closes in a step -> 0") {
  const double h = 0.01, g = 9.81;
  for (const double gap : {1.0, 0.0, -1e-9, -0.49 * g * h * h}) {
    CHECK(CalcLeastGap(gap, g, h).value == 0);
    CHECK(CalcLeastGap(gap, g, h).rate == 0);
  }
}

TEST_CASE(
    "CalcLeastGap: deeper -> what a quarter of a fall by it rises to, and "
    "its slope") {
  const double h = GENERATE(0.01, 0.001), g = GENERATE(9.81, 0.0);
  const double depth = GENERATE(1e-3, 0.02);
  const double speed = std::sqrt(std::max(g, 1.0) * depth / 2), e = 1e-7;
  const LeastGap least = CalcLeastGap(-depth, g, h);
  CHECK(least.value == Approx(-depth + h * speed));
  const double slope = (CalcLeastGap(-depth + e, g, h).value -
                        CalcLeastGap(-depth - e, g, h).value) /
                       (2 * e);
  CHECK(least.rate == Approx(slope).epsilon(1e-5));
}

}  // namespace
}  // namespace tactus::integrators

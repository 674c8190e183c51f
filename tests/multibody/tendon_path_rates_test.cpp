#include "tactus/multibody/tendon_path_rates.h"

#include <cmath>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/parameters.h"
#include "tactus/multibody/retraction.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

using Stop = Tendon::Stop;

Stop Point(int body, const Vector3d& p) {
  Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

// A shape between the points before and behind, in their way or not.
Stop MakeShape(const Model& model, test::Random* random) {
  Stop shape{.kind = random->Index(2) == 0 ? Stop::Kind::kSphere
                                           : Stop::Kind::kCylinder,
             .body = random->Index(model.num_bodies()),
             .X_BS = random->Pose(),
             .radius = 0.6};
  if (random->Index(2) == 0) {
    shape.side_body = random->Index(model.num_bodies());
    shape.p_BSide = random->Vector3();
  }
  return shape;
}

// Past points of random bodies, the world among them, around shapes, and over a
// pulley.
Tendon MakePath(const Model& model, test::Random* random) {
  Tendon tendon;
  const auto add = [&](int count) {
    for (int i = 0; i < count; ++i) {
      tendon.path.push_back(
          Point(random->Index(model.num_bodies()), random->Vector3()));
      if (i + 1 < count) tendon.path.push_back(MakeShape(model, random));
    }
  };
  add(3);
  tendon.path.push_back({.kind = Stop::Kind::kPulley, .divisor = 2.5});
  add(3);
  return tendon;
}

struct Length {
  double length{};
  VectorXd coefficients;
};

Length Calc(const Model& model, const Tendon& tendon, const VectorXd& q) {
  TendonKinematics at;
  CalcTendon(model, tendon, q, &at);
  Length result{at.length, VectorXd::Zero(model.num_velocities())};
  for (const contact::JointTerm& term : at.terms)
    result.coefficients[term.dof] = term.coefficient;
  return result;
}

// Of the change from `low` to `high`, 2 e apart, to a rate.
void CheckRate(const TendonPathRates::Change& rate, const Length& low,
               const Length& high, double e) {
  CHECK(rate.length ==
        Approx((high.length - low.length) / (2 * e)).margin(1e-8));
  CHECK((rate.coefficients - (high.coefficients - low.coefficients) / (2 * e))
            .norm() < 1e-7 * (1 + rate.coefficients.norm()));
}

TEST_CASE("TendonPathRates: random trees and paths -> differences by q") {
  constexpr double kStep = 1e-5;
  test::Random random(41);
  double largest = 0;
  long num_wraps = 0;
  for (int round = 0; round < 30; ++round) {
    INFO("round " << round);
    const auto model =
        test::MakeRandomModel(900 + round, {.floating_base = round % 2 == 0});
    const Tendon tendon = MakePath(*model, &random);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    const TendonPathRates rates(model.get(), &position, tendon);
    for (int k = 0; k < model->num_velocities(); ++k) {
      const auto moved = [&](double e) {
        VectorXd result, step = VectorXd::Zero(model->num_velocities());
        step[k] = e;
        RetractPositions(*model, q, step, &result);
        return Calc(*model, tendon, result);
      };
      const TendonPathRates::Change rate = rates.ByPosition(k);
      CheckRate(rate, moved(-kStep), moved(kStep), kStep);
      for (const TendonSpan& span : CalcTendonSpans(position, tendon))
        num_wraps += span.around.has_value();
      largest = std::max(largest, rate.coefficients.norm());
    }
  }
  CHECK(largest > 1);
  CHECK(num_wraps > 30);
}

TEST_CASE("TendonPathRates: a joint's frame moves -> differences by it") {
  constexpr double kStep = 1e-5;
  test::Random random(43);
  for (int round = 0; round < 10; ++round) {
    INFO("round " << round);
    const auto model = test::MakeRandomModel(950 + round);
    const Tendon tendon = MakePath(*model, &random);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    const TendonPathRates rates(model.get(), &position, tendon);
    for (int j = 0; j < std::ssize(model->joints()); ++j) {
      const int axis = random.Index(3);
      const Parameter parameter{Parameter::Kind::kJointPosition, j, axis};
      const double here = GetParameter(*model, parameter);
      const auto moved = [&](double e) {
        const auto other = WithParameters(*model, std::array{parameter},
                                          VectorXd::Constant(1, here + e));
        return Calc(*other, tendon, q);
      };
      const Matrix3d R_WP = position.X_WB[model->joints()[j].parent].linear();
      CheckRate(rates.ByJointPosition(j, R_WP.col(axis)), moved(-kStep),
                moved(kStep), kStep);
    }
  }
}

// L^2 = a^2 + r^2 - 2 a r cos(q), from a point at a to one at r on a hinge.
TEST_CASE("TendonPathRates: a lever -> the second derivative of its length") {
  ModelBuilder builder;
  const int lever =
      builder.AddBody("lever", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddJoint(
      {.name = "hinge", .type = JointType::kRevolute, .child = lever});
  const auto model = std::move(builder).Build();
  const double a = 2, r = 0.5, q = 0.7;
  Tendon tendon;
  const Vector3d axis = model->joints()[0].axis_F;
  const Vector3d e = axis.unitOrthogonal();
  tendon.path = {Point(0, a * e), Point(lever, r * e)};
  PositionKinematics position;
  CalcPositionKinematics(*model, VectorXd::Constant(1, q), &position);
  const TendonPathRates::Change rate =
      TendonPathRates(model.get(), &position, tendon).ByPosition(0);
  const double L = std::sqrt(a * a + r * r - 2 * a * r * std::cos(q));
  const double dL = a * r * std::sin(q) / L;
  CHECK(rate.length == Approx(dL));
  CHECK(rate.coefficients[0] == Approx(a * r * std::cos(q) / L - dL * dL / L));
}

TEST_CASE("TendonPathRates: points without a distance -> no rates") {
  test::Random random(5);
  const auto model = test::MakeRandomModel(77);
  PositionKinematics position;
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  CalcPositionKinematics(*model, q, &position);
  Tendon tendon;
  tendon.path = {Point(0, position.X_WB[2].translation()),
                 Point(2, Vector3d::Zero())};
  const TendonPathRates rates(model.get(), &position, tendon);
  CHECK(rates.ByPosition(0).coefficients.norm() == 0);
}

}  // namespace
}  // namespace tactus::multibody

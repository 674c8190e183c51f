#include "tactus/integrators/dojo/constraint_rates.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {
namespace {

using multibody::BodyRows;
using multibody::Constraint;
using multibody::ConstraintType;
using multibody::Model;

// A row's g, x = G v and b, as the velocity problem has them, and G' impulse.
struct RowValues {
  std::vector<double> g, x, b;
  VectorXd force;
};

struct At {
  const Model& model;
  const Constraint& tie;
  VectorXd v, v1;
  std::vector<double> impulses;

  BodyRows CalcRows(const VectorXd& q,
                    multibody::PositionKinematics* position) const {
    CalcPositionKinematics(model, q, position);
    multibody::VelocityKinematics velocity;
    CalcVelocityKinematics(model, *position, v1, &velocity);
    BodyRows rows;
    CalcConstraintRows(model, *position, velocity, tie, &rows);
    return rows;
  }

  RowValues Calc(const VectorXd& q) const {
    multibody::PositionKinematics position;
    const BodyRows rows = CalcRows(q, &position);
    RowValues values;
    values.force.setZero(v.size());
    VectorXd G;
    for (int i = 0; i < std::ssize(rows.rows); ++i) {
      CalcRowJacobian(model, position, rows, i, &G);
      values.g.push_back(rows.rows[i].error);
      values.x.push_back(G.dot(v));
      values.b.push_back(rows.rows[i].bias_acceleration);
      values.force += impulses[i] * G;
    }
    return values;
  }
};

TEST_CASE("Constraint rates: random ties -> differences of their rows") {
  const ConstraintType type =
      GENERATE(ConstraintType::kBall, ConstraintType::kWeld,
               ConstraintType::kDistance, ConstraintType::kCosserat);
  const int seed = GENERATE(range(0, 4));
  CAPTURE(to_string(type), seed);
  constexpr double e = 1e-5;
  multibody::test::Random random(40 + seed);
  const auto model =
      multibody::test::MakeRandomModel(800 + seed, {.per_tree = 5});
  const VectorXd q = multibody::test::MakeRandomPositions(*model, &random);
  const auto nv = model->num_velocities();
  Constraint tie{.type = type,
                 .body_a = seed % 2 == 0 ? 0 : 4,
                 .body_b = seed < 2 ? 5 : 9,
                 .X_AP = random.Pose(),
                 .X_BQ = random.Pose(),
                 .distance = 0.3};
  tie.cosserat = {.offset = 0.2, .turn = Vector3d(0.1, 0.2, -0.1)};
  At at{.model = *model,
        .tie = tie,
        .v = random.Vector(nv),
        .v1 = random.Vector(nv),
        .impulses = {0.7, -0.4, 0.9, 0.3, -0.8, 0.5}};
  multibody::PositionKinematics position;
  const BodyRows rows = at.CalcRows(q, &position);
  DiscreteDynamics dynamics;
  dynamics.Begin({.model = *model,
                  .position = position,
                  .q2 = q,
                  .v1 = at.v1,
                  .h1 = 0.01,
                  .h = 0.01});
  ConstraintRates rates;
  rates.Calc(dynamics, tie, at.v, at.v1);
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    rates.AddImpulse(rows.rows[i].row, at.impulses[i]);
  for (int k = 0; k < nv; ++k) {
    const VectorXd step = e * VectorXd::Unit(nv, k);
    VectorXd moved;
    RetractPositions(*model, q, step, &moved);
    const RowValues ahead = at.Calc(moved);
    RetractPositions(*model, q, -step, &moved);
    const RowValues behind = at.Calc(moved);
    VectorXd force = VectorXd::Zero(nv);
    rates.AddForceRate(rates.ByPosition(k), &force);
    CHECK((force - (ahead.force - behind.force) / (2 * e)).norm() < 1e-8);
    At faster = at, slower = at;
    faster.v1 += step;
    slower.v1 -= step;
    const std::vector<double> b_ahead = faster.Calc(q).b;
    const std::vector<double> b_behind = slower.Calc(q).b;
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
      const auto by_q = rates.CalcRow(rows.rows[i].row, rates.ByPosition(k));
      CHECK(by_q.g ==
            Approx((ahead.g[i] - behind.g[i]) / (2 * e)).margin(1e-7));
      CHECK(by_q.x ==
            Approx((ahead.x[i] - behind.x[i]) / (2 * e)).margin(1e-7));
      CHECK(by_q.b ==
            Approx((ahead.b[i] - behind.b[i]) / (2 * e)).margin(1e-6));
      const auto by_v1 = rates.CalcRow(rows.rows[i].row, rates.ByVelocity(k));
      CHECK(by_v1.g == 0);
      CHECK(by_v1.x == 0);
      CHECK(by_v1.b ==
            Approx((b_ahead[i] - b_behind[i]) / (2 * e)).margin(1e-6));
    }
  }
}

}  // namespace
}  // namespace tactus::integrators

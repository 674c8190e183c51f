#include "tactus/multibody/body_chain.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/retraction.h"

namespace tactus::multibody {
namespace {

// At a configuration: chains take twists at the bodies' origins.
struct At {
  At(const Model& model, const VectorXd& q) {
    CalcPositionKinematics(model, q, &position);
    for (const RigidTransform& X : position.X_WB) p.push_back(X.translation());
  }

  BodyChain Chain(const Model& model, int body, const VectorXd& v) const {
    BodyChain chain;
    chain.Build(model, body, position.H_W, p);
    chain.Move(v);
    return chain;
  }

  PositionKinematics position;
  std::vector<Vector3d> p;
};

Vector6d AboutOrigin(Vector6d V, const Vector3d& p) {
  V.tail<3>() += p.cross(Vector3d(V.head<3>()));
  return V;
}

TEST_CASE("BodyChain: random trees -> velocities and accelerations of bodies") {
  test::Random random(11);
  for (int round = 0; round < 20; ++round) {
    INFO("round " << round);
    const auto model = test::MakeRandomModel(500 + round);
    const At at(*model, test::MakeRandomPositions(*model, &random));
    const VectorXd v = random.Vector(model->num_velocities());
    VelocityKinematics velocity;
    CalcVelocityKinematics(*model, at.position, v, &velocity);
    for (int b = 1; b < model->num_bodies(); ++b) {
      const BodyTwist twist = at.Chain(*model, b, v).twist();
      const Vector6d& V = velocity.V_WB[b];
      CHECK((twist.V - AboutOrigin(V, at.p[b])).norm() < 1e-12);
      // The rate of V at a point that stays is less than that of one that
      // moves along by w x v.
      Vector6d A = velocity.A0_WB[b];
      A.tail<3>() -= V.head<3>().cross(Vector3d(V.tail<3>()));
      CHECK((twist.A - AboutOrigin(A, at.p[b])).norm() < 1e-11);
    }
  }
}

TEST_CASE("BodyChain: random trees -> rates are differences") {
  constexpr double e = 1e-5;
  test::Random random(12);
  for (int round = 0; round < 20; ++round) {
    INFO("round " << round);
    const auto model = test::MakeRandomModel(600 + round);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities());
    const int body = model->num_bodies() - 1;
    const BodyChain chain = At(*model, q).Chain(*model, body, v);
    const auto moved = [&](const VectorXd& step, const VectorXd& rates) {
      VectorXd to;
      RetractPositions(*model, q, step, &to);
      return At(*model, to).Chain(*model, body, rates).twist();
    };
    const auto check = [&](const BodyTwist& found, const BodyTwist& ahead,
                           const BodyTwist& behind) {
      CHECK((found.V - (ahead.V - behind.V) / (2 * e)).norm() < 1e-8);
      CHECK((found.A - (ahead.A - behind.A) / (2 * e)).norm() < 1e-7);
    };
    const VectorXd none = VectorXd::Zero(v.size());
    for (int i = 0; i < std::ssize(chain.carriers()); ++i) {
      VectorXd step = none;
      step[chain.carriers()[i].velocity] = e;
      check(chain.CalcRateByPosition(i), moved(step, v), moved(-step, v));
      check(chain.CalcRateByVelocity(i), moved(none, v + step),
            moved(none, v - step));
    }
    CHECK(chain.IsCarriedBy(body - 1));
    CHECK(chain.Find(-1) == -1);
  }
}

}  // namespace
}  // namespace tactus::multibody

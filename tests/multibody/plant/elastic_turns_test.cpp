#include "tactus/multibody/plant/elastic_turns.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using contact::ElasticElement;
using contact::VelocityProblem;

constexpr double kStep = 0.01;  // [s]

/// Two elastic blocks without gravity, at rest.
class TwoBlocks {
 public:
  explicit TwoBlocks(double damping = 0) {
    ModelBuilder builder;
    builder.set_gravity(Vector3d::Zero());
    for (const char* name : {"one", "two"}) {
      ElasticBody body{
          .name = name,
          .solid = std::make_shared<ElasticSolid>(
              MakeBoxMesh({0.05, 0.04, 0.03}, {2, 2, 3}),
              ElasticMaterial{.youngs_modulus = 1e5, .damping = damping})};
      body.X_BS.translation().x() = std::string(name) == "one" ? 0 : 0.5;
      builder.AddElasticBody(body);
    }
    model = std::move(builder).Build();
    builder_ = std::make_unique<VelocityProblemBuilder>(
        model, MakeCollisionEngine(*model));
    q = model->default_positions();
    v = VectorXd::Zero(model->num_velocities());
  }

  const VelocityProblem& Build() {
    builder_->Build(q, v, {}, &problem_);
    return problem_;
  }
  VelocityProblemBuilder& builder() { return *builder_; }

  double CalcEnergy(const VectorXd& at) const {
    double energy = 0;
    for (const ElasticBody& body : model->elastic_bodies())
      energy += body.solid->CalcEnergy(at.segment(body.q_start, body.size()));
    return energy;
  }

  std::shared_ptr<const Model> model;
  VectorXd q, v;

 private:
  std::unique_ptr<VelocityProblemBuilder> builder_;
  VelocityProblem problem_;
};

/// R on each triple.
VectorXd TurnAll(const Matrix3d& R, VectorXd x) {
  for (Eigen::Index i = 0; i < x.size(); i += 3)
    x.segment<3>(i) = (R * x.segment<3>(i)).eval();
  return x;
}

Matrix3d MakeTurn(double angle) {
  return Eigen::AngleAxisd(angle, Vector3d(1, -2, 2) / 3).toRotationMatrix();
}

/// What elements resist with at the share `theta` of a step with v^: k0 of
/// these models is theirs alone [N].
VectorXd CalcForce(const VelocityProblem& problem, const VectorXd& v_hat,
                   double theta = 0.5) {
  VectorXd force = problem.k0;
  for (const ElasticElement& element : problem.elastic_elements) {
    ElasticSolid::Vector12d v;
    for (int k = 0; k < 4; ++k)
      v.segment<3>(3 * k) = v_hat.segment<3>(element.dofs[k]);
    const ElasticSolid::Vector12d f =
        (theta * kStep + element.damping) * element.stiffness * v;
    for (int k = 0; k < 4; ++k)
      force.segment<3>(element.dofs[k]) += f.segment<3>(3 * k);
  }
  return force;
}

TEST_CASE("ElasticTurns: a rigid turn by 0.6 rad -> no force in the middle") {
  TwoBlocks blocks(0.01);
  const VectorXd rest = blocks.q;
  blocks.q = TurnAll(MakeTurn(0.4), rest);
  const VectorXd v_hat = (TurnAll(MakeTurn(1), rest) - blocks.q) / kStep;
  ElasticTurns turns;
  turns.Reset(*blocks.model, blocks.q, blocks.Build(), kStep, false);
  turns.Turn(v_hat);
  // Nodes weigh grams, and E A is 400 N.
  CHECK(CalcForce(turns.MakeMiddle(), v_hat).norm() < 1e-9);
}

// Strained by some 5 %: turning is no rate of strain there, and forces have no
// moment about where nodes are in the middle.
TEST_CASE("ElasticTurns: strained blocks turn -> no damping and no moment") {
  test::Random random(8);
  TwoBlocks blocks, damped(0.05);
  const VectorXd strained =
      TurnAll(MakeTurn(0.4), blocks.q + 5e-4 * random.Vector(blocks.q.size()));
  const VectorXd v_hat = (TurnAll(MakeTurn(0.6), strained) - strained) / kStep;
  const auto calc_force = [&](TwoBlocks* each, const VectorXd& v) {
    each->q = strained;
    ElasticTurns turns;
    turns.Reset(*each->model, each->q, each->Build(), kStep, false);
    turns.Turn(v);
    return CalcForce(turns.MakeMiddle(), v);
  };
  const VectorXd undamped = calc_force(&blocks, v_hat);
  CHECK((calc_force(&damped, v_hat) - undamped).norm() <
        1e-9 * undamped.norm());
  const VectorXd other = v_hat + random.Vector(v_hat.size());
  const VectorXd force = calc_force(&damped, other);
  REQUIRE((force - calc_force(&blocks, other)).norm() > 0.1 * force.norm());
  const VectorXd middle = strained + kStep / 2 * other;
  Vector3d moment = Vector3d::Zero();
  for (Eigen::Index i = 0; i < force.size(); i += 3)
    moment += middle.segment<3>(i).cross(force.segment<3>(i));
  CHECK(moment.norm() < 1e-9 * force.norm());
}

TEST_CASE("ElasticTurns: strain and a turn -> work is the change of energy") {
  test::Random random(3);
  TwoBlocks blocks;
  const VectorXd rest = blocks.q;
  // The strains at both ends are others, of a few per cent.
  const auto strain = [&] {
    return VectorXd(rest + 5e-4 * random.Vector(rest.size()));
  };
  const VectorXd x0 = strain();
  const VectorXd x1_unturned = strain();
  const double U0 = blocks.CalcEnergy(x0), U1 = blocks.CalcEnergy(x1_unturned);
  REQUIRE(std::abs(U1 - U0) > 0.05 * U0);
  blocks.q = x0;
  double errors[2];
  for (int i = 0; i < 2; ++i) {
    const double angle = i == 0 ? 0.2 : 0.1;
    const VectorXd v_hat = (TurnAll(MakeTurn(angle), x1_unturned) - x0) / kStep;
    ElasticTurns turns;
    turns.Reset(*blocks.model, blocks.q, blocks.Build(), kStep, false);
    turns.Turn(v_hat);
    const double work = kStep * v_hat.dot(CalcForce(turns.MakeMiddle(), v_hat));
    errors[i] = std::abs(work - (U1 - U0)) / U0;
  }
  CHECK(errors[0] < 0.02);
  // Half of it at a half of the turn, or less: what strain itself adds is left.
  CHECK(errors[1] < 0.5 * errors[0]);
}

TEST_CASE("ElasticTurns: turns as before, and others -> how far, and of whom") {
  TwoBlocks blocks;
  const VectorXd rest = blocks.q;
  ElasticTurns turns;
  turns.Reset(*blocks.model, blocks.q, blocks.Build(), kStep, false);
  VectorXd v_hat = VectorXd::Zero(blocks.v.size());
  CHECK(turns.Turn(v_hat) < 1e-12);
  // The middle is half of the chord.
  const ElasticBody& two = blocks.model->elastic_bodies()[1];
  v_hat.segment(two.v_start, two.size()) =
      (TurnAll(MakeTurn(0.3), rest) - rest).segment(two.q_start, two.size()) /
      kStep;
  CHECK(turns.Turn(v_hat) == Approx(0.15).epsilon(1e-9));
  CHECK(turns.worst_body().name == "two");
  CHECK(turns.Turn(v_hat) < 1e-12);
}

// What the builder makes of the same for methods of first order, and from
// there.
TEST_CASE("ElasticTurns: a step taken to its end -> turning is no strain") {
  TwoBlocks blocks(0.01);
  const auto spin = [&](const Vector3d& w) {
    VectorXd v(blocks.v.size());
    for (Eigen::Index i = 0; i < v.size(); i += 3)
      v.segment<3>(i) = w.cross(blocks.q.segment<3>(i));
    return v;
  };
  blocks.v = spin({3, 4, 12});
  const VelocityProblem start = blocks.Build();
  ElasticTurns turns;
  turns.Reset(*blocks.model, blocks.q, start, kStep, false);
  turns.Turn(blocks.v);
  turns.MakeMiddle();
  const VelocityProblem at_end = turns.MakeEnd(blocks.v);
  VelocityProblem taken = start;
  blocks.builder().TakeElasticTurns(kStep, &taken);
  REQUIRE((taken.k0 - start.k0).norm() > 0.1);
  CHECK((at_end.k0 - taken.k0).norm() < 1e-9);
  for (std::size_t i = 0; i < start.elastic_elements.size(); ++i)
    REQUIRE(at_end.elastic_elements[i].stiffness ==
            start.elastic_elements[i].stiffness);

  ElasticTurns further;
  further.Reset(*blocks.model, blocks.q, taken, kStep, true);
  const VectorXd v_hat = spin({-5, 8, 20});
  const VectorXd k0 = turns.MakeEnd(v_hat).k0;
  REQUIRE((k0 - taken.k0).norm() > 0.1);
  CHECK((further.MakeEnd(v_hat).k0 - k0).norm() < 1e-9);
}

// sqrt(2) (1 - cos theta) of a turn by theta, of which v0 tells none.
TEST_CASE("ElasticTurns: set spinning in a step -> the strain that it misses") {
  constexpr double kAngle = 0.3;  // [rad]
  TwoBlocks blocks;
  ElasticTurns turns;
  turns.Reset(*blocks.model, blocks.q, blocks.Build(), kStep, true);
  CHECK(turns.CalcMissedStrain(blocks.v) == 0);
  VectorXd v_hat = blocks.v;
  const ElasticBody& two = blocks.model->elastic_bodies()[1];
  v_hat.segment(two.v_start, two.size()) =
      (TurnAll(MakeTurn(kAngle), blocks.q) - blocks.q)
          .segment(two.q_start, two.size()) /
      kStep;
  CHECK(turns.CalcMissedStrain(v_hat) ==
        Approx(std::sqrt(2) * (1 - std::cos(kAngle))));
  CHECK(turns.worst_body().name == "two");
  // The turn that is counted has no force at its end, x1 = x0 + h v1.
  CHECK(CalcForce(turns.MakeEnd(v_hat), v_hat, 1).norm() < 1e-9);
  CHECK(turns.CalcMissedStrain(v_hat) == 0);
}

TEST_CASE("ElasticTurns: any number of threads -> the same to the last bit") {
  TwoBlocks blocks;
  test::Random random(5);
  const VectorXd v_hat = random.Vector(blocks.v.size());
  const VelocityProblem& start = blocks.Build();
  ElasticTurns one, four;
  one.Reset(*blocks.model, blocks.q, start, kStep, false);
  four.Reset(*blocks.model, blocks.q, start, kStep, false, 4);
  CHECK(one.Turn(v_hat) == four.Turn(v_hat));
  CHECK(one.MakeMiddle().k0 == four.MakeMiddle().k0);
  CHECK(one.CalcMissedStrain(v_hat) == four.CalcMissedStrain(v_hat));
  CHECK(one.MakeEnd(v_hat).k0 == four.MakeEnd(v_hat).k0);
}

}  // namespace
}  // namespace tactus::multibody

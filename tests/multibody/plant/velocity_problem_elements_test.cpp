#include "tactus/multibody/plant/velocity_problem_elements.h"

#include <memory>
#include <utility>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

/// Two elastic blocks without gravity.
std::shared_ptr<const Model> MakeBlocks() {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  for (const double x : {0.0, 0.5}) {
    ElasticBody body{.name = x == 0 ? "one" : "two",
                     .solid = std::make_shared<ElasticSolid>(
                         MakeBoxMesh({0.05, 0.04, 0.03}, {2, 2, 3}),
                         ElasticMaterial{.youngs_modulus = 1e5})};
    body.X_BS.translation().x() = x;
    builder.AddElasticBody(body);
  }
  return std::move(builder).Build();
}

double CalcEnergy(const Model& model, const VectorXd& q) {
  double energy = 0;
  for (const ElasticBody& body : model.elastic_bodies())
    energy += body.solid->CalcEnergy(q.segment(body.q_start, body.size()));
  return energy;
}

TEST_CASE(
    "Velocity problem elements: strained blocks -> the energy's gradient is "
    "added to k") {
  const auto model = MakeBlocks();
  test::Random random(3);
  const VectorXd q =
      model->default_positions() + 2e-3 * random.Vector(model->num_positions());
  ModelAtStart start(model.get());
  contact::VelocityProblem problem;
  AddTrees(q, VectorXd::Zero(q.size()), &start, &problem);
  const VectorXd before = start.bias;
  VelocityProblemElements elements(&start);
  elements.Add(&problem);
  const VectorXd gradient = start.bias - before;
  int count = 0;
  for (const ElasticBody& body : model->elastic_bodies())
    count += body.solid->num_tetrahedra();
  CHECK(std::ssize(problem.elastic_elements) == count);
  constexpr double kDelta = 1e-6;
  for (int trial = 0; trial < 5; ++trial) {
    const VectorXd d = random.Vector(model->num_positions());
    const double slope = (CalcEnergy(*model, q + kDelta * d) -
                          CalcEnergy(*model, q - kDelta * d)) /
                         (2 * kDelta);
    CHECK(gradient.dot(d) == Approx(slope).epsilon(1e-6));
  }
}

// After a step of h that turns both blocks as one, what the elements' linear
// forces make of the turn, K (q1 - q0), is taken back.
TEST_CASE(
    "Velocity problem elements: blocks that turn -> no force of the turn is "
    "left") {
  const auto model = MakeBlocks();
  const VectorXd& q = model->default_positions();
  const Vector3d w(3, -5, 4);
  constexpr double h = 1e-2;
  const Matrix3d R =
      Eigen::AngleAxisd(h * w.norm(), w.normalized()).toRotationMatrix();
  VectorXd v(q.size()), change(q.size());
  for (Eigen::Index i = 0; i < q.size(); i += 3) {
    const Vector3d x = q.segment<3>(i);
    v.segment<3>(i) = w.cross(x);
    change.segment<3>(i) = R * x - x;
  }
  ModelAtStart start(model.get());
  contact::VelocityProblem problem;
  AddTrees(q, v, &start, &problem);
  VelocityProblemElements elements(&start);
  elements.Add(&problem);
  problem.k0 = start.bias;
  CHECK(problem.k0.norm() < 1e-9);  // At rest.
  elements.AddTurns(h, &problem);
  CHECK(problem.k0 == start.bias);
  VectorXd of_turn = VectorXd::Zero(q.size());
  for (const contact::ElasticElement& element : problem.elastic_elements) {
    Eigen::Matrix<double, 12, 1> d;
    for (int k = 0; k < 4; ++k)
      d.segment<3>(3 * k) = change.segment<3>(element.dofs[k]);
    d = (element.stiffness * d).eval();
    for (int k = 0; k < 4; ++k)
      of_turn.segment<3>(element.dofs[k]) += d.segment<3>(3 * k);
  }
  REQUIRE(of_turn.norm() > 0.1);
  CHECK((of_turn + problem.k0).norm() < 1e-2 * of_turn.norm());
}

}  // namespace
}  // namespace tactus::multibody

// The same problem, to the last bit, for any number of threads.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "multibody/box_scene.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

VelocityProblem BuildOnThreads(const std::shared_ptr<const Model>& model,
                               const VectorXd& q, const VectorXd& v,
                               int num_threads) {
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  builder.set_num_threads(num_threads);
  VelocityProblem problem;
  builder.Build(q, v, {}, &problem);
  return problem;
}

bool HaveSameTrees(const VelocityProblem& a, const VelocityProblem& b) {
  const bool same = a.v0 == b.v0 && a.k0 == b.k0 && a.damping == b.damping &&
                    a.cliques.size() == b.cliques.size();
  return same && std::ranges::equal(a.cliques, b.cliques,
                                    [](const auto& x, const auto& y) {
                                      return x.v_start == y.v_start &&
                                             x.nv == y.nv && x.M == y.M;
                                    });
}

bool HaveSamePoints(const VelocityProblem& a, const VelocityProblem& b) {
  return std::ranges::equal(
      a.points, b.points,
      [](const contact::ContactPoint& x, const contact::ContactPoint& y) {
        return x.p_BoC_W == y.p_BoC_W && x.R_WC == y.R_WC && x.v_C0 == y.v_C0 &&
               x.phi0 == y.phi0 && x.normal_force0 == y.normal_force0 &&
               x.friction == y.friction && x.inverse_mass == y.inverse_mass;
      });
}

// Among the bodies are some that a weld anchors, with trees that hang on them.
TEST_CASE("Velocity problem on threads: trees of every kind -> the same bits") {
  const auto model =
      test::MakeRandomModel(3, {.num_bodies = 600, .per_tree = 3});
  REQUIRE(model->trees().size() > 100);
  test::Random random(5);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(model->num_velocities());
  const VelocityProblem one = BuildOnThreads(model, q, v, 1);
  for (const int num_threads : {2, 3, 8})
    CHECK(HaveSameTrees(BuildOnThreads(model, q, v, num_threads), one));
}

// Ten by ten cubes side by side on the ground, each in each by a millimetre.
TEST_CASE(
    "Velocity problem on threads: a floor of touching cubes -> the same bits") {
  constexpr int kRows = 10;
  const contact::Material material = test::MakeMaterial(1e4, 4, 0.5);
  ModelBuilder builder;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const contact::Box cube{Vector3d::Constant(test::kHalf)};
  for (int i = 0; i < kRows * kRows; ++i) {
    const std::string name = "cube" + std::to_string(i);
    const int body = builder.AddBody(
        name, MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
    builder.AddGeometry(
        {.name = name, .body = body, .shape = cube, .material = material});
    const double pitch = 2 * test::kHalf - 1e-3;
    builder.SetDefaultPose(body, RigidTransform(Eigen::Translation3d(
                                     pitch * (i % kRows), pitch * (i / kRows),
                                     test::kHalf - 1e-3)));
  }
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  test::Random random(7);
  const VectorXd v = random.Vector(model->num_velocities());
  const VectorXd& q = model->default_positions();
  const VelocityProblem one = BuildOnThreads(model, q, v, 1);
  REQUIRE(one.patches.size() > 250);
  for (const int num_threads : {2, 3, 8}) {
    const VelocityProblem many = BuildOnThreads(model, q, v, num_threads);
    CHECK(many.patches.size() == one.patches.size());
    CHECK(HaveSamePoints(many, one));
  }
}

}  // namespace
}  // namespace tactus::multibody

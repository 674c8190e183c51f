#include "tactus/multibody/plant/velocity_problem_bodies.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

struct Bodies {
  explicit Bodies(int seed) : random(seed) {
    AddTrees(test::MakeRandomPositions(*model, &random),
             random.Vector(model->num_velocities()), &start, &problem);
  }
  test::Random random;
  std::shared_ptr<const Model> model =
      test::MakeRandomModel(2, {.num_bodies = 12, .per_tree = 3});
  ModelAtStart start{model.get()};
  VelocityProblemBodies bodies{&start};
  contact::VelocityProblem problem;
};

TEST_CASE(
    "Velocity problem bodies: asked for again -> the same one, J v is V") {
  Bodies s(4);
  s.bodies.Begin();
  for (int again = 0; again < 2; ++again) {
    for (int body = s.model->num_bodies() - 1; body >= 0; --body) {
      INFO("body " << body);
      const int index = s.bodies.FindOrAdd(body, &s.problem);
      CHECK(index == s.model->num_bodies() - 1 - body);
      const contact::ContactBody& added = s.problem.bodies[index];
      CHECK(added.id == body);
      CHECK(added.clique == s.model->bodies()[body].tree);
      if (added.clique < 0) continue;
      const contact::Clique& clique = s.problem.cliques[added.clique];
      const VectorXd v = s.problem.v0.segment(clique.v_start, clique.nv);
      const Vector6d V = added.is_free ? Vector6d(v) : Vector6d(added.J * v);
      CHECK((V - s.start.velocity.V_WB[body]).norm() < 1e-12 * (1 + V.norm()));
      const Vector3d p_BoBcm_W = s.start.position.X_WB[body].linear() *
                                 s.model->bodies()[body].inertia.p_BoBcm;
      CHECK(added.p_BoBcm_W == p_BoBcm_W);
    }
  }
  s.bodies.Finish(&s.problem);
  CHECK(std::ssize(s.problem.bodies) == s.model->num_bodies());
}

TEST_CASE("Velocity problem bodies: fewer than before -> the others are gone") {
  Bodies s(5);
  s.bodies.Begin();
  for (int body = 0; body < 5; ++body) s.bodies.FindOrAdd(body, &s.problem);
  s.bodies.Finish(&s.problem);
  s.bodies.Begin();
  CHECK(s.bodies.FindOrAdd(3, &s.problem) == 0);
  s.bodies.Finish(&s.problem);
  REQUIRE(s.problem.bodies.size() == 1);
  CHECK(s.problem.bodies[0].id == 3);
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/examples/comfree_physics/trial.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::examples {
namespace {

std::shared_ptr<const multibody::Model> MakeBall() {
  multibody::ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           {});
  AddSolid(&builder, "ball", contact::Sphere{0.1}, 1000,
           RigidTransform(Eigen::Translation3d(0, 0, 0.1)), {});
  return std::move(builder).Build();
}

TEST_CASE("MakeComFree, MakeIcf: options -> a method with its name") {
  CHECK(MakeComFree({}).name == "ComFree");
  CHECK(MakeComFree({.refinement_iterations = 4}).name == "ComFree L = 4");
  CHECK(MakeIcf().name == "ICF");
  CHECK(MakeIcf().make()->name() == "icf");
}

// Semi-implicit Euler: z = -g h^2 n (n + 1) / 2.
TEST_CASE("Trial: a state that is given -> advances from it by equal steps") {
  Trial trial(MakeBall(), MakeComFree({}), 0.002);
  VectorXd q = trial.q();
  q[2] = 5;
  trial.set_q(q);
  VectorXd v = trial.v();
  v[3] = 2;
  trial.set_v(v);
  trial.Advance(60);
  trial.Advance(40);
  CHECK(trial.q()[0] == Approx(2 * 0.2));
  CHECK(trial.q()[2] == Approx(5 - 9.81 * 0.002 * 0.002 * 100 * 101 / 2));
  CHECK(trial.v()[5] == Approx(-9.81 * 0.2));
  CHECK(trial.contacts().empty());
}

TEST_CASE("Trial: a ball on a belt -> carried along, its contact shown") {
  Trial trial(MakeBall(), MakeIcf(), 0.002,
              {{.geometry = 0, .v_G = Vector3d(0.5, 0, 0)}});
  trial.Advance(50);
  CHECK(trial.v()[3] > 0.01);
  REQUIRE(trial.contacts().size() == 1);
  const double weight = trial.model().bodies()[1].inertia.mass * 9.81;
  CHECK(std::abs(trial.contacts()[0].force_B_W.z()) ==
        Approx(weight).epsilon(0.05));
}

}  // namespace
}  // namespace tactus::examples

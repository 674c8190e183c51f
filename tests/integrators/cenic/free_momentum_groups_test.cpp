#include <vector>

#include "integrators/cenic/attempted_step.h"
#include "integrators/free_pair.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/free_momentum.h"

namespace tactus::integrators {
namespace {

using test::Advance;
using test::Attempted;
using test::kGravity;
using test::MakeBushed;
using test::MakePair;
using test::PlantDiagram;
using test::StartOf;
using test::Total;

// A rope straight up from the one to the other, and one beside it.
TEST_CASE("Free momentum: rows between trees -> hold what is mutual") {
  using contact::Island;
  using Law = contact::RowLaw::Law;
  const auto holds = [](const Vector3d& p_AB, Law law,
                        std::initializer_list<contact::JointTerm> terms) {
    const PlantDiagram pair = test::MakeAlone(MakePair(p_AB));
    Attempted attempt(pair, 1e-3);
    contact::VelocityProblem& problem = attempt.start.problem;
    problem.AddRow({.law = law}, terms);
    std::vector<Island> islands;
    contact::IslandFinder finder;
    REQUIRE(finder.Find(problem, &islands) == 1);
    return FreeMomentum(pair.plant->model())
        .HoldsFor(attempt.start, islands[0]);
  };
  const Vector3d above(0, 0, 0.5), aside(0.5, 0, 0.5);
  CHECK(holds(above, Law::kLimit, {{5, -1}, {11, 1}}));
  CHECK_FALSE(holds(aside, Law::kLimit, {{5, -1}, {11, 1}}));
  CHECK_FALSE(holds(above, Law::kLimit, {{5, -1}, {11, 0.99}}));
  CHECK(holds(aside, Law::kDamper, {{5, -1}, {11, 1}}));
}

TEST_CASE("Free momentum: lone bodies that only touch -> do not hold") {
  const PlantDiagram pair = test::MakeAlone(MakePair({0, 0, 1}));
  Attempted attempt(pair, 1e-3);
  FreeMomentum momentum(pair.plant->model());
  contact::Island island;
  island.cliques = {0};
  CHECK(momentum.HoldsFor(attempt.start, island));
  island.cliques = {0, 1};
  CHECK_FALSE(momentum.HoldsFor(attempt.start, island));
}

// By theta = 0 they fall too far by 138 and 44 mm.
TEST_CASE("Free momentum: two bodies on a bushing fall -> by g t^2 / 2") {
  for (const double accuracy : {1e-2, 1e-3}) {
    const PlantDiagram pair = MakeBushed({0.5, 0, 0});
    const Total end = Advance(pair, accuracy, 1);
    const Vector3d way = end.center - StartOf(pair).center;
    CHECK((way + kGravity / 2 * Vector3d::UnitZ()).norm() < 1e-9);
  }
}

TEST_CASE("Free momentum: the world touches one of two -> two half steps") {
  for (const int touches : {1, 2})
    CHECK(Attempted(MakeBushed({0.5, 0, 0}, touches), 0.02).is_refined());
  CHECK_FALSE(Attempted(MakeBushed({0.5, 0, 0}), 0.02).is_refined());
}

}  // namespace
}  // namespace tactus::integrators

#include "tactus/contact/islands.h"

#include "contact/random_problem.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using Edges = std::vector<std::pair<int, int>>;
using Indices = std::vector<int>;

// Cliques of two velocities each; bodies 0 ... n - 1 move with the clique of
// their number, body n is anchored.
VelocityProblem MakeCliques(int n) {
  VelocityProblem problem;
  problem.v0 = VectorXd::Zero(2 * n);
  for (int c = 0; c < n; ++c) {
    problem.cliques.push_back(
        {.v_start = 2 * c, .nv = 2, .M = MatrixXd::Identity(2, 2)});
    problem.bodies.push_back(
        {.clique = c, .is_free = false, .J = Matrix6Xd::Zero(6, 2)});
  }
  problem.bodies.push_back({});
  return problem;
}

void Touch(int body_a, int body_b, VelocityProblem* problem) {
  problem->patches.push_back({.body_a = body_a,
                              .body_b = body_b,
                              .p_AoBo_W = Vector3d::Zero(),
                              .first_point = 0,
                              .num_points = 0});
}

TEST_CASE("Islands: no contact -> one for every clique") {
  const VelocityProblem problem = MakeCliques(3);
  std::vector<Island> islands;
  IslandFinder finder;
  REQUIRE(finder.Find(problem, &islands) == 3);
  for (int k = 0; k < 3; ++k) {
    CHECK(islands[k].cliques == Indices{k});
    CHECK(islands[k].bodies == Indices{k});
    CHECK(islands[k].patches.empty());
    CHECK(islands[k].edges.empty());
  }
}

TEST_CASE("Islands: no cliques -> none") {
  std::vector<Island> islands;
  CHECK(IslandFinder().Find(VelocityProblem{}, &islands) == 0);
}

TEST_CASE("Islands: bodies that touch the world -> not joined") {
  VelocityProblem problem = MakeCliques(3);
  const int world = 3;
  for (int body : {0, 1, 2}) Touch(world, body, &problem);
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 3);
  for (int k = 0; k < 3; ++k) {
    CHECK(islands[k].cliques == Indices{k});
    CHECK(islands[k].patches == Indices{k});
    CHECK(islands[k].edges.empty());
  }
}

TEST_CASE("Islands: chains of contacts -> joined, in the order of cliques") {
  VelocityProblem problem = MakeCliques(6);
  const int world = 6;
  Touch(5, 2, &problem);            // patch 0
  Touch(0, 4, &problem);            // 1
  Touch(world, 4, &problem);        // 2
  Touch(2, 0, &problem);            // 3: joins {2, 5} and {0, 4}
  Touch(2, 5, &problem);            // 4: the first pair again
  Touch(world, 3, &problem);        // 5
  for (const int dof : {7, 0, 11})  // cliques 3 0 5
    problem.AddRow({}, {{.dof = dof}});
  problem.actuators = {{.dof = 2}, {.dof = 9}, {.dof = 6}};  // cliques 1 4 3

  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 3);
  CHECK(islands[0].cliques == Indices{0, 2, 4, 5});
  CHECK(islands[0].bodies == Indices{0, 2, 4, 5});
  CHECK(islands[0].patches == Indices{0, 1, 2, 3, 4});
  // Positions in `cliques`: 0 - 0, 2 - 1, 4 - 2, 5 - 3.
  CHECK(islands[0].edges == Edges{{1, 0}, {2, 0}, {3, 1}});
  CHECK(islands[0].joint_rows == Indices{1, 2});
  CHECK(islands[0].actuators == Indices{1});
  CHECK(islands[1].cliques == Indices{1});
  CHECK(islands[1].joint_rows.empty());
  CHECK(islands[1].actuators == Indices{0});
  CHECK(islands[2].cliques == Indices{3});
  CHECK(islands[2].patches == Indices{5});
  CHECK(islands[2].joint_rows == Indices{0});
  CHECK(islands[2].actuators == Indices{2});
}

TEST_CASE("Islands: contact within one tree -> no edge") {
  VelocityProblem problem = MakeCliques(2);
  problem.bodies.push_back(problem.bodies[1]);  // a second body of clique 1
  Touch(1, 3, &problem);
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 2);
  CHECK(islands[1].bodies == Indices{1, 3});
  CHECK(islands[1].patches == Indices{0});
  CHECK(islands[1].edges.empty());
}

TEST_CASE("Islands: couplings -> join trees, within one no edge") {
  VelocityProblem problem = MakeCliques(5);
  Touch(0, 4, &problem);
  test::AddCoupling(8, 3, 1, {}, &problem);   // cliques 4 and 1
  test::AddCoupling(6, 7, 1, {}, &problem);   // 3 alone
  test::AddCoupling(5, -1, 0, {}, &problem);  // 2 to the world
  test::AddCoupling(1, 9, 1, {}, &problem);   // 0 and 4, which touch
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 3);
  CHECK(islands[0].cliques == Indices{0, 1, 4});
  CHECK(islands[0].edges == Edges{{2, 0}, {2, 1}});
  CHECK(islands[0].joint_rows == Indices{0, 3});
  CHECK(islands[1].cliques == Indices{2});
  CHECK(islands[1].joint_rows == Indices{2});
  CHECK(islands[2].cliques == Indices{3});
  CHECK(islands[2].edges.empty());
  CHECK(islands[2].joint_rows == Indices{1});
  REQUIRE(IslandFinder().Find(MakeCliques(5), &islands) == 5);
  CHECK(islands[0].joint_rows.empty());
}

TEST_CASE("Islands: tendons and their actuators -> join all of their trees") {
  VelocityProblem problem = MakeCliques(5);
  problem.joint_terms = {{.dof = 9}, {.dof = 0}, {.dof = 1},
                         {.dof = 4}, {.dof = 6}, {.dof = 3}};
  problem.joint_rows = {{{}, 0, 4}};  // cliques 4, 0, 0, 2
  problem.actuators = {{.dof = 8}, {.first_term = 4, .num_terms = 2}};  // 3, 1
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 2);
  CHECK(islands[0].cliques == Indices{0, 2, 4});
  CHECK(islands[0].edges == Edges{{1, 0}, {2, 0}, {2, 1}});
  CHECK(islands[0].joint_rows == Indices{0});
  CHECK(islands[0].actuators == Indices{0});
  CHECK(islands[1].cliques == Indices{1, 3});
  CHECK(islands[1].edges == Edges{{1, 0}});
  CHECK(islands[1].actuators == Indices{1});
}

TEST_CASE("FindCliquesOfDofs: cliques of several velocities -> each its own") {
  const VelocityProblem problem = test::MakeRandomProblem(1);
  std::vector<int> clique_of_dof = {7};
  FindCliquesOfDofs(problem, &clique_of_dof);
  REQUIRE(std::ssize(clique_of_dof) == problem.num_velocities());
  for (int c = 0; c < std::ssize(problem.cliques); ++c) {
    const Clique& clique = problem.cliques[c];
    for (int i = 0; i < clique.nv; ++i)
      CHECK(clique_of_dof[clique.v_start + i] == c);
  }
}

TEST_CASE("Islands: storage of an earlier problem -> no trace of it") {
  VelocityProblem joined = MakeCliques(4);
  for (int body : {1, 2, 3}) Touch(body - 1, body, &joined);
  joined.AddRow({}, {{.dof = 1}});
  joined.actuators = {{.dof = 2}};
  std::vector<Island> islands;
  IslandFinder finder;
  REQUIRE(finder.Find(joined, &islands) == 1);
  REQUIRE(finder.Find(MakeCliques(4), &islands) == 4);
  for (int k = 0; k < 4; ++k) {
    CHECK(islands[k].cliques == Indices{k});
    CHECK(islands[k].bodies == Indices{k});
    CHECK(islands[k].patches.empty());
    CHECK(islands[k].joint_rows.empty());
    CHECK(islands[k].actuators.empty());
    CHECK(islands[k].edges.empty());
  }
  REQUIRE(finder.Find(joined, &islands) == 1);
  CHECK(islands[0].cliques == Indices{0, 1, 2, 3});
  CHECK(islands[0].edges == Edges{{1, 0}, {2, 1}, {3, 2}});
}

TEST_CASE("Islands: the random problem -> three") {
  const VelocityProblem problem = test::MakeRandomProblem(1);
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 3);
  CHECK(islands[0].cliques == Indices{0, 1, 2, 4, 5});
  CHECK(islands[1].cliques == Indices{3});
  CHECK(islands[2].cliques == Indices{6});
  CHECK(islands[0].patches.size() + islands[1].patches.size() ==
        problem.patches.size());
}

}  // namespace
}  // namespace tactus::contact

#include "tactus/contact/icf/island_pieces.h"

#include "contact/icf/solve.h"
#include "contact/random_problem.h"
#include <catch2/catch.hpp>

#include "tactus/contact/icf/solver.h"

namespace tactus::contact {
namespace {

constexpr double kStep = 0.02;

// A patch of many points that differ a little, in the place of a patch of few.
VelocityProblem MakeHeavy(int num_points) {
  VelocityProblem problem = test::MakeRandomProblem(5);
  test::Random random(7);
  std::vector<ContactPoint> points;
  for (ContactPatch& patch : problem.patches) {
    const ContactPoint first = problem.points[patch.first_point];
    patch.first_point = static_cast<int>(points.size());
    patch.num_points = num_points;
    for (int i = 0; i < num_points; ++i) {
      ContactPoint& point = points.emplace_back(first);
      point.p_BoC_W += 0.1 * Vector3d(random.Vector(3));
      point.stiffness /= num_points;
      point.elastic_force0 /= num_points;
      point.normal_force0 /= num_points;
    }
  }
  problem.points = std::move(points);
  return problem;
}

struct Result {
  VectorXd v;
  ContactImpulses impulses;
  int iterations{};
};

Result Solve(const VelocityProblem& problem, int num_threads) {
  IcfSolver solver;
  solver.set_num_threads(num_threads);
  solver.SetProblem(problem);
  IcfMemory memory;
  Result result{.v = problem.v0, .impulses = {}};
  for (int i = 0; i < 2; ++i) {
    result.iterations +=
        solver.Solve(kStep, {.tolerance = 1e-10}, &memory, &result.v)
            .total.iterations;
  }
  result.impulses = solver.impulses();
  return result;
}

TEST_CASE("ICF pieces: threads in a patch of many points -> the same bits") {
  const VelocityProblem problem = MakeHeavy(3 * kPointsPerPiece + 5);
  REQUIRE(problem.points.size() > kMinPointsInPieces);
  const Result serial = Solve(problem, 1);
  for (const int num_threads : {2, 3, 8}) {
    const Result parallel = Solve(problem, num_threads);
    CHECK(parallel.v == serial.v);
    CHECK(parallel.impulses == serial.impulses);
    CHECK(parallel.iterations == serial.iterations);
  }
}

// The same points in patches of one piece, which add up point by point.
TEST_CASE("ICF pieces: a patch of many points -> as patches of few") {
  const VelocityProblem heavy = MakeHeavy(2 * kPointsPerPiece + 9);
  VelocityProblem light = heavy;
  light.patches.clear();
  for (const ContactPatch& patch : heavy.patches) {
    for (int i = 0; i < patch.num_points; i += 100) {
      light.patches.push_back(patch);
      light.patches.back().first_point = patch.first_point + i;
      light.patches.back().num_points = std::min(100, patch.num_points - i);
    }
  }
  const Result a = Solve(heavy, 1), b = Solve(light, 1);
  CHECK((a.v - b.v).norm() < 1e-9 * a.v.norm());
  REQUIRE(a.impulses.size() == b.impulses.size());
  double off = 0, most = 0;
  for (std::size_t i = 0; i < a.impulses.size(); ++i) {
    off = std::max(off, (a.impulses[i] - b.impulses[i]).norm());
    most = std::max(most, a.impulses[i].norm());
  }
  CHECK(most > 0);
  CHECK(off < 1e-7 * most);
}

}  // namespace
}  // namespace tactus::contact

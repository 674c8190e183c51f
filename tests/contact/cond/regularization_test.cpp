// COND with a law that is invertible: velocities tell forces.
#include <algorithm>
#include <vector>

#include "contact/cond/solver_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::kNumSeeds;
using test::kStep;
using test::MakeBall;
using test::MakeContactsOnly;
using test::MakeProblem;
using test::SolveCond;

double MaxDifference(const std::vector<Vector3d>& a,
                     const std::vector<Vector3d>& b) {
  double max = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    max = std::max(max, (a[i] - b[i]).norm());
  return max;
}

double MaxNorm(const std::vector<Vector3d>& a) {
  return MaxDifference(a, std::vector<Vector3d>(a.size(), Vector3d::Zero()));
}

// Each contact's law holds at its nodes in any iterate, and is invertible: not
// only where iterations end.
TEST_CASE("COND: regularization -> velocities tell contact forces") {
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    const VelocityProblem problem = MakeProblem(seed);
    for (const ConeProjection projection :
         {ConeProjection::kProximal, ConeProjection::kStrict}) {
      for (const int iterations : {1, 3, 300}) {
        CondSolver solver({.projection = projection,
                           .regularization = 0.1,
                           .iterations = iterations});
        VectorXd v;
        (void)solver.Solve(problem, kStep, &v);
        const double most = MaxNorm(solver.forces_W());
        CHECK(most > 1);
        CHECK(MaxDifference(solver.CalcInverseForces(problem, kStep),
                            solver.forces_W()) < 1e-10 * most);
      }
    }
  }
}

// u_n = -r l_n of a ball that is pressed on the ground by m (g h - v): its
// velocity is -r l, beside what the virtual node gives, l / (h b_v).
TEST_CASE("COND: regularization -> a ball yields by r times its impulse") {
  const VelocityProblem problem =
      MakeBall((Vector6d() << 0, 0, 0, 0, 0, -1).finished(), 0.1);
  const double r = 0.3, b_v = 1e4, yields = r + 1 / (kStep * b_v);
  const VectorXd v =
      SolveCond(problem, {.projection = ConeProjection::kProximal,
                          .virtual_damping = b_v,
                          .regularization = r,
                          .residual = 1e-12});
  const double l = (1 + 10 * kStep) / (1 + yields);
  CHECK(v[5] == Approx(-yields * l).epsilon(1e-10));
}

TEST_CASE("COND: regularization -> one solution with methods on impulses") {
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    const VelocityProblem problem = MakeContactsOnly(seed);
    CondOptions options{.projection = ConeProjection::kProximal,
                        .regularization = 0.1,
                        .residual = 1e-11,
                        .max_iterations = 1000000};
    const VectorXd v = SolveCond(problem, options);
    for (const NodalMethod method :
         {NodalMethod::kGaussSeidel, NodalMethod::kAcceleratedGradient}) {
      options.method = method;
      CHECK((SolveCond(problem, options) - v).norm() < 1e-7 * v.norm());
    }
  }
}

TEST_CASE("COND: regularization that is negative or none -> refused") {
  CHECK_THROWS_WITH(CondSolver({.regularization = -1}),
                    Catch::Contains("must not be negative"));
  const VelocityProblem problem = MakeProblem(1);
  CondSolver solver({.projection = ConeProjection::kProximal});
  VectorXd v;
  (void)solver.Solve(problem, kStep, &v);
  CHECK_THROWS_WITH(solver.CalcInverseForces(problem, kStep),
                    Catch::Contains("regularization"));
}

}  // namespace
}  // namespace tactus::contact

#include "tactus/contact/comfree/body_motion.h"

#include "contact/comfree/tangle.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

// F . J v = J' F . v
TEST_CASE("Body motion: random velocities and wrenches -> the same power") {
  const VelocityProblem problem = test::MakeTangle(1);
  for (int trial = 0; trial < 20; ++trial) {
    const VectorXd v = VectorXd::Random(16);
    std::vector<Vector6d> V(problem.bodies.size()), F = V;
    for (Vector6d& wrench : F) wrench.setRandom();
    CalcBodyVelocities(problem, v, &V);
    VectorXd p = VectorXd::Zero(16);
    AddBodyWrenches(problem, F, &p);
    double power = 0;
    for (std::size_t b = 0; b < V.size(); ++b) {
      const VectorXd expected =
          test::JacobianOf(problem, static_cast<int>(b)) * v;
      CHECK((V[b] - expected).norm() < 1e-14 * (1 + expected.norm()));
      power += F[b].dot(V[b]);
    }
    CHECK(p.dot(v) == Approx(power).epsilon(1e-12));
  }
}

}  // namespace
}  // namespace tactus::contact

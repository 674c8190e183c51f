#include "tactus/integrators/classic/linearized_method.h"

#include <cmath>

#include "integrators/classic_methods.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using systems::Simulator;

// Evaluates and solves, and keeps what it found.
class Probe final : public LinearizedMethod {
 public:
  Probe() : LinearizedMethod({.accuracy = 1, .first_step = 0.1}, 1) {}
  std::string_view name() const override { return "probe"; }

  std::shared_ptr<const MatrixXd> J, J_again;
  std::vector<double> factors;  // c, one factorization each
  std::vector<double> residuals;
  long evaluations{}, factorizations{};

 private:
  Outcome Solve(double h, Memory*, VectorXd* x1, VectorXd* x1_low) override {
    const long before = statistics().derivative_evaluations;
    J = CalcJacobian();
    evaluations = statistics().derivative_evaluations - before;
    *x1 = *x1_low = x0().array() + h;
    if (!J) return Outcome::kNotFinite;
    J_again = std::make_shared<const MatrixXd>(*J);
    const VectorXd r = VectorXd::LinSpaced(J->rows(), 1, 2);
    for (const double c : factors) {
      const VectorXd d = Factorize(J, c).solve(r);
      residuals.push_back((d - c * (*J * d) - r).norm());
    }
    factorizations = statistics().factorizations;
    if (!factors.empty()) Factorize(J_again, factors.back());
    return Outcome::kSolved;
  }
};

VectorXd Rates(double, const VectorXd& x) {
  return Vector3d(1e4 * x[1] - x[0] * x[2], std::sin(x[0]), x[2] * x[2]);
}

TEST_CASE(
    "Linearized methods: a nonlinear rate -> its Jacobian, a call a column") {
  const auto diagram = test::MakeOde(Vector3d(2, -1e3, 0), &Rates);
  Simulator simulator(*diagram);
  Probe& probe = simulator.reset_integrator<Probe>();
  simulator.AdvanceTo(1e-6);
  Matrix3d exact;
  exact << 0, 1e4, -2, std::cos(2), 0, 0, 0, 0, 0;
  REQUIRE(probe.J);
  CHECK(probe.evaluations == 3);
  CHECK(probe.statistics().jacobian_evaluations == 1);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      INFO(i << ", " << j);
      // Rounding of f(x0) = -1e7 counts over an increment of 1.5e-8.
      CHECK((*probe.J)(i, j) ==
            Approx(exact(i, j)).margin(i == 0 ? 0.3 : 1e-6).epsilon(1e-6));
    }
  }
}

TEST_CASE("Linearized methods: NaN above the state -> a backward difference") {
  // Not a number for x > 1.
  const auto diagram =
      test::MakeOde(VectorXd::Ones(1), [](double, const VectorXd& x) {
        return VectorXd::Constant(1, -std::pow(2 - x[0] - 1, 1.5) - 3 * x[0]);
      });
  Simulator simulator(*diagram);
  Probe& probe = simulator.reset_integrator<Probe>();
  simulator.AdvanceTo(1e-6);
  REQUIRE(probe.J);
  CHECK((*probe.J)(0, 0) == Approx(-3).epsilon(1e-3));
  CHECK(probe.evaluations == 2);
}

TEST_CASE("Linearized methods: NaN on both sides -> no Jacobian, fails") {
  const auto diagram =
      test::MakeOde(VectorXd::Zero(1), [](double, const VectorXd& x) {
        return VectorXd::Constant(1, std::sqrt(-x[0] * x[0]));
      });
  Simulator simulator(*diagram);
  Probe& probe = simulator.reset_integrator<Probe>();
  CHECK_THROWS_AS(simulator.AdvanceTo(1), systems::IntegrationError);
  CHECK_FALSE(probe.J);
}

TEST_CASE("Linearized methods: factors of several steps -> the last two kept") {
  const auto diagram = test::MakeOde(Vector3d(2, -1, 0.5), &Rates);
  Simulator simulator(*diagram);
  Probe& probe = simulator.reset_integrator<Probe>();
  probe.factors = {0.1, 0.2, 0.1, 0.2, 0.2, 0.3, 0.2, 0.3, 0.1};
  simulator.AdvanceTo(1e-6);
  for (const double residual : probe.residuals) CHECK(residual < 1e-9);
  CHECK(probe.factorizations == 4);  // 0.1, 0.2, 0.3, and 0.1 anew
  // The same numbers in another matrix: it may have other ones next time.
  CHECK(probe.statistics().factorizations == 5);
}

}  // namespace
}  // namespace tactus::integrators

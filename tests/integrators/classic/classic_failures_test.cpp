// What every classic integrator refuses, and how it fails.
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "integrators/classic_methods.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using systems::IntegrationError;
using systems::Simulator;
using test::ClassicMethod;
using test::ClassicMethods;
using test::Integrate;
using test::MakeOde;
using test::PlantDiagram;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("Classic methods: options out of range -> refused") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    for (const double bad : {0.0, -1.0, kNaN}) {
      CHECK_THROWS_AS(method.make({.accuracy = bad}, {}),
                      std::invalid_argument);
      CHECK_THROWS_AS(method.make({.h_max = bad}, {}), std::invalid_argument);
      CHECK_THROWS_AS(method.make({.h_min = bad}, {}), std::invalid_argument);
      CHECK_THROWS_AS(method.make({.first_step = bad}, {}),
                      std::invalid_argument);
      CHECK_THROWS_AS(method.make({.length_scale = bad}, {}),
                      std::invalid_argument);
    }
    CHECK_THROWS_AS(method.make({.first_step = 2}, {}), std::invalid_argument);
    CHECK_THROWS_AS(method.make({.h_max = 1e-12}, {}), std::invalid_argument);
  }
}

std::string FailureOf(Simulator* simulator, double t) {
  try {
    simulator->AdvanceTo(t);
  } catch (const IntegrationError& error) {
    CHECK(error.time() == simulator->context().time());
    return error.what();
  }
  return "no failure";
}

TEST_CASE("Classic methods: NaN from a block -> named, close to its time") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    for (const double t_bad : {0.0, 0.3}) {
      PlantDiagram arm = test::MakeDriven(test::NotANumberFrom(t_bad));
      Simulator simulator(*arm.diagram, arm.context);
      simulator.set_integrator(method.make({}, {}));
      CHECK_THAT(FailureOf(&simulator, 1), Contains("drive"));
      CHECK(simulator.context().continuous_state().allFinite());
      CHECK(simulator.context().time() <= t_bad);
      CHECK(simulator.context().time() > t_bad - 1e-6);
    }
  }
}

// The right side changes its sign a million million times a step.
TEST_CASE("Classic methods: a derivative that always jumps -> fails, and why") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    PlantDiagram arm = test::MakeDriven(
        [](double t) { return std::fmod(t * 1e15, 2) < 1 ? 1e12 : -1e12; });
    Simulator simulator(*arm.diagram, arm.context);
    simulator.set_integrator(
        method.make({.accuracy = 1e-8, .h_min = 1e-6}, {}));
    const std::string failure = FailureOf(&simulator, 1);
    if (method.name == "cvode") {
      CHECK_THAT(failure, Contains("CVODE"));
    } else {
      CHECK_THAT(failure, Contains("at the minimum step"));
    }
    CHECK(simulator.context().continuous_state().allFinite());
  }
}

// A rate that switches sides once is passed. All stages of an implicit step may
// lie beyond the jump, which then goes unseen: one step's worth of error.
TEST_CASE("Classic methods: a derivative that jumps once -> the closed form") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    const auto diagram =
        MakeOde(VectorXd::Zero(1), [](double t, const VectorXd&) {
          return VectorXd::Constant(1, t < 1 / 3.0 ? 1000 : -1000);
        });
    const test::Run run = Integrate(
        *diagram, 1, method.make({.accuracy = 1e-4, .h_max = 1e-3}, {}));
    CHECK(run.x[0] == Approx(-1000 / 3.0).margin(2000 * 1e-3));
  }
}

TEST_CASE(
    "Classic methods: a block that throws -> its exception, a good state") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    const auto diagram =
        MakeOde(VectorXd::Ones(1), [](double t, const VectorXd& x) -> VectorXd {
          if (t > 0.5) throw std::runtime_error("out of ideas");
          return -x;
        });
    Simulator simulator(*diagram);
    simulator.set_integrator(method.make({}, {}));
    CHECK_THROWS_WITH(simulator.AdvanceTo(1), Contains("out of ideas"));
    CHECK(simulator.context().time() <= 0.5);
    CHECK(simulator.context().continuous_state()[0] ==
          Approx(std::exp(-simulator.context().time())).epsilon(0.01));
  }
}

}  // namespace
}  // namespace tactus::integrators

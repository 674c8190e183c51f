// ICF and CENIC are first-order: against RK3 at tight accuracy, on problems
// without contact, the error falls linearly with the step.
#include <cmath>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::PlantDiagram;

constexpr double kDuration = 1;

template <class T, class... Arguments>
VectorXd Advance(const PlantDiagram& subject, Arguments&&... arguments) {
  Simulator simulator(*subject.diagram, subject.context);
  simulator.reset_integrator<T>(std::forward<Arguments>(arguments)...);
  simulator.AdvanceTo(kDuration);
  return simulator.context().continuous_state();
}

VectorXd Reference(const PlantDiagram& subject) {
  return Advance<RungeKutta3>(subject, RungeKutta3Options{.accuracy = 1e-11});
}

// The slope of log(error) over log(step), and each pair's.
void CheckFirstOrder(const std::vector<double>& steps,
                     const std::vector<double>& errors, double tolerance) {
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const double order =
        std::log(errors[i] / errors[i - 1]) / std::log(steps[i] / steps[i - 1]);
    INFO("steps " << steps[i - 1] << " -> " << steps[i] << ", errors "
                  << errors[i - 1] << " -> " << errors[i]);
    CHECK(order == Approx(1).margin(tolerance));
  }
}

std::vector<PlantDiagram> Subjects() {
  std::vector<PlantDiagram> subjects;
  subjects.push_back(test::MakeSwing());
  subjects.push_back(test::MakePidArm(true));
  subjects.push_back(test::MakePidArm(false));
  return subjects;
}

TEST_CASE("Convergence: ICF at shorter fixed steps -> first order") {
  for (const PlantDiagram& subject : Subjects()) {
    const VectorXd reference = Reference(subject);
    std::vector<double> steps, errors;
    for (double h : {4e-3, 2e-3, 1e-3, 5e-4}) {
      const VectorXd x =
          Advance<FixedStep>(subject, std::make_unique<IcfStep>(), h);
      steps.push_back(h);
      errors.push_back((x - reference).norm());
    }
    CHECK(errors.back() < 0.02);
    CheckFirstOrder(steps, errors, 0.1);
  }
}

TEST_CASE(
    "Convergence: CENIC at tighter accuracies -> first order in the step") {
  for (const PlantDiagram& subject : Subjects()) {
    const VectorXd reference = Reference(subject);
    std::vector<double> steps, errors;
    for (double accuracy : {1e-6, 1e-7, 1e-8, 1e-9}) {
      Simulator simulator(*subject.diagram, subject.context);
      const Statistics& statistics =
          simulator
              .reset_integrator<Cenic>(CenicOptions{
                  .accuracy = accuracy, .scheme = Scheme::kStepDoubling})
              .statistics();
      simulator.AdvanceTo(kDuration);
      steps.push_back(kDuration / static_cast<double>(statistics.steps));
      errors.push_back(
          (simulator.context().continuous_state() - reference).norm());
    }
    CheckFirstOrder(steps, errors, 0.2);
  }
}

TEST_CASE("Convergence: another order of blocks -> the same bits") {
  const PlantDiagram before = test::MakePidArm(true);
  const PlantDiagram after = test::MakePidArm(false);
  const VectorXd x = Advance<Cenic>(before, CenicOptions{});
  const VectorXd y = Advance<Cenic>(after, CenicOptions{});
  REQUIRE(x.size() == 3);
  CHECK(x[0] == y[2]);  // the controller's integral
  CHECK(x.tail(2) == y.head(2));
  CHECK(std::abs(x[0]) > 0.01);
}

TEST_CASE("Convergence: a sliding cube by CENIC and rk3 -> agree within 2 mm") {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  VectorXd q(7), v(6);
  q << 0, 0, 0.05, 1, 0, 0, 0;
  v << 0, 0, 0, 1.5, 0, 0;  // slides, and stops after v^2 / (2 mu g)
  cube.plant->SetPositions(&cube.context, q);
  cube.plant->SetVelocities(&cube.context, v);
  Simulator simulator(*cube.diagram, cube.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-5});
  simulator.AdvanceTo(0.2);
  const VectorXd icf = cube.plant->positions(simulator.context());
  Simulator other(*cube.diagram, cube.context);
  other.reset_integrator<RungeKutta3>(RungeKutta3Options{.accuracy = 1e-6});
  other.AdvanceTo(0.2);
  const VectorXd rk3 = cube.plant->positions(other.context());
  CHECK((icf - rk3).norm() < 2e-3);
  CHECK(icf[0] == Approx(1.5 * 0.2 - 0.5 * 0.5 * 9.81 * 0.04).epsilon(0.02));
}

}  // namespace
}  // namespace tactus::integrators

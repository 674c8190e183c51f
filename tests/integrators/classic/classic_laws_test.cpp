// What every classic integrator owes its users, written once and asked of all
// of them. Where a method is excepted, the test says so and why.
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "integrators/classic_methods.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/signals/signal_log.h"

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::Diagram;
using systems::DiagramBuilder;
using systems::Simulator;
using test::ClassicMethod;
using test::ClassicMethods;
using test::Integrate;
using test::MakeOde;
using test::OneStepMethods;
using test::PlantDiagram;

// A pendulum with damping and a periodic torque: nonlinear, and depends on t.
std::unique_ptr<Diagram> MakeDrivenPendulum() {
  return MakeOde(Vector2d(1, 0), [](double t, const VectorXd& x) {
    return Vector2d(x[1], -9 * std::sin(x[0]) - 0.5 * x[1] + std::cos(3 * t));
  });
}

// [HairerWanner96], IV.10: the oscillator of van der Pol with epsilon = 1e-6,
// at t = 2.
std::unique_ptr<Diagram> MakeVanDerPol() {
  return MakeOde(Vector2d(2, 0), [](double, const VectorXd& x) {
    return Vector2d(x[1], ((1 - x[0] * x[0]) * x[1] - x[0]) / 1e-6);
  });
}
constexpr double kVanDerPol0 = 1.706167732170483;

// Prothero and Robinson: xdot = lambda (x - cos t) - sin t, x = cos t.
std::unique_ptr<Diagram> MakeProtheroRobinson(double lambda) {
  return MakeOde(VectorXd::Ones(1), [=](double t, const VectorXd& x) {
    return VectorXd::Constant(1, lambda * (x[0] - std::cos(t)) - std::sin(t));
  });
}

TEST_CASE("Classic methods: shorter steps -> the order of convergence") {
  const auto diagram = MakeDrivenPendulum();
  const VectorXd reference =
      Integrate(
          *diagram, 2,
          std::make_unique<RungeKutta3>(ErrorControlOptions{.accuracy = 1e-13}))
          .x;
  for (const ClassicMethod& method : OneStepMethods()) {
    INFO(method.name);
    double last = 0;
    for (int n : {200, 400, 800, 1600}) {
      const test::Run run = test::IntegrateInSteps(*diagram, 2, n, method);
      REQUIRE(run.statistics.steps == n);
      const double error = (run.x - reference).norm();
      if (last > 0)
        CHECK(std::log2(last / error) == Approx(method.order).margin(0.12));
      last = error;
    }
  }
}

// Of the linear test equation, one step of any length.
TEST_CASE("Classic methods: a stiff decay -> damped if L-stable, else not") {
  for (const ClassicMethod& method : OneStepMethods()) {
    INFO(method.name);
    for (const double h : {1e-3, 1.0, 100.0}) {
      const auto diagram = MakeOde(
          VectorXd::Ones(1),
          [](double, const VectorXd& x) -> VectorXd { return -1e8 * x; });
      const double x =
          std::abs(test::IntegrateInSteps(*diagram, h, 1, method).x[0]);
      if (method.l_stable) CHECK(x < 20 / (1e8 * h) + 1e-7);
      if (!method.l_stable) CHECK(x > 1);
    }
  }
}

TEST_CASE("Classic methods: a tighter accuracy -> a smaller true error") {
  // x = exp(sin t).
  const auto diagram = MakeOde(
      VectorXd::Ones(1),
      [](double t, const VectorXd& x) -> VectorXd { return std::cos(t) * x; });
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    double last = 0;
    for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
      const test::Run run = Integrate(
          *diagram, 10, method.make({.accuracy = accuracy, .h_max = 10}, {}));
      const double error = std::abs(run.x[0] - std::exp(std::sin(10)));
      CHECK(error < static_cast<double>(run.statistics.steps) * accuracy);
      if (last > 0) CHECK(error < 0.5 * last);
      last = error;
    }
  }
}

// Error estimates fall as h^p: p-th root of the accuracy's ratio.
TEST_CASE(
    "Classic methods: a tighter accuracy -> steps by the estimate's order") {
  const auto diagram = MakeDrivenPendulum();
  for (const ClassicMethod& method : OneStepMethods()) {
    INFO(method.name);
    const auto steps = [&](double accuracy) {
      return static_cast<double>(
          Integrate(*diagram, 5,
                    method.make({.accuracy = accuracy, .h_max = 10}, {}))
              .statistics.steps);
    };
    const double ratio = steps(1e-7) / steps(64e-7);
    CHECK(ratio == Approx(std::pow(64, 1.0 / method.error_order)).epsilon(0.2));
  }
}

TEST_CASE("Classic methods: stiff problems, L-stable methods -> few steps") {
  for (const ClassicMethod& method : ClassicMethods()) {
    if (!method.l_stable) continue;
    INFO(method.name);
    const test::Run robinson =
        Integrate(*MakeProtheroRobinson(-1e6), 10,
                  method.make({.accuracy = 1e-4, .h_max = 1}, {}));
    CHECK(robinson.x[0] == Approx(std::cos(10)).margin(1e-4));
    CHECK(robinson.statistics.steps < 2000);  // rk3: more than a million
    const test::Run oscillator = Integrate(
        *MakeVanDerPol(), 2, method.make({.accuracy = 1e-5, .h_max = 1}, {}));
    CHECK(oscillator.x[0] == Approx(kVanDerPol0).epsilon(2e-2));
    CHECK(oscillator.statistics.steps < 50000);  // rk3: millions
  }
}

TEST_CASE("Classic methods: a periodic update -> met to the last bit") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    DiagramBuilder builder;
    // x+ = x + 1 each 0.07 s, integrated: a sum of steps.
    const MatrixXd one = MatrixXd::Ones(1, 1), zero = MatrixXd::Zero(1, 1);
    const auto& counter = builder.AddSystem<systems::LinearSystem>(
        "counter", systems::LinearSystem::Matrices{one, one, one, zero}, 0.07);
    const auto& increment = builder.AddSystem<systems::ConstantVectorSource>(
        "increment", VectorXd::Ones(1));
    const auto& integral = builder.AddSystem<systems::LinearSystem>(
        "integral", systems::LinearSystem::Matrices{zero, one, one, zero});
    builder.Connect(increment, counter);
    builder.Connect(counter, integral);
    const auto diagram = std::move(builder).Build();
    Simulator simulator(*diagram);
    simulator.set_integrator(method.make({.h_max = 0.05}, {}));
    std::vector<double> times;
    simulator.set_monitor([&](const Context& context) {
      times.push_back(context.time());
      return std::nullopt;
    });
    simulator.AdvanceTo(0.72);
    for (int k = 1; k <= 10; ++k) {
      INFO(k);
      CHECK(std::count(times.begin(), times.end(), k * 0.07) == 1);
    }
    CHECK(simulator.context().time() == 0.72);
    // The update at 0 comes first.
    CHECK(simulator.context().continuous_state()[0] ==
          Approx(0.07 * 55 + 0.02 * 11).epsilon(1e-9));
  }
}

// Released from rest at height 1, restitution one half.
class Ball final : public systems::LeafSystem {
 public:
  Ball() : LeafSystem("ball") {
    DeclareContinuousState(Vector2d(1, 0));
    DeclareWitness("height",
                   systems::WitnessDirection::kPositiveThenNonPositive,
                   &Ball::CalcHeight, &Ball::Bounce);
  }
  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* xdot) const override {
    *xdot = Vector2d(context.continuous_state()[1], -10);
  }

 private:
  double CalcHeight(const systems::LeafContext& context) const {
    return context.continuous_state()[0];
  }
  void Bounce(const systems::LeafContext&, systems::NextState* next) const {
    next->continuous_state()[1] *= -0.5;
  }
};

TEST_CASE("Classic methods: a witness that resets a state -> its closed form") {
  DiagramBuilder builder;
  builder.AddSystem<Ball>();
  const auto diagram = std::move(builder).Build();
  const double t1 = std::sqrt(0.2), v1 = 5 * t1;  // after the first bounce
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    const test::Run run =
        Integrate(*diagram, 0.6, method.make({.accuracy = 1e-6}, {}));
    const double t = 0.6 - t1;
    CHECK(run.x[0] == Approx(v1 * t - 5 * t * t).margin(0.005));
    CHECK(run.x[1] == Approx(v1 - 10 * t).margin(0.005));
    CHECK(run.statistics.steps_taken_back > 0);
  }
}

TEST_CASE("Classic methods: a spinning cube -> unit quaternion, closed form") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
    VectorXd q(7), v(6);
    q << 0, 0, 90, 1, 0, 0, 0;
    v << 3, 0, 0, 0, 0, 0;
    cube.plant->SetPositions(&cube.context, q);
    cube.plant->SetVelocities(&cube.context, v);
    const test::Run run = Integrate(*cube.diagram, cube.context, 1.3,
                                    method.make({.accuracy = 1e-7}, {}));
    CHECK(run.x.segment(3, 4).norm() == Approx(1).epsilon(1e-14));
    // A spin about one axis: cos(w t / 2) + i sin(w t / 2).
    CHECK(run.x[3] == Approx(std::cos(1.95)).margin(2e-3));
    CHECK(run.x[4] == Approx(std::sin(1.95)).margin(2e-3));
    CHECK(run.x[2] == Approx(90 - 0.5 * 9.81 * 1.69).margin(5e-3));
  }
}

TEST_CASE("Classic methods: samples inside of steps -> the closed form") {
  for (const ClassicMethod& method : ClassicMethods()) {
    INFO(method.name);
    DiagramBuilder builder;
    const auto& decay = builder.AddSystem<systems::LinearSystem>(
        "decay", systems::LinearSystem::Matrices{
                     -MatrixXd::Ones(1, 1), MatrixXd::Ones(1, 1),
                     MatrixXd::Ones(1, 1), MatrixXd::Zero(1, 1)});
    const auto& input = builder.AddSystem<systems::ConstantVectorSource>(
        "input", VectorXd::Ones(1));
    builder.Connect(input, decay);
    const auto diagram = std::move(builder).Build();
    Simulator simulator(*diagram);
    simulator.set_integrator(method.make({.accuracy = 1e-6}, {}));
    systems::SignalLog log;
    log.Log(decay.get_output_port());
    log.Watch(&simulator, 100);
    simulator.AdvanceTo(2);
    REQUIRE(log.num_samples() == 201);
    for (int k = 0; k <= 200; ++k) {
      REQUIRE(log.data(0)(k, 0) ==
              Approx(1 - std::exp(-0.01 * k)).margin(1e-3));
    }
  }
}

// Gives the simulator this integrator, and counts what it does.
const Statistics& Use(const ClassicMethod& method,
                      const ErrorControlOptions& options,
                      Simulator* simulator) {
  auto integrator = method.make(options, {});
  const Statistics& statistics = test::StatisticsOf(*integrator);
  simulator->set_integrator(std::move(integrator));
  return statistics;
}

// Through a copy of the Context, and through a checkpoint.
TEST_CASE("Classic methods: from a copy or a checkpoint -> the same bits") {
  for (const ClassicMethod& method : ClassicMethods()) {
    if (!method.replays) continue;  // cvode, whose history is its own
    INFO(method.name);
    PlantDiagram tumble = test::MakeTumble();
    const ErrorControlOptions options{.accuracy = 1e-2};
    Simulator simulator(*tumble.diagram, tumble.context);
    const Statistics& statistics = Use(method, options, &simulator);
    simulator.AdvanceTo(0.1);
    while (statistics.rejected_steps == 0)
      simulator.AdvanceTo(simulator.context().time() + 0.01);
    const long before = statistics.jacobian_evaluations;

    Simulator copied(*tumble.diagram, simulator.context());
    const Statistics& of_copied = Use(method, options, &copied);
    Simulator resumed(*tumble.diagram);
    const Statistics& of_resumed = Use(method, options, &resumed);
    std::stringstream checkpoint;
    simulator.Save(&checkpoint);
    resumed.Restore(&checkpoint);

    const double end = simulator.context().time() + 0.05;
    for (Simulator* each : {&simulator, &copied, &resumed})
      each->AdvanceTo(end);
    const VectorXd& x = simulator.context().continuous_state();
    CHECK(x == copied.context().continuous_state());
    CHECK(x == resumed.context().continuous_state());
    // The Jacobian came along, too.
    const long jacobians = statistics.jacobian_evaluations - before;
    CHECK(of_copied.jacobian_evaluations == jacobians);
    CHECK(of_resumed.jacobian_evaluations == jacobians);
  }
}

// What a Context remembers of another method is forgotten.
TEST_CASE("Classic methods: a Context of another -> the bits of a new one") {
  const auto diagram = MakeDrivenPendulum();
  const auto advance = [&](const ClassicMethod& method, const Context& start) {
    Simulator simulator(*diagram, start);
    simulator.set_integrator(method.make({}, {}));
    simulator.AdvanceTo(start.time() + 0.3);
    return Context(simulator.context());
  };
  const std::vector<ClassicMethod> methods = ClassicMethods();
  for (const ClassicMethod& method : methods) {
    INFO(method.name);
    const ClassicMethod& other = methods[method.name == "rk3" ? 1 : 0];
    const Context used = advance(other, diagram->CreateDefaultContext());
    Context fresh = diagram->CreateDefaultContext();
    fresh.SetTime(used.time());
    fresh.SetContinuousState(used.continuous_state());
    CHECK(advance(method, used).continuous_state() ==
          advance(method, fresh).continuous_state());
  }
}

// A cube dropped flat and pushed: slides to rest on four corners.
TEST_CASE("Classic methods: a cube slides to rest -> where CENIC has it") {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  VectorXd q(7), v(6);
  q << 0, 0, 0.06, 1, 0, 0, 0;
  v << 0, 0, 0, 0.6, 0, 0;
  cube.plant->SetPositions(&cube.context, q);
  cube.plant->SetVelocities(&cube.context, v);
  Simulator simulator(*cube.diagram, cube.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-7});
  simulator.AdvanceTo(0.3);
  const VectorXd reference = cube.plant->positions(simulator.context());
  for (const ErrorNorm norm : {ErrorNorm::kState, ErrorNorm::kPositions}) {
    for (const ClassicMethod& method : ClassicMethods()) {
      // cvode refuses positions.
      if (method.name == "cvode" && norm == ErrorNorm::kPositions) continue;
      INFO(method.name << ", " << to_string(norm));
      const double accuracy = norm == ErrorNorm::kState ? 1e-4 : 1e-6;
      const test::Run run = Integrate(
          *cube.diagram, cube.context, 0.3,
          method.make({.accuracy = accuracy, .error_norm = norm}, {}));
      CHECK((run.x.head(7) - reference).norm() < 1e-3);
      CHECK(run.x[0] > 0.02);  // it did slide
    }
  }
}

}  // namespace
}  // namespace tactus::integrators

#include "tactus/systems/witness.h"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/signals/signal_log.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using test::RungeKutta4;

TEST_CASE("Crosses: each direction -> its own zeros") {
  using enum WitnessDirection;
  struct Case {
    double w0, w1;
    bool falls, rises;
  };
  for (const Case& c : {Case{1, -1, true, false}, Case{1, 0, true, false},
                        Case{-1, 1, false, true}, Case{-1, 0, false, true},
                        Case{1, 2, false, false}, Case{-2, -1, false, false},
                        Case{0, 1, false, false}, Case{0, -1, false, false},
                        Case{0, 0, false, false}}) {
    CHECK(Crosses(kPositiveThenNonPositive, c.w0, c.w1) == c.falls);
    CHECK(Crosses(kNegativeThenNonNegative, c.w0, c.w1) == c.rises);
    CHECK(Crosses(kCrossesZero, c.w0, c.w1) == (c.falls || c.rises));
  }
}

// A ball above the ground, x = [height; velocity]. Bouncing is a reset map.
class Ball final : public LeafSystem {
 public:
  struct Options {
    double restitution = 0.8;
    int max_bounces = 1000;
    bool nan = false;
  };
  static constexpr double kGravity = 10, kHeight = 5;  // [m/s^2], [m]

  explicit Ball(Options options) : LeafSystem("ball"), options_(options) {
    DeclareContinuousState(Eigen::Vector2d(kHeight, 0));
    DeclareAbstractState(std::vector<double>());  // times of bounces
    DeclareWitness("height", WitnessDirection::kPositiveThenNonPositive,
                   &Ball::CalcHeight, &Ball::Bounce);
    DeclareVectorOutputPort("state", 2, &Ball::CalcState, Reads::kContinuous);
  }

  const std::vector<double>& bounces(const Context& context) const {
    return context.of(*this).abstract_state<std::vector<double>>();
  }

 private:
  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override {
    *xdot << context.continuous_state()[1], -kGravity;
  }
  double CalcHeight(const LeafContext& context) const {
    if (options_.nan) return std::numeric_limits<double>::quiet_NaN();
    return context.continuous_state()[0];
  }
  void Bounce(const LeafContext& context, NextState* next) const {
    next->continuous_state()[1] *= -options_.restitution;
    auto& times = next->abstract_state<std::vector<double>>();
    times.push_back(context.time());
    if (static_cast<int>(times.size()) == options_.max_bounces) {
      next->Terminate("bounced often enough");
    }
  }
  void CalcState(const LeafContext& context, VectorXd* x) const {
    *x = context.continuous_state();
  }

  Options options_;
};

struct BallDiagram {
  explicit BallDiagram(Ball::Options options = {}) {
    DiagramBuilder builder;
    ball = &builder.AddSystem<Ball>(options);
    diagram = std::move(builder).Build();
  }
  const Ball* ball{};
  std::unique_ptr<Diagram> diagram;
};

// First impact at sqrt(2 H / g) = 1 s; each flight takes e times the last.
double ImpactTime(int k, double e) {
  double t = 1;
  for (int i = 1; i <= k; ++i) t += 2 * std::pow(e, i);
  return t;
}

TEST_CASE("Witness: a bouncing ball -> bounces in closed form") {
  const BallDiagram d;
  Simulator simulator(*d.diagram);
  // Exact for parabolas, so that only the events are off.
  simulator.reset_integrator<RungeKutta4>(0.07);
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    simulator.mutable_context() = d.diagram->CreateDefaultContext();
    simulator.set_witness_tolerance(tolerance);
    CHECK(simulator.AdvanceTo(7).reached_time());
    const std::vector<double>& times = d.ball->bounces(simulator.context());
    REQUIRE(times.size() == 7);
    // Late by at most the tolerance each; a flight then starts as much lower.
    for (int k = 0; k < 7; ++k) {
      CHECK(std::abs(times[k] - ImpactTime(k, 0.8)) < 20 * tolerance + 1e-13);
      if (k == 0) CHECK(times[k] >= 1 - 1e-14);
    }
  }
}

// Flights become shorter than a step, and then much shorter: each event is
// found all the same, until a flight is as short as the tolerance.
TEST_CASE("Witness: bounces inside one step -> all found") {
  for (const double e : {0.9, 0.5, 0.05}) {
    INFO("restitution " << e);
    const BallDiagram d({.restitution = e});
    Simulator simulator(*d.diagram);
    simulator.reset_integrator<RungeKutta4>(0.4);
    simulator.set_witness_tolerance(1e-10);
    // Flight k takes 2 e^k seconds; stop when it takes 2e-4.
    const int num = static_cast<int>(std::log(1e-4) / std::log(e));
    simulator.AdvanceTo(ImpactTime(num - 1, e) + std::pow(e, num));
    const std::vector<double>& times = d.ball->bounces(simulator.context());
    REQUIRE(static_cast<int>(times.size()) == num);
    for (int k = 0; k < num; ++k) {
      CHECK(std::abs(times[k] - ImpactTime(k, e)) < 1e-6);
    }
    CHECK(simulator.context().continuous_state()[0] > 0);
  }
}

// Dips below zero and comes back, all inside one step.
class Dip final : public LeafSystem {
 public:
  Dip() : LeafSystem("dip") {
    DeclareContinuousState(1);
    DeclareAbstractState(std::vector<double>());
    DeclareWitness("dip", WitnessDirection::kCrossesZero, &Dip::CalcDip,
                   &Dip::Note);
  }
  const std::vector<double>& zeros(const Context& context) const {
    return context.of(*this).abstract_state<std::vector<double>>();
  }

 private:
  void CalcTimeDerivatives(const LeafContext&, VectorXd* xdot) const override {
    (*xdot)[0] = 1;
  }
  double CalcDip(const LeafContext& context) const {
    const double x = context.continuous_state()[0];
    return (x - 0.4) * (x - 0.6);
  }
  void Note(const LeafContext& context, NextState* next) const {
    next->abstract_state<std::vector<double>>().push_back(context.time());
  }
};

TEST_CASE("Witness: two zeros inside one step -> two events") {
  DiagramBuilder builder;
  const auto& dip = builder.AddSystem<Dip>();
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<RungeKutta4>(1.0);
  simulator.AdvanceTo(1);
  const std::vector<double>& zeros = dip.zeros(simulator.context());
  REQUIRE(zeros.size() == 2);
  CHECK(zeros[0] == Approx(0.4).margin(2e-6));
  CHECK(zeros[1] == Approx(0.6).margin(2e-6));
}

TEST_CASE("Witness: a jump -> in outputs after pending events only") {
  const BallDiagram d;
  Simulator simulator(*d.diagram);
  simulator.reset_integrator<RungeKutta4>(0.3);
  bool is_over = false;
  simulator.set_monitor([&](const Context& context) {
    is_over = context.continuous_state()[0] <= 0;
    return is_over ? std::optional<std::string>("touches") : std::nullopt;
  });
  const SimulatorStatus status = simulator.AdvanceTo(2);
  CHECK(status.reason == SimulatorStatus::Reason::kStoppedByMonitor);
  CHECK(status.time == Approx(1).epsilon(1e-6));
  CHECK(simulator.context().continuous_state()[1] == Approx(-10));
  simulator.AdvancePendingEvents();
  CHECK(simulator.context().continuous_state()[1] == Approx(8));
  CHECK(d.ball->bounces(simulator.context()).size() == 1);
  simulator.AdvancePendingEvents();
  CHECK(simulator.context().continuous_state()[1] == Approx(8));
}

TEST_CASE("Witness: a block that terminates -> stopped with its reason") {
  const BallDiagram d({.max_bounces = 2});
  Simulator simulator(*d.diagram);
  simulator.reset_integrator<RungeKutta4>(0.07);
  const SimulatorStatus status = simulator.AdvanceTo(7);
  CHECK(status.reason == SimulatorStatus::Reason::kTerminated);
  CHECK(status.message == "block 'ball': bounced often enough");
  CHECK(status.time == Approx(ImpactTime(1, 0.8)).epsilon(1e-6));
  CHECK(simulator.AdvanceTo(7).reached_time());
  CHECK(d.ball->bounces(simulator.context()).size() == 7);
}

TEST_CASE("Witness: copies taken at events -> repeat the rest") {
  const BallDiagram d;
  Simulator whole(*d.diagram), part(*d.diagram);
  whole.reset_integrator<RungeKutta4>(0.07);
  part.reset_integrator<RungeKutta4>(0.07);
  std::vector<Context> copies;
  whole.set_monitor([&](const Context& context) {
    if (context.continuous_state()[0] <= 0) copies.push_back(context);
    return std::nullopt;
  });
  whole.AdvanceTo(6);
  REQUIRE(copies.size() == 5);
  for (const Context& copy : copies) {
    part.mutable_context() = copy;
    part.AdvanceTo(6);
    CHECK(part.context().continuous_state() ==
          whole.context().continuous_state());
    CHECK(d.ball->bounces(part.context()) == d.ball->bounces(whole.context()));
  }
}

TEST_CASE("Simulator: observers and a log added -> the motion stays the same") {
  const BallDiagram d;
  Simulator a(*d.diagram), b(*d.diagram);
  a.reset_integrator<RungeKutta4>(0.07);
  b.reset_integrator<RungeKutta4>(0.07);
  int num_seen = 0;
  b.Observe(0.004, [&](const Context& context) {
    CHECK(context.time() == Approx(num_seen * 0.004).epsilon(1e-14));
    ++num_seen;
  });
  int num_steps = 0;
  b.Observe(Simulator::kEveryStep, [&](const Context&) { ++num_steps; });
  SignalLog log;
  log.Log(d.ball->get_output_port());
  log.Watch(&b, 100);
  a.AdvanceTo(3);
  b.AdvanceTo(3);
  CHECK(a.context().continuous_state() == b.context().continuous_state());
  CHECK(a.context().integrator_memory().get<int>() ==
        b.context().integrator_memory().get<int>());
  CHECK(num_seen == 751);
  CHECK(num_steps == a.context().integrator_memory().get<int>() + 1);

  REQUIRE(log.num_samples() == 301);
  for (int k = 0; k < 100; ++k) {  // before the first bounce
    const double t = k * 0.01;
    REQUIRE(log.times()[k] == Approx(t).epsilon(1e-14));
    REQUIRE(log.data(0)(k, 0) == Approx(5 - 5 * t * t).margin(1e-12));
    REQUIRE(log.data(0)(k, 1) == Approx(-10 * t).margin(1e-12));
  }
}

TEST_CASE("Witness: a NaN -> its block and name told") {
  const BallDiagram d({.nan = true});
  Simulator simulator(*d.diagram);
  simulator.reset_integrator<RungeKutta4>(0.07);
  CHECK_THROWS_WITH(
      simulator.AdvanceTo(1),
      "block 'ball': computing witness 'height': it is not a number");
  CHECK(simulator.context().time() == 0);
}

TEST_CASE("Simulator: bad tolerances and periods -> refused") {
  const BallDiagram d;
  Simulator simulator(*d.diagram);
  CHECK_THROWS_WITH(simulator.set_witness_tolerance(0), Contains("positive"));
  CHECK_THROWS_WITH(simulator.Observe(-1, [](const Context&) {}),
                    Contains("-1 s"));
}

}  // namespace
}  // namespace tactus::systems

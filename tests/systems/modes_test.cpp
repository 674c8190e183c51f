// Blocks whose modes are switched by witnesses, and events as lambdas.
#include <cmath>
#include <vector>

#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"
#include "tactus/systems/witness.h"

namespace tactus::systems {
namespace {

using test::RungeKutta4;

// Heats until it is warm, cools until it is cold: a state machine.
class Thermostat final : public LeafSystem {
 public:
  enum class Mode { kHeating, kCooling };
  static constexpr double kCold = 19, kWarm = 21, kHot = 30, kOutside = 10;

  Thermostat() : LeafSystem("thermostat") {
    DeclareContinuousState(VectorXd::Constant(1, 20));
    DeclareAbstractState(Mode::kHeating);
    DeclareAbstractState(std::vector<double>());  // switching times
    DeclareWitness("warm", WitnessDirection::kNegativeThenNonNegative,
                   &Thermostat::CalcWarm, &Thermostat::Cool);
    DeclareWitness("cold", WitnessDirection::kPositiveThenNonPositive,
                   &Thermostat::CalcCold, &Thermostat::Heat);
  }
  const std::vector<double>& switches(const Context& context) const {
    return context.of(*this).abstract_state<std::vector<double>>(1);
  }

 private:
  // T' = T_target - T
  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override {
    const bool heats = context.abstract_state<Mode>() == Mode::kHeating;
    (*xdot)[0] = (heats ? kHot : kOutside) - context.continuous_state()[0];
  }
  double CalcWarm(const LeafContext& context) const {
    return context.continuous_state()[0] - kWarm;
  }
  double CalcCold(const LeafContext& context) const {
    return context.continuous_state()[0] - kCold;
  }
  void Cool(const LeafContext& context, NextState* next) const {
    next->abstract_state<Mode>() = Mode::kCooling;
    next->abstract_state<std::vector<double>>(1).push_back(context.time());
  }
  void Heat(const LeafContext& context, NextState* next) const {
    next->abstract_state<Mode>() = Mode::kHeating;
    next->abstract_state<std::vector<double>>(1).push_back(context.time());
  }
};

TEST_CASE("Witness: a thermostat of two modes -> switches in closed form") {
  DiagramBuilder builder;
  const auto& thermostat = builder.AddSystem<Thermostat>();
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<RungeKutta4>(0.01);
  simulator.set_witness_tolerance(1e-9);
  simulator.AdvanceTo(1);
  const auto& times = thermostat.switches(simulator.context());
  const double start = std::log(10.0 / 9);            // 20 -> 21
  const double down = std::log(11.0 / 9), up = down;  // 21 <-> 19
  REQUIRE(times.size() == 1 + std::floor((1 - start) / down));
  for (std::size_t k = 0; k < times.size(); ++k) {
    CHECK(times[k] == Approx(start + k * up).margin(1e-7));
  }
}

// Terminates when the time comes, without any continuous state.
class Alarm final : public LeafSystem {
 public:
  Alarm() : LeafSystem("alarm") {
    DeclareWitness("clock", WitnessDirection::kCrossesZero, &Alarm::CalcClock,
                   &Alarm::Ring);
  }

 private:
  double CalcClock(const LeafContext& context) const {
    return context.time() - 0.75;
  }
  void Ring(const LeafContext&, NextState* next) const {
    next->Terminate("rings");
  }
};

TEST_CASE("Witness: no continuous state -> found in time") {
  DiagramBuilder builder;
  builder.AddSystem<Alarm>();
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  const SimulatorStatus status = simulator.AdvanceTo(2);
  CHECK(status.message == "block 'alarm': rings");
  CHECK(std::abs(status.time - 0.75) <= simulator.witness_tolerance());
}

// x' = 1 from zero, back to zero whenever it reaches 0.3; a discrete state
// counts ticks of 0.25 s.
class Sawtooth final : public LeafSystem {
 public:
  Sawtooth() : LeafSystem("sawtooth") {
    DeclareContinuousState(1);
    DeclareDiscreteState(VectorXd::Zero(1));
    DeclareWitness(
        "top", WitnessDirection::kNegativeThenNonNegative,
        [](const LeafContext& c) { return c.continuous_state()[0] - 0.3; },
        [](const LeafContext&, NextState* next) {
          next->continuous_state()[0] = 0;
        });
    DeclarePeriodicUpdate(0.25, [](const LeafContext&, NextState* next) {
      ++next->discrete_state()[0];
    });
  }

 private:
  void CalcTimeDerivatives(const LeafContext&, VectorXd* xdot) const override {
    (*xdot)[0] = 1;
  }
};

TEST_CASE("LeafSystem: events as lambdas -> made when they are due") {
  DiagramBuilder builder;
  const auto& sawtooth = builder.AddSystem<Sawtooth>();
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<RungeKutta4>(0.07);
  simulator.set_witness_tolerance(1e-12);
  simulator.AdvanceTo(1.1);
  const auto context = simulator.context().of(sawtooth);
  CHECK(context.continuous_state()[0] == Approx(0.2).margin(1e-11));
  CHECK(context.discrete_state()[0] == 5);  // At 0, 0.25 ... 1 s.
}

}  // namespace
}  // namespace tactus::systems

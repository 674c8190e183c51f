#include "tactus/systems/checkpoint.h"

#include <cmath>
#include <memory>
#include <sstream>

#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/discrete_delay.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/random_source.h"
#include "tactus/systems/signals/signal_log.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using test::RungeKutta4;

// Noise, delayed and smoothed: every kind of state.
struct Noisy {
  explicit Noisy(const std::string& name = "lag") {
    DiagramBuilder builder;
    const auto& noise = builder.AddSystem<RandomSource>(
        "noise",
        GaussianDistribution{VectorXd::Constant(1, 0.5),
                             VectorXd::Constant(1, 2.0)},
        0.1, 17u);
    const auto& delay = builder.AddSystem<DiscreteDelay>("delay", 3, 0.1, 1);
    lag = &builder.AddSystem<FirstOrderLag>(name, 0.2, 1);
    builder.Connect(noise.get_output_port(), delay.get_input_port());
    builder.Connect(delay.get_output_port(), lag->get_input_port());
    diagram = std::move(builder).Build();
  }
  const FirstOrderLag* lag{};
  std::unique_ptr<Diagram> diagram;
};

std::unique_ptr<Simulator> MakeSimulator(const Noisy& noisy) {
  auto simulator = std::make_unique<Simulator>(*noisy.diagram);
  simulator->reset_integrator<RungeKutta4>(0.013);
  return simulator;
}

// A log at 30 Hz of what comes out of the lag.
std::unique_ptr<SignalLog> Log(const Noisy& noisy, Simulator* simulator) {
  auto log = std::make_unique<SignalLog>();
  log->Log(noisy.lag->get_output_port());
  log->Watch(simulator, 30);
  return log;
}

std::string Save(const Simulator& simulator) {
  std::ostringstream out;
  simulator.Save(&out);
  return out.str();
}

void Restore(const std::string& bytes, Simulator* simulator) {
  std::istringstream in(bytes);
  simulator->Restore(&in);
}

TEST_CASE("Checkpoint: a run split at any event -> the bits of the whole run") {
  const Noisy noisy;
  const auto whole = MakeSimulator(noisy);
  const auto whole_log = Log(noisy, whole.get());
  whole->AdvanceTo(2);
  for (int k = 0; k < 20; ++k) {
    const auto first = MakeSimulator(noisy);
    const auto first_log = Log(noisy, first.get());
    first->AdvanceTo(k * 0.1);
    if (k % 2 == 1) first->AdvancePendingEvents();
    // Another diagram of the same make, as in another process.
    const Noisy other;
    const auto second = MakeSimulator(other);
    const auto second_log = Log(other, second.get());
    Restore(Save(*first), second.get());
    CHECK(second->context().time() == Approx(k * 0.1).epsilon(1e-14));
    second->AdvanceTo(2);
    CHECK(second->context().continuous_state() ==
          whole->context().continuous_state());
    CHECK(second->context().integrator_memory().get<int>() ==
          whole->context().integrator_memory().get<int>());
    const int split = first_log->num_samples();
    REQUIRE(whole_log->num_samples() == split + second_log->num_samples());
    for (int i = 0; i < whole_log->num_samples(); ++i) {
      const SignalLog& part = *(i < split ? first_log : second_log);
      const int row = i < split ? i : i - split;
      CHECK(part.times()[row] == whole_log->times()[i]);
      CHECK(part.data(0)(row, 0) == whole_log->data(0)(i, 0));
    }
    CHECK(Save(*whole) == Save(*second));
  }
}

TEST_CASE("Checkpoint: damaged -> refused, nothing changes") {
  const Noisy noisy;
  const auto simulator = MakeSimulator(noisy);
  simulator->AdvanceTo(1);
  const std::string good = Save(*simulator);
  simulator->AdvanceTo(1.5);
  const std::string later = Save(*simulator);
  for (std::size_t i = 0; i < good.size(); i += 7) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    CHECK_THROWS_AS(Restore(bad, simulator.get()), CheckpointError);
    CHECK_THROWS_AS(Restore(good.substr(0, i), simulator.get()),
                    CheckpointError);
  }
  CHECK(Save(*simulator) == later);
  CHECK_THROWS_WITH(Restore(std::string(100, 'x'), simulator.get()),
                    "this is not a checkpoint");
  Restore(good, simulator.get());
  CHECK(Save(*simulator) == good);
}

TEST_CASE("Checkpoint: of another diagram -> refused") {
  const Noisy noisy, other("filter");
  const auto simulator = MakeSimulator(noisy), wrong = MakeSimulator(other);
  simulator->AdvanceTo(0.5);
  CHECK_THROWS_WITH(Restore(Save(*simulator), wrong.get()),
                    "the checkpoint is of another diagram: block 2 is 'lag' "
                    "there and 'filter' here");
}

TEST_CASE("Checkpoint: state of another size -> refused") {
  const auto make = [](int num_samples) {
    DiagramBuilder builder;
    const auto& noise = builder.AddSystem<RandomSource>(
        "noise", GaussianDistribution{VectorXd::Zero(1), VectorXd::Ones(1)},
        0.1, 17u);
    const auto& delay =
        builder.AddSystem<DiscreteDelay>("delay", num_samples, 0.1, 1);
    builder.Connect(noise.get_output_port(), delay.get_input_port());
    return std::move(builder).Build();
  };
  const auto longer = make(50), shorter = make(3);
  Simulator a(*longer), b(*shorter);
  a.AdvanceTo(1);
  CHECK_THROWS_WITH(Restore(Save(a), &b),
                    Contains("the layout of block 'delay'"));
}

// Holds what cannot be written.
class Opaque final : public LeafSystem {
 public:
  struct State {
    int* pointer = nullptr;
  };
  Opaque() : LeafSystem("opaque") { DeclareAbstractState(State{}); }
};

TEST_CASE("Checkpoint: state that cannot be written -> its block is named") {
  DiagramBuilder builder;
  builder.AddSystem<Opaque>();
  const auto diagram = std::move(builder).Build();
  const Simulator simulator(*diagram);
  CHECK_THROWS_WITH(Save(simulator), Contains("block 'opaque'") &&
                                         Contains("Opaque::State") &&
                                         Contains("Serialize()"));
}

TEST_CASE("Checkpoint: fixed inputs -> restored") {
  DiagramBuilder builder;
  const auto& lag = builder.AddSystem<FirstOrderLag>("lag", 0.2, 1);
  const auto diagram = std::move(builder).Build();
  Simulator a(*diagram), b(*diagram);
  a.reset_integrator<RungeKutta4>(0.01);
  b.reset_integrator<RungeKutta4>(0.01);
  a.mutable_context().FixInput(lag.get_input_port(), VectorXd::Ones(1));
  a.AdvanceTo(0.5);
  Restore(Save(a), &b);
  a.AdvanceTo(1);
  b.AdvanceTo(1);
  CHECK(a.context().continuous_state() == b.context().continuous_state());
  CHECK(a.context().continuous_state()[0] == Approx(1 - std::exp(-5.0)));
}

}  // namespace
}  // namespace tactus::systems

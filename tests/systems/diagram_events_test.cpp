// The events of a Diagram, without a Simulator.
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/zero_order_hold.h"

namespace tactus::systems {
namespace {

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

// Two updates of one state at every second: the one doubles, the other adds
// one, each to what it finds in the next state. A third changes another state,
// of text, every three seconds.
class Arithmetic final : public LeafSystem {
 public:
  Arithmetic() : LeafSystem("arithmetic") {
    DeclareDiscreteState(Scalar(5));
    DeclareDiscreteState(Scalar(0));
    DeclareAbstractState(std::string("a"));
    DeclarePeriodicUpdate(1, &Arithmetic::Double);
    DeclarePeriodicUpdate(1, &Arithmetic::AddOne);
    DeclarePeriodicUpdate(3, &Arithmetic::Append);
  }

 private:
  void Double(const LeafContext&, NextState* next) const {
    next->discrete_state() *= 2;
  }
  void AddOne(const LeafContext& context, NextState* next) const {
    next->discrete_state() += Scalar(1);
    // The present state is still the old one.
    next->discrete_state(1) = context.discrete_state(0);
  }
  void Append(const LeafContext& context, NextState* next) const {
    next->abstract_state<std::string>() +=
        context.abstract_state<std::string>();
  }
};

TEST_CASE(
    "Diagram: updates of one block -> one after another on the next state") {
  DiagramBuilder builder;
  const auto& block = builder.AddSystem<Arithmetic>();
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  diagram->PerformUpdates(&context);
  CHECK(context.of(block).discrete_state(0) == Scalar(11));
  CHECK(context.of(block).discrete_state(1) == Scalar(5));
  CHECK(context.of(block).abstract_state<std::string>() == "aa");

  context.SetTime(1);
  diagram->PerformUpdates(&context);
  CHECK(context.of(block).discrete_state(0) == Scalar(23));
  CHECK(context.of(block).abstract_state<std::string>() == "aa");
}

TEST_CASE("Diagram: updates asked for twice at one time -> made once") {
  DiagramBuilder builder;
  const auto& block = builder.AddSystem<Arithmetic>();
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  diagram->PerformUpdates(&context);
  diagram->PerformUpdates(&context);
  Context copy = context;
  diagram->PerformUpdates(&copy);
  CHECK(copy.of(block).discrete_state() == Scalar(11));

  context.SetTime(0.5);  // nothing is due
  diagram->PerformUpdates(&context);
  CHECK(context.of(block).discrete_state() == Scalar(11));

  context.SetTime(0);  // the simulation is set back: a new time zero
  diagram->PerformUpdates(&context);
  CHECK(context.of(block).discrete_state() == Scalar(23));
}

TEST_CASE("Diagram: two blocks that hold each other -> swap their states") {
  DiagramBuilder builder;
  const auto& a = builder.AddSystem<ZeroOrderHold>("a", 1.0, 1);
  const auto& b = builder.AddSystem<ZeroOrderHold>("b", 1.0, 1);
  builder.Connect(a, b);
  builder.Connect(b, a);
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  context.of(a).set_discrete_state(Scalar(1));
  context.of(b).set_discrete_state(Scalar(2));
  for (int second = 0; second < 3; ++second) {
    context.SetTime(second);
    diagram->PerformUpdates(&context);
    CHECK(context.of(a).discrete_state() == Scalar(second % 2 ? 1 : 2));
    CHECK(context.of(b).discrete_state() == Scalar(second % 2 ? 2 : 1));
  }
}

TEST_CASE("Diagram: the next update -> the earliest of all blocks") {
  DiagramBuilder builder;
  builder.AddSystem<ZeroOrderHold>("a", 0.5, 1, 2.0);
  builder.AddSystem<ZeroOrderHold>("b", 3.0, 1, 0.0);
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  const double expected[] = {2, 2.5, 3, 3.5, 4};
  for (double time : expected) {
    const double next = diagram->CalcNextUpdateTime(context.time());
    CHECK(next == time);
    context.SetTime(next);
  }
}

// Fails in whatever handler is asked for.
class Faulty final : public LeafSystem {
 public:
  enum Kind { kResizes, kThrows, kThrowsInDefault };
  explicit Faulty(Kind kind) : LeafSystem("faulty"), kind_(kind) {
    DeclareDiscreteState(Scalar(0));
    DeclarePeriodicUpdate(1, &Faulty::Update);
  }
  void SetDefaultState(MutableLeafContext*) const override {
    if (kind_ == kThrowsInDefault) throw std::runtime_error("no default");
  }

 private:
  void Update(const LeafContext&, NextState* next) const {
    if (kind_ == kThrows) throw std::runtime_error("no update");
    if (kind_ == kResizes) next->discrete_state().resize(7);
  }
  Kind kind_;
};

std::unique_ptr<Diagram> MakeFaulty(Faulty::Kind kind) {
  DiagramBuilder builder;
  auto& before = builder.AddSystem<ZeroOrderHold>("before", 1.0, 1);
  auto& source = builder.AddSystem<ZeroOrderHold>("source", 9.0, 1, 1.0);
  builder.Connect(source, before);
  builder.AddSystem<Faulty>(kind);
  return std::move(builder).Build();
}

TEST_CASE("Diagram: an update that fails -> its block named, nothing changed") {
  const std::pair<Faulty::Kind, std::string> cases[] = {
      {Faulty::kThrows, "block 'faulty': updating its state: no update"},
      {Faulty::kResizes,
       "block 'faulty': an update changed the size of a discrete state"}};
  for (const auto& [kind, message] : cases) {
    const auto diagram = MakeFaulty(kind);
    Context context = diagram->CreateDefaultContext();
    context.of(diagram->leaf("source")).set_discrete_state(Scalar(8));
    CHECK_THROWS_WITH(diagram->PerformUpdates(&context), message);
    CHECK(context.of(diagram->leaf("before")).discrete_state() == Scalar(0));
    CHECK(context.of(diagram->leaf("faulty")).discrete_state() == Scalar(0));
  }
}

TEST_CASE("Diagram: a default that fails -> its block named") {
  const auto diagram = MakeFaulty(Faulty::kThrowsInDefault);
  CHECK_THROWS_WITH(diagram->CreateDefaultContext(),
                    "block 'faulty': setting its default state: no default");
}

}  // namespace
}  // namespace tactus::systems

#include "tactus/systems/leaf_system.h"

#include <functional>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::systems {
namespace {

using Catch::Contains;

// Declares whatever a test wants.
class Anything final : public LeafSystem {
 public:
  explicit Anything(std::function<void(Anything*)> declare,
                    std::string name = "thing")
      : LeafSystem(std::move(name)) {
    declare(this);
  }
  void CalcNothing(const LeafContext&, VectorXd*) const {}
  void UpdateNothing(const LeafContext&, NextState*) const {}

  using LeafSystem::DeclareAbstractInputPort;
  using LeafSystem::DeclareAbstractState;
  using LeafSystem::DeclareContinuousState;
  using LeafSystem::DeclareDiscreteState;
  using LeafSystem::DeclareParameter;
  using LeafSystem::DeclarePeriodicUpdate;
  using LeafSystem::DeclareVectorInputPort;
  using LeafSystem::DeclareVectorOutputPort;
};

// A block with one of everything.
class Full final : public LeafSystem {
 public:
  Full() : LeafSystem("full") {
    u_ = DeclareVectorInputPort("u", 2);
    DeclareContinuousState(Eigen::Vector2d(1, 2));
    DeclareDiscreteState(VectorXd::Constant(1, 3));
    DeclareDiscreteState(VectorXd::Constant(2, 4));
    DeclareAbstractState(std::string("five"));
    DeclareParameter(6.0);
    DeclareVectorOutputPort("y", 2, &Full::CalcY);
    DeclareAbstractOutputPort("text", std::string("model"), &Full::CalcText);
  }

  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override {
    *xdot = -context.continuous_state();
  }

 private:
  void SetDefaultState(MutableLeafContext* context) const override {
    context->set_discrete_state(VectorXd::Constant(1, 33), 0);
  }
  void CalcY(const LeafContext& context, VectorXd* y) const {
    *y = context.continuous_state() + u_.Eval(context);
  }
  void CalcText(const LeafContext& context, std::string* text) const {
    *text = context.abstract_state<std::string>() + "!";
  }

  InputPort u_;
};

void DeclareLate(Anything* thing) {
  thing->DeclareContinuousState(1);
}

TEST_CASE("LeafSystem: ports -> found by index and by name") {
  const Full full;
  CHECK(full.num_input_ports() == 1);
  CHECK(full.num_output_ports() == 2);
  CHECK(full.get_input_port() == full.GetInputPort("u"));
  CHECK(full.get_output_port(1) == full.GetOutputPort("text"));
  CHECK(full.GetInputPort("u").full_name() == "full.u");
  CHECK(full.GetOutputPort("text").full_name() == "full.text");
  CHECK(full.num_continuous_states() == 2);
}

// Keeps references to its ports, as to those of `source`.
class ByReference final : public LeafSystem {
 public:
  explicit ByReference(const Full& source)
      : LeafSystem("by reference"),
        u_(DeclareVectorInputPort("u", 1)),
        v_(DeclareVectorInputPort("v", 1)),
        y_(DeclareVectorOutputPort("y", 1, &ByReference::CalcY)),
        source_(source.get_output_port()) {
    // What is declared later leaves them where they are.
    for (int i = 0; i < 1000; ++i) {
      DeclareVectorInputPort("input " + std::to_string(i), 1);
      DeclareVectorOutputPort("output " + std::to_string(i), 1,
                              &ByReference::CalcY);
    }
  }

  const OutputPort& y() const { return y_; }
  const OutputPort& source() const { return source_; }

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const {
    *y = u_.Eval(context) - 2 * v_.Eval(context);
  }

  const InputPort& u_;
  const InputPort& v_;
  const OutputPort& y_;
  const OutputPort& source_;
};

TEST_CASE("LeafSystem: references to ports -> hold in nested diagrams") {
  DiagramBuilder inner;
  const Full& full = inner.AddSystem<Full>();
  const auto& block = inner.AddSystem(std::make_unique<ByReference>(full));
  DiagramBuilder builder;
  builder.AddDiagram("inner", std::move(inner));
  const auto diagram = std::move(builder).Build();
  CHECK(&block.y() == &block.GetOutputPort("y"));
  CHECK(&block.source() == &full.get_output_port(0));
  CHECK(block.y().full_name() == "inner/by reference.y");

  Context first = diagram->CreateDefaultContext();
  first.FixInput(block.GetInputPort("u"), VectorXd::Constant(1, 7));
  first.FixInput(block.GetInputPort("v"), VectorXd::Constant(1, 2));
  Context copy = first;
  copy.FixInput(block.GetInputPort("v"), VectorXd::Constant(1, 1));
  CHECK(block.y().Eval(first)[0] == 3);
  CHECK(block.y().Eval(copy)[0] == 5);
  first = copy;
  CHECK(block.y().Eval(first)[0] == 5);
}

// A block has one address for life.
static_assert(!std::is_move_constructible_v<ByReference>);
static_assert(!std::is_copy_constructible_v<ByReference>);

TEST_CASE("LeafSystem: a port that does not exist -> refused, others named") {
  const Full full;
  CHECK_THROWS_WITH(full.GetOutputPort("z"),
                    "block 'full' has no output port 'z'; it has 'y', 'text'");
  CHECK_THROWS_WITH(full.GetInputPort("z"),
                    "block 'full' has no input port 'z'; it has 'u'");
  CHECK_THROWS_WITH(full.get_input_port(1),
                    "block 'full' has no input port 1; it has 1");
  CHECK_THROWS_WITH(full.get_output_port(-1),
                    "block 'full' has no output port -1; it has 2");
}

TEST_CASE(
    "LeafSystem: a new Context -> declared states, then SetDefaultState's") {
  DiagramBuilder builder;
  const Full& full = builder.AddSystem<Full>();
  const auto diagram = std::move(builder).Build();
  const Context root = diagram->CreateDefaultContext();
  const LeafContext context = root.of(full);
  CHECK(context.continuous_state() == Eigen::Vector2d(1, 2));
  CHECK(context.discrete_state(0) == VectorXd::Constant(1, 33));
  CHECK(context.discrete_state(1) == VectorXd::Constant(2, 4));
  CHECK(context.abstract_state<std::string>() == "five");
  CHECK(context.parameter<double>() == 6.0);
  CHECK(full.get_output_port(1).Eval<std::string>(root) == "five!");
}

TEST_CASE("LeafSystem: wrong declarations -> refused") {
  using Declare = std::function<void(Anything*)>;
  const auto message = [](const Declare& declare) -> std::string {
    try {
      Anything thing(declare);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message([](Anything* thing) {
          thing->DeclareVectorInputPort("u", 0);
        }) == "");
  CHECK(message([](Anything* thing) {
          thing->DeclareVectorInputPort("u", -1);
        }) == "block 'thing': port 'u' has a negative size");
  CHECK(message([](Anything* thing) {
          thing->DeclareVectorOutputPort("y", -1, &Anything::CalcNothing);
        }) == "block 'thing': port 'y' has a negative size");
  CHECK(message([](Anything* thing) {
          thing->DeclareVectorInputPort("u", 1);
          thing->DeclareAbstractInputPort<int>("u");
        }) == "block 'thing': two input ports are named 'u'");
  CHECK(message([](Anything* thing) {
          thing->DeclareVectorOutputPort("y", 1, &Anything::CalcNothing);
          thing->DeclareVectorOutputPort("y", 1, &Anything::CalcNothing);
        }) == "block 'thing': two output ports are named 'y'");
  CHECK(message([](Anything* thing) {
          thing->DeclareContinuousState(1);
          thing->DeclareContinuousState(1);
        }) == "block 'thing': the continuous state is declared twice");
  CHECK(message([](Anything* thing) { thing->DeclareContinuousState(-1); }) ==
        "block 'thing': the continuous state has a negative size");
  CHECK_THAT(message([](Anything* thing) {
               thing->DeclarePeriodicUpdate(0, &Anything::UpdateNothing);
             }),
             Contains("block 'thing': an event's period must be positive"));
  CHECK_THAT(message([](Anything* thing) {
               thing->DeclarePeriodicUpdate(1, &Anything::UpdateNothing, -1);
             }),
             Contains("offset not negative"));
}

TEST_CASE("LeafSystem: no name -> refused") {
  CHECK_THROWS_WITH(Anything([](Anything*) {}, ""), "a block needs a name");
}

TEST_CASE("LeafSystem: declarations after the diagram is built -> refused") {
  DiagramBuilder builder;
  auto& thing = builder.AddSystem<Anything>([](Anything*) {});
  const auto diagram = std::move(builder).Build();
  CHECK_THROWS_WITH(
      DeclareLate(&thing),
      "block 'thing': declares something after its diagram has been built");
  CHECK_THROWS_AS(thing.DeclareVectorInputPort("u", 1), std::invalid_argument);
  CHECK_THROWS_AS(thing.DeclareParameter(1), std::invalid_argument);
}

TEST_CASE("LeafSystem: a continuous state without derivatives -> an error") {
  DiagramBuilder builder;
  builder.AddSystem<Anything>(
      [](Anything* thing) { thing->DeclareContinuousState(1); });
  const auto diagram = std::move(builder).Build();
  VectorXd xdot;
  CHECK_THROWS_WITH(
      diagram->CalcTimeDerivatives(diagram->CreateDefaultContext(), &xdot),
      Contains("block 'thing'") && Contains("CalcTimeDerivatives()"));
}

TEST_CASE("LeafSystem: error scales -> one unless set, wrong ones refused") {
  DiagramBuilder builder;
  auto& a = builder.AddSystem<Anything>(
      [](Anything* thing) { thing->DeclareContinuousState(2); }, "a");
  builder.AddSystem<Anything>(
      [](Anything* thing) { thing->DeclareContinuousState(1); }, "b");
  CHECK_THROWS_WITH(a.SetErrorScales(VectorXd::Ones(1)),
                    "block 'a': 1 error scales do not fit 2 continuous states");
  CHECK_THROWS_WITH(a.SetErrorScales(Eigen::Vector2d(1, 0)),
                    "block 'a': error scales must be positive");
  a.SetErrorScales(Eigen::Vector2d(3, 0.5));
  const auto diagram = std::move(builder).Build();
  CHECK(diagram->error_scales() == Eigen::Vector3d(3, 0.5, 1));
  CHECK(diagram->DescribeContinuousState(1) == "state 1 of block 'a'");
  CHECK(diagram->DescribeContinuousState(2) == "state 0 of block 'b'");
  CHECK_THROWS_AS(diagram->DescribeContinuousState(3), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems

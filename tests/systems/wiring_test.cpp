#include "tactus/systems/wiring.h"

#include <algorithm>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/pass_through.h"
#include "tactus/systems/primitives/zero_order_hold.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Catch::StartsWith;

TEST_CASE("Wiring: an algebraic loop -> refused with its ports") {
  DiagramBuilder builder;
  const auto& before = builder.AddSystem<Gain>("before", 1.0, 1);
  const auto& sum = builder.AddSystem<Adder>("sum", 2, 1);
  const auto& gain = builder.AddSystem<Gain>("gain", 0.5, 1);
  const auto& after = builder.AddSystem<Gain>("after", 1.0, 1);
  builder.Connect(before.get_output_port(), sum.get_input_port(0));
  builder.Connect(gain.get_output_port(), sum.get_input_port(1));
  builder.Connect(sum, gain);
  builder.Connect(sum, after);
  CHECK_THROWS_WITH(
      std::move(builder).Build(),
      StartsWith("algebraic loop: sum.sum -> gain.u -> gain.y -> sum.u1 -> "
                 "sum.sum;") &&
          !Contains("before") && !Contains("after"));
}

TEST_CASE("Wiring: a block wired to itself -> an algebraic loop") {
  DiagramBuilder builder;
  const auto& gain = builder.AddSystem<Gain>("gain", 0.5, 1);
  builder.Connect(gain, gain);
  CHECK_THROWS_WITH(std::move(builder).Build(),
                    StartsWith("algebraic loop: gain.y -> gain.u -> gain.y;"));
}

TEST_CASE("Wiring: nested loops -> a short one is printed") {
  DiagramBuilder builder;
  const auto& sum = builder.AddSystem<Adder>("sum", 2, 1);
  const auto& a = builder.AddSystem<PassThrough>("a", 1);
  const auto& b = builder.AddSystem<PassThrough>("b", 1);
  builder.Connect(sum, a);
  builder.Connect(a, b);
  builder.Connect(b.get_output_port(), sum.get_input_port(0));
  builder.Connect(a.get_output_port(), sum.get_input_port(1));
  CHECK_THROWS_WITH(
      std::move(builder).Build(),
      StartsWith(
          "algebraic loop: sum.sum -> a.u -> a.y -> sum.u1 -> sum.sum;"));
}

TEST_CASE("Wiring: a loop through state -> accepted") {
  DiagramBuilder builder;
  const auto& gain = builder.AddSystem<Gain>("gain", 0.5, 1);
  const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", 0.1, 1);
  builder.Connect(gain, hold);
  builder.Connect(hold, gain);
  CHECK_NOTHROW(std::move(builder).Build());
}

// y0 = u1, y1 = 2 u0. Wired y0 -> u0 there is no loop, though each output
// depends on an input: only if y0 is known to read nothing but u1.
class Crossed final : public LeafSystem {
 public:
  explicit Crossed(bool declare_finely) : LeafSystem("crossed") {
    u0_ = DeclareVectorInputPort("u0", 1);
    u1_ = DeclareVectorInputPort("u1", 1);
    const ReadSet all = Reads::kInputs;
    DeclareVectorOutputPort(
        "y0", 1, &Crossed::CalcY0,
        declare_finely ? ReadSet(Reads::kNothing, {u1_}) : all);
    DeclareVectorOutputPort(
        "y1", 1, &Crossed::CalcY1,
        declare_finely ? ReadSet(Reads::kNothing, {u0_}) : all);
  }

 private:
  void CalcY0(const LeafContext& context, VectorXd* y) const {
    *y = u1_.Eval(context);
  }
  void CalcY1(const LeafContext& context, VectorXd* y) const {
    *y = 2 * u0_.Eval(context);
  }

  InputPort u0_, u1_;
};

TEST_CASE("Wiring: outputs that declare single inputs -> no seeming loop") {
  for (const bool declare_finely : {true, false}) {
    DiagramBuilder builder;
    const auto& crossed = builder.AddSystem<Crossed>(declare_finely);
    builder.Connect(crossed.GetOutputPort("y0"), crossed.GetInputPort("u0"));
    if (!declare_finely) {
      CHECK_THROWS_WITH(
          std::move(builder).Build(),
          StartsWith(
              "algebraic loop: crossed.y0 -> crossed.u0 -> crossed.y0;"));
      continue;
    }
    const auto diagram = std::move(builder).Build();
    Context context = diagram->CreateDefaultContext();
    context.FixInput(crossed.GetInputPort("u1"), VectorXd::Constant(1, 3));
    CHECK(crossed.GetOutputPort("y1").Eval(context)[0] == 6);
    context.FixInput(crossed.GetInputPort("u1"), VectorXd::Constant(1, 4));
    CHECK(crossed.GetOutputPort("y1").Eval(context)[0] == 8);
  }
}

TEST_CASE(
    "SortOutputs: a chain in reverse order -> outputs after those they read") {
  // A chain added in the reverse order of its wiring.
  std::vector<std::unique_ptr<PassThrough>> owned;
  std::vector<const LeafSystem*> leaves;
  for (int i = 0; i < 5; ++i) {
    owned.push_back(
        std::make_unique<PassThrough>("block" + std::to_string(i), 1));
    leaves.push_back(owned.back().get());
  }
  std::vector<Wire> wires;
  for (int i = 4; i > 0; --i) {
    wires.push_back(
        {leaves[i]->get_output_port(), leaves[i - 1]->get_input_port()});
  }
  const std::vector<OutputPort> order = SortOutputs(leaves, wires);
  REQUIRE(order.size() == 5);
  for (const Wire& wire : wires) {
    const auto source = std::find(order.begin(), order.end(), wire.from);
    const auto reader =
        std::find(order.begin(), order.end(), wire.to.leaf->get_output_port());
    CHECK(source < reader);
  }
}

}  // namespace
}  // namespace tactus::systems

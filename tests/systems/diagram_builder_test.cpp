#include "tactus/systems/diagram_builder.h"

#include <memory>

#include <catch2/catch.hpp>

#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/vector_integrator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

// A block with an abstract input and an abstract output of different types.
class Converter final : public LeafSystem {
 public:
  explicit Converter(std::string name) : LeafSystem(std::move(name)) {
    DeclareAbstractInputPort<int>("number");
    DeclareAbstractOutputPort("text", std::string(), &Converter::Convert);
  }

 private:
  void Convert(const LeafContext&, std::string*) const {}
};

TEST_CASE("DiagramBuilder: two blocks of one name -> refused") {
  DiagramBuilder builder;
  builder.AddSystem<Gain>("gain", 1.0, 1);
  CHECK_THROWS_WITH(builder.AddSystem<Adder>("gain", 2, 1),
                    "two blocks are named 'gain'");
}

TEST_CASE("DiagramBuilder: a wire between sizes -> refused") {
  DiagramBuilder builder;
  const auto& one = builder.AddSystem<Gain>("one", 1.0, 1);
  const auto& two = builder.AddSystem<Gain>("two", 1.0, 2);
  CHECK_THROWS_WITH(builder.Connect(one, two),
                    "output 'one.y' (vector of 1) does not fit input 'two.u' "
                    "(vector of 2)");
}

TEST_CASE("DiagramBuilder: a wire between types -> refused") {
  DiagramBuilder builder;
  const auto& a = builder.AddSystem<Converter>("a");
  const auto& b = builder.AddSystem<Converter>("b");
  const auto& gain = builder.AddSystem<Gain>("gain", 1.0, 1);
  CHECK_THROWS_WITH(builder.Connect(a, b),
                    Contains("output 'a.text' (std::") &&
                        Contains("does not fit input 'b.number' (int)"));
  CHECK_THROWS_WITH(builder.Connect(a, gain),
                    Contains("does not fit input 'gain.u' (vector of 1)"));
  CHECK_THROWS_WITH(
      builder.Connect(gain, a),
      "output 'gain.y' (vector of 1) does not fit input 'a.number' (int)");
}

TEST_CASE("DiagramBuilder: a second wire to an input -> refused") {
  DiagramBuilder builder;
  const auto& a = builder.AddSystem<Gain>("a", 1.0, 1);
  const auto& b = builder.AddSystem<Gain>("b", 1.0, 1);
  const auto& c = builder.AddSystem<Gain>("c", 1.0, 1);
  builder.Connect(a, c);
  CHECK_THROWS_WITH(
      builder.Connect(b, c),
      "input 'c.u' cannot be connected to 'b.y': it is connected to 'a.y'");
}

TEST_CASE("DiagramBuilder: blocks of another builder -> refused") {
  DiagramBuilder builder;
  const auto& a = builder.AddSystem<Gain>("a", 1.0, 1);
  const Gain stranger("stranger", 1.0, 1);
  const std::string message = "block 'stranger' is not part of this diagram";
  CHECK_THROWS_WITH(builder.Connect(a, stranger), message);
  CHECK_THROWS_WITH(builder.Connect(stranger, a), message);
  CHECK_THROWS_WITH(builder.ExportInput("u", stranger.get_input_port()),
                    message);
  CHECK_THROWS_WITH(builder.ExportOutput("y", stranger.get_output_port()),
                    message);
  CHECK_THROWS_WITH(builder.Connect(OutputPort{}, a.get_input_port()),
                    "a port belongs to no block");
}

TEST_CASE("DiagramBuilder: blocks of several ports without names -> refused") {
  DiagramBuilder builder;
  const auto& gain = builder.AddSystem<Gain>("gain", 1.0, 1);
  const auto& adder = builder.AddSystem<Adder>("adder", 2, 1);
  CHECK_THROWS_WITH(builder.Connect(gain, adder),
                    "connecting 'gain' to 'adder' needs port names: the one "
                    "has 1 outputs, the other 2 inputs");
}

// A follower: position' = gain * (command - position), exporting both.
DiagramBuilder MakeFollower(double k) {
  DiagramBuilder builder;
  const auto& error = builder.AddSystem<Adder>("error", 2, 1);
  const auto& gain = builder.AddSystem<Gain>("gain", k, 1);
  const auto& position = builder.AddSystem<VectorIntegrator>("position", 1);
  const auto& minus = builder.AddSystem<Gain>("minus", -1.0, 1);
  builder.Connect(error, gain);
  builder.Connect(gain, position);
  builder.Connect(position, minus);
  builder.Connect(minus.get_output_port(), error.get_input_port(1));
  builder.ExportInput("command", error.get_input_port(0));
  builder.ExportOutput("position", position.get_output_port());
  return builder;
}

TEST_CASE("DiagramBuilder: nested diagrams -> wired by exports, flattened") {
  DiagramBuilder robot;
  const Exports left = robot.AddDiagram("left", MakeFollower(2));
  const Exports right = robot.AddDiagram("right", MakeFollower(3));
  robot.Connect(left.GetOutputPort("position"), right.GetInputPort("command"));
  robot.ExportInput("command", left.GetInputPort("command"));
  robot.ExportOutput("position", right.GetOutputPort("position"));

  DiagramBuilder world;
  const Exports ports = world.AddDiagram("robot", std::move(robot));
  const auto& source =
      world.AddSystem<ConstantVectorSource>("source", Scalar(10));
  world.Connect(source.get_output_port(), ports.GetInputPort("command"));
  world.ExportOutput("position", ports.GetOutputPort("position"));
  const auto diagram = std::move(world).Build();

  CHECK(diagram->leaves().size() == 9);
  CHECK(diagram->num_continuous_states() == 2);
  CHECK(diagram->leaf("robot/left/position").num_continuous_states() == 1);
  CHECK(diagram->leaf("robot/right/gain").get_input_port().full_name() ==
        "robot/right/gain.u");
  Context context = diagram->CreateDefaultContext();
  context.SetContinuousState(Eigen::Vector2d(1, 5));
  VectorXd xdot;
  diagram->CalcTimeDerivatives(context, &xdot);
  CHECK(xdot == Eigen::Vector2d(2 * (10 - 1), 3 * (1 - 5)));
  CHECK(diagram->exports().GetOutputPort("position").Eval(context) ==
        Scalar(5));
}

TEST_CASE("DiagramBuilder: one export of several inputs -> reaches them all") {
  DiagramBuilder inner;
  const auto& a = inner.AddSystem<Gain>("a", 2.0, 1);
  const auto& b = inner.AddSystem<Gain>("b", 3.0, 1);
  inner.ExportInput("u", a.get_input_port());
  inner.ExportInput("u", b.get_input_port());
  DiagramBuilder outer;
  const Exports ports = outer.AddDiagram("inner", std::move(inner));
  const auto& source =
      outer.AddSystem<ConstantVectorSource>("source", Scalar(1));
  outer.Connect(source.get_output_port(), ports.GetInputPort("u"));
  const auto diagram = std::move(outer).Build();
  const Context context = diagram->CreateDefaultContext();
  CHECK(a.get_output_port().Eval(context) == Scalar(2));
  CHECK(b.get_output_port().Eval(context) == Scalar(3));
  CHECK(diagram->ConnectedOutput(b.get_input_port()) ==
        source.get_output_port());
}

TEST_CASE("DiagramBuilder: outermost exports -> found in the diagram") {
  const auto diagram = MakeFollower(1).Build();
  Context context = diagram->CreateDefaultContext();
  for (InputPort input : diagram->exports().GetInputPort("command").ports) {
    CHECK(!diagram->ConnectedOutput(input));
    context.FixInput(input, Scalar(4));
  }
  VectorXd xdot;
  diagram->CalcTimeDerivatives(context, &xdot);
  CHECK(xdot == Scalar(4));
}

TEST_CASE("DiagramBuilder: nested names twice, wrong exports -> refused") {
  DiagramBuilder builder;
  const Exports follower = builder.AddDiagram("a", MakeFollower(1));
  CHECK_THROWS_WITH(builder.AddDiagram("a", MakeFollower(1)),
                    "two blocks are named 'a/error'");
  CHECK_THROWS_WITH(follower.GetInputPort("speed"),
                    "no input was exported as 'speed'");
  CHECK_THROWS_WITH(follower.GetOutputPort("speed"),
                    "no output was exported as 'speed'");
  builder.ExportOutput("y", follower.GetOutputPort("position"));
  CHECK_THROWS_WITH(
      builder.ExportOutput("y", follower.GetOutputPort("position")),
      "two outputs are exported as 'y'");
}

TEST_CASE("DiagramBuilder: built twice -> refused") {
  DiagramBuilder builder;
  builder.AddSystem<Gain>("gain", 1.0, 1);
  CHECK(std::move(builder).Build() != nullptr);
  CHECK_THROWS_WITH(std::move(builder).Build(),
                    "this builder has built its diagram, which took the blocks "
                    "along: make another builder for another diagram");
}

}  // namespace
}  // namespace tactus::systems

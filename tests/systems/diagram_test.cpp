#include "tactus/systems/diagram.h"

#include <cmath>
#include <limits>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/vector_integrator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

// y = f(u): whatever a user might write.
class Function final : public LeafSystem {
 public:
  using Map = std::function<VectorXd(const VectorXd&)>;
  Function(std::string name, int size, Map f)
      : LeafSystem(std::move(name)), f_(std::move(f)) {
    u_ = DeclareVectorInputPort("u", size);
    DeclareVectorOutputPort("y", size, &Function::CalcY, Reads::kInputs);
  }

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const {
    *y = f_(u_.Eval(context));
  }
  Map f_;
  InputPort u_;
};

// dx/dt = f(x)
class Flow final : public LeafSystem {
 public:
  using Map = std::function<VectorXd(const VectorXd&)>;
  Flow(std::string name, int size, Map f)
      : LeafSystem(std::move(name)), f_(std::move(f)) {
    DeclareContinuousState(size);
  }
  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override {
    *xdot = f_(context.continuous_state());
  }

 private:
  Map f_;
};

// source -> function -> gain -> integrator, all of size 2.
struct Pipeline {
  explicit Pipeline(Function::Map f) {
    DiagramBuilder builder;
    integrator = &builder.AddSystem<VectorIntegrator>("integrator", 2);
    function = &builder.AddSystem<Function>("function", 2, std::move(f));
    gain = &builder.AddSystem<Gain>("gain", 2.0, 2);
    builder.Connect(*function, *gain);
    builder.Connect(*gain, *integrator);
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
    context.FixInput(function->get_input_port(), Eigen::Vector2d(1, 2));
  }

  std::string Blame() const {
    VectorXd xdot;
    diagram->CalcTimeDerivatives(context, &xdot);
    return diagram->FindNonFinite(context, xdot).value_or("nobody");
  }

  const VectorIntegrator* integrator{};
  const Function* function{};
  const Gain* gain{};
  std::unique_ptr<Diagram> diagram;
  Context context;
};

TEST_CASE("Diagram: blocks -> found by name, in the order of adding") {
  const Pipeline p([](const VectorXd& u) { return u; });
  REQUIRE(p.diagram->leaves().size() == 3);
  CHECK(p.diagram->leaves()[0] == p.integrator);
  CHECK(p.diagram->leaves()[2] == p.gain);
  CHECK(&p.diagram->leaf("gain") == p.gain);
  CHECK_THROWS_WITH(p.diagram->leaf("pain"), "the diagram has no block 'pain'");
}

TEST_CASE("Diagram: an input -> the output connected to it, if any") {
  const Pipeline p([](const VectorXd& u) { return u; });
  CHECK(p.diagram->ConnectedOutput(p.gain->get_input_port()) ==
        p.function->get_output_port());
  CHECK(!p.diagram->ConnectedOutput(p.function->get_input_port()));
}

TEST_CASE("Diagram: time derivatives of all blocks -> one vector") {
  DiagramBuilder builder;
  const auto& a = builder.AddSystem<Flow>(
      "a", 2, [](const VectorXd& x) { return VectorXd(-x); });
  const auto& none = builder.AddSystem<Gain>("none", 1.0, 1);
  const auto& b = builder.AddSystem<Flow>(
      "b", 1, [](const VectorXd& x) { return VectorXd(2 * x); });
  const auto diagram = std::move(builder).Build();
  CHECK(diagram->num_continuous_states() == 3);
  CHECK(diagram->continuous_state_start(a) == 0);
  CHECK(diagram->continuous_state_start(b) == 2);

  Context context = diagram->CreateDefaultContext();
  context.SetContinuousState(Eigen::Vector3d(1, 2, 3));
  VectorXd xdot;
  diagram->CalcTimeDerivatives(context, &xdot);
  CHECK(xdot == Eigen::Vector3d(-1, -2, 6));
  CHECK(diagram->EvalTimeDerivatives(b, context) == Scalar(6));
  CHECK_THROWS_WITH(diagram->EvalTimeDerivatives(none, context),
                    "block 'none' has no continuous state");
}

TEST_CASE("Diagram: no blocks -> no derivatives, no events") {
  const auto diagram = DiagramBuilder().Build();
  Context context = diagram->CreateDefaultContext();
  VectorXd xdot = Scalar(1);
  diagram->CalcTimeDerivatives(context, &xdot);
  CHECK(xdot.size() == 0);
  CHECK(diagram->CalcNextUpdateTime(context.time()) ==
        std::numeric_limits<double>::infinity());
  CHECK_NOTHROW(diagram->PerformUpdates(&context));
}

TEST_CASE("Diagram: an exception in a block -> its name, the cause nested") {
  const Pipeline p([](const VectorXd&) -> VectorXd {
    throw std::out_of_range("the table ends at 3");
  });
  try {
    p.gain->get_output_port().Eval(p.context);
    FAIL("no exception");
  } catch (const BlockError& error) {
    CHECK(error.block() == "function");
    CHECK(std::string(error.what()) ==
          "block 'function': computing output 'y': the table ends at 3");
    CHECK_THROWS_AS(std::rethrow_if_nested(error), std::out_of_range);
  }
}

TEST_CASE("Diagram: an int thrown by a block -> passes as it is") {
  const Pipeline p([](const VectorXd&) -> VectorXd { throw 42; });
  CHECK_THROWS_AS(p.gain->get_output_port().Eval(p.context), int);
}

TEST_CASE("Diagram: an output of the wrong size -> its block named") {
  const Pipeline p([](const VectorXd&) { return VectorXd(3); });
  for (int attempt = 0; attempt < 2; ++attempt) {
    CHECK_THROWS_WITH(p.gain->get_output_port().Eval(p.context),
                      "block 'function': computing output 'y': made a vector "
                      "of 3 instead of 2");
  }
}

TEST_CASE("Diagram: derivatives of the wrong size -> their block named") {
  DiagramBuilder builder;
  builder.AddSystem<Flow>("flow", 2,
                          [](const VectorXd&) { return VectorXd(3); });
  const auto diagram = std::move(builder).Build();
  VectorXd xdot;
  CHECK_THROWS_WITH(
      diagram->CalcTimeDerivatives(diagram->CreateDefaultContext(), &xdot),
      "block 'flow': computing its time derivatives: their number must remain "
      "2");
}

TEST_CASE("FindNonFinite: finite derivatives -> none found") {
  CHECK(Pipeline([](const VectorXd& u) { return u; }).Blame() == "nobody");
}

TEST_CASE("FindNonFinite: a NaN from upstream -> the output that made it") {
  const Pipeline p([](const VectorXd& u) {
    return VectorXd(Eigen::Vector2d(u[0], std::sqrt(-u[1])));
  });
  CHECK_THAT(
      p.Blame(),
      Contains("block 'integrator': the time derivative of state 1 is") &&
          Contains("because element 1 of output 'function.y' is") &&
          Contains("nan"));
}

TEST_CASE("FindNonFinite: an infinite fixed input -> that input") {
  Pipeline p([](const VectorXd& u) { return u; });
  p.context.FixInput(
      p.function->get_input_port(),
      Eigen::Vector2d(std::numeric_limits<double>::infinity(), 0));
  CHECK(p.Blame() ==
        "block 'integrator': the time derivative of state 0 is inf, because "
        "element 0 of the value fixed at input 'function.u' is inf");
}

TEST_CASE("FindNonFinite: a block that makes an infinity -> it alone") {
  DiagramBuilder builder;
  const auto& fine =
      builder.AddSystem<Flow>("fine", 1, [](const VectorXd& x) { return x; });
  const auto& flow = builder.AddSystem<Flow>(
      "flow", 2, [](const VectorXd& x) { return VectorXd(x.cwiseInverse()); });
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  context.of(flow).set_continuous_state(Eigen::Vector2d(1, 0));
  VectorXd xdot;
  diagram->CalcTimeDerivatives(context, &xdot);
  CHECK(diagram->FindNonFinite(context, xdot) ==
        "block 'flow': the time derivative of state 1 is inf");

  // As a method leaves it that diverged.
  VectorXd x = context.continuous_state();
  x[diagram->continuous_state_start(fine)] =
      std::numeric_limits<double>::infinity();
  context.SetContinuousState(x);
  diagram->CalcTimeDerivatives(context, &xdot);
  CHECK(diagram->FindNonFinite(context, xdot) ==
        "block 'fine': the time derivative of state 0 is inf, because its "
        "state 0 is inf");
}

}  // namespace
}  // namespace tactus::systems

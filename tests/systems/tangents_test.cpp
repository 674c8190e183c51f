#include "tactus/systems/tangents.h"

#include <cmath>
#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/vector_integrator.h"

namespace tactus::systems {
namespace {

// Squares its input, and keeps the derivative to itself if told so.
class Square final : public LeafSystem {
 public:
  explicit Square(bool tells) : LeafSystem("square"), tells_(tells) {
    u_ = DeclareVectorInputPort("u", 1);
    DeclareVectorOutputPort("y", 1, &Square::CalcY, Reads::kInputs);
  }
  bool CalcOutputJacobians(const LeafContext& context, int,
                           LeafJacobians* jacobians) const override {
    jacobians->by_input = {2 * u_.Eval(context)};
    return tells_;
  }

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const {
    *y = u_.Eval(context).cwiseAbs2();
  }
  bool tells_;
  InputPort u_;
};

// x1' = x2, x2' = (u - x2) / tau with u = sin(t) + (3 x1)^2.
struct Loop {
  explicit Loop(bool tells) {
    DiagramBuilder builder;
    integrator = &builder.AddSystem<VectorIntegrator>("x1", 1);
    lag = &builder.AddSystem<FirstOrderLag>("x2", 0.5, 1);
    const auto& gain = builder.AddSystem<Gain>("gain", 3.0, 1);
    square = &builder.AddSystem<Square>(tells);
    const auto& sine = builder.AddSystem<Sine>("sine", 1.0, 1.0, 0.0, 1);
    sum = &builder.AddSystem<Adder>("sum", 2, 1);
    builder.Connect(*lag, *integrator);
    builder.Connect(*integrator, gain);
    builder.Connect(gain, *square);
    builder.Connect(sine.GetOutputPort("y"), sum->get_input_port(0));
    builder.Connect(square->get_output_port(), sum->get_input_port(1));
    builder.Connect(*sum, *lag);
    diagram = std::move(builder).Build();
  }
  const VectorIntegrator* integrator{};
  const FirstOrderLag* lag{};
  const Square* square{};
  const Adder* sum{};
  std::unique_ptr<Diagram> diagram;
};

TEST_CASE("Tangents: a loop of blocks -> the chain rule") {
  const Loop loop(true);
  Context context = loop.diagram->CreateDefaultContext();
  context.SetTimeAndContinuousState(0.4, Eigen::Vector2d(0.7, -2));
  Tangents tangents(*loop.diagram);
  tangents.Reset(context, MatrixXd::Identity(2, 2));
  const double slope = 18 * 0.7;  // d (3 x1)^2 / d x1
  const MatrixXd* sum = tangents.Eval(loop.sum->get_output_port());
  REQUIRE(sum != nullptr);
  CHECK((*sum - Eigen::RowVector2d(slope, 0)).norm() < 1e-14);
  CHECK(*tangents.Eval(loop.lag->get_input_port()) == *sum);

  const MatrixXd* rate = tangents.EvalTimeDerivatives(*loop.lag);
  REQUIRE(rate != nullptr);
  CHECK((*rate - Eigen::RowVector2d(slope / 0.5, -1 / 0.5)).norm() < 1e-13);
  CHECK(*tangents.EvalTimeDerivatives(*loop.integrator) ==
        Eigen::RowVector2d(0, 1));

  // Along another direction, and elsewhere.
  context.SetContinuousState(Eigen::Vector2d(1, 0));
  tangents.Reset(context, Eigen::Vector2d(0.1, 5));
  CHECK((*tangents.Eval(loop.sum->get_output_port()))(0, 0) == Approx(1.8));
}

TEST_CASE(
    "Tangents: what does not read the continuous state -> no derivative") {
  const Loop loop(false);
  const Context context = loop.diagram->CreateDefaultContext();
  Tangents tangents(*loop.diagram);
  tangents.Reset(context, MatrixXd::Identity(2, 2));
  const MatrixXd* sine = tangents.Eval(loop.sum->get_input_port(0));
  REQUIRE(sine != nullptr);
  CHECK(sine->size() == 0);
}

// Supplies whatever it is told to.
class Wrong final : public LeafSystem {
 public:
  explicit Wrong(LeafJacobians jacobians)
      : LeafSystem("wrong"), jacobians_(std::move(jacobians)) {
    DeclareVectorInputPort("u", 2);
    DeclareContinuousState(1);
    DeclareVectorOutputPort("y", 1, &Wrong::CalcY,
                            Reads::kInputs | Reads::kContinuous);
  }
  bool CalcOutputJacobians(const LeafContext&, int,
                           LeafJacobians* jacobians) const override {
    *jacobians = jacobians_;
    return true;
  }

 private:
  void CalcY(const LeafContext&, VectorXd*) const {}
  LeafJacobians jacobians_;
};

TEST_CASE("Tangents: Jacobians that do not fit -> refused") {
  const auto eval = [](LeafJacobians jacobians) {
    DiagramBuilder builder;
    const auto& wrong = builder.AddSystem<Wrong>(std::move(jacobians));
    const auto diagram = std::move(builder).Build();
    const Context context = diagram->CreateDefaultContext();
    Tangents tangents(*diagram);
    tangents.Reset(context, MatrixXd::Identity(1, 1));
    tangents.Eval(wrong.get_output_port());
  };
  CHECK_NOTHROW(eval({MatrixXd::Ones(1, 1), {MatrixXd::Ones(1, 2)}}));
  CHECK_THROWS_WITH(eval({MatrixXd::Ones(5, 3), {}}),
                    "block 'wrong': supplies derivatives by its state of 5 x "
                    "3, not 1 x 1");
  CHECK_THROWS_WITH(eval({MatrixXd(), {MatrixXd::Ones(7, 1)}}),
                    "block 'wrong': supplies derivatives by input 'u' of 7 x "
                    "1, not 1 x 2");
  CHECK_THROWS_WITH(eval({MatrixXd(), {MatrixXd(), MatrixXd()}}),
                    "block 'wrong': supplies derivatives by 2 inputs; it has "
                    "1");
  CHECK_THROWS_WITH(
      eval({MatrixXd::Constant(1, 1, std::nan("")), {}}),
      "block 'wrong': supplies derivatives by its state that are not finite");
}

TEST_CASE("Tangents: one unknown derivative -> all behind it unknown") {
  const Loop loop(false);
  const Context context = loop.diagram->CreateDefaultContext();
  Tangents tangents(*loop.diagram);
  tangents.Reset(context, MatrixXd::Identity(2, 2));
  CHECK(tangents.Eval(loop.square->get_output_port()) == nullptr);
  CHECK(tangents.Eval(loop.sum->get_output_port()) == nullptr);
  CHECK(tangents.EvalTimeDerivatives(*loop.lag) == nullptr);
  CHECK(tangents.EvalTimeDerivatives(*loop.integrator) != nullptr);
}

}  // namespace
}  // namespace tactus::systems

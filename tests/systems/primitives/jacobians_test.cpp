// Every block that supplies derivatives, against central differences.
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/pass_through.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/primitives/saturation.h"
#include "tactus/systems/primitives/vector_integrator.h"

namespace tactus::systems {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

std::vector<std::unique_ptr<LeafSystem>> MakeBlocks() {
  std::vector<std::unique_ptr<LeafSystem>> blocks;
  const auto add = [&](auto block) {
    blocks.push_back(std::move(block));
  };
  const MatrixXd A{{1, 2}, {-3, 4}}, B{{1, 0, 2}, {0, -1, 1}};
  const MatrixXd C{{2, 1}}, D{{0.5, 0, -4}};
  add(std::make_unique<Adder>("adder", 3, 2));
  add(std::make_unique<Demultiplexer>("demultiplexer", std::vector{2, 1, 3}));
  add(std::make_unique<FirstOrderLag>("lag", Vector2d(0.1, 3), Vector2d(1, 2)));
  add(std::make_unique<Gain>("gain", Vector3d(1, -2, 0.5)));
  add(std::make_unique<LinearSystem>("linear",
                                     LinearSystem::Matrices{A, B, C, D}));
  add(std::make_unique<LinearSystem>(
      "strictly proper",
      LinearSystem::Matrices{A, B, C, MatrixXd::Zero(1, 3)}));
  add(std::make_unique<LinearSystem>("sampled",
                                     LinearSystem::Matrices{A, B, C, D}, 0.1));
  add(std::make_unique<Multiplexer>("multiplexer", std::vector{2, 1, 3}));
  add(std::make_unique<PassThrough>("pass through", 3));
  add(std::make_unique<PidController>("pid", Vector2d(1, 2), Vector2d(3, 4),
                                      Vector2d(5, 6)));
  // Beyond, inside and beyond its bounds for the inputs below.
  add(std::make_unique<Saturation>("saturation", Vector3d(0.2, -1, 0),
                                   Vector3d(0.3, 1, 0.1)));
  add(std::make_unique<VectorIntegrator>("integrator", 3));
  return blocks;
}

// d result / d x by central differences of `x`, which `set` puts in place.
template <class Set, class Eval>
MatrixXd Difference(VectorXd x, Set set, Eval eval) {
  constexpr double kStep = 1e-5;
  MatrixXd result;
  for (int i = 0; i < x.size(); ++i) {
    const double x_i = x[i];
    x[i] = x_i + kStep;
    set(x);
    const VectorXd above = eval();
    x[i] = x_i - kStep;
    set(x);
    const VectorXd below = eval();
    x[i] = x_i;
    set(x);
    result.conservativeResize(above.size(), x.size());
    result.col(i) = (above - below) / (2 * kStep);
  }
  return result;
}

// An empty matrix stands for zero.
void CheckEqual(const MatrixXd& jacobian, const MatrixXd& difference) {
  if (jacobian.size() == 0) {
    CHECK(difference.norm() < 1e-8);
  } else {
    REQUIRE(jacobian.rows() == difference.rows());
    REQUIRE(jacobian.cols() == difference.cols());
    CHECK((jacobian - difference).norm() < 1e-8);
  }
}

void CheckJacobians(const LeafSystem& leaf, const LeafJacobians& jacobians,
                    Context* context, const auto& eval) {
  if (leaf.num_continuous_states() > 0) {
    CheckEqual(
        jacobians.by_state,
        Difference(
            context->continuous_state(),
            [&](const VectorXd& x) { context->SetContinuousState(x); }, eval));
  }
  for (int i = 0; i < leaf.num_input_ports(); ++i) {
    const InputPort input = leaf.get_input_port(i);
    const MatrixXd difference = Difference(
        input.Eval(context->of(leaf)),
        [&](const VectorXd& u) { context->FixInput(input, u); }, eval);
    CheckEqual(jacobians.by_input.empty() ? MatrixXd() : jacobians.by_input[i],
               difference);
  }
}

TEST_CASE("Primitives: their Jacobians -> central differences") {
  auto blocks = MakeBlocks();
  for (auto& block : blocks) {
    INFO(block->name());
    DiagramBuilder builder;
    const LeafSystem& leaf = builder.AddSystem(std::move(block));
    const auto diagram = std::move(builder).Build();
    Context context = diagram->CreateDefaultContext();
    for (int i = 0; i < leaf.num_input_ports(); ++i) {
      const int size = leaf.declaration().inputs[i].size;
      context.FixInput(leaf.get_input_port(i),
                       VectorXd::LinSpaced(size, 0.1, 0.7 + i));
    }
    context.SetContinuousState(
        VectorXd::LinSpaced(diagram->num_continuous_states(), 0.3, 0.9));
    for (int i = 0; i < leaf.num_output_ports(); ++i) {
      LeafJacobians jacobians;
      REQUIRE(leaf.CalcOutputJacobians(context.of(leaf), i, &jacobians));
      CheckJacobians(leaf, jacobians, &context,
                     [&] { return leaf.get_output_port(i).Eval(context); });
    }
    if (leaf.num_continuous_states() == 0) continue;
    LeafJacobians jacobians;
    REQUIRE(leaf.CalcTimeDerivativesJacobians(context.of(leaf), &jacobians));
    CheckJacobians(leaf, jacobians, &context,
                   [&] { return diagram->EvalTimeDerivatives(leaf, context); });
  }
}

}  // namespace
}  // namespace tactus::systems

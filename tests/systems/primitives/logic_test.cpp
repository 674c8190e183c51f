// Blocks for Boolean signals.
#include <cmath>

#include "systems/primitives/one_block.h"
#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/primitives/comparator.h"
#include "tactus/systems/primitives/hysteresis_comparator.h"
#include "tactus/systems/primitives/logic_gate.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;
using Eigen::Vector4d;
using test::OneBlock;
using Operation = LogicGate::Operation;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

TEST_CASE("LogicGate: zeros and ones -> the truth tables") {
  const Vector4d a(0, 0, 1, 1), b(0, 1, 0, 1);
  const auto y = [&](Operation operation) {
    OneBlock<LogicGate> gate("gate", operation, 2, 4);
    gate.Fix(0, a);
    gate.Fix(1, b);
    return VectorXd(gate.Output());
  };
  CHECK(y(Operation::kAnd) == Vector4d(0, 0, 0, 1));
  CHECK(y(Operation::kOr) == Vector4d(0, 1, 1, 1));
  CHECK(y(Operation::kXor) == Vector4d(0, 1, 1, 0));
  OneBlock<LogicGate> no("gate", Operation::kNot, 1, 4);
  no.Fix(0, a);
  CHECK(no.Output() == Vector4d(1, 1, 0, 0));
}

TEST_CASE(
    "LogicGate: no, three or NaN inputs -> neutral element, parity, NaN") {
  CHECK(OneBlock<LogicGate>("gate", Operation::kAnd, 0, 1).Output()[0] == 1);
  CHECK(OneBlock<LogicGate>("gate", Operation::kOr, 0, 1).Output()[0] == 0);
  CHECK(OneBlock<LogicGate>("gate", Operation::kXor, 0, 1).Output()[0] == 0);
  OneBlock<LogicGate> parity("gate", Operation::kXor, 3, 2);
  parity.Fix(0, Vector2d(1, 1));
  parity.Fix(1, Vector2d(0.5, 1));
  parity.Fix(2, Vector2d(0.49, 7));
  CHECK(parity.Output() == Vector2d(0, 1));
  parity.Fix(2, Vector2d(std::nan(""), 0));
  CHECK(std::isnan(parity.Output()[0]));
  CHECK(parity.Output()[1] == 0);
  CHECK_THROWS_WITH(LogicGate("gate", Operation::kNot, 2, 1),
                    "block 'gate': 'not' has one input");
  CHECK_THROWS_AS(LogicGate("gate", Operation::kAnd, -1, 1),
                  std::invalid_argument);
}

TEST_CASE("Comparator: below, at and above its threshold -> off, on, on") {
  OneBlock<Comparator> comparator("comparator", Vector4d(1, 1, 1, 1));
  comparator.Fix(0, Vector4d(0.99, 1, 2, std::nan("")));
  CHECK(comparator.Output().head(3) == Eigen::Vector3d(0, 1, 1));
  CHECK(std::isnan(comparator.Output()[3]));
  CHECK_THROWS_WITH(Comparator("comparator", Scalar(std::nan(""))),
                    "block 'comparator': a threshold is NaN");
}

TEST_CASE("HysteresisComparator: between its bounds -> keeps its state") {
  OneBlock<HysteresisComparator> heater("heater", Scalar(18), Scalar(22), 0.5);
  CHECK(heater.Output()[0] == 0);
  const double inputs[]{20, 21.9, 22, 19, 18.1, 18, 21, 30, 18.5, -4};
  const double outputs[]{0, 0, 1, 1, 1, 0, 0, 1, 1, 0};
  for (int k = 0; k < 10; ++k) {
    heater.context.SetTime(0.5 * k);
    heater.Fix(0, Scalar(inputs[k]));
    heater.diagram->PerformUpdates(&heater.context);
    CHECK(heater.Output()[0] == outputs[k]);
    // Between samples nothing changes.
    heater.context.SetTime(0.5 * k + 0.2);
    heater.Fix(0, Scalar(outputs[k] == 0 ? 100 : -100));
    heater.diagram->PerformUpdates(&heater.context);
    CHECK(heater.Output()[0] == outputs[k]);
  }
}

TEST_CASE(
    "HysteresisComparator: told to start on -> on, bad options, NaN refused") {
  CHECK(OneBlock<HysteresisComparator>("switch", Vector2d(0, 0), Vector2d(1, 0),
                                       0.1, true)
            .Output() == Vector2d(1, 1));
  OneBlock<HysteresisComparator> block("switch", Scalar(0), Scalar(1), 0.1);
  block.Fix(0, Scalar(std::nan("")));
  CHECK_THROWS_WITH(block.diagram->PerformUpdates(&block.context),
                    Contains("block 'switch'") && Contains("NaN"));
  CHECK_THROWS_WITH(HysteresisComparator("switch", Scalar(1), Scalar(0), 0.1),
                    Contains("block 'switch': lower bounds must match"));
  CHECK_THROWS_WITH(HysteresisComparator("switch", Scalar(0), Scalar(1), 0),
                    Contains("block 'switch': the period must be positive"));
}

}  // namespace
}  // namespace tactus::systems

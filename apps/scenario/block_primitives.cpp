#include <memory>
#include <utility>

#include "tactus/apps/scenario/block_parameters.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/comparator.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/discrete_delay.h"
#include "tactus/systems/primitives/discrete_filter.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/hysteresis_comparator.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/logic_gate.h"
#include "tactus/systems/primitives/lookup_table1.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/pass_through.h"
#include "tactus/systems/primitives/saturation.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/primitives/zero_order_hold.h"

/// Blocks with an input and an output.
namespace tactus::apps {
namespace {

using std::make_unique;
using systems::LeafSystem;
using Block = std::unique_ptr<LeafSystem>;

Block MakeAdder(BlockParameters* p) {
  return make_unique<systems::Adder>(p->name(), p->Size("inputs"),
                                     p->Size("size"));
}

Block MakeComparator(BlockParameters* p) {
  return make_unique<systems::Comparator>(p->name(), p->Vector("threshold"));
}

Block MakeDemultiplexer(BlockParameters* p) {
  return make_unique<systems::Demultiplexer>(p->name(), p->Sizes("sizes"));
}

Block MakeDiscreteDelay(BlockParameters* p) {
  constexpr int kMostNumbers = 10'000'000;  // That it remembers.
  const int size = p->Size("size");
  const YamlValue samples = p->map().Get("samples");
  samples.Check(samples.Integer() <= kMostNumbers / size,
                "expected a delay that remembers less");
  return make_unique<systems::DiscreteDelay>(
      p->name(), samples.Integer(), p->Number("period"),
      p->Vector("initial", VectorXd::Zero(size)));
}

// Exactly one of butterworth: {order, cutoff}, moving_average: N and sections:
// [{b, a}].
Block MakeDiscreteFilter(BlockParameters* p) {
  const double period = p->Number("period");
  const std::string kind =
      p->map().OneOf({"butterworth", "moving_average", "sections"});
  std::vector<systems::FilterSection> sections;
  if (kind == "butterworth") {
    YamlMap map(p->map().Get(kind));
    const YamlValue order = map.Get("order");
    order.Check(order.Integer() <= 100, "expected an order up to 100");
    sections = systems::MakeButterworthLowPass(
        order.Integer(), map.Get("cutoff").Number(), period);
    map.Finish();
  } else if (kind == "moving_average") {
    sections = systems::MakeMovingAverage(p->Size(kind));
  } else {
    for (const YamlValue& item : p->map().Get(kind).List()) {
      YamlMap map(item);
      sections.push_back(
          {.b = map.Get("b").Numbers(), .a = map.Get("a").Numbers()});
      map.Finish();
    }
  }
  return make_unique<systems::DiscreteFilter>(p->name(), std::move(sections),
                                              period, p->Size("size", 1));
}

Block MakeFirstOrderLag(BlockParameters* p) {
  const VectorXd tau = p->Vector("time_constant");
  return make_unique<systems::FirstOrderLag>(
      p->name(), tau, p->Vector("initial", VectorXd::Zero(tau.size())));
}

Block MakeGain(BlockParameters* p) {
  return make_unique<systems::Gain>(p->name(), p->Vector("gain"));
}

Block MakeHysteresisComparator(BlockParameters* p) {
  bool initially_on = false;
  p->map().Read("initially_on", &YamlValue::Flag, &initially_on);
  return make_unique<systems::HysteresisComparator>(
      p->name(), p->Vector("lower"), p->Vector("upper"), p->Number("period"),
      initially_on);
}

Block MakeLinearSystem(BlockParameters* p) {
  systems::LinearSystem::Matrices m{p->Matrix("A"), p->Matrix("B"),
                                    p->Matrix("C"), p->Matrix("D")};
  return make_unique<systems::LinearSystem>(p->name(), std::move(m),
                                            p->Number("period", 0));
}

Block MakeLogicGate(BlockParameters* p) {
  using Operation = systems::LogicGate::Operation;
  const Operation operation = p->map()
                                  .Get("operation")
                                  .Word<Operation>({{"and", Operation::kAnd},
                                                    {"or", Operation::kOr},
                                                    {"xor", Operation::kXor},
                                                    {"not", Operation::kNot}});
  return make_unique<systems::LogicGate>(
      p->name(), operation,
      p->Size("inputs", operation == Operation::kNot ? 1 : 2),
      p->Size("size", 1));
}

// A row of y for each x, or a number.
Block MakeLookupTable1(BlockParameters* p) {
  const VectorXd x = p->map().Get("x").Numbers();
  const YamlValue y = p->map().Get("y");
  const bool is_flat =
      y.is_list() && !y.List().empty() && y.List().front().is_scalar();
  return make_unique<systems::LookupTable1>(
      p->name(), x,
      is_flat ? MatrixXd(y.Numbers().transpose())
              : MatrixXd(y.Matrix().transpose()));
}

Block MakeMultiplexer(BlockParameters* p) {
  return make_unique<systems::Multiplexer>(p->name(), p->Sizes("sizes"));
}

Block MakePassThrough(BlockParameters* p) {
  return make_unique<systems::PassThrough>(p->name(), p->Size("size"));
}

Block MakeSaturation(BlockParameters* p) {
  p->map().Get(p->map().Has("lower") ? "lower" : "upper");  // At least one.
  VectorXd lower = p->Bounds("lower"), upper = p->Bounds("upper");
  if (lower.size() == 0) lower.setConstant(upper.size(), -kInfinity);
  if (upper.size() == 0) upper.setConstant(lower.size(), kInfinity);
  return make_unique<systems::Saturation>(p->name(), lower, upper);
}

Block MakeVectorIntegrator(BlockParameters* p) {
  return make_unique<systems::VectorIntegrator>(p->name(),
                                                p->Vector("initial"));
}

Block MakeZeroOrderHold(BlockParameters* p) {
  return make_unique<systems::ZeroOrderHold>(
      p->name(), p->Number("period"), p->Size("size"), p->Number("offset", 0));
}

constexpr BlockType kPrimitives[] = {
    {"Adder", &MakeAdder},
    {"Comparator", &MakeComparator},
    {"Demultiplexer", &MakeDemultiplexer},
    {"DiscreteDelay", &MakeDiscreteDelay},
    {"DiscreteFilter", &MakeDiscreteFilter},
    {"FirstOrderLag", &MakeFirstOrderLag},
    {"Gain", &MakeGain},
    {"HysteresisComparator", &MakeHysteresisComparator},
    {"LinearSystem", &MakeLinearSystem},
    {"LogicGate", &MakeLogicGate},
    {"LookupTable1", &MakeLookupTable1},
    {"Multiplexer", &MakeMultiplexer},
    {"PassThrough", &MakePassThrough},
    {"Saturation", &MakeSaturation},
    {"VectorIntegrator", &MakeVectorIntegrator},
    {"ZeroOrderHold", &MakeZeroOrderHold},
};

}  // namespace

std::span<const BlockType> PrimitiveTypes() {
  return kPrimitives;
}

}  // namespace tactus::apps

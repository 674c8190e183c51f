#pragma once

#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "multibody/plant/block_sources.h"

#include "tactus/multibody/plant/quantities/patch_output.h"

/// A block on its own, with all that it computes.
namespace tactus::multibody::test {

using systems::Context;
using systems::Diagram;
using systems::OutputPort;
using systems::Value;

inline constexpr double kPeriod = 0.125;  ///< Of all blocks with updates [s].
inline constexpr double kNow = 0.4, kOther = 0.3;  ///< [s]

/// By which values are compared.
inline std::string Bytes(Value value) {
  if (value.type() == typeid(PlantKinematics)) {
    const auto& [position, velocity] = value.get<PlantKinematics>();
    return Bytes(Value(position.X_WB)) + Bytes(Value(position.H_W)) +
           Bytes(Value(velocity.V_WB)) + Bytes(Value(velocity.A0_WB));
  }
  if (value.type() == typeid(PlantDynamics))
    return Bytes(Value(value.get<PlantDynamics>().vdot));
  if (value.type() == typeid(std::vector<PatchContact>)) {
    std::string bytes;
    for (const PatchContact& patch : value.get<std::vector<PatchContact>>()) {
      VectorXd numbers(9);
      numbers << patch.center, patch.force_B_W, patch.moment_B_W;
      bytes += Bytes(Value(numbers));
    }
    return bytes;
  }
  std::ostringstream out;
  Archive archive(static_cast<std::ostream*>(&out));
  value.Serialize(&archive);
  return std::move(out).str();
}

/// A block, all of whose inputs are connected, and a second one beside if
/// asked.
struct BlockScene {
  template <class Make>
  BlockScene(const Make& make, bool twice) {
    DiagramBuilder builder;
    block = &builder.AddSystem(make("block"));
    const LeafSystem* second = nullptr;
    if (twice) {
      second = &builder.AddSystem(make("second"));
      ConnectSources(*second, 0.7, nullptr, &builder);
    }
    ConnectSources(*block, 0, second, &builder);
    diagram = std::move(builder).Build();
  }

  void Set(double t, Context* context) const {
    context->SetTime(t);
    const VectorXd x = MakeVector(block->num_continuous_states(), t + 1);
    context->of(*block).set_continuous_state(x);
  }

  /// After the updates at time zero, as of kNow.
  Context MakeContext() const {
    Context context = diagram->CreateDefaultContext();
    Set(0, &context);
    diagram->PerformUpdates(&context);
    Set(kNow, &context);
    return context;
  }

  /// All that the block computes, named: its outputs in this or the reverse
  /// order, its derivatives and discrete state, here and after the next update.
  std::map<std::string, std::string> Values(const Context& context,
                                            bool reversed = false) const {
    std::map<std::string, std::string> values;
    AddValues("", context, reversed, &values);
    Context next = context;
    next.SetTime(4 * kPeriod);
    diagram->PerformUpdates(&next);
    AddValues(" after the update", next, reversed, &values);
    return values;
  }

  const LeafSystem* block{};
  std::unique_ptr<Diagram> diagram;

 private:
  void AddValues(const std::string& when, const Context& context, bool reversed,
                 std::map<std::string, std::string>* values) const {
    const auto add = [&](const std::string& what, Value value) {
      (*values)[what + when] = Bytes(std::move(value));
    };
    const int num_outputs = block->num_output_ports();
    for (int i = 0; i < num_outputs; ++i) {
      const OutputPort port =
          block->get_output_port(reversed ? num_outputs - 1 - i : i);
      add(port.full_name(), port.EvalValue(context));
    }
    if (block->num_continuous_states() > 0)
      add("derivatives", Value(diagram->EvalTimeDerivatives(*block, context)));
    const auto& all = block->declaration();
    for (int i = 0; i < std::ssize(all.discrete_models); ++i)
      add("discrete state " + std::to_string(i),
          Value(context.of(*block).discrete_state(i)));
  }
};

}  // namespace tactus::multibody::test

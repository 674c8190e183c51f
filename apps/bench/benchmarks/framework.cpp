#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/systems/context.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/sine.h"

namespace tactus::apps {
namespace {

using systems::Context;
using systems::OutputPort;

constexpr int kNumBlocks = 1000;

/// Chains of gains behind one sine of time.
struct Chains {
  explicit Chains(int depth) {
    systems::DiagramBuilder builder;
    const auto& sine =
        builder.AddSystem<systems::Sine>("sine", 1.0, 1.0, 0.0, 1);
    for (int chain = 0; chain < kNumBlocks / depth; ++chain) {
      OutputPort last = sine.GetOutputPort("y");
      for (int i = 0; i < depth; ++i) {
        const auto& gain = builder.AddSystem<systems::Gain>(
            fmt::format("gain {} of {}", i, chain), 1.001, 1);
        builder.Connect(last, gain.get_input_port());
        last = gain.get_output_port();
      }
      ends.push_back(last);
    }
    diagram = std::move(builder).Build();
  }
  std::vector<OutputPort> ends;
  std::unique_ptr<systems::Diagram> diagram;
};

struct PortTime {
  double changed{}, current{};  ///< [s]
};

PortTime TimePorts(int depth, int repeats) {
  const Chains chains(depth);
  Context context = chains.diagram->CreateDefaultContext();
  double sum = 0, time = 0;
  const auto eval_all = [&] {
    for (const OutputPort& end : chains.ends) sum += end.Eval(context)[0];
  };
  constexpr int kEvaluations = 300;
  std::vector<double> changed, current;
  for (int i = 0; i < repeats; ++i) {
    changed.push_back(TimeOf([&] {
      for (int k = 0; k < kEvaluations; ++k) {
        context.SetTime(time += 1e-3);
        eval_all();
      }
    }));
    current.push_back(TimeOf([&] {
      for (int k = 0; k < kEvaluations; ++k) eval_all();
    }));
  }
  // Used, so that nothing above is optimised away.
  if (sum == 0.123) return {};
  const double ends = static_cast<double>(chains.ends.size());
  return {.changed = Median(changed) / kEvaluations,
          .current = Median(current) / kEvaluations / ends};
}

}  // namespace

std::string BenchFramework(const BenchOptions& options) {
  std::string text = fmt::format(
      "# What the diagram costs\n\n"
      "{} blocks of one number each, in chains, evaluated after a change of\n"
      "time; an output that is current.\n\n"
      "| blocks in a chain | us for all | ns per port | ns when current |\n"
      "|---|---|---|---|\n",
      kNumBlocks);
  for (const int depth : {1, 10, 100, 1000}) {
    const PortTime time = TimePorts(depth, std::max(options.repeats, 3));
    text += fmt::format("| {} | {:.1f} | {:.1f} | {:.1f} |\n", depth,
                        1e6 * time.changed, 1e9 * time.changed / kNumBlocks,
                        1e9 * time.current);
  }
  return text;
}

}  // namespace tactus::apps

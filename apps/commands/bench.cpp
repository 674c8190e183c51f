#include "tactus/apps/commands/bench.h"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmark.h"
#include "tactus/apps/exit_code.h"

namespace tactus::apps {
namespace {

std::string ListBenchmarks() {
  std::string text;
  for (const Benchmark& benchmark : Benchmarks())
    text += fmt::format("  {:12} {}\n", benchmark.name, benchmark.description);
  return text;
}

}  // namespace

void AddBenchCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "bench", "Measure, and print published values beside ours");
  struct Arguments {
    std::vector<std::string> names;
    BenchOptions options;
  };
  const auto arguments = std::make_shared<Arguments>();
  command->footer("Benchmarks:\n" + ListBenchmarks());
  command->add_option("names", arguments->names, "Which (all)");
  BenchOptions* options = &arguments->options;
  command
      ->add_option("--repeats", options->repeats,
                   "Runs of each timed row (median taken)")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads,
                   "Threads, where a benchmark uses more than one")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--quick", options->quick, "Fewer and smaller cases");
  command->callback([exit_code, arguments] {
    std::vector<const Benchmark*> chosen;
    for (const std::string& name : arguments->names)
      chosen.push_back(&FindBenchmark(name));
    if (chosen.empty()) {
      for (const Benchmark& each : Benchmarks()) chosen.push_back(&each);
    }
    for (const Benchmark* each : chosen)
      std::cout << each->run(arguments->options) << '\n' << std::flush;
    *exit_code = kDone;
  });
}

}  // namespace tactus::apps

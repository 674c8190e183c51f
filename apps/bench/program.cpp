#include "tactus/apps/bench/program.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/suite.h"
#include "tactus/apps/bench/suite/runner.h"
#include "tactus/apps/io/child_process.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/run/run_options.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

/// What stands on the command line.
struct Arguments {
  std::vector<std::string> names;
  bool quick = false, paper = false, list = false, count = false, quiet = false;
  std::optional<int> repeats;
  std::optional<int> threads;
  std::optional<double> time_limit;
  std::string spot, robots;
  std::optional<std::filesystem::path> out;
  MatrixOptions matrix;
  ImpactsOptions impacts;

  bool Names(std::string_view name) const {
    return std::ranges::find(names, name) != names.end();
  }
};

std::string ListAll() {
  std::string text = "Figures and tables, into a report:\n";
  for (const Experiment& experiment : Experiments())
    text += fmt::format("  {:12} {}\n", experiment.name, experiment.title);
  text += "\nBenchmarks, as Markdown on standard output:\n";
  for (const Benchmark& benchmark : Benchmarks())
    text += fmt::format("  {:12} {}\n", benchmark.name, benchmark.description);
  return text;
}

std::vector<std::string_view> AllNames() {
  std::vector<std::string_view> names;
  for (const Experiment& each : Experiments()) names.push_back(each.name);
  for (const Benchmark& each : Benchmarks()) names.push_back(each.name);
  return names;
}

/// What the names on the command line stand for.
struct Choice {
  std::vector<const Benchmark*> benchmarks;
  std::vector<Experiment> experiments;
};

Choice Choose(const Arguments& arguments) {
  Choice choice;
  std::set<std::string> seen;
  for (const std::string& name : arguments.names) {
    Require(seen.insert(name).second,
            fmt::format("bench: {} is named twice", name));
    if (const Experiment* experiment = FindExperiment(name)) {
      choice.experiments.push_back(*experiment);
      continue;
    }
    const auto benchmark =
        std::ranges::find(Benchmarks(), name, &Benchmark::name);
    Require(benchmark != Benchmarks().end(),
            fmt::format("there is no benchmark '{}'; there are: {}", name,
                        fmt::join(AllNames(), ", ")));
    choice.benchmarks.push_back(&*benchmark);
  }
  const MatrixOptions& matrix = arguments.matrix;
  const bool has_matrix =
      !matrix.scenes.empty() ||
      (!matrix.integrators.empty() && !arguments.Names("impacts"));
  if (has_matrix) {
    RequireValid(matrix);
    choice.experiments.push_back(MakeMatrix(matrix));
  }
  if (arguments.paper ||
      (arguments.quick && arguments.names.empty() && !has_matrix)) {
    Require(arguments.names.empty() && !has_matrix,
            "bench: --paper is everything; leave the names and --scene out");
    choice.experiments.assign(Experiments().begin(), Experiments().end());
  }
  Require(!choice.benchmarks.empty() || !choice.experiments.empty(),
          "bench: what? --quick and --paper are the whole suite; --list tells "
          "the names; --scene and --integrator make a matrix");
  return choice;
}

// What would have no effect is refused.
void RequireUsed(const Arguments& arguments, const Choice& choice) {
  const auto require = [](bool used, bool given, const char* option,
                          const char* what) {
    Require(used || !given, fmt::format("bench: {} is for {}", option, what));
  };
  const MatrixOptions& matrix = arguments.matrix;
  const auto of_matrix = [&](bool given, const char* option) {
    require(!matrix.scenes.empty(), given, option,
            "a matrix, which --scene and --integrator make");
  };
  if (!arguments.Names("impacts")) {
    of_matrix(!matrix.accuracies.empty(), "--accuracy");
    of_matrix(!matrix.steps.empty(), "--step");
  }
  of_matrix(!matrix.error_norms.empty(), "--error-norm");
  of_matrix(matrix.duration.has_value(), "--duration");
  of_matrix(!matrix.settings.empty(), "--set");
  const auto of_suite = [&](bool given, const char* option) {
    require(!choice.experiments.empty(), given, option,
            "figures, tables and matrices, not for benchmarks");
  };
  of_suite(arguments.out.has_value(), "--out");
  of_suite(arguments.count, "--count");
  of_suite(arguments.time_limit.has_value(), "--timeout");
  const ImpactsOptions& impacts = arguments.impacts;
  const auto of_impacts = [&](bool given, const char* option) {
    require(arguments.Names("impacts"), given, option, "the benchmark impacts");
  };
  of_impacts(!impacts.only.empty(), "--only");
  of_impacts(!impacts.schemes.empty(), "--scheme");
  require(arguments.Names("impacts") || arguments.Names("dojo"),
          !impacts.tosses.empty(), "--tosses",
          "the benchmarks impacts and dojo");
  require(arguments.Names("dojo") || arguments.Names("meshes"),
          !arguments.robots.empty(), "--robots",
          "the benchmarks dojo and meshes");
  require(std::ranges::find(choice.experiments, "fig11", &Experiment::name) !=
              choice.experiments.end(),
          !arguments.spot.empty(), "--spot", "the figure fig11");
  require(!choice.benchmarks.empty(), arguments.threads.has_value(),
          "--threads", "benchmarks; figures, tables and matrices use one");
}

ExitCode Run(const Arguments& arguments) {
  Require(!(arguments.quick && arguments.paper),
          "bench: --quick or --paper, not both");
  RequirePositive("--repeats", arguments.repeats);
  RequirePositive("--threads", arguments.threads);
  RequirePositive("--timeout", arguments.time_limit);
  RequirePositive("--duration", arguments.matrix.duration);
  const Choice choice = Choose(arguments);
  RequireUsed(arguments, choice);
  Require(arguments.spot.empty() || std::filesystem::exists(arguments.spot),
          fmt::format("--spot: there is no file {}", arguments.spot));
  ImpactsOptions impacts = arguments.impacts;
  impacts.integrators = arguments.matrix.integrators;
  impacts.accuracies = arguments.matrix.accuracies;
  impacts.steps = arguments.matrix.steps;
  for (const Benchmark* each : choice.benchmarks) {
    std::cout << each->run({.repeats = arguments.repeats.value_or(5),
                            .threads = arguments.threads.value_or(1),
                            .quick = arguments.quick,
                            .impacts = impacts,
                            .robots = arguments.robots})
              << '\n'
              << std::flush;
  }
  if (choice.experiments.empty()) return kDone;
  return RunSuite(
      {.experiments = choice.experiments,
       .quick = arguments.quick,
       .repeats = arguments.repeats.value_or(arguments.quick ? 2 : 5),
       .time_limit = arguments.time_limit.value_or(arguments.quick ? 1 : 100),
       .count = arguments.count,
       .spot = arguments.spot,
       .out = arguments.out.value_or("bench"),
       .program = OwnProgram().replace_filename("tactus"),
       .quiet = arguments.quiet});
}

void AddSuiteOptions(CLI::App* command, Arguments* arguments) {
  command->add_flag("--list", arguments->list, "Tell the names");
  command->add_flag("--quick", arguments->quick,
                    "All figures and tables in their smallest cases; with "
                    "names, those");
  command->add_flag("--paper", arguments->paper,
                    "All figures and tables, the paper's values beside ours");
  AddOption(command, "--repeats N", &arguments->repeats,
            "Runs of each timed row (5; 2 if quick)");
  AddOption(command, "--timeout T", &arguments->time_limit,
            "Wall seconds after which a run is a time-out (100; 1 if quick)");
  command->add_flag("--count", arguments->count,
                    "Count instructions, by perf or valgrind");
  AddOption(command, "--spot FILE", &arguments->spot,
            "The model of Spot, for fig11: spot.xml of the MuJoCo Menagerie");
  AddOption(
      command, "--robots FOLDER", &arguments->robots,
      "Models: of Dojo's examples for dojo, of MuJoCo's menagerie for meshes");
  AddOption(command, "--out DIR", &arguments->out,
            "Where the report and its data go (bench)");
  command->add_flag("--quiet", arguments->quiet, "No progress");
  AddOption(command, "--threads N", &arguments->threads,
            "Threads, where a benchmark uses more than one (1)");
}

void AddMatrixOptions(CLI::App* command, MatrixOptions* matrix) {
  constexpr const char* kGroup = "A matrix of runs";
  AddListOption(command, "--scene NAME,...", &matrix->scenes,
                "Built-in scenes and files")
      ->group(kGroup);
  AddListOption(command, "--integrator NAME,...", &matrix->integrators,
                "As for run")
      ->group(kGroup);
  AddListOption(command, "--accuracy A,...", &matrix->accuracies,
                "Of those with error control")
      ->group(kGroup);
  AddListOption(command, "--step H,...", &matrix->steps,
                "Of those with a fixed step")
      ->group(kGroup);
  AddListOption(command, "--error-norm NORM,...", &matrix->error_norms,
                "positions, state, or both (each method's own)")
      ->group(kGroup);
  AddSettingOption(
      command, &matrix->settings,
      "Set a parameter of the scenes that have it; may be repeated")
      ->group(kGroup);
  AddOption(command, "--duration T", &matrix->duration, "Seconds to simulate")
      ->group(kGroup);
}

void AddImpactsOptions(CLI::App* command, ImpactsOptions* impacts) {
  constexpr const char* kGroup =
      "Impacts (with --integrator, --accuracy, --step)";
  AddListOption(command, "--only NAME,...", &impacts->only,
                "wall, billiard, elastic, plate, cubes, slope, dominoes, top, "
                "tosses, materials, price (all)")
      ->group(kGroup);
  AddListOption(command, "--scheme NAME,...", &impacts->schemes,
                "Of cenic (its default)")
      ->group(kGroup);
  AddOption(command, "--tosses FILE", &impacts->tosses,
            "Filmed tosses of a cube: cube_tosses.csv")
      ->group(kGroup);
}

}  // namespace

int RunBench(int argc, const char* const* argv) {
  CLI::App app("Measures, and shows published values beside ours.",
               "tactus bench");
  Arguments arguments;
  app.footer(ListAll());
  app.add_option("names", arguments.names, "Which; see below");
  AddSuiteOptions(&app, &arguments);
  AddMatrixOptions(&app, &arguments.matrix);
  AddImpactsOptions(&app, &arguments.impacts);
  int exit_code = kDone;
  app.callback([&] {
    if (arguments.list)
      std::cout << ListAll();
    else
      exit_code = Run(arguments);
  });
  return RunCommandLine(&app, argc, argv, &exit_code);
}

}  // namespace tactus::apps

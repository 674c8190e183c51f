#include <array>
#include <random>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/ant.h"
#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/dojo/half_cheetah.h"
#include "tactus/apps/bench/dojo/random_directions.h"
#include "tactus/apps/bench/dojo/search_figures.h"
#include "tactus/examples/optimization/linear_policy.h"

namespace tactus::apps::dojo {
namespace {

namespace fs = std::filesystem;
using examples::SearchOptions;
using examples::SearchResult;

constexpr double kStartScale = 0.01;  // Of the entries of first policies.
constexpr int kNumSeeds = 5;

/// A robot, how it is searched for, and what the paper reached.
struct Experiment {
  const char* robot;
  const char* file;  ///< In the folder of Dojo's examples.
  examples::PolicyTask (*make)(const fs::path& urdf);
  SearchOptions random, gradient;
  const char* published_random;
  const char* published_gradient;
};

constexpr std::array kExperiments = {
    Experiment{.robot = "half-cheetah",
               .file = "halfcheetah/dependencies/halfcheetah.urdf",
               .make = &MakeHalfCheetah,
               .random = {.num_updates = 24,
                          .step = 0.05,
                          .num_directions = 8,
                          .num_best = 4,
                          .noise = 0.1},
               .gradient = {.num_updates = 75, .step = 0.05, .noise = 0.02},
               .published_random = "46 +- 24 in 3e4",
               .published_gradient = "44 +- 24 in 5e3"},
    Experiment{.robot = "ant",
               .file = "ant/dependencies/ant.urdf",
               .make = &MakeAnt,
               .random = {.num_updates = 100,
                          .step = 0.05,
                          .num_directions = 6,
                          .num_best = 6,
                          .noise = 0.1},
               .gradient = {.num_updates = 133, .step = 0.05, .noise = 0.02},
               .published_random = "64 +- 15 in 2e5",
               .published_gradient = "54 +- 28 in 2e4"}};

/// Searches from one policy, of one seed.
struct Searches {
  SearchResult random, gradient, control;
};

// Entries uniform in +- kStartScale, the same with every library.
VectorXd MakeStart(int size, unsigned seed) {
  std::mt19937 random(seed);
  VectorXd start(size);
  for (double& x : start) x = kStartScale * (2 * (random() / 4294967296.0) - 1);
  return start;
}

Searches Search(const Experiment& experiment, unsigned seed,
                const BenchOptions& options) {
  examples::LinearPolicyProblem problem(
      experiment.make(fs::path(options.robots) / experiment.file),
      options.threads);
  RandomDirections control(&problem, seed);
  const VectorXd start = MakeStart(problem.num_parameters(), seed);
  const auto with_seed = [&](SearchOptions own) {
    own.seed = seed;
    if (options.quick) own.num_updates = 2;
    return own;
  };
  const SearchOptions gradient = with_seed(experiment.gradient);
  return {RandomSearch(&problem, start, with_seed(experiment.random)),
          GradientSearch(&problem, start, gradient),
          GradientSearch(&control, start, gradient)};
}

/// One search of all seeds.
struct Row {
  const char* search;
  const char* published;
  std::vector<double> rewards = {};
  long steps{};  ///< Of all seeds.

  void Add(const SearchResult& result) {
    rewards.push_back(BestReturn(result));
    steps += result.steps.back();
  }
  std::string Print(const char* robot) const {
    return fmt::format("| {} | {} | {} | {} | {} |\n", robot, search,
                       MeanOfBest(rewards),
                       steps / static_cast<long>(rewards.size()), published);
  }
};

struct Outcome {
  std::string rows, shares;
};

Outcome Run(const Experiment& experiment, const BenchOptions& options) {
  Row random{"random", experiment.published_random};
  Row gradient{"gradient", experiment.published_gradient};
  Row control{"random, as long as gradients", ""};
  Outcome outcome;
  for (int seed = 1; seed <= (options.quick ? 1 : kNumSeeds); ++seed) {
    const Searches searches = Search(experiment, seed, options);
    random.Add(searches.random);
    gradient.Add(searches.gradient);
    control.Add(searches.control);
    outcome.shares +=
        fmt::format("{}{:.2f}", seed == 1 ? "" : ", ",
                    CalcShareOfSteps(searches.random, searches.gradient));
  }
  for (const Row* row : {&random, &gradient, &control})
    outcome.rows += row->Print(experiment.robot);
  return outcome;
}

}  // namespace

std::string ReportPolicies(const BenchOptions& options) {
  if (options.robots.empty()) return {};
  std::string rows, shares;
  for (const Experiment& experiment : kExperiments) {
    const Outcome outcome = Run(experiment, options);
    rows += outcome.rows;
    shares += fmt::format("* {}: {}\n", experiment.robot, outcome.shares);
  }
  return "## Table VI: policies of the half-cheetah and the ant\n\n"
         "Static linear policies by random search (ARS V1-t) and by the "
         "gradients of Dojo's steps, h = 0.05 s, from the same first policies: "
         "the best return, mean and deviation over the best 3 of 5 seeds, and "
         "the steps of simulation that all updates of a seed took, in the "
         "mean. A control takes gradient search's steps, by directions at "
         "random. The rewards are those of Dojo's own environments, the ant's "
         "within +- 1 a step, as its searches have them, and without its price "
         "of contact, which is below 1e-4 a step; "
         "what is observed has units of our choice, and no filter.\n\n"
         "| robot | search | return | steps | the paper's |\n"
         "|---|---|---|---|---|\n" +
         rows +
         "\nThe steps to a return that both found, by gradients over at "
         "random, seed by seed:\n\n" +
         shares + "\n";
}

}  // namespace tactus::apps::dojo

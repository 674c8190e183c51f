#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/dojo/walkers.h"
#include "tactus/examples/optimization/linear_policy.h"

namespace tactus::apps::dojo {
namespace {

namespace fs = std::filesystem;
using examples::SearchOptions;
using examples::SearchResult;

constexpr double kStartScale = 0.1;  // Of the entries of first policies.
constexpr int kNumSeeds = 5, kNumBest = 3;

/// Two rows of Table VI: how they are searched, and what the paper has.
struct Walker {
  const char* name;
  const char* file;  ///< In the folder of Dojo's examples.
  examples::PolicyTask (*make)(const fs::path& urdf);
  SearchOptions random, gradient;
  const char* published;
};

const std::array kWalkers = {
    Walker{.name = "half-cheetah",
           .file = "halfcheetah/dependencies/halfcheetah.urdf",
           .make = &MakeHalfCheetah,
           .random = {.num_updates = 24,
                      .step = 0.05,
                      .num_directions = 8,
                      .num_best = 4,
                      .noise = 0.1},
           .gradient = {.num_updates = 75, .step = 0.02, .noise = 0.02},
           .published = "46 +- 24 in 3e4 steps, 44 +- 24 in 5e3"},
    Walker{.name = "ant",
           .file = "ant/dependencies/ant.urdf",
           .make = &MakeAnt,
           .random = {.num_updates = 84,
                      .step = 0.05,
                      .num_directions = 8,
                      .num_best = 4,
                      .noise = 0.1},
           .gradient = {.num_updates = 250, .step = 0.02, .noise = 0.02},
           .published = "64 +- 15 in 2e5 steps, 54 +- 28 in 2e4"}};

/// Both searches from one policy, of one seed.
struct Pair {
  SearchResult random, gradient;
};

double BestOf(const SearchResult& result) {
  return std::ranges::max(result.returns);
}

// Steps of simulation up to the first policy whose return is as large.
long StepsTo(double reward, const SearchResult& result) {
  const auto first = std::ranges::find_if(
      result.returns, [&](double own) { return own >= reward; });
  return result.steps[first - result.returns.begin()];
}

// The steps that gradients need for a reward that both searches find, over
// those of random search.
double CalcShareOfSteps(const Pair& pair) {
  const double reward = std::min(BestOf(pair.random), BestOf(pair.gradient));
  return static_cast<double>(StepsTo(reward, pair.gradient)) /
         static_cast<double>(StepsTo(reward, pair.random));
}

// Entries uniform in +- kStartScale, the same with every library.
VectorXd MakeStart(int size, unsigned seed) {
  std::mt19937 random(seed);
  VectorXd start(size);
  for (double& x : start) x = kStartScale * (2 * (random() / 4294967296.0) - 1);
  return start;
}

Pair Search(const Walker& walker, const fs::path& urdf, unsigned seed,
            const BenchOptions& options) {
  examples::LinearPolicyProblem problem(walker.make(urdf), options.threads);
  const VectorXd start = MakeStart(problem.num_parameters(), seed);
  const auto with_seed = [&](SearchOptions own) {
    own.seed = seed;
    if (options.quick) own.num_updates = 2;
    return own;
  };
  return {RandomSearch(&problem, start, with_seed(walker.random)),
          GradientSearch(&problem, start, with_seed(walker.gradient))};
}

// "12.3 +- 4.5" of the best few.
std::string MeanOfBest(std::vector<double> rewards) {
  std::ranges::sort(rewards, std::ranges::greater());
  const auto best =
      std::span(rewards).first(std::min<std::size_t>(kNumBest, rewards.size()));
  const auto count = static_cast<double>(best.size());
  const double mean = std::accumulate(best.begin(), best.end(), 0.0) / count;
  double squares = 0;
  for (const double each : best) squares += (each - mean) * (each - mean);
  return fmt::format("{:.1f} +- {:.1f}", mean, std::sqrt(squares / count));
}

std::string ReportWalker(const Walker& walker, const BenchOptions& options) {
  std::vector<double> random, gradient, shares;
  long random_steps = 0, gradient_steps = 0;
  for (int seed = 1; seed <= (options.quick ? 1 : kNumSeeds); ++seed) {
    const Pair pair =
        Search(walker, fs::path(options.robots) / walker.file, seed, options);
    random.push_back(BestOf(pair.random));
    gradient.push_back(BestOf(pair.gradient));
    shares.push_back(CalcShareOfSteps(pair));
    random_steps = pair.random.steps.back();
    gradient_steps = pair.gradient.steps.back();
  }
  std::string by_seed;
  for (const double share : shares)
    by_seed += fmt::format("{}{:.2f}", by_seed.empty() ? "" : ", ", share);
  return fmt::format("| {} | {} in {} steps | {} in {} steps | {} | {} |\n",
                     walker.name, MeanOfBest(random), random_steps,
                     MeanOfBest(gradient), gradient_steps, by_seed,
                     walker.published);
}

}  // namespace

std::string ReportPolicies(const BenchOptions& options) {
  if (options.robots.empty()) return {};
  std::string text =
      "## Table VI: policies of walkers\n\n"
      "Static linear policies by random search (ARS V1-t) and by the gradients "
      "of Dojo's steps, h = 0.05 s, from the same first policies: the best "
      "return, mean and deviation over the best 3 of 5 seeds, and the steps of "
      "simulation that all updates took. The share is of the steps that each "
      "search needed for a return which both found, by seed. The paper says of "
      "its rewards what they are made of, not the numbers; ours are those of "
      "apps/bench/dojo/walkers.h, so that returns stand beside its own for "
      "their size alone.\n\n"
      "| walker | random search | gradient search | share of steps | the "
      "paper's, likewise |\n|---|---|---|---|---|\n";
  for (const Walker& walker : kWalkers) text += ReportWalker(walker, options);
  return text + "\n";
}

}  // namespace tactus::apps::dojo

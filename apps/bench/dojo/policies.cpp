#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/dojo/half_cheetah.h"
#include "tactus/examples/optimization/linear_policy.h"

namespace tactus::apps::dojo {
namespace {

namespace fs = std::filesystem;
using examples::SearchOptions;
using examples::SearchResult;

constexpr double kStartScale = 0.01;  // Of the entries of first policies.
constexpr int kNumSeeds = 5, kNumBest = 3;

const char* const kFile = "halfcheetah/dependencies/halfcheetah.urdf";
constexpr SearchOptions kRandom = {.num_updates = 24,
                                   .step = 0.05,
                                   .num_directions = 8,
                                   .num_best = 4,
                                   .noise = 0.1};
constexpr SearchOptions kGradient = {
    .num_updates = 75, .step = 0.05, .noise = 0.02};

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

Pair Search(unsigned seed, const BenchOptions& options) {
  examples::LinearPolicyProblem problem(
      MakeHalfCheetah(fs::path(options.robots) / kFile), options.threads);
  const VectorXd start = MakeStart(problem.num_parameters(), seed);
  const auto with_seed = [&](SearchOptions own) {
    own.seed = seed;
    if (options.quick) own.num_updates = 2;
    return own;
  };
  return {RandomSearch(&problem, start, with_seed(kRandom)),
          GradientSearch(&problem, start, with_seed(kGradient))};
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

}  // namespace

std::string ReportPolicies(const BenchOptions& options) {
  if (options.robots.empty()) return {};
  std::vector<double> random, gradient;
  std::string shares;
  Pair pair;
  for (int seed = 1; seed <= (options.quick ? 1 : kNumSeeds); ++seed) {
    pair = Search(seed, options);
    random.push_back(BestOf(pair.random));
    gradient.push_back(BestOf(pair.gradient));
    shares +=
        fmt::format("{}{:.2f}", seed == 1 ? "" : ", ", CalcShareOfSteps(pair));
  }
  const auto row = [](const char* name, std::string_view reward, long steps,
                      const char* published) {
    return fmt::format("| {} | {} | {} | {} |\n", name, reward, steps,
                       published);
  };
  return "## Table VI: policies of the half-cheetah\n\n"
         "Static linear policies by random search (ARS V1-t) and by the "
         "gradients of Dojo's steps, h = 0.05 s, from the same first policies: "
         "the best return, mean and deviation over the best 3 of 5 seeds, and "
         "the steps of simulation that all updates took. The reward is that of "
         "Dojo's own environment, what is observed has units of our choice, "
         "and no filter. The paper's ant is left out.\n\n"
         "| search | return | steps | the paper's |\n|---|---|---|---|\n" +
         row("random", MeanOfBest(random), pair.random.steps.back(),
             "46 +- 24 in 3e4") +
         row("gradient", MeanOfBest(gradient), pair.gradient.steps.back(),
             "44 +- 24 in 5e3") +
         "\nThe steps to a return that both found, by gradients over at "
         "random, seed by seed: " +
         shares + ".\n\n";
}

}  // namespace tactus::apps::dojo

#include "tactus/apps/bench/dojo/search_figures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include <spdlog/fmt/fmt.h>

namespace tactus::apps::dojo {

using examples::SearchResult;

double BestReturn(const SearchResult& result) {
  return std::ranges::max(result.returns);
}

long StepsTo(double reward, const SearchResult& result) {
  const auto first = std::ranges::find_if(
      result.returns, [&](double own) { return own >= reward; });
  return result.steps[first - result.returns.begin()];
}

double CalcShareOfSteps(const SearchResult& random,
                        const SearchResult& gradient) {
  const double reward = std::min(BestReturn(random), BestReturn(gradient));
  return static_cast<double>(StepsTo(reward, gradient)) /
         static_cast<double>(StepsTo(reward, random));
}

std::string MeanOfBest(std::vector<double> returns) {
  constexpr std::size_t kNumBest = 3;
  std::ranges::sort(returns, std::ranges::greater());
  const auto best =
      std::span(returns).first(std::min(kNumBest, returns.size()));
  const auto count = static_cast<double>(best.size());
  const double mean = std::accumulate(best.begin(), best.end(), 0.0) / count;
  double squares = 0;
  for (const double each : best) squares += (each - mean) * (each - mean);
  return fmt::format("{:.1f} +- {:.1f}", mean, std::sqrt(squares / count));
}

}  // namespace tactus::apps::dojo

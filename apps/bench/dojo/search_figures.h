#pragma once

#include <string>
#include <vector>

#include "tactus/examples/optimization/policy_search.h"

/// What Table VI of [Howell22] says of searches for policies.
namespace tactus::apps::dojo {

double BestReturn(const examples::SearchResult& result);

/// Steps of simulation up to the first policy whose return is as large.
/// @pre one is.
long StepsTo(double reward, const examples::SearchResult& result);

/// The steps that `gradient` needs for the largest return that both searches
/// find, over those of `random`; not a number where neither needs any.
double CalcShareOfSteps(const examples::SearchResult& random,
                        const examples::SearchResult& gradient);

/// "12.3 +- 4.5", mean and standard deviation of the best three, or of fewer
/// where there are fewer.
std::string MeanOfBest(std::vector<double> returns);

}  // namespace tactus::apps::dojo

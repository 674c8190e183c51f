#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/apps/bench/impacts/problem.h"

namespace tactus::apps::impacts {

/// How a measured number m is judged by the truth t:
///
///   kRelative    100 |m - t| / |t|  [%]
///   kDifference  |m - t|, in the quantity's unit
///   kValue       m
///   kCount       m, summed over the cases
enum class Judgement { kRelative, kDifference, kValue, kCount };

/// What is asked of an error at one accuracy, or of a method with fixed steps.
struct Goal {
  std::optional<double> accuracy = {};  ///< Nothing: of every method; 0: of
                                        ///< those with fixed steps.
  std::optional<double> median = {}, mean = {}, worst = {};
};

struct Quantity {
  std::string name, unit = "%";
  Judgement judgement = Judgement::kRelative;
  std::vector<Goal> goals = {};
};

/// One question put to many cases, methods and accuracies.
struct Sweep {
  std::string name;
  int num_cases{};
  std::vector<Quantity> quantities;
  /// All quantities of one case by one method.
  std::function<std::vector<double>(int i, const Method& method, Cost* cost)>
      measure;
  /// The truth of one case: a closed form, or the reference's; asked once. Not
  /// needed for values and counts.
  std::function<std::vector<double>(int i)> truth = {};
  std::vector<double> accuracies = {1e-3, 1e-4, 1e-5};
  double step = 2e-3;  ///< Of step functions [s].
};

/// Errors of one quantity over the cases, by their judgement.
struct Spread {
  double median{}, mean{}, worst{}, sum{};
};
/// An error that is not a number is an infinite one.
/// @pre errors are not empty.
Spread CalcSpread(std::vector<double> errors);

double Judge(Judgement judgement, double measured, double truth);

/// What is asked of a quantity there, and whether it is so: "worst 2: yes".
std::string CompareWithGoals(const Quantity& quantity, const Method& method,
                             const Spread& spread);

/// A table in Markdown: rows by quantity, method and accuracy.
std::string RunSweep(const Sweep& sweep, const ImpactsOptions& options);

/// A family of experiments, as Markdown.
using RunFamily = std::string(const ImpactsOptions& options);

struct Family {
  std::string_view name, description;
  RunFamily* run;
};

RunFamily RunWall, RunBilliard, RunElastic, RunPlate, RunCubes, RunSlope,
    RunDominoes, RunTop, RunTosses, RunMaterials, RunPrice;

}  // namespace tactus::apps::impacts

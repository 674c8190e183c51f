#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/context.h"

/// Runs of small models through the library, for experiments on impacts.
namespace tactus::apps::impacts {

/// An integrator as a table names it, and how it is made.
struct Method {
  std::string name, setting;
  IntegratorOptions options;

  /// Nothing: its steps are fixed.
  std::optional<double> accuracy() const { return options.accuracy; }
};

/// CENIC under each scheme, and the classic methods, at each accuracy; step
/// functions at `step` [s].
std::vector<Method> MakeMethods(const ImpactsOptions& options,
                                const std::vector<double>& accuracies,
                                double step);

/// rk3, by the error of the full state. It looks for contacts at its stages
/// only, so that `longest_step` [s] has to be short beside a contact.
Method MakeReferenceMethod(double accuracy, double longest_step);

/// A model, its start, and for how long it moves.
struct Problem {
  std::shared_ptr<const multibody::Model> model;
  VectorXd q = {}, v = {};  ///< Empty: the default state, and rest.
  double duration{};        ///< [s]
};

/// What runs took, summed over them.
struct Cost {
  long steps{}, iterations{};
  double seconds{};  ///< Of the processor's time.
  int failures{};    ///< Runs that no step could continue.
  /// The largest rise of energy above the start, over the start's kinetic
  /// energy or over what `Run` was told. Springs of contacts do not count:
  /// what they hold is missing, so that a gain is one.
  double gain{};
};

/// How a run ended.
struct Ending {
  VectorXd q, v;
  double energy_change{};  ///< Over the scale of RunOptions.
};

using Watch = std::function<void(const multibody::MultibodyPlant& plant,
                                 const systems::Context& context)>;

struct RunOptions {
  Watch each_step = {};    ///< After Initialize() and after every step.
  Watch each_period = {};  ///< At multiples of `period`, inside of steps.
  double period{};         ///< [s]
  /// What a gain of energy is a share of [J]; nothing: the kinetic energy of
  /// the start.
  std::optional<double> energy_scale = {};
};

/// Adds to `cost`. A run that fails ends where it fails.
Ending Run(const Problem& problem, const Method& method, Cost* cost,
           const RunOptions& options = {});

/// Random numbers that are the same on all machines.
class Dice {
 public:
  explicit Dice(unsigned seed) : state_(seed) {}
  double Uniform(double low, double high);
  /// Uniform in the logarithm.
  double Scale(double low, double high);

 private:
  unsigned long long state_;
};

}  // namespace tactus::apps::impacts

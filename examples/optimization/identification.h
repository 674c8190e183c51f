#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/parameters.h"

namespace tactus::examples {

/// Two states in a row of a log, a step apart.
struct Transition {
  VectorXd q0, v0, v1;
};

struct IdentificationOptions {
  double step = 0.01;  ///< Between the states [s].
  integrators::DojoOptions method = {};
  /// Of each velocity's error, e.g. a length for angular ones; empty: ones.
  VectorXd weights;
  /// Errors count by their squares up to here, and in proportion beyond
  /// (Huber's loss).
  double huber = 0.15;
  int max_iterations = 30;
  /// Ends when an iteration lowers the loss by a smaller share.
  double tolerance = 1e-4;
};

struct Identification {
  VectorXd values;             ///< By parameter.
  std::vector<double> losses;  ///< Mean over transitions, by iteration.
  int num_skipped{};           ///< Transitions that no step was found for.
};

/// Parameters of a model from a log of its motion, by Gauss and Newton with
/// Levenberg's damping on errors of one step,
///
///     min over p  mean of rho( |weights (v1(q0, v0, p) - v1)| ),
///     rho(r) = r^2/2 up to `huber`, huber (r - huber/2) beyond,
///
/// starting at the model's own values.
Identification Identify(const std::shared_ptr<const multibody::Model>& model,
                        std::span<const multibody::Parameter> parameters,
                        std::span<const Transition> log,
                        const IdentificationOptions& options);

}  // namespace tactus::examples

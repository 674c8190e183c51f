#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/parameters.h"

namespace tactus::examples {

/// A piece of a log: a state, and the positions after it, a step apart.
struct Segment {
  VectorXd q0, v0;
  std::vector<VectorXd> q;
};

struct IdentificationOptions {
  double step = 0.01;  ///< Between positions [s].
  integrators::DojoOptions method = {};
  /// Of derivatives, one after the other: from smooth, where contacts are felt
  /// from afar, to sharp.
  std::vector<double> gradient_kappas = {1e-3, 1e-4, 1e-5};
  /// Of each coordinate's error, e.g. a length for angles, equal for all
  /// three; empty: ones.
  VectorXd weights;
  /// Errors count by their squares up to here, and in proportion beyond
  /// (Huber's loss).
  double huber = 1e-3;
  int max_iterations = 30;  ///< For each kappa.
  /// Ends when an iteration lowers the loss by a smaller share.
  double tolerance = 1e-4;
};

struct Identification {
  VectorXd values;             ///< By parameter.
  std::vector<double> losses;  ///< Mean over positions, by iteration.
  int num_failed{};            ///< Segments that a step was not found in.
};

/// Parameters p of a model from a log of its motion, by Gauss and Newton with
/// Levenberg's damping: steps from each segment's start are to lead to its
/// positions,
///
///     min over p  mean of rho( |weights (q_k(q0, v0, p) - q_k)| ),
///     rho(r) = r^2/2 up to `huber`, huber (r - huber/2) beyond,
///
/// starting at the model's own values.
Identification Identify(const std::shared_ptr<const multibody::Model>& model,
                        std::span<const multibody::Parameter> parameters,
                        std::span<const Segment> log,
                        const IdentificationOptions& options);

}  // namespace tactus::examples

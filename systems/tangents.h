#pragma once

#include <optional>
#include <vector>

#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/leaf_jacobians.h"

namespace tactus::systems {

/// How values in a diagram change when the continuous state does, along several
/// directions at once, by the chain rule through blocks that know their own
/// derivatives (LeafSystem::CalcOutputJacobians()):
///
///     dy/ds = dy/dx dx/ds + sum over inputs i of  dy/du_i du_i/ds
///
///     dx/ds   a column per direction, a row per continuous state
///
/// What does not depend on the continuous state has the derivative zero,
/// whether its block knows it or not. An unknown derivative on the way makes
/// the result unknown: null.
class Tangents {
 public:
  explicit Tangents(const Diagram& diagram);

  /// Derivatives at `context`, which must stay as it is while they are asked
  /// for.
  void Reset(const Context& context, const MatrixXd& directions);

  const MatrixXd* Eval(InputPort input);
  const MatrixXd* Eval(OutputPort output);
  /// Of a block's dx/dt. Not kept: the last one only.
  const MatrixXd* EvalTimeDerivatives(const LeafSystem& leaf);

 private:
  struct Entry {
    std::optional<bool> known;  ///< Empty: not asked for yet.
    MatrixXd value;
  };

  /// Adds up the chain rule for `rows` results of `leaf`.
  bool Chain(const LeafSystem& leaf, const LeafJacobians& jacobians, int rows,
             MatrixXd* result);

  const Diagram& diagram_;
  const Context* context_{};
  MatrixXd directions_;
  std::vector<std::vector<Entry>> outputs_;  ///< By block and port.
  MatrixXd derivatives_;
};

}  // namespace tactus::systems

#pragma once

#include <memory>
#include <string>

#include "tactus/multibody/model.h"

namespace tactus::apps::dojo {

/// What steps of a run under Dojo cost, all together. SI units; times are the
/// processor's.
struct StepCost {
  double problem{};    ///< Kinematics, collision query, forces [s].
  double solve{};      ///< The steps [s].
  double gradients{};  ///< What derivatives add [s].
  long steps{}, iterations{}, halved{};
  double contacts{};      ///< On average.
  std::string failure{};  ///< Of the first step that fails; it ends the run.

  double all() const { return problem + solve + gradients; }
  double iterations_per_step() const;
  /// What a step takes of `seconds`, which are one of those above [us].
  double PerStep(double seconds) const;
};

struct CostedRun {
  static constexpr double kKappa = 1e-6;  ///< Of the method.
  static constexpr double kStep = 0.01;   ///< Unless another is given [s].
  static constexpr double kAction = 1;    ///< Likewise [N m, N].

  double h = kStep;  ///< [s]
  int num_steps = 1000;
  bool gradients = true;
  double action = kAction;  ///< Of random efforts, at most [N m, N].
  bool flies = false;       ///< Efforts push the root, not the joints.
  VectorXd q = {};          ///< Where it starts; empty: the model's own place.
};

/// Steps a robot under random efforts, the same on every machine. A step that
/// does not converge is halved, up to six times.
StepCost MeasureSteps(const std::shared_ptr<const multibody::Model>& model,
                      const CostedRun& run);

}  // namespace tactus::apps::dojo

#pragma once

#include <string>

#include "tactus/multibody/model.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

/// Why a step, or an attempt at one, has no next state.
struct StepFailure {
  enum class Kind {
    kNotConverged,         ///< An iteration for contacts and rows, or a stage.
    kStalled,              ///< One that makes no headway any more.
    kNotPositiveDefinite,  ///< A mass matrix.
    kTurnsTooFar,          ///< A body: by half a revolution or more.
    kInputNotFinite,       ///< Of the plant.
    kDerivativeNotFinite,  ///< Of a block's state.
    kVelocityNotFinite,    ///< At the end of the step.
    kPositionNotFinite,    ///< In the same way.
    kOuterStateNotFinite,  ///< Outside the plant, in the same way.
    kInaccurate,           ///< Two solutions are too far apart.
    kImpactNotResolved,    ///< What they share is wrong.
    kTurnNotResolved,      ///< A body turns too far between them.
    kOther,                ///< `details` say it all.
  };
  Kind kind = Kind::kOther;
  /// The name of the body or port to blame; of what is inaccurate, as
  /// DiagramErrorNorm::Describe() has it. Empty: none.
  std::string culprit = {};
  /// In numbers; of an input, the output that it comes from; of a derivative,
  /// what Diagram::FindNonFinite() has found.
  std::string details = {};
};

/// A sentence about it.
std::string Describe(const StepFailure& failure);

/// Whether it speaks of a value that is not finite, which is nothing that a
/// step function could have solved better.
bool IsNotFinite(StepFailure::Kind kind);

/// The name of the body to blame where the tree, a clique of the velocity
/// problem, is.
const std::string& NameFirstBody(const multibody::Model& model, int tree);

/// What an integrator gives up with: the failure of its last attempt, whose
/// description is the message.
class StepError final : public systems::IntegrationError {
 public:
  /// `time` [s] is where the step starts; `circumstances` end the message.
  StepError(double time, StepFailure failure,
            const std::string& circumstances = {});

  const StepFailure& failure() const { return failure_; }

 private:
  StepFailure failure_;
};

}  // namespace tactus::integrators

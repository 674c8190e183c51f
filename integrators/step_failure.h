#pragma once

#include <string>

#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// Why a step has no next state.
struct StepFailure {
  enum class Kind {
    kNotConverged,         ///< An iteration for contacts and rows.
    kStalled,              ///< One that makes no headway any more.
    kNotPositiveDefinite,  ///< A mass matrix.
    kTurnsTooFar,          ///< A body: by half a revolution or more.
    kOther,                ///< `details` say it all.
  };
  Kind kind = Kind::kOther;
  int body = -1;             ///< To blame, of Model::bodies(); -1: none.
  std::string details = {};  ///< In numbers.
};

/// A sentence about it.
std::string Describe(const StepFailure& failure, const multibody::Model& model);

/// The body to blame where the tree, a clique of the velocity problem, is.
int FindFirstBody(const multibody::Model& model, int tree);

}  // namespace tactus::integrators

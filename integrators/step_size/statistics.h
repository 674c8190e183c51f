#pragma once

#include <limits>

#include "tactus/common/profile.h"
#include "tactus/common/status.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/step_size/step_size_controller.h"

namespace tactus::integrators {

/// What a run cost and saw; summed over accepted steps unless it says
/// otherwise.
struct Statistics {
  long steps{}, rejected_steps{};
  long steps_taken_back{};  ///< While zeros of witnesses were located.
  long failed_solves{};     ///< Each rejects its step.
  /// Of all attempts; per solve, those of the slowest island (as a solver of
  /// all bodies at once would count), and those of all islands together.
  long newton_iterations{}, factorizations{}, line_search_iterations{};
  long island_iterations{}, island_factorizations{};
  long geometry_queries{};
  /// Of classic integrators; evaluations for Jacobians included.
  long derivative_evaluations{}, jacobian_evaluations{};

  /// Over the steps that were not cut short for an event [s].
  double step_min = std::numeric_limits<double>::infinity();
  double step_max{};
  double last_step{};
  StepLimit limited_by = StepLimit::kFirstStep;  ///< The last step.

  /// Over the states at the start of accepted steps.
  long contacts_sum{}, contacts_max{};
  double penetration_sum{}, penetration_max{};  ///< Over contacts [m].

  Profile profile;

  double contacts_mean() const {
    return steps > 0 ? static_cast<double>(contacts_sum) / steps : 0;
  }
  double penetration_mean() const {
    return contacts_sum > 0 ? penetration_sum / contacts_sum : 0;
  }

  void AddStep(double h, StepLimit limit);
  /// Takes the last step out; its effort remains. `before`: as it was then.
  void UndoStep(const Statistics& before);
  /// @param slowest,total  Newton's effort in the island that took the most
  ///   iterations, and in all islands.
  void AddSolve(const NewtonReport& slowest, const NewtonReport& total,
                bool failed);
  void AddContacts(const contact::VelocityProblem& problem);
};

}  // namespace tactus::integrators

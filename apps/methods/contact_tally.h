#pragma once

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::apps {

/// Counts the contacts of a run by an integrator to which contact is one force
/// among others, as it is to the classic methods, in the way in which CENIC and
/// step functions count their own: over the states that accepted steps start
/// from. It looks at the geometry once per step, which is work that the
/// integrator does not have, and should not be timed.
class ContactTally {
 public:
  /// @param plant  must outlive this.
  explicit ContactTally(const multibody::MultibodyPlant& plant);

  /// The state that the run starts from; then, after each accepted step, the
  /// one that it led to.
  void Add(const systems::Context& context);

  /// The state of the last Add(), with the inputs there.
  const multibody::VelocityProblemBuilder& builder() const { return builder_; }
  const contact::VelocityProblem& last() const { return last_; }

  /// Sets contacts, penetrations, and geometry queries: each evaluation of the
  /// derivatives is one.
  void WriteTo(integrators::Statistics* statistics) const;

 private:
  const multibody::MultibodyPlant& plant_;
  multibody::VelocityProblemBuilder builder_;
  multibody::PlantInputs inputs_;
  contact::VelocityProblem last_;  // Starts a step, if there is one more.
  bool has_last_ = false;
  integrators::Statistics counted_;
};

}  // namespace tactus::apps

#pragma once

#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/scenario/scenario.h"

namespace tactus::apps {

/// What ContactModel::kHydroelastic asks of a run: whatever presses on
/// something else does so by a pressure field. Of other scenarios it asks
/// nothing.
class StrictContact {
 public:
  /// @throws std::invalid_argument for an integrator that knows no patches.
  StrictContact(const Scenario& scenario, const IntegratorChoice& integrator);

  /// Of the step that ends in `context`. @throws Refusal naming the first pair
  /// that touches at points, and why it does.
  void Check(const systems::Context& context) const;

 private:
  const multibody::MultibodyPlant* plant_{};  ///< Null: nothing to ask.
};

}  // namespace tactus::apps

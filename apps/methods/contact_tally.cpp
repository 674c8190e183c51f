#include "tactus/apps/methods/contact_tally.h"

namespace tactus::apps {

ContactTally::ContactTally(const multibody::MultibodyPlant& plant)
    : plant_(plant), builder_(plant.MakeProblemBuilder()) {}

void ContactTally::Add(const systems::Context& context) {
  if (has_last_) counted_.AddContacts(last_);
  plant_.EvalInputs(context.of(plant_), &inputs_);
  builder_.Build(plant_.positions(context), plant_.velocities(context), inputs_,
                 &last_);
  has_last_ = true;
}

void ContactTally::WriteTo(integrators::Statistics* statistics) const {
  statistics->contacts_sum = counted_.contacts_sum;
  statistics->contacts_max = counted_.contacts_max;
  statistics->penetration_sum = counted_.penetration_sum;
  statistics->penetration_max = counted_.penetration_max;
  statistics->geometry_queries = statistics->derivative_evaluations;
}

}  // namespace tactus::apps

#include "tactus/apps/scenario/strict_contact.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/notices.h"
#include "tactus/apps/io/refusal.h"
#include "tactus/apps/models/contact_table.h"
#include "tactus/common/require.h"
#include "tactus/contact/pressure/pressure_solids.h"

namespace tactus::apps {

StrictContact::StrictContact(const Scenario& scenario,
                             const IntegratorChoice& integrator) {
  if (scenario.contact.model != ContactModel::kHydroelastic) return;
  const auto name = integrator.integrator->name();
  Require(TakesPatches(name),
          fmt::format("--contact-model hydroelastic: {} knows contact at "
                      "points only; cenic, icf and rk3 take pressure fields",
                      name));
  plant_ = scenario.scene.plant;
}

void StrictContact::Check(const systems::Context& context) const {
  if (plant_ == nullptr) return;
  const auto geometries = plant_->model().geometries();
  for (const multibody::PointContact& point :
       plant_->contact_results_output()
           .Eval<multibody::ContactResults>(context)
           .points) {
    const contact::Geometry& a = geometries[point.geometry_a];
    const contact::Geometry& b = geometries[point.geometry_b];
    if (point.force_B_W.isZero(0) || contact::TouchByPatch(a, b)) continue;
    throw Refusal(fmt::format(
        "--contact-model hydroelastic: at {:.6g} s '{}' touches '{}' at {}",
        context.time(), a.name, b.name, ExplainContact(a, b)));
  }
}

}  // namespace tactus::apps

#include "tactus/integrators/step_size/contact_step_limit.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/geometry/sweep.h"

namespace tactus::integrators {

ContactStepLimit::ContactStepLimit(const multibody::MultibodyPlant& plant)
    : plant_(&plant), builder_(plant.MakeProblemBuilder()) {}

double ContactStepLimit::Calc(double h, const systems::Context& context) {
  const multibody::Model& model = plant_->model();
  if (model.geometries().size() < 2) return h;
  builder_.Build(plant_->positions(context), plant_->velocities(context), {},
                 &problem_, {.margin = {}, .horizon = h});
  double limit = h;
  for (const contact::Manifold& manifold : builder_.contacts().manifolds) {
    const double depth = 0.2 * CalcRadius(manifold);
    for (int i = 0; i < manifold.num_points; ++i) {
      const contact::ContactPoint& point =
          problem_.points[manifold.first_point + i];
      if (point.phi0 < 0) continue;
      const double approach =
          std::max(-point.v_C0.z(), 0.0) +
          h * std::abs(point.R_WC.col(2).dot(model.gravity_W()));
      if (approach > 0)
        limit = std::min(limit, (point.phi0 + depth) / approach);
    }
  }
  return limit;
}

double ContactStepLimit::CalcRadius(const contact::Manifold& manifold) const {
  const auto geometries = plant_->model().geometries();
  return std::min(
      contact::CalcInnerRadius(geometries[manifold.geometry_a].shape),
      contact::CalcInnerRadius(geometries[manifold.geometry_b].shape));
}

}  // namespace tactus::integrators

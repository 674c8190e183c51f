#include "tactus/integrators/step_size/travel_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "tactus/common/require.h"
#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;

TravelLimit::TravelLimit(std::unique_ptr<systems::Integrator> integrator,
                         double fraction)
    : inner_(std::move(integrator)), fraction_(fraction) {
  Require(inner_ != nullptr, "TravelLimit needs an integrator");
  Require(fraction > 0 && std::isfinite(fraction),
          "the fraction of a half-extent must be positive");
}

void TravelLimit::Initialize(const Diagram& diagram, Context* context) {
  plants_.clear();
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* plant = dynamic_cast<const multibody::MultibodyPlant*>(leaf);
    if (plant == nullptr) continue;
    Plant& added = plants_.emplace_back(Plant{.plant = plant, .extents = {}});
    for (const contact::Geometry& geometry : plant->model().geometries()) {
      if (plant->model().bodies()[geometry.body].tree < 0) continue;
      const contact::Bounds bounds =
          contact::CalcBounds(geometry.shape, RigidTransform::Identity());
      const bool is_round =
          std::holds_alternative<contact::Sphere>(geometry.shape);
      added.extents.push_back(
          {.body = geometry.body,
           .p_BoG_B = geometry.X_BG * bounds.center,
           .least = bounds.half_extents.minCoeff(),
           .most = is_round ? 0 : bounds.half_extents.norm()});
    }
  }
  inner_->Initialize(diagram, context);
}

void TravelLimit::Step(const Diagram& diagram, double t_limit,
                       Context* context) {
  const double t = context->time();
  const double t_most = t + CalcLongestStep(*context);
  inner_->Step(diagram, t_most > t ? std::min(t_limit, t_most) : t_limit,
               context);
}

// The positive root of s h + a h^2 = f r, in a form without cancellation.
double TravelLimit::CalcLongestStep(const Context& context) const {
  double longest = std::numeric_limits<double>::infinity();
  for (const Plant& each : plants_) {
    const double a = each.plant->model().gravity_W().norm();
    const auto& [position, velocity] =
        each.plant->kinematics_output().Eval<multibody::PlantKinematics>(
            context);
    for (const Extent& extent : each.extents) {
      const Vector6d& V = velocity.V_WB[extent.body];
      const Vector3d p = position.X_WB[extent.body].linear() * extent.p_BoG_B;
      const double s =
          CalcPointVelocity(V, p).norm() + V.head<3>().norm() * extent.most;
      const double way = fraction_ * extent.least;
      const double h = 2 * way / (s + std::sqrt(s * s + 4 * a * way));
      if (h < longest) longest = h;
    }
  }
  return longest;
}

}  // namespace tactus::integrators

#include "tactus/apps/models/contact_overrides.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/log.h"
#include "tactus/common/require.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/pressure/make_pressure_solid.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using multibody::Model;

void RequireAtLeast(double bound, bool strictly, const char* option,
                    const std::optional<double>& value) {
  Require(!value || (std::isfinite(*value) &&
                     (strictly ? *value > bound : *value >= bound)),
          fmt::format("{} must be a {} number, not {}", option,
                      strictly ? "positive" : "finite, not negative",
                      value.value_or(0)));
}

// What can have no field as the mesh that it is has that of its hull, and says
// so.
void TakeHullIfFlawed(contact::Geometry* geometry) {
  const auto own = contact::ExamineSolid(geometry->shape);
  if (!own || own->flaw.empty()) return;
  const auto& mesh = std::get<contact::ConvexMesh>(geometry->shape);
  geometry->shape = contact::ConvexMesh{
      std::make_shared<const contact::ConvexHull>(mesh.hull->WithoutSolid())};
  LogWarning(fmt::format("'{}' gets the pressure field of its hull: {}",
                         geometry->name, own->flaw));
}

}  // namespace

bool ContactOverrides::empty() const {
  return !stiffness && !dissipation && !static_friction && !dynamic_friction &&
         !stiction_velocity && !restitution && !modulus && !model &&
         !quadrature;
}

void RequireValid(const ContactOverrides& overrides) {
  RequireAtLeast(0, true, "--contact-stiffness", overrides.stiffness);
  RequireAtLeast(0, false, "--contact-dissipation", overrides.dissipation);
  RequireAtLeast(0, false, "--friction", overrides.static_friction);
  RequireAtLeast(0, false, "--friction", overrides.dynamic_friction);
  RequireAtLeast(0, true, "--stiction-velocity", overrides.stiction_velocity);
  if (overrides.static_friction && overrides.dynamic_friction) {
    Require(*overrides.dynamic_friction <= *overrides.static_friction,
            "--friction MU_S,MU_D: dynamic friction must not exceed static "
            "friction");
  }
  Require(!overrides.restitution ||
              (*overrides.restitution >= 0 && *overrides.restitution <= 1),
          fmt::format("--restitution must be from 0 to 1, not {}",
                      overrides.restitution.value_or(0)));
  RequireAtLeast(0, true, "--hydroelastic", overrides.modulus);
  Require(!overrides.modulus || overrides.model != ContactModel::kPoint,
          "--hydroelastic MODULUS has no meaning with --contact-model point");
  Require(!overrides.quadrature || overrides.model != ContactModel::kPoint,
          "--quadrature has no meaning with --contact-model point");
}

contact::Material Override(const ContactOverrides& overrides,
                           contact::Material material) {
  if (overrides.stiffness) material.stiffness = 2 * *overrides.stiffness;
  material.dissipation = overrides.dissipation.value_or(material.dissipation);
  // Friction acts where it is asked for, also between what had none.
  if (overrides.static_friction) material.condim = std::max(material.condim, 3);
  material.static_friction =
      overrides.static_friction.value_or(material.static_friction);
  material.dynamic_friction =
      overrides.dynamic_friction.value_or(material.dynamic_friction);
  material.stiction_velocity =
      overrides.stiction_velocity.value_or(material.stiction_velocity);
  material.restitution = overrides.restitution.value_or(material.restitution);
  return material;
}

void Override(const ContactOverrides& overrides, contact::Geometry* geometry) {
  using enum contact::Compliance::Kind;
  geometry->material = Override(overrides, geometry->material);
  contact::Compliance& compliance = geometry->material.compliance;
  if (overrides.model == ContactModel::kPoint) compliance = {};
  compliance.quadrature = overrides.quadrature.value_or(compliance.quadrature);
  if (!overrides.modulus || compliance.kind == kRigid) return;
  const bool has_depth =
      !std::holds_alternative<contact::HalfSpace>(geometry->shape) ||
      compliance.slab_thickness > 0;
  const bool yields = std::isfinite(geometry->material.stiffness) && has_depth;
  compliance.kind = yields ? kCompliant : kRigid;
  compliance.modulus = yields ? *overrides.modulus : 0;
  if (yields) TakeHullIfFlawed(geometry);
}

void WarnOfIdleOverrides(const ContactOverrides& overrides,
                         std::string_view integrator, std::ostream& out) {
  constexpr std::string_view kWithoutSprings[] = {"comfree", "cond", "pgs",
                                                  "apgd", "dojo"};
  if (std::ranges::count(kWithoutSprings, integrator) == 0) return;
  const auto warn = [&](const std::optional<double>& value,
                        const char* option) {
    if (!value) return;
    out << fmt::format(
        "tactus: warning: {} has no effect: contacts of {} have no springs, "
        "dampers and velocities of stiction\n",
        option, integrator);
  };
  warn(overrides.stiffness, "--contact-stiffness");
  warn(overrides.dissipation, "--contact-dissipation");
  warn(overrides.stiction_velocity, "--stiction-velocity");
}

std::shared_ptr<const Model> WithOverrides(const Model& model,
                                           const ContactOverrides& overrides) {
  return multibody::ModelBuilder::WithSurfaces(
      model, [&](contact::Geometry* surface) { Override(overrides, surface); });
}

}  // namespace tactus::apps

#include "tactus/integrators/diagram/find_plant.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "tactus/common/require.h"
#include "tactus/integrators/step_functions/step_function.h"

namespace tactus::integrators {

using multibody::MultibodyPlant;
using systems::Context;
using systems::Diagram;
using systems::LeafSystem;

namespace {

// The name of the first geometry whose material, or that of a pair, has the
// property; null: there is none.
const std::string* FindSurface(
    const multibody::Model& model,
    const std::function<bool(const contact::Material&)>& has_property) {
  for (const contact::Geometry& geometry : model.geometries()) {
    if (has_property(geometry.material)) return &geometry.name;
  }
  for (const contact::GeometryPair& pair : model.geometry_pairs()) {
    if (has_property(pair.material_a))
      return &model.geometries()[pair.geometry_a].name;
    if (has_property(pair.material_b))
      return &model.geometries()[pair.geometry_b].name;
  }
  return nullptr;
}

}  // namespace

const MultibodyPlant& FindPlant(const Diagram& diagram) {
  const MultibodyPlant* plant = nullptr;
  for (const LeafSystem* leaf : diagram.leaves()) {
    const auto* found = dynamic_cast<const MultibodyPlant*>(leaf);
    if (found == nullptr) continue;
    Require(plant == nullptr,
            "the diagram has several plants ('" + (plant ? plant->name() : "") +
                "', '" + found->name() + "'); this integrator takes one");
    plant = found;
  }
  Require(plant != nullptr,
          "the diagram has no MultibodyPlant; this integrator needs one");
  return *plant;
}

void RequireNoElasticBodies(const multibody::Model& model,
                            std::string_view method) {
  if (model.elastic_bodies().empty()) return;
  throw std::invalid_argument(
      std::string(method) + " does not take elastic bodies, such as '" +
      model.elastic_bodies().front().name +
      "'; cond, pgs and apgd do, and classic integrators");
}

void RequireIsotropicFriction(const multibody::Model& model,
                              std::string_view method) {
  const std::string* found =
      FindSurface(model, [](const contact::Material& material) {
        return material.cross_friction_ratio != 1;
      });
  if (found == nullptr) return;
  throw std::invalid_argument(
      std::string(method) +
      " takes friction that is the same in all directions, not that of '" +
      *found + "'; cond, pgs and apgd take both");
}

void RequireNoRestitution(const multibody::Model& model,
                          std::string_view method) {
  const std::string* found =
      FindSurface(model, [](const contact::Material& material) {
        return material.restitution != 0;
      });
  if (found == nullptr) return;
  throw std::invalid_argument(
      std::string(method) +
      " has no law for a coefficient of restitution, such as that of '" +
      *found +
      "'; cond, pgs and apgd have; what an impact loses elsewhere, the "
      "dissipation of contact says");
}

void RequireTaken(const multibody::Model& model, const StepFunction& method,
                  std::string_view name) {
  if (name.empty()) name = method.name();
  if (!method.takes_elastic_bodies()) RequireNoElasticBodies(model, name);
  if (!method.takes_anisotropic_friction())
    RequireIsotropicFriction(model, name);
  if (!method.takes_restitution()) RequireNoRestitution(model, name);
  if (method.takes_cables()) return;
  for (const multibody::Constraint& constraint : model.constraints()) {
    if (constraint.type != multibody::ConstraintType::kCosserat) continue;
    throw std::invalid_argument(
        std::string(name) +
        " does not take cables and other Cosserat elements, such as '" +
        constraint.name +
        "'; cond, dojo, icf and cenic do, and classic integrators");
  }
}

std::optional<StepFailure> FindNonFiniteInput(
    const MultibodyPlant& plant, const Context& context,
    const multibody::PlantInputs& inputs) {
  const auto blame = [&](systems::InputPort port) {
    const auto source = context.diagram().ConnectedOutput(port);
    return StepFailure{.kind = StepFailure::Kind::kInputNotFinite,
                       .culprit = port.full_name(),
                       .details = source ? source->full_name() : ""};
  };
  if (!inputs.actuation.allFinite()) return blame(plant.actuation_input());
  if (!inputs.generalized_force.allFinite())
    return blame(plant.generalized_force_input());
  for (const multibody::SpatialForce& force : inputs.spatial_forces) {
    if (!force.F_Q_W.allFinite() || !force.p_BoQ_B.allFinite())
      return blame(plant.spatial_forces_input());
  }
  for (const multibody::SurfaceVelocity& surface : inputs.surface_velocities) {
    if (!surface.v_G.allFinite())
      return blame(plant.surface_velocities_input());
  }
  return std::nullopt;
}

StepFailure BlameNonFiniteDerivative(const Diagram& diagram,
                                     const MultibodyPlant& plant,
                                     const Context& context) {
  VectorXd xdot = VectorXd::Zero(diagram.num_continuous_states());
  for (const LeafSystem* leaf : diagram.leaves()) {
    if (leaf == &plant || leaf->num_continuous_states() == 0) continue;
    xdot.segment(diagram.continuous_state_start(*leaf),
                 leaf->num_continuous_states()) =
        diagram.EvalTimeDerivatives(*leaf, context);
  }
  return {.kind = StepFailure::Kind::kDerivativeNotFinite,
          .details = diagram.FindNonFinite(context, xdot).value_or("")};
}

}  // namespace tactus::integrators

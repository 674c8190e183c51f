#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string_view>

#include "tactus/multibody/model.h"

namespace tactus::apps {

/// How what can touch does.
enum class ContactModel {
  kPoint,                     ///< At points, all of it.
  kHydroelasticWithFallback,  ///< By pressure fields, or else at points.
  kHydroelastic  ///< By pressure fields; what cannot must not touch.
};

/// Contact as the user wants it for all surfaces of a model, whose file cannot
/// say it. SI units.
struct ContactOverrides {
  std::optional<double> stiffness{};    ///< Of each pair [N/m].
  std::optional<double> dissipation{};  ///< Of each pair [s/m].
  std::optional<double> static_friction{}, dynamic_friction{};
  std::optional<double> stiction_velocity{};  ///< [m/s]
  std::optional<double> restitution{};
  /// The modulus of the pressure field of all that is not rigid [Pa].
  std::optional<double> modulus{};
  std::optional<ContactModel> model{};
  /// The rule for the polygons of all that has a pressure field, or is rigid to
  /// one.
  std::optional<contact::Compliance::Quadrature> quadrature{};

  bool empty() const;
};

/// @throws std::invalid_argument naming the option, for a stiffness or stiction
/// velocity that is not positive, a dissipation or friction that is negative, a
/// restitution that is not from 0 to 1, dynamic friction above static friction,
/// and a modulus or a quadrature for points.
void RequireValid(const ContactOverrides& overrides);

/// `material` with the overrides that there are. Two surfaces in contact are
/// springs in series: each gets twice the pair's stiffness.
contact::Material Override(const ContactOverrides& overrides,
                           contact::Material material);

/// Its material likewise. With a modulus it becomes a compliant solid; or a
/// rigid one, if it is infinitely stiff, a half-space without a slab, or rigid
/// already. For points it loses what it has.
void Override(const ContactOverrides& overrides, contact::Geometry* geometry);

/// A line where `overrides` gives contacts a stiffness, a dissipation or a
/// velocity of stiction, and the contacts of `integrator` have none.
void WarnOfIdleOverrides(const ContactOverrides& overrides,
                         std::string_view integrator, std::ostream& out);

/// The model with the material of every surface overridden, those that pairs of
/// geometries have and those of elastic bodies among them.
std::shared_ptr<const multibody::Model> WithOverrides(
    const multibody::Model& model, const ContactOverrides& overrides);

}  // namespace tactus::apps

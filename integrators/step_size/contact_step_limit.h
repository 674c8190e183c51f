#pragma once

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::integrators {

/// How long a step may be so that a method which evaluates contact at its
/// stages alone meets what is in its way.
///
/// Such a method sees the forces of overlaps. Two bodies that are apart at all
/// stages pass through each other, at any accuracy. So a step ends where the
/// next contact begins, by straight paths (contact/geometry/sweep.h), or a
/// little into it,
///
///     h <= (phi + 0.2 r) / u,   u = (-vn)+ + h |g . n|,
///
/// for what can meet within the step, with r half the least extent of the
/// smaller body: the step after that starts in overlap, and its error estimate
/// knows of the contact.
class ContactStepLimit {
 public:
  explicit ContactStepLimit(const multibody::MultibodyPlant& plant);

  /// At most `h`, for a step from the diagram's state in `context` [s].
  double Calc(double h, const systems::Context& context);

 private:
  double CalcRadius(const contact::Manifold& manifold) const;

  const multibody::MultibodyPlant* plant_;
  multibody::VelocityProblemBuilder builder_;
  contact::VelocityProblem problem_;
};

}  // namespace tactus::integrators

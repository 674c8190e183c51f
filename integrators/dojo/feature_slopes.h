#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/integrators/dojo/contact_features.h"
#include "tactus/integrators/dojo/contact_rates.h"
#include "tactus/integrators/step_functions/differentiable_step.h"
#include "tactus/multibody/parameters.h"

namespace tactus::integrators {

/// How the features of a contact depend on what a query finds them from.
///
/// Corners, balls and planes keep their features whatever the pose. Where lines
/// cross, faces are cut to each other or surfaces are curved, other points of
/// the bodies come to be nearest as these move: they slide. Held fixed, they
/// would leave a gap's first derivative right where they are nearest, but not
/// those of its normal, of where the impulse acts, and of what the gap has
/// become at the end of a step in which the bodies turn.
///
/// A query tells its points by many cases, shares and means. Their slopes are
/// central differences of the query of one pair, of second order where it is
/// flat and of fourth where it bends, beside the closed form of the step: as
/// exact as what the query rests on, to some 1e-9 of the bodies' sizes. In a
/// direction in which points jump (another number of points near by;
/// differences of two lengths that do not agree) they are held, and where they
/// have a kink they take the mean of both slopes. The directions are those of
/// joints, where joints leave few, and these alone where no parameter is asked
/// for, which could move bodies otherwise.
struct FeatureSlopes {
  bool slides = false;   ///< False: the features stay; the rest is empty.
  FeatureRates by_pose;  ///< By y of A (angle, centre of mass) in W, B at rest.
  FeatureRates by_shape;  ///< By parameter: radii and half extents; else 0.
  std::vector<bool> has_shape;  ///< Of by_shape.
  bool rolls = false;    ///< False: turns do not count; the rest is empty.
  FeatureRates by_turn;  ///< By w_B - w_A in W.
  Vector3d w_AB_W = Vector3d::Zero();  ///< Where the step starts [rad/s].
  /// Found at the end of a solution of the same step (HeldContacts): by_pose is
  /// by poses there, and what these and the features make of the start has
  /// columns for q2, v1 and forces along the model's velocities, controls and
  /// parameters.
  bool is_of_end = false;
  FeatureRates by_start;
};

/// The slopes by point of `found`.
/// @param margin  of the query, without the geometries' own [m]; held.
void CalcFeatureSlopes(const FoundContacts& found, double margin,
                       std::span<const multibody::Parameter> parameters,
                       std::vector<FeatureSlopes>* slopes);

/// The slopes of points that a query of one pair without a margin has found
/// where a step ends, all but by_start; none where features stay.
/// @param geometries  A's and B's.
/// @param slopes      by point; of that size.
void CalcEndSlopes(const PosedPair& pair, std::array<int, 2> geometries,
                   std::span<const contact::ManifoldPoint> points,
                   std::span<const multibody::Parameter> parameters,
                   std::vector<FeatureSlopes>* slopes);

/// Their by_start, by how the end changes.
/// @param end    poses there.
/// @param end_q  of its positions, along the model's velocities.
/// @pre slopes->is_of_end
void SetSlideByStart(const multibody::Model& model,
                     const multibody::PositionKinematics& end,
                     const StepJacobian& end_q,
                     std::span<const multibody::Parameter> parameters,
                     const ContactFeatures& features, FeatureSlopes* slopes);

/// How features change with the pose y of one body at q2, columns as `y2`
/// [rad, m], in W.
/// @param p_AB_W  from A's centre of mass to B's, at q2.
/// @pre slopes.slides
FeatureRates CalcSlide(const FeatureSlopes& slopes, bool is_b,
                       const Vector3d& p_AB_W, const Matrix6Xd& y2);

}  // namespace tactus::integrators

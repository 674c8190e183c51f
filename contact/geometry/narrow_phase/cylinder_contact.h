#pragma once

#include "tactus/contact/geometry/narrow_phase/face_contact.h"
#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

/// A cylinder on a reference face, with outward normal n; z is its axis.
///
/// Its lowest line, along the axis through the lowest points of both rims, is
/// cut to the prism over the face, and the two ends are points: a lying
/// cylinder rests on them. They have the weight (1 + part / length) / 2, where
/// `part` is the length that is left. But the lowest point of a rim turns
/// around with the direction of an ever so small tilt of an upright cylinder,
/// which must not happen to a point that bears a load. An end that is wholly
/// below the plane is therefore a face of eight corners fixed to the body,
/// which bear the more, the more nearly upright the cylinder is. With the depth
/// d of the lowest point and the height 2 r |n x z| of the rim from there to
/// its highest point,
///
///     b = 3/2 (1 - 2 r |n x z| / d)   within 0 and 1
///
/// the end's corners have the share b, the line 1 - b. Both are exact: a
/// point's depth is that of the rim at this point. While the rim rises by no
/// more than a third of d, its corners bear all, up to 1.3 % less deep than its
/// lowest point: a line of any share, joined to the corner beside it, moved
/// that corner to the lower side, and Dojo, whose points push alike whatever
/// they weigh, rocked small cylinders for ever.
///
/// Above the plane are the line's other end and, for the share 1 - b, the end's
/// corners, in proportion to their height above the lowest: points that come to
/// touch when the cylinder falls over, each as far as its line or its end looks
/// at the plane, by the eighth power of the ratio of sine and cosine.
class CylinderContact {
 public:
  CylinderContact(const Face& reference, const Cylinder& cylinder,
                  const RigidTransform& X_FC);

  /// Writes the points that lie in the prism, and returns the part of `weight`
  /// that is left over because they are less deep than `depth`: the rest of the
  /// contact is beside the face.
  double Write(double weight, double depth, const FaceWriter& writer) const;

 private:
  double WriteLine(double weight, double depth, const FaceWriter& writer) const;
  double WriteEnd(double weight, double depth, const FaceWriter& writer) const;
  void WriteEndApart(double weight, const FaceWriter& writer) const;

  const Face& reference_;
  const Cylinder& cylinder_;
  const RigidTransform& X_FC_;
  Vector3d down_;  ///< -n in the cylinder's frame.
  double share_of_end_ = 0;
  double rise_ = 0;  ///< Of the rim from its lowest point to its highest.
  Segment line_;
};

}  // namespace tactus::contact

#pragma once

#include <array>
#include <optional>

#include "tactus/contact/geometry/narrow_phase/face_contact.h"

namespace tactus::contact {

/// The contacts of incident faces with one reference face as at most eight
/// points, however many corners they have.
///
/// A corner's share is the angle by which the outline turns there, between the
/// outward normals of its two edges. These angles are laid out on the circle of
/// directions in the reference plane, and the circle is cut in eight equal
/// bins. A corner gives its weight w to the bins that its angle is in, in
/// proportion, and a bin is one point: with f = w d, d the depth,
///
///     p = sum f p_i / sum f,   d = sum f d_i / sum f,   w = sum f / d.
///
/// Force and torque, sum f and sum f p, are exactly those of the corners, so
/// that they are as continuous; the weight is theirs where all are equally
/// deep, and less by as much as their depths in a bin vary. A corner that
/// alone has its bins, as the four of a rectangle and the eight of a regular
/// octagon do, stays where it is: the bins begin at the phase of
///
///     z = sum l (cos 8 b + i sin 8 b),
///
/// with l the length and b the direction of each edge of the incident faces,
/// uncut.
class DirectionBins {
 public:
  explicit DirectionBins(const Face& reference) : reference_(reference) {}

  /// Counts the edges of a face for the phase; before any corner is added.
  void Align(const Face& incident, double weight);

  /// Adds the corners of a contact that are below the plane.
  void Add(const FaceContact& contact, double weight);

  /// Calls visit(p_incident, depth, weight) for each point; the same point
  /// twice in a row where a corner has two bins.
  template <class Visitor>
  void ForEachPoint(const Visitor& visit) const {
    for (const Bin& bin : bins_) {
      if (!(bin.force > 0)) continue;
      const double depth = bin.force_depth / bin.force;
      visit(Vector3d(bin.moment / bin.force), depth, bin.force / depth);
    }
  }

 private:
  static constexpr int kNumBins = 8;
  struct Bin {
    double force = 0, force_depth = 0;
    Vector3d moment = Vector3d::Zero();
  };

  /// An edge's direction in the frame of the narrow phase to that of its
  /// outward normal in the reference plane. Incident faces are seen from
  /// behind: they turn clockwise there.
  Vector2d NormalOf(const Vector3d& edge) const {
    const Vector2d e = reference_.axes.leftCols<2>().transpose() * edge;
    return {-e.y(), e.x()};
  }

  const Face& reference_;
  Vector2d alignment_ = Vector2d::Zero();  ///< z
  std::optional<double> phase_;            ///< Of z, since the first corner.
  std::array<Bin, kNumBins> bins_;
};

}  // namespace tactus::contact

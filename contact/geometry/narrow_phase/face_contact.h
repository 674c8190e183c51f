#pragma once

#include <array>
#include <span>

#include "tactus/contact/geometry/narrow_phase/lift.h"
#include "tactus/contact/geometry/narrow_phase/manifold_writer.h"
#include "tactus/contact/geometry/narrow_phase/segments.h"
#include "tactus/contact/geometry/shapes/polygon.h"

namespace tactus::contact {

/// A flat convex face of a solid, in the frame of the narrow phase.
struct Face {
  Vector3d origin;  ///< A point of its plane.
  Matrix3d axes;    ///< Columns: x, y in the plane, z the outward normal.
  /// In x and y from the origin; none for the whole plane.
  std::span<const PolygonCorner> corners;
  double size{};  ///< A length like its diameter, for tolerances [m].

  auto normal() const { return axes.col(2); }
  void Lift(double lift) { origin += lift * normal(); }
  /// How far p is below the plane.
  double DepthOf(const Vector3d& p) const { return normal().dot(origin - p); }
};

/// The corners of a rectangle |x| <= h.x, |y| <= h.y.
std::array<PolygonCorner, 4> MakeRectangle(const Vector2d& h);

/// Writes points of an incident surface, given by their depth below the plane
/// of a reference face that has been lifted, with their true depths.
struct FaceWriter {
  const Face& reference;
  bool reference_is_p;  ///< Whether it belongs to the writer's P.
  ManifoldWriter* writer;
  double lift = 0;  ///< See lift.h.

  /// The depth below the lifted plane at which the margin ends: where it is
  /// less than zero, points above that plane are wanted, too.
  double least_depth() const { return lift - writer->margin(); }

  void Add(const Vector3d& p_incident, double depth, double weight) const;
};

/// The contact of two faces that look at each other.
///
/// The incident face is cut to the prism over the reference face; those corners
/// of what is left that lie below the reference plane are the points, each with
/// the reference normal and its own depth. A corner's weight is its share s_i
/// of the polygon (see ClippedPolygon), so that a face on a face has four times
/// the pair's stiffness whatever its number of corners. The tip of a body is to
/// be as stiff as one point: where so few or so blunt corners are below that
/// S = sum s_i r_i < 1, with r_i a corner's depth over the deepest, the weights
/// are
///
///     w_i = (1 - t) s_i + 2 t x_i / sum x_j r_j,   x_i = (2 r_i - 1)+,
///     t = (1 - S) / (2 - S),
///
/// so that sum w_i r_i = 1. As x_i > 0 only where r_i > 1/2, they sum to at
/// most 4, however blunt the deepest corner is. Corners above the plane have
/// (1 - t) s_i, too.
class FaceContact {
 public:
  FaceContact(const Face& reference, const Face& incident);

  /// The greatest depth, 0 if there are no points.
  double deepest() const { return deepest_; }

  /// In [0, 1]: less than 1 where what is left of the incident face is narrower
  /// than the contact is deep. It goes to zero as the incident face leaves the
  /// prism, however deep.
  double CalcBreadth() const;

  /// Calls visit(p_incident, depth, weight) for each point.
  /// @param weight  scales all weights.
  template <class Visitor>
  void ForEachPoint(double weight, const Visitor& visit) const {
    std::array<double, ClippedPolygon::kMaxCorners> weights;
    CalcWeights(weight, &weights);
    for (int i = 0; i < polygon_.size(); ++i) {
      if (!(depth_[i] > 0)) continue;
      visit(PointAt(i), depth_[i], weights[i]);
    }
  }

  /// The same for the corners above the plane that are no more than
  /// -least_depth above it: those that come to touch next.
  template <class Visitor>
  void ForEachApart(double weight, double least_depth,
                    const Visitor& visit) const {
    if (!(deepest_ > 0) || !HasCornersAbove(least_depth)) return;
    std::array<double, ClippedPolygon::kMaxCorners> weights;
    CalcWeights(weight, &weights);
    for (int i = 0; i < polygon_.size(); ++i) {
      if (!IsAbove(i, least_depth)) continue;
      visit(PointAt(i), depth_[i], weights[i]);
    }
  }

  /// Calls visit(p_incident, depth, weight, edge_before, edge_after), with the
  /// directions of the edges to and from each point.
  template <class Visitor>
  void ForEachTurn(double weight, const Visitor& visit) const {
    std::array<double, ClippedPolygon::kMaxCorners> weights;
    CalcWeights(weight, &weights);
    const auto axes = incident_.axes.leftCols<2>();
    for (int i = 0; i < polygon_.size(); ++i) {
      if (!(depth_[i] > 0)) continue;
      visit(PointAt(i), depth_[i], weights[i],
            Vector3d(axes * polygon_.EdgeBefore(i)),
            Vector3d(axes * polygon_.EdgeAfter(i)));
    }
  }

  /// Calls visit(p_incident, depth, share) for all corners of the polygon.
  template <class Visitor>
  void ForEachCorner(const Visitor& visit) const {
    for (int i = 0; i < polygon_.size(); ++i) {
      visit(PointAt(i), depth_[i], polygon_.CalcShare(i));
    }
  }

  void Write(double weight, const FaceWriter& writer) const {
    const auto add = [&](const Vector3d& p, double depth, double w) {
      writer.Add(p, depth, w);
    };
    ForEachPoint(weight, add);
    ForEachApart(FadeApart(weight), writer.least_depth(), add);
  }

 private:
  void CalcWeights(
      double weight,
      std::array<double, ClippedPolygon::kMaxCorners>* weights) const;
  bool IsAbove(int corner, double least_depth) const {
    return depth_[corner] <= 0 && depth_[corner] > least_depth;
  }
  bool HasCornersAbove(double least_depth) const {
    for (int i = 0; i < polygon_.size(); ++i) {
      if (IsAbove(i, least_depth)) return true;
    }
    return false;
  }
  Vector3d PointAt(int corner) const {
    return incident_.origin +
           incident_.axes.leftCols<2>() * polygon_.corner(corner);
  }

  const Face& incident_;
  ClippedPolygon polygon_;
  double deepest_ = 0;
  std::array<double, ClippedPolygon::kMaxCorners> depth_;
};

/// The part of a segment in the prism over a face, as [from, to] in its
/// parameter; empty if from > to.
struct Interval {
  double from{}, to{};
};
Interval ClipToPrism(const Face& reference, const Segment& segment);

}  // namespace tactus::contact

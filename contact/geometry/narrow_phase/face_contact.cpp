#include "tactus/contact/geometry/narrow_phase/face_contact.h"

#include <algorithm>
#include <cmath>

namespace tactus::contact {
namespace {

/// Corners this near to each other, relative to the face, become one.
constexpr double kJoin = 1e-8;

/// Cuts the incident polygon by the planes through the reference face's edges.
void ClipPolygon(const Face& reference, const Face& incident,
                 ClippedPolygon* polygon) {
  const Vector3d from_reference = incident.origin - reference.origin;
  const auto reference_xy = reference.axes.leftCols<2>();
  const Vector2d shift = reference_xy.transpose() * from_reference;
  // Incident x, y to reference x, y.
  const Eigen::Matrix2d map =
      reference_xy.transpose() * incident.axes.leftCols<2>();
  for (const PolygonCorner& side : reference.corners) {
    const Vector2d normal = map.transpose() * side.edge_normal;
    const double offset = side.edge_normal.dot(side.p - shift);
    const double length = normal.norm();
    if (length > 1e-12) {
      polygon->Clip(normal / length, offset / length);
    } else if (offset < 0) {
      polygon->Clear();  // The incident plane is parallel to a side, outside.
    }
    if (polygon->size() == 0) return;
  }
}

}  // namespace

std::array<PolygonCorner, 4> MakeRectangle(const Vector2d& h) {
  return {{{{-h.x(), -h.y()}, {0, -1}},
           {{h.x(), -h.y()}, {1, 0}},
           {{h.x(), h.y()}, {0, 1}},
           {{-h.x(), h.y()}, {-1, 0}}}};
}

void FaceWriter::Add(const Vector3d& p_incident, double depth,
                     double weight) const {
  depth -= lift;
  const Vector3d normal = reference.normal();
  const Vector3d p_reference = p_incident + depth * normal;
  if (reference_is_p) {
    writer->Add(p_reference, p_incident, normal, depth, weight);
  } else {
    writer->Add(p_incident, p_reference, -normal, depth, weight);
  }
}

FaceContact::FaceContact(const Face& reference, const Face& incident)
    : incident_(incident), polygon_(incident.corners) {
  ClipPolygon(reference, incident, &polygon_);
  polygon_.JoinCloseCorners(kJoin * incident.size);
  const Vector2d slope =
      incident.axes.leftCols<2>().transpose() * reference.normal();
  const double offset = reference.DepthOf(incident.origin);
  for (int i = 0; i < polygon_.size(); ++i) {
    depth_[i] = offset - slope.dot(polygon_.corner(i));
    deepest_ = std::max(deepest_, depth_[i]);
  }
}

double FaceContact::CalcBreadth() const {
  if (!(deepest_ > 0)) return 0;
  // Twice the area over the perimeter: the width of something long.
  double area2 = 0, perimeter = 0;
  Vector2d last = polygon_.corner(polygon_.size() - 1);
  for (int i = 0; i < polygon_.size(); ++i) {
    const Vector2d& p = polygon_.corner(i);
    area2 += last.x() * p.y() - last.y() * p.x();
    perimeter += (p - last).norm();
    last = p;
  }
  if (!(area2 > 0)) return 0;  // A line or a point, up to round-off.
  return area2 < perimeter * deepest_ ? area2 / (perimeter * deepest_) : 1;
}

void FaceContact::CalcWeights(
    double weight,
    std::array<double, ClippedPolygon::kMaxCorners>* weights) const {
  std::array<double, ClippedPolygon::kMaxCorners> tip;
  double total = 0, total_of_tip = 0;
  for (int i = 0; i < polygon_.size(); ++i) {
    (*weights)[i] = polygon_.CalcShare(i);
    tip[i] = 0;
    if (!(depth_[i] > 0)) continue;
    const double relative = depth_[i] / deepest_;
    tip[i] = std::max(0.0, 2 * relative - 1);
    total += (*weights)[i] * relative;
    total_of_tip += tip[i] * relative;
  }
  const double part = total < 1 ? (1 - total) / (2 - total) : 0;
  for (int i = 0; i < polygon_.size(); ++i) {
    (*weights)[i] *= weight * (1 - part);
    if (tip[i] > 0 && part > 0)
      (*weights)[i] += weight * part * 2 * tip[i] / total_of_tip;
  }
}

Interval ClipToPrism(const Face& reference, const Segment& segment) {
  Interval part{-segment.half_length, segment.half_length};
  const auto xy = reference.axes.leftCols<2>();
  const Vector2d center = xy.transpose() * (segment.center - reference.origin);
  const Vector2d direction = xy.transpose() * segment.direction;
  for (const PolygonCorner& side : reference.corners) {
    const double room = side.edge_normal.dot(side.p - center);
    const double speed = side.edge_normal.dot(direction);
    if (speed > 0) {
      part.to = std::min(part.to, room / speed);
    } else if (speed < 0) {
      part.from = std::max(part.from, room / speed);
    } else if (room < 0) {
      return {1, 0};
    }
  }
  return part;
}

}  // namespace tactus::contact

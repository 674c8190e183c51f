#include <algorithm>

#include "tactus/contact/geometry/narrow_phase/collide.h"
#include "tactus/contact/geometry/narrow_phase/lift.h"
#include "tactus/contact/geometry/narrow_phase/line_pair.h"
#include "tactus/contact/geometry/narrow_phase/segments.h"

namespace tactus::contact {
namespace {

/// The unit vector from a to b; across both axes where they meet.
Vector3d CalcNormal(const Segment& a, const Segment& b, const SegmentPair& x) {
  const Vector3d ab = b.At(x.t) - a.At(x.s);
  const double length = ab.norm();
  if (length > 0) return ab / length;
  const Vector3d across = a.direction.cross(b.direction);
  if (across.squaredNorm() > 0) return across.normalized();
  return a.direction.unitOrthogonal();
}

}  // namespace

// Two capsules touch where their axes are nearer than the sum of the radii. The
// lift of capsules that are apart adds to the radii; only the depths that are
// written are the true ones.
void Collide(const Capsule& p, const Capsule& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer) {
  const Segment a{Vector3d::Zero(), Vector3d::UnitZ(), p.half_length};
  const Segment b{X_PQ.translation(), X_PQ.linear().col(2), q.half_length};
  double lift = 0;
  const auto depth_at = [&](const SegmentPair& x) {
    return p.radius + q.radius + lift - (b.At(x.t) - a.At(x.s)).norm();
  };
  const SegmentPair nearest = NearestPoints(a, b);
  const double overlap = depth_at(nearest);
  if (!(overlap > -writer->margin())) return;
  if (!(overlap > 0)) writer->SetApart();
  lift = CalcLift(overlap, std::min(p.radius, q.radius));
  WriteLinePair(a, b, nearest, depth_at(nearest), lift - writer->margin(), 1,
                depth_at, [&](const SegmentPair& x, double weight) {
                  const Vector3d normal = CalcNormal(a, b, x);
                  writer->Add(a.At(x.s) + p.radius * normal,
                              b.At(x.t) - q.radius * normal, normal,
                              depth_at(x) - lift, weight);
                });
}

}  // namespace tactus::contact

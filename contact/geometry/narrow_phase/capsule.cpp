#include <algorithm>
#include <cmath>
#include <functional>

#include "tactus/contact/geometry/narrow_phase/collide.h"
#include "tactus/contact/geometry/narrow_phase/falling_root.h"
#include "tactus/contact/geometry/narrow_phase/lift.h"
#include "tactus/contact/geometry/narrow_phase/surface_point.h"

namespace tactus::contact {
namespace {

// Capsule against a solid. The ball around the point c(t) = c + t u of the
// capsule's segment, |t| <= h, overlaps the solid by
//
//     f(t) = r - distance(c(t)),     f'(t) = -normal(c(t)) . u,
//
// a concave function. Its maximum is the depth of the pair, but where it is
// attained jumps from end to end as a lying capsule tilts. Two points that do
// not jump are pulled from the maximum towards either end,
//
//     t+- = argmax f(t) - c M / (8 h^2) (t -+ h)^2,     M = max f,  c = 10.
//
// Lying flat they are the ends, or the places where the capsule leaves the
// face; on a tilt of M / 2 h, which lifts one end clear, that end's has come
// the c-th part of the way to the other, where they meet at c times the tilt;
// on an edge across the axis they are close to each other. Their weights,
// (1 + (t+ - t-) / 2 h) / 2, sum to 2 for the first and 1 for the last. A point
// that comes nearer to the other while it presses stiffens the contact against
// tilts, by 1 + 2 / c of what two ends that stay do. Of a capsule that is
// apart, lifted (see lift.h) by what makes it touch, the place of the maximum
// is a third point. The points that a deeper contact, by the margin, would have
// farther out come to touch next, with the weight that the sum is larger by.
constexpr double kPull = 10;           // c
constexpr double kLeastWeight = 1e-9;  // Less is round-off.

template <class Solid>
class SlidingContact {
 public:
  SlidingContact(const Solid& solid, const Capsule& capsule,
                 const RigidTransform& X)
      : solid_(solid),
        r_(capsule.radius),
        h_(capsule.half_length),
        c_(X.translation()),
        u_(X.linear().col(2)) {}

  void Write(ManifoldWriter* writer) const {
    const double deepest = PulledTo(0, 0);
    const double overlap = r_ - At(deepest).distance;
    if (!(overlap > -writer->margin())) return;
    if (!(overlap > 0)) writer->SetApart();
    const double depth = overlap + CalcLift(overlap, std::min(r_, h_));
    const Span near = FindSpan(depth);
    if (near.low == near.high) {
      Add(near.low, 1, writer);
    } else {
      const double weight = 0.5 + 0.25 * (near.high - near.low) / h_;
      Add(near.low, weight, writer);
      Add(near.high, weight, writer);
      if (!(overlap > 0)) AddDeepest(deepest, depth, near, writer);
    }
    if (writer->margin() == 0) return;
    const Span far = FindSpan(overlap + writer->margin());
    AddApart(far.low, 0.5 * (near.low - far.low) / h_, writer);
    AddApart(far.high, 0.5 * (far.high - near.high) / h_, writer);
  }

 private:
  SurfacePoint At(double t) const {
    return NearestSurfacePoint(solid_, c_ + t * u_);
  }

  /// argmax f(t) - pull / 2 (t - end)^2.
  double PulledTo(double end, double pull) const {
    const auto slope = [&](double t) {
      return -At(t).normal.dot(u_) - pull * (t - end);
    };
    return FallingRoot(std::cref(slope), -h_, h_);
  }

  /// t- and t+ for a contact of this depth.
  struct Span {
    double low, high;
  };
  Span FindSpan(double depth) const {
    const double pull = kPull * depth / (4 * h_ * h_);
    return {PulledTo(-h_, pull), PulledTo(h_, pull)};
  }

  /// What the two points of a capsule that is lifted lack in depth, 1 - max(f+,
  /// f-) / M, the deepest makes up for: the distance is to be exact.
  void AddDeepest(double t, double depth, const Span& near,
                  ManifoldWriter* writer) const {
    const double nearer =
        std::min(At(near.low).distance, At(near.high).distance);
    const double share = (nearer - At(t).distance) / depth;
    if (share > kLeastWeight) Add(t, share, writer);
  }

  void AddApart(double t, double weight, ManifoldWriter* writer) const {
    if (weight > kLeastWeight && At(t).distance >= r_) Add(t, weight, writer);
  }

  void Add(double t, double weight, ManifoldWriter* writer) const {
    const SurfacePoint p = At(t);
    const Vector3d q = c_ + t * u_ - r_ * p.normal;
    writer->Add(p.p, q, p.normal, r_ - p.distance, weight);
  }

  const Solid& solid_;
  double r_, h_;
  Vector3d c_, u_;
};

}  // namespace

template <class Solid>
requires(
    std::is_same_v<Solid, Box> || std::is_same_v<Solid, Cylinder> ||
    std::is_same_v<Solid, Ellipsoid> ||
    std::is_same_v<Solid, ConvexMesh>) void Collide(const Solid& solid,
                                                    const Capsule& capsule,
                                                    const RigidTransform& X,
                                                    ManifoldWriter* writer) {
  SlidingContact<Solid>(solid, capsule, X).Write(writer);
}

template void Collide(const Box&, const Capsule&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const Cylinder&, const Capsule&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const Ellipsoid&, const Capsule&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const ConvexMesh&, const Capsule&, const RigidTransform&,
                      ManifoldWriter*);

}  // namespace tactus::contact

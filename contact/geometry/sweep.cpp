#include "tactus/contact/geometry/sweep.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/geometry/approach.h"
#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact {
namespace {

/// Room for speeds that rise on the way.
constexpr double kFaster = 1.2;
/// Shapes this near to each other, relative to the smaller one, show where they
/// will touch.
constexpr double kNear = 0.1;
constexpr int kMaxAdvances = 32;
constexpr int kMaxTouches = 8;
/// Shapes within this at the start, relative to the smaller one, touch,
/// whatever their velocities: what presses them together may begin with the
/// step.
constexpr double kTouching = 1e-9;
/// How deep a touch is looked at, relative to the smaller shape.
constexpr double kTouch = 0.02;
/// Normals with a greater cosine between them are those of one contact.
constexpr double kAlike = 0.99;
/// With a lesser one they are of two sides.
constexpr double kOpposite = -0.5;

struct TurningRadius {
  double operator()(const Sphere&) const { return 0; }
  double operator()(const Box& b) const { return b.half_extents.norm(); }
  double operator()(const Capsule& c) const { return c.half_length; }
  double operator()(const Cylinder& c) const {
    return std::hypot(c.radius, c.half_length);
  }
  double operator()(const Ellipsoid& e) const {
    return e.radii.maxCoeff() - e.radii.minCoeff();
  }
  double operator()(const HalfSpace&) const { return 0; }
  double operator()(const ConvexMesh& m) const {
    return m.hull->half_extents().norm();
  }
};

struct InnerRadius {
  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Box& b) const { return b.half_extents.minCoeff(); }
  double operator()(const Capsule& c) const { return c.radius; }
  double operator()(const Cylinder& c) const {
    return std::min(c.radius, c.half_length);
  }
  double operator()(const Ellipsoid& e) const { return e.radii.minCoeff(); }
  double operator()(const HalfSpace&) const { return kInfinity; }
  double operator()(const ConvexMesh& m) const {
    return m.hull->half_extents().minCoeff();
  }
};

// Half the width of the shape, or of its box, along a unit n in its frame.
struct HalfWidth {
  Vector3d n;

  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Box& b) const {
    return b.half_extents.dot(n.cwiseAbs());
  }
  double operator()(const Capsule& c) const {
    return c.radius + c.half_length * std::abs(n.z());
  }
  double operator()(const Cylinder& c) const {
    return c.radius * std::hypot(n.x(), n.y()) +
           c.half_length * std::abs(n.z());
  }
  double operator()(const Ellipsoid& e) const {
    return e.radii.cwiseProduct(n).norm();
  }
  double operator()(const HalfSpace&) const { return kInfinity; }
  double operator()(const ConvexMesh& m) const {
    return m.hull->half_extents().dot(n.cwiseAbs());
  }
};

double CalcHalfWidth(const MovingShape& of, const Vector3d& n_W) {
  return std::visit(HalfWidth{of.X_WG.linear().transpose() * n_W}, *of.shape);
}

/// One pair on its way.
///
/// A pair that is still apart shows the axis that parts it, which need not be
/// that of its contact: a box that slides from one tile to a flush one overlaps
/// the next by the depth at which it rests, and is apart from it along the way
/// alone, as if the seam were a wall. A ball that rolls there is apart along a
/// normal that leans back, and turns upright as it comes. So a pair that meets
/// is looked at again where it overlaps along that normal by delta = 0.02 r, r
/// the inner radius of the smaller shape, or at the end of the step. If it
/// overlaps less along another axis there, or by less than half of what it was
/// to overlap by, it has the points of that pose, and is looked at once more
/// from there: more than it rests by, for what is not softer than that. What a
/// body rests on is not in its path, so that it coasts there: U without h g. A
/// step in a floor that is higher than delta stops what slides at it, and the
/// pose is never farther than r past the gap: thin shapes are not passed. The
/// same holds at the start, where an overlap is not yet delta and the step adds
/// more to it than there is.
class PairSweep {
 public:
  PairSweep(const MovingShape& a, const MovingShape& b, double margin,
            const Sweep& sweep)
      : a_(a), b_(b), h_(sweep.duration) {
    if (a.path.U.isZero(0) && b.path.U.isZero(0)) h_ = 0;
    gravity_ = h_ * h_ * sweep.gravity;
    p_AB_ = b.X_WG * CalcCenter(*b.shape) - a.X_WG * CalcCenter(*a.shape);
    approach_ = BoundApproach(a, b, h_);
    speed_ = approach_.speed();
    inner_ = std::min(CalcInnerRadius(*a.shape), CalcInnerRadius(*b.shape));
    margin_ = std::max(margin, kTouching * inner_);
    near_ = kNear * inner_;
    touch_depth_ = kTouch * inner_;
    fall_.setZero();
    if (!b.path.U.isZero(0)) fall_ += h_ * sweep.gravity;
    if (!a.path.U.isZero(0)) fall_ -= h_ * sweep.gravity;
  }

  double Append(std::vector<ManifoldPoint>* points) {
    if (StaysApart()) return 0;
    double t = 0;
    const auto first = points->size();
    for (int i = 1;; ++i) {
      points->resize(first);
      AppendAt(t, points);
      if (points->size() == first) return t;
      const Outlook outlook = Look(t, std::span(*points).subspan(first));
      if (i == kMaxAdvances || IsSettled(outlook, t)) {
        if (const double touch = FindTouch(t, first, points); touch > t)
          return touch;
        Keep(t, first, points);
        return t;
      }
      t += std::max(outlook.phi, near_) / speed_;
      if (t > h_) break;
    }
    points->resize(first);
    return 0;
  }

 private:
  /// What the points at some time promise.
  struct Outlook {
    double phi = kInfinity;  ///< Of the nearest point.
    bool meets = false;      ///< Any of them may touch.
    double sideways = 0;     ///< How far it slides until it does [m].
  };

  // Whether the gap along some n, between planes across it, does not close:
  //
  //     n . p_AB - w_A(n) - w_B(n) > 1.2 h (-n . v + turning)+ + h^2 |g . n|,
  //
  // w half a shape's width, v and turning as A or B sees it (approach.h), with
  // n then fixed in that shape. Tried are the line of centres and both frames'
  // axes. This is much cheaper than to look where the shapes are nearest.
  bool StaysApart() const {
    const auto keeps_gap = [this](const Vector3d& axis) {
      const Vector3d n = p_AB_.dot(axis) < 0 ? Vector3d(-axis) : axis;
      const double gap =
          n.dot(p_AB_) - CalcHalfWidth(a_, n) - CalcHalfWidth(b_, n);
      const double closing = approach_.turning - n.dot(approach_.v);
      return gap > std::max(margin_, kFaster * h_ * std::max(closing, 0.0) +
                                         std::abs(gravity_.dot(n)));
    };
    if (keeps_gap(p_AB_.normalized())) return true;
    for (const MovingShape* shape : {&a_, &b_}) {
      for (int i = 0; i < 3; ++i) {
        if (keeps_gap(shape->X_WG.linear().col(i))) return true;
      }
    }
    return false;
  }

  double CalcReach(double t) const {
    return std::max(margin_, kFaster * (h_ - t) * speed_ + gravity_.norm());
  }

  void AppendAt(double t, std::vector<ManifoldPoint>* points) const {
    AppendManifold(*a_.shape, a_.path.Advance(a_.X_WG, t), *b_.shape,
                   b_.path.Advance(b_.X_WG, t), CalcReach(t), points);
  }

  // Of B relative to A.
  Vector3d VelocityOf(const ManifoldPoint& point, double t) const {
    return b_.path.VelocityAt(point.p_WB, t) -
           a_.path.VelocityAt(point.p_WA, t);
  }

  bool CanMeet(const ManifoldPoint& point, double t) const {
    const double phi = -point.depth;
    if (phi < 0 || (t == 0 && phi < margin_)) return true;
    const double vn = point.normal_W.dot(VelocityOf(point, t));
    return phi < kFaster * (h_ - t) * std::max(-vn, 0.0) +
                     std::abs(gravity_.dot(point.normal_W));
  }

  Outlook Look(double t, std::span<const ManifoldPoint> points) const {
    Outlook outlook;
    for (const ManifoldPoint& point : points) {
      const double phi = -point.depth;
      if (CanMeet(point, t)) outlook.meets = true;
      if (phi >= outlook.phi) continue;
      outlook.phi = phi;
      const Vector3d v = VelocityOf(point, t);
      const double vn = point.normal_W.dot(v);
      const double until = std::min(h_ - t, vn < 0 ? -phi / vn : kInfinity);
      outlook.sideways =
          until * ((v - vn * point.normal_W).norm() + approach_.turning);
    }
    return outlook;
  }

  // Whether there is nothing to learn farther along the path: the points are
  // those of the touch, or the shapes, on straight paths, do not meet.
  bool IsSettled(const Outlook& outlook, double t) const {
    if (!outlook.meets) return (h_ - t) * approach_.turning < near_;
    return outlook.phi < std::max(near_, margin_) || outlook.sideways < near_;
  }

  // Gives each point the distance that it had along its normal at the path's
  // start, where shapes are apart: phi0 = phi(t) - t vn. A point that parts at
  // t and has phi0 < 0 would have overlapped there: it was not touched, and is
  // left out.
  void Keep(double t, std::size_t first,
            std::vector<ManifoldPoint>* points) const {
    std::size_t kept = first;
    for (auto i = first; i < points->size(); ++i) {
      ManifoldPoint point = (*points)[i];
      if (!CanMeet(point, t)) continue;
      if (t > 0) {
        const double vn = point.normal_W.dot(VelocityOf(point, t));
        const double phi0 = -point.depth - t * vn;
        if (phi0 < 0 && vn >= 0) continue;
        point.depth = std::min(-phi0, 0.0);
      }
      (*points)[kept++] = point;
    }
    points->resize(kept);
  }

  // When a pair seen at t overlaps by the depth of a touch, as it coasts; t,
  // where it does not meet or has overlapped by more.
  double PredictTouch(double t, std::span<const ManifoldPoint> points) const {
    double touch = kInfinity, gap = 0;
    for (const ManifoldPoint& point : points) {
      const double phi = -point.depth;
      if (phi < -touch_depth_) return t;
      const double speed = -point.normal_W.dot(VelocityOf(point, t) - fall_);
      if (speed <= 0 || std::abs(phi) > (h_ - t) * speed) continue;
      touch = std::min(touch, t + (phi + touch_depth_) / speed);
      gap = std::max(gap, phi);
    }
    if (touch == kInfinity) return t;
    return std::min({touch, h_, t + (gap + inner_) / speed_});
  }

  // Puts the points at the touch in place of those at t from `first` on, while
  // there are touches that are other ones, and returns their time; else t.
  double FindTouch(double t, std::size_t first,
                   std::vector<ManifoldPoint>* points) const {
    double found = t;
    for (int i = 0; i < kMaxTouches; ++i) {
      const auto end = points->size();
      const double touch =
          PredictTouch(found, std::span(*points).subspan(first));
      if (touch == found) break;
      AppendCoasting(touch, points);
      const auto seen = std::span(*points).subspan(first, end - first);
      const auto later = std::span(*points).subspan(end);
      if (!IsOther(later, seen, PredictDepth(seen, found, touch))) {
        points->resize(end);
        break;
      }
      const auto begin = points->begin();
      points->erase(begin + static_cast<std::ptrdiff_t>(first),
                    begin + static_cast<std::ptrdiff_t>(end));
      found = touch;
    }
    if (found > t) KeepTouch(found, first, points);
    return found;
  }

  // Of the deepest of `points`, which are seen at t, at a later time.
  double PredictDepth(std::span<const ManifoldPoint> points, double t,
                      double later) const {
    double depth = -kInfinity;
    for (const ManifoldPoint& point : points) {
      const double speed = -point.normal_W.dot(VelocityOf(point, t) - fall_);
      depth = std::max(depth, point.depth + (later - t) * speed);
    }
    return depth;
  }

  // Whether points at a touch are those of another axis than the ones before,
  // or overlap by less than half of what these have promised.
  static bool IsOther(std::span<const ManifoldPoint> points,
                      std::span<const ManifoldPoint> before, double promised) {
    if (points.empty()) return false;
    const ManifoldPoint& deepest = FindDeepest(points);
    const double cosine = deepest.normal_W.dot(FindDeepest(before).normal_W);
    if (cosine <= kOpposite) return false;
    const bool is_less = promised > 0 && deepest.depth < promised / 2;
    return cosine < kAlike || is_less;
  }

  static const ManifoldPoint& FindDeepest(
      std::span<const ManifoldPoint> points) {
    return *std::ranges::max_element(points, {}, &ManifoldPoint::depth);
  }

  // The points at t of a path without gravity, on B as far along as the path
  // with it.
  void AppendCoasting(double t, std::vector<ManifoldPoint>* points) const {
    const auto first = points->size();
    RigidTransform X_WB = b_.path.Advance(b_.X_WG, t);
    X_WB.translation() -= t * fall_;
    AppendManifold(*a_.shape, a_.path.Advance(a_.X_WG, t), *b_.shape, X_WB,
                   std::max(CalcReach(t), near_), points);
    for (auto i = first; i < points->size(); ++i)
      (*points)[i].p_WB += t * fall_;
  }

  // As Keep(), phi0 = phi(t) - t vn with the velocity that it coasts with, and
  // without what is apart at t but would have overlapped at the start; but what
  // overlaps at t, no deeper than there, carries the body from the start.
  void KeepTouch(double t, std::size_t first,
                 std::vector<ManifoldPoint>* points) const {
    std::size_t kept = first;
    for (auto i = first; i < points->size(); ++i) {
      ManifoldPoint point = (*points)[i];
      if (!CanMeet(point, t)) continue;
      const double vn = point.normal_W.dot(VelocityOf(point, t) - fall_);
      const double depth0 = point.depth + t * vn;  // -phi0
      if (point.depth < 0 && depth0 >= 0) continue;
      point.depth = std::min(depth0, std::max(point.depth, 0.0));
      (*points)[kept++] = point;
    }
    points->resize(kept);
  }

  const MovingShape& a_;
  const MovingShape& b_;
  double h_, speed_{}, inner_{}, margin_{}, near_{}, touch_depth_{};
  Approach approach_;
  Vector3d p_AB_;     // From A's centre to B's.
  Vector3d gravity_;  // h^2 g
  Vector3d fall_;     // Of B relative to A, in the paths' velocities: h g.
};

}  // namespace

double CalcTurningRadius(const Shape& shape) {
  return std::visit(TurningRadius{}, shape);
}

double CalcInnerRadius(const Shape& shape) {
  return std::visit(InnerRadius{}, shape);
}

Vector3d CalcCenter(const Shape& shape) {
  if (const auto* mesh = std::get_if<ConvexMesh>(&shape))
    return mesh->hull->center();
  return Vector3d::Zero();
}

void AppendSweptManifold(const MovingShape& a, const MovingShape& b,
                         double margin, const Sweep& sweep,
                         std::vector<ManifoldPoint>* points, double* time) {
  *time = PairSweep(a, b, margin, sweep).Append(points);
}

}  // namespace tactus::contact

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
class PairSweep {
 public:
  PairSweep(const MovingShape& a, const MovingShape& b, double margin,
            const Sweep& sweep)
      : a_(a), b_(b), margin_(margin), h_(sweep.duration) {
    if (a.path.U.isZero(0) && b.path.U.isZero(0)) h_ = 0;
    gravity_ = h_ * h_ * sweep.gravity;
    p_AB_ = b.X_WG * CalcCenter(*b.shape) - a.X_WG * CalcCenter(*a.shape);
    approach_ = BoundApproach(a, b, h_);
    speed_ = approach_.speed();
    near_ =
        kNear * std::min(CalcInnerRadius(*a.shape), CalcInnerRadius(*b.shape));
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

  const MovingShape& a_;
  const MovingShape& b_;
  double margin_, h_, speed_{}, near_{};
  Approach approach_;
  Vector3d p_AB_;     // From A's centre to B's.
  Vector3d gravity_;  // h^2 g
};

}  // namespace

RigidTransform BodyPath::Advance(const RigidTransform& X_WB, double t) const {
  if (t == 0) return X_WB;
  RigidTransform X = X_WB;
  X.translation() -= p_WC;
  const Vector3d turn = t * U.head<3>();
  if (const double angle = turn.norm(); angle > 0) {
    const Matrix3d R =
        Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
    X.linear() = R * X_WB.linear();
    X.translation() = (R * X.translation()).eval();
  }
  X.translation() += p_WC + t * U.tail<3>();
  return X;
}

Vector3d BodyPath::VelocityAt(const Vector3d& p_W, double t) const {
  const Vector3d p_CP_W = p_W - p_WC - t * U.tail<3>();
  return CalcPointVelocity(U, p_CP_W);
}

// The screw's axis is nearest to Bo at w x v / w^2.
BodyPath MakeBodyPath(const Vector3d& p_WBo, const Vector3d& p_BoBcm_W,
                      const Vector6d& V_WB, bool flies, double duration,
                      const Vector3d& gravity) {
  constexpr double kLeastTurn = 1e-4;  // [rad]
  const Vector3d w = V_WB.head<3>(), v = V_WB.tail<3>();
  Vector3d p_BoC_W = p_BoBcm_W;
  if (!flies && w.norm() * duration > kLeastTurn)
    p_BoC_W = w.cross(v) / w.squaredNorm();
  BodyPath path{.p_WC = p_WBo + p_BoC_W, .U = V_WB};
  path.U.tail<3>() += w.cross(p_BoC_W) + duration * gravity;
  return path;
}

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

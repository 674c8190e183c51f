#include "tactus/contact/geometry/narrow_phase/separation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus::contact {
namespace {

constexpr int kMaxGjkIterations = 100;
/// (|v|^2 - v . w) / |v|^2 at which curved solids are near enough.
constexpr double kCurvedTolerance = 1e-5;
constexpr double kTolerance = 1e-14;

/// Up to four points, and the point v of their hull nearest to the origin.
class Simplex {
 public:
  int size() const { return size_; }
  const Vector3d& nearest() const { return nearest_; }

  bool Contains(const Vector3d& w) const {
    return std::find(points_.begin(), points_.begin() + size_, w) !=
           points_.begin() + size_;
  }

  /// Adds w and drops the points that v does not need. False, with nothing
  /// changed but v's round-off, if v comes no nearer.
  bool Add(const Vector3d& w);

 private:
  /// The nearest point of the plane, line or point through some of the points,
  /// if it is inside their hull.
  void TryPoint(const Vector3d& a) { Take(a, {&a, nullptr, nullptr}); }
  void TryLine(const Vector3d& a, const Vector3d& b);
  void TryPlane(const Vector3d& a, const Vector3d& b, const Vector3d& c);
  void Take(const Vector3d& v, const std::array<const Vector3d*, 3>& corners);
  bool Encloses(const Vector3d& w) const;

  int size_ = 0;
  std::array<Vector3d, 4> points_;
  Vector3d nearest_ = Vector3d::Zero();

  double best_ = 0;  ///< |v|^2 of the best so far.
  bool found_ = false;
  std::array<Vector3d, 3> corners_;
  int num_corners_ = 0;
};

void Simplex::Take(const Vector3d& v,
                   const std::array<const Vector3d*, 3>& corners) {
  const double length2 = v.squaredNorm();
  if (!(length2 < best_)) return;
  best_ = length2;
  found_ = true;
  nearest_ = v;
  num_corners_ = 0;
  for (const Vector3d* corner : corners) {
    if (corner) corners_[num_corners_++] = *corner;
  }
}

void Simplex::TryLine(const Vector3d& a, const Vector3d& b) {
  const Vector3d ab = b - a;
  const double t = -a.dot(ab) / ab.squaredNorm();
  if (t > 0 && t < 1) Take(a + t * ab, {&a, &b, nullptr});
}

// The weights of the corners are the areas of the triangles that the origin's
// foot makes with the opposite sides.
void Simplex::TryPlane(const Vector3d& a, const Vector3d& b,
                       const Vector3d& c) {
  const Vector3d m = (b - a).cross(c - a);
  const double m2 = m.squaredNorm();
  if (!(m2 > 0)) return;
  const bool inside =
      m.dot(b.cross(c)) > 0 && m.dot(c.cross(a)) > 0 && m.dot(a.cross(b)) > 0;
  if (inside) Take(m * (m.dot(a) / m2), {&a, &b, &c});
}

// On the inner side of the three facets at w; it is beyond the fourth's plane.
bool Simplex::Encloses(const Vector3d& w) const {
  for (int i = 0; i < 3; ++i) {
    const Vector3d& a = points_[i];
    const Vector3d& b = points_[(i + 1) % 3];
    const Vector3d& opposite = points_[(i + 2) % 3];
    const Vector3d m = (a - w).cross(b - w);
    if (!(m.dot(opposite - w) * -m.dot(w) > 0)) return false;
  }
  return true;
}

bool Simplex::Add(const Vector3d& w) {
  best_ = size_ == 0 ? w.squaredNorm() * 2 + 1 : nearest_.squaredNorm();
  found_ = false;
  if (size_ == 3 && Encloses(w)) {
    nearest_.setZero();
    size_ = 4;
    return true;
  }
  TryPoint(w);
  for (int i = 0; i < size_; ++i) TryLine(w, points_[i]);
  for (int i = 0; i < size_; ++i) {
    for (int j = 0; j < i; ++j) TryPlane(w, points_[i], points_[j]);
  }
  if (!found_) return false;
  size_ = num_corners_;
  std::copy_n(corners_.begin(), size_, points_.begin());
  return true;
}

}  // namespace

Separation FindSeparation(const ConvexSolid& p, const ConvexSolid& q,
                          double limit) {
  const auto support = [&](const Vector3d& n) -> Vector3d {
    return p.Support(n) - q.Support(-n);
  };
  const bool exact = p.is_polytope() && q.is_polytope();
  const double tolerance = exact ? kTolerance : kCurvedTolerance;
  Vector3d n = q.center() - p.center();
  n = n.squaredNorm() > 0 ? n.normalized() : Vector3d(Vector3d::UnitZ());
  Separation result{n, 0, support(-n).norm()};
  Simplex simplex;
  Vector3d w = support(n);
  for (int i = 0; i < kMaxGjkIterations && simplex.Add(w); ++i) {
    const Vector3d& v = simplex.nearest();
    result.size = std::max(result.size, w.norm());
    result.distance = v.norm();
    if (simplex.size() == 4 || result.distance < 1e-14 * result.size) break;
    result.normal = -v / result.distance;
    w = support(result.normal);
    // All of the body is farther along v than w.
    const double at_least = -result.normal.dot(w);
    if (at_least > limit) return {result.normal, at_least, result.size};
    if (result.distance - at_least <= tolerance * result.distance) break;
    if (simplex.Contains(w)) break;
  }
  return result;
}

}  // namespace tactus::contact

#include "tactus/contact/geometry/narrow_phase/reduce_manifold.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace tactus::contact {
namespace {

constexpr double kLeastShare = 1e-3;  // Of a point that is worth keeping.

bool Touches(const ManifoldPoint& point) {
  return point.depth > 0;
}

double ForceOf(const ManifoldPoint& point) {
  return Touches(point) ? point.weight * point.depth : point.weight;
}

Vector3d Middle(const ManifoldPoint& point) {
  return (point.p_WA + point.p_WB) / 2;
}

double CalcCost(const ManifoldPoint& a, const ManifoldPoint& b, double spread) {
  const double f_a = ForceOf(a), f_b = ForceOf(b);
  return f_a * f_b / (f_a + f_b) *
         ((Middle(a) - Middle(b)).squaredNorm() +
          spread * (a.normal_W - b.normal_W).squaredNorm());
}

ManifoldPoint Join(const ManifoldPoint& a, const ManifoldPoint& b) {
  const double f = ForceOf(a) + ForceOf(b);
  const double part = ForceOf(b) / f;
  const Vector3d p = (1 - part) * Middle(a) + part * Middle(b);
  ManifoldPoint joined;
  joined.normal_W = ((1 - part) * a.normal_W + part * b.normal_W).normalized();
  joined.depth = (1 - part) * a.depth + part * b.depth;
  joined.p_WA = p + joined.depth / 2 * joined.normal_W;
  joined.p_WB = p - joined.depth / 2 * joined.normal_W;
  joined.weight = Touches(a) ? f / joined.depth : f;
  return joined;
}

// The points from `first` on that overlap, or those that do not.
class PointClass {
 public:
  PointClass(bool touching, std::size_t first,
             std::vector<ManifoldPoint>* points)
      : touching_(touching), first_(first), points_(points) {
    double total = 0, weight = 0, moment = 0, deepest = -kInfinity;
    Vector3d mean = Vector3d::Zero();
    ForEach([&](std::size_t, const ManifoldPoint& point) {
      ++size_;
      weight += point.weight;
      total += ForceOf(point);
      mean += ForceOf(point) * Middle(point);
    });
    mean /= total;
    ForEach([&](std::size_t i, const ManifoldPoint& point) {
      moment += ForceOf(point) * (Middle(point) - mean).squaredNorm();
      if (point.weight < kLeastShare * weight || point.depth <= deepest) return;
      deepest = point.depth;
      deepest_ = i;
    });
    spread_ = moment / total;
  }

  int size() const { return size_; }

  /// Joins points until `most` are left; one is the deepest alone.
  void JoinUntil(int most) {
    while (size_ > most) {
      const auto [i, j] = most > 1 ? FindNearestPair() : FindAnyOther();
      if (most > 1) (*points_)[i] = Join((*points_)[i], (*points_)[j]);
      points_->erase(points_->begin() + static_cast<std::ptrdiff_t>(j));
      if (deepest_ > j) --deepest_;
      --size_;
    }
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  using Pair = std::pair<std::size_t, std::size_t>;

  template <class Visitor>
  void ForEach(const Visitor& visit) const {
    for (std::size_t i = first_; i < points_->size(); ++i) {
      if (Touches((*points_)[i]) == touching_) visit(i, (*points_)[i]);
    }
  }

  Pair FindNearestPair() const {
    Pair best;
    double least = kInfinity;
    ForEach([&](std::size_t i, const ManifoldPoint& a) {
      ForEach([&](std::size_t j, const ManifoldPoint& b) {
        if (j <= i || i == deepest_ || j == deepest_) return;
        const double cost = CalcCost(a, b, spread_);
        if (cost >= least) return;
        least = cost;
        best = {i, j};
      });
    });
    return best;
  }

  Pair FindAnyOther() const {
    Pair other;
    ForEach([&](std::size_t i, const ManifoldPoint&) {
      if (i != deepest_) other = {deepest_, i};
    });
    return other;
  }

  bool touching_;
  std::size_t first_;
  std::vector<ManifoldPoint>* points_;
  int size_ = 0;
  std::size_t deepest_ = 0;
  double spread_ = 0;  // r^2
};

}  // namespace

void ReduceManifold(std::size_t first, std::vector<ManifoldPoint>* points) {
  if (points->size() - first <= kMaxManifoldPoints) return;
  PointClass touching(true, first, points);
  touching.JoinUntil(kMaxManifoldPoints);
  const int room = kMaxManifoldPoints - touching.size();
  if (room > 0) {
    PointClass(false, first, points).JoinUntil(room);
  } else {
    const auto begin = points->begin() + static_cast<std::ptrdiff_t>(first);
    points->erase(std::remove_if(begin, points->end(), std::not_fn(Touches)),
                  points->end());
  }
}

}  // namespace tactus::contact

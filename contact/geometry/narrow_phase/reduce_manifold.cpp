#include "tactus/contact/geometry/narrow_phase/reduce_manifold.h"

#include <algorithm>
#include <functional>
#include <limits>

#include <boost/container/small_vector.hpp>

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
    if (size_ <= most) return;
    if (most > 1) {
      JoinNearestPairs(most);
    } else {
      KeepDeepest();
    }
    size_ = most;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  // A point, as the criterion sees it, and which of those behind it is nearest.
  struct Cluster {
    Vector3d p, n;
    double f{};
    std::size_t point{};  ///< Into *points_.
    std::size_t nearest{};
    double cost = kInfinity;  ///< Of joining that one.
  };
  // Manifolds of more points than this are rare.
  using Clusters = boost::container::small_vector<Cluster, 256>;

  template <class Visitor>
  void ForEach(const Visitor& visit) const {
    for (std::size_t i = first_; i < points_->size(); ++i) {
      if (Touches((*points_)[i]) == touching_) visit(i, (*points_)[i]);
    }
  }

  // Each cluster knows its nearest, so that a joint costs one search for each
  // cluster that loses it: O(n^2) in all, mostly.
  void JoinNearestPairs(int most) {
    Clusters clusters;
    ForEach([&](std::size_t i, const ManifoldPoint& point) {
      if (i != deepest_) clusters.push_back(MakeCluster(i, point));
    });
    for (std::size_t i = 0; i < clusters.size(); ++i) FindNearest(i, &clusters);
    while (static_cast<int>(clusters.size()) > most - 1) {
      const auto best =
          std::ranges::min_element(clusters, std::less<>(), &Cluster::cost);
      JoinWithNearest(static_cast<std::size_t>(best - clusters.begin()),
                      &clusters);
    }
    RemoveAllBut(clusters);
  }

  static Cluster MakeCluster(std::size_t i, const ManifoldPoint& point) {
    return {.p = Middle(point),
            .n = point.normal_W,
            .f = ForceOf(point),
            .point = i};
  }

  double CalcCost(const Cluster& a, const Cluster& b) const {
    return a.f * b.f / (a.f + b.f) *
           ((a.p - b.p).squaredNorm() + spread_ * (a.n - b.n).squaredNorm());
  }

  void FindNearest(std::size_t i, Clusters* clusters) const {
    Cluster& a = (*clusters)[i];
    a.cost = kInfinity;
    for (std::size_t j = i + 1; j < clusters->size(); ++j) {
      const double cost = CalcCost(a, (*clusters)[j]);
      if (cost >= a.cost) continue;
      a.cost = cost;
      a.nearest = j;
    }
  }

  void JoinWithNearest(std::size_t i, Clusters* clusters) {
    Cluster& a = (*clusters)[i];
    const std::size_t j = a.nearest;
    ManifoldPoint& joined = (*points_)[a.point];
    joined = Join(joined, (*points_)[(*clusters)[j].point]);
    a = MakeCluster(a.point, joined);
    clusters->erase(clusters->begin() + static_cast<std::ptrdiff_t>(j));
    // Before i and j, and between them, a nearest one may have gone or moved;
    // the joined one may be nearer than it was.
    for (std::size_t k = 0; k < std::min(j, clusters->size()); ++k) {
      Cluster& each = (*clusters)[k];
      if (k == i || each.nearest == j || (k < i && each.nearest == i)) {
        FindNearest(k, clusters);
        continue;
      }
      if (each.nearest > j) --each.nearest;
      if (k > i) continue;
      const double cost = CalcCost(each, (*clusters)[i]);
      if (cost < each.cost || (cost == each.cost && i < each.nearest)) {
        each.cost = cost;
        each.nearest = i;
      }
    }
    for (std::size_t k = j; k < clusters->size(); ++k) --(*clusters)[k].nearest;
  }

  // Of this class; the clusters are in the order of their points.
  void RemoveAllBut(const Clusters& clusters) {
    std::size_t next = first_;
    auto kept = clusters.begin();
    for (std::size_t i = first_; i < points_->size(); ++i) {
      const bool is_cluster = kept != clusters.end() && kept->point == i;
      if (is_cluster) ++kept;
      if (is_cluster || i == deepest_ || Touches((*points_)[i]) != touching_)
        (*points_)[next++] = (*points_)[i];
    }
    points_->resize(next);
  }

  void KeepDeepest() { RemoveAllBut({}); }

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

#include "tactus/contact/geometry/narrow_phase/reduce_manifold.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <boost/container/small_vector.hpp>

namespace tactus::contact {
namespace {

constexpr double kLeastShare = 1e-3;  // Of a point that is worth keeping.

constexpr std::size_t kUsual = 64;  // Points to join; more are rare.
using Indices = boost::container::small_vector<std::size_t, kUsual>;

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

// The first of the least numbers; the least itself is found without branches,
// which no processor would foresee. The last, where one is not a number.
std::size_t FindLeast(const double* numbers, std::size_t count) {
  using Numbers = Eigen::Map<const Eigen::ArrayXd>;
  const double least =
      Numbers(numbers, static_cast<Eigen::Index>(count)).minCoeff();
  const double* first = std::find(numbers, numbers + count, least);
  return std::min(static_cast<std::size_t>(first - numbers), count - 1);
}

// Points as Ward's criterion sees them, and what it costs to join any two. All
// costs are kept, and of each cluster the nearest of those behind it, so that a
// joint costs one row of new costs and a search in the rows that lose their
// nearest. Numbers of one kind lie in a row, for the processor's vectors.
class ClusterTable {
 public:
  /// @param capacity  as many as are added, at most.
  ClusterTable(int capacity, double spread)
      : stride_(capacity), spread_(spread) {
    numbers_.resize(kNumRows * stride_, boost::container::default_init);
    costs_.resize(stride_ * stride_, boost::container::default_init);
  }

  void Add(std::size_t point_index, const ManifoldPoint& point) {
    points_.push_back(point_index);
    nearest_.push_back(0);
    Row(kBias)[size_] = 0;
    Row(kLeastCost)[size_] = kInfinity;
    Set(size_++, point);
  }

  void FindCosts() {
    for (std::size_t i = 0; i < size_; ++i) {
      CalcCosts(i, i + 1, size_, CostsOf(i));
      FindNearest(i);
    }
  }

  std::pair<std::size_t, std::size_t> NearestPair() const {
    const std::size_t i = FindLeast(Row(kLeastCost), size_);
    return {i, nearest_[i]};
  }

  /// Puts `joined` in the place of a; b is no more.
  void Join(std::size_t a, std::size_t b, const ManifoldPoint& joined) {
    Set(a, joined);
    Row(kBias)[b] = Row(kLeastCost)[b] = kInfinity;
    for (std::size_t k = 0; k < b; ++k) CostsOf(k)[b] = kInfinity;
    double* before = Row(kScratch);
    CalcCosts(a, 0, a, before);
    CalcCosts(a, a + 1, size_, CostsOf(a));
    for (std::size_t k = 0; k < a; ++k) {
      if (IsGone(k)) continue;
      CostsOf(k)[a] = before[k];
      if (nearest_[k] == a || nearest_[k] == b) {
        FindNearest(k);
      } else if (const double least = Row(kLeastCost)[k];
                 before[k] < least || (before[k] == least && a < nearest_[k])) {
        Row(kLeastCost)[k] = before[k];
        nearest_[k] = a;
      }
    }
    FindNearest(a);
    for (std::size_t k = a + 1; k < b; ++k) {
      if (!IsGone(k) && nearest_[k] == b) FindNearest(k);
    }
  }

  std::size_t PointOf(std::size_t cluster) const { return points_[cluster]; }

  /// Of the clusters that are left, in order.
  Indices Points() const {
    Indices left;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!IsGone(i)) left.push_back(points_[i]);
    }
    return left;
  }

 private:
  // kBias: infinite for those that are no more.
  enum {
    kForce,
    kPx,
    kPy,
    kPz,
    kNx,
    kNy,
    kNz,
    kBias,
    kLeastCost,
    kScratch,
    kNumRows
  };

  double* Row(std::size_t row) { return numbers_.data() + row * stride_; }
  const double* Row(std::size_t row) const {
    return numbers_.data() + row * stride_;
  }
  bool IsGone(std::size_t i) const { return Row(kBias)[i] != 0; }
  double* CostsOf(std::size_t i) { return costs_.data() + i * stride_; }

  void Set(std::size_t i, const ManifoldPoint& point) {
    const Vector3d p = Middle(point), n = point.normal_W;
    Row(kForce)[i] = ForceOf(point);
    for (int k = 0; k < 3; ++k) {
      Row(kPx + k)[i] = p[k];
      Row(kNx + k)[i] = n[k];
    }
  }

  // f_i f_k / (f_i + f_k) (|p_i - p_k|^2 + r^2 |n_i - n_k|^2)
  void CalcCosts(std::size_t i, std::size_t begin, std::size_t end,
                 double* __restrict costs) const {
    const double *f = Row(kForce), *bias = Row(kBias);
    const double *px = Row(kPx), *py = Row(kPy), *pz = Row(kPz);
    const double *nx = Row(kNx), *ny = Row(kNy), *nz = Row(kNz);
    const auto square = [](double x) {
      return x * x;
    };
    for (std::size_t k = begin; k < end; ++k) {
      const double apart2 =
          square(px[i] - px[k]) + square(py[i] - py[k]) + square(pz[i] - pz[k]);
      const double turned2 =
          square(nx[i] - nx[k]) + square(ny[i] - ny[k]) + square(nz[i] - nz[k]);
      costs[k] =
          f[i] * f[k] / (f[i] + f[k]) * (apart2 + spread_ * turned2) + bias[k];
    }
  }

  // The first of the nearest behind i.
  void FindNearest(std::size_t i) {
    double& least = Row(kLeastCost)[i];
    least = kInfinity;
    if (i + 1 == size_) return;
    const double* costs = CostsOf(i);
    const std::size_t k = i + 1 + FindLeast(costs + i + 1, size_ - i - 1);
    least = costs[k];
    nearest_[i] = k;
  }

  std::size_t stride_, size_ = 0;
  double spread_;  // r^2
  boost::container::small_vector<double, kNumRows * kUsual> numbers_;
  boost::container::small_vector<double, kUsual * kUsual> costs_;
  Indices points_, nearest_;
};

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
  template <class Visitor>
  void ForEach(const Visitor& visit) const {
    for (std::size_t i = first_; i < points_->size(); ++i) {
      if (Touches((*points_)[i]) == touching_) visit(i, (*points_)[i]);
    }
  }

  void JoinNearestPairs(int most) {
    ClusterTable clusters(size_, spread_);
    ForEach([&](std::size_t i, const ManifoldPoint& point) {
      if (i != deepest_) clusters.Add(i, point);
    });
    clusters.FindCosts();
    for (int left = size_ - 1; left > most - 1; --left) {
      const auto [a, b] = clusters.NearestPair();
      ManifoldPoint& joined = (*points_)[clusters.PointOf(a)];
      joined = Join(joined, (*points_)[clusters.PointOf(b)]);
      clusters.Join(a, b, joined);
    }
    RemoveAllBut(clusters.Points());
  }

  // Of this class; `kept` is in order.
  void RemoveAllBut(const Indices& kept) {
    std::size_t next = first_;
    auto cluster = kept.begin();
    for (std::size_t i = first_; i < points_->size(); ++i) {
      const bool is_cluster = cluster != kept.end() && *cluster == i;
      if (is_cluster) ++cluster;
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

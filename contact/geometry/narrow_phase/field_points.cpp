#include "tactus/contact/geometry/narrow_phase/field_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "tactus/contact/geometry/narrow_phase/axis_shares.h"

namespace tactus::contact {
namespace {

/// How far from each other two points are that share weight, at the most,
///
///     2 arc = 2 R (|n - m| + kFieldFade),
///
/// and the most by which their normals differ (Distinctness()).
constexpr double kMostTurn = 0.25;
double CalcReachOfCoupling(double turn, double radius) {
  return 2 * radius * (turn + kFieldFade);
}

/// The least size of a bin [m].
constexpr double kLeastSize = 1e-9;

/// Points by where they are on the field, so that those that share weight
/// with one are found without looking at all.
class PointBins {
 public:
  PointBins(const std::vector<FieldPoint>& points, double radius);

  /// The indices of all that may share weight with `a`, itself included,
  /// ascending.
  void FindNear(const FieldPoint& a, std::vector<int>* near) const;

 private:
  struct Bin {
    std::vector<int> members = {};
    /// The ball of their normals, and the rectangle of their places.
    Vector3d normal = Vector3d::Zero();
    double turn = 0;
    Vector2d low = Vector2d::Zero(), high = Vector2d::Zero();

    bool MayReach(const FieldPoint& a, double radius) const {
      const double apart = (a.point.normal_W - normal).norm();
      if (apart - turn >= kMostTurn) return false;
      const Vector2d p = a.point.p_WB.head<2>();
      const double way = (p - p.cwiseMax(low).cwiseMin(high)).norm();
      return way < CalcReachOfCoupling(apart + turn, radius);
    }
  };

  using Place = std::pair<std::int64_t, std::int64_t>;
  Place PlaceOf(const FieldPoint& a) const;

  double radius_, size_;
  std::map<Place, Bin> bins_;
};

PointBins::PointBins(const std::vector<FieldPoint>& points, double radius)
    : radius_(radius),
      size_(std::max(CalcReachOfCoupling(0, radius), kLeastSize)) {
  for (int i = 0; i < std::ssize(points); ++i)
    bins_[PlaceOf(points[i])].members.push_back(i);
  for (auto& [place, bin] : bins_) {
    const ManifoldPoint& first = points[bin.members.front()].point;
    bin.normal = first.normal_W;
    bin.low = bin.high = first.p_WB.head<2>();
    for (const int i : bin.members) {
      const ManifoldPoint& point = points[i].point;
      bin.turn = std::max(bin.turn, (point.normal_W - bin.normal).norm());
      bin.low = bin.low.cwiseMin(point.p_WB.head<2>());
      bin.high = bin.high.cwiseMax(point.p_WB.head<2>());
    }
  }
}

PointBins::Place PointBins::PlaceOf(const FieldPoint& a) const {
  const Vector3d& p = a.point.p_WB;
  return {static_cast<std::int64_t>(std::floor(p.x() / size_)),
          static_cast<std::int64_t>(std::floor(p.y() / size_))};
}

// In the bins that are within the most that a coupling reaches.
void PointBins::FindNear(const FieldPoint& a, std::vector<int>* near) const {
  const auto most = static_cast<std::int64_t>(
      std::ceil(CalcReachOfCoupling(kMostTurn, radius_) / size_));
  const auto [row, column] = PlaceOf(a);
  near->clear();
  for (std::int64_t r = row - most; r <= row + most; ++r) {
    for (auto bin = bins_.lower_bound({r, column - most});
         bin != bins_.end() && bin->first <= Place(r, column + most); ++bin) {
      const std::vector<int>& members = bin->second.members;
      if (bin->second.MayReach(a, radius_))
        near->insert(near->end(), members.begin(), members.end());
    }
  }
  std::ranges::sort(*near);
}

// c_ij of two points that are not of one face, with R the inner radius.
double CalcCoupling(const FieldPoint& a, const FieldPoint& b, double radius) {
  const Vector3d &n = a.point.normal_W, &m = b.point.normal_W;
  const double alike = 1 - Distinctness(n, m);
  if (alike == 0) return 0;
  const double apart = (a.point.p_WB - b.point.p_WB).norm();
  const double arc = radius * ((n - m).norm() + kFieldFade);
  const double near = std::clamp(2 - apart / arc, 0.0, 1.0);
  const double less = a.point.depth - b.point.depth;
  if (less <= 0 || near == 0) return alike * near;
  const double part = a.point.depth > 0
                          ? std::max(0.0, b.point.depth / a.point.depth)
                          : std::max(0.0, 1 - less / (kFieldFade * radius));
  return alike * near * part;
}

// s_i
double SizeOf(const FieldPoint& c) {
  return c.fade * std::min(1.0, c.point.weight);
}

}  // namespace

void ShareFieldWeights(double inner_radius, int num_faces,
                       std::vector<FieldPoint>* points) {
  if (points->empty()) return;
  const PointBins bins(*points, inner_radius);
  std::vector<double> total;
  std::vector<int> near;
  for (const FieldPoint& a : *points) {
    double& sum = total.emplace_back(SizeOf(a));
    bins.FindNear(a, &near);
    for (const int i : near) {
      const FieldPoint& b = (*points)[i];
      const bool one_face = a.source == b.source && a.source < num_faces;
      if (&a != &b && !one_face)
        sum += CalcCoupling(a, b, inner_radius) * SizeOf(b);
    }
  }
  for (std::size_t i = 0; i < points->size(); ++i) {
    FieldPoint& each = (*points)[i];
    each.point.weight *= each.fade / std::max(1.0, total[i]);
  }
}

}  // namespace tactus::contact

#pragma once

#include <algorithm>
#include <array>
#include <functional>

#include "tactus/common/types.h"

namespace tactus::contact {

/// Whether two unit normals describe one contact, 0, or two, 1: 0 up to an
/// angle of 0.05 rad, 1 from 0.25 rad on, smooth between.
inline double Distinctness(const Vector3d& a, const Vector3d& b) {
  constexpr double low = 0.05 * 0.05, high = 0.25 * 0.25;
  const double x =
      std::clamp(((a - b).squaredNorm() - low) / (high - low), 0.0, 1.0);
  return x * x * (3 - 2 * x);
}

/// The part of its share that an axis leaves to a like one with less overlap,
///
///     (1 - distinctness) min(1, (o_more / o_less - 1) / (a - 0.01)+),
///
/// with the angle a between them: nothing at a tie, which would otherwise be a
/// jump of the force's direction by a, unless a is less than 0.01.
inline double PartLeftTo(const Vector3d& less, double o_less,
                         const Vector3d& more, double o_more) {
  const double part = 1 - Distinctness(less, more);
  const double range = (less - more).norm() - 0.01;
  const double excess = o_more / o_less - 1;
  return excess < range ? part * excess / range : part;
}

/// A contact's axes, each with its overlap and its share of the contact.
template <int kCapacity>
class AxisShares {
 public:
  void Add(const Vector3d& normal, double overlap, double share) {
    axes_[size_] = {normal, overlap, share};
    by_overlap_[size_] = size_;
    ++size_;
  }

  int size() const { return size_; }
  const Vector3d& normal(int k) const { return axes_[k].normal; }
  double overlap(int k) const { return axes_[k].overlap; }
  double share(int k) const { return axes_[k].share; }
  void set_share(int k, double share) { axes_[k].share = share; }

  double TotalShare() const {
    double total = 0;
    for (int k = 0; k < size_; ++k) total += axes_[k].share;
    return total;
  }

  /// Lets at most `count` axes have a share: takes the largest but `count` off
  /// all of them, which changes continuously with them.
  void KeepLargest(int count) {
    if (size_ <= count) return;
    std::array<double, kCapacity> sorted;
    for (int k = 0; k < size_; ++k) sorted[k] = axes_[k].share;
    const auto next = sorted.begin() + count;
    std::nth_element(sorted.begin(), next, sorted.begin() + size_,
                     std::greater<>());
    for (int k = 0; k < size_; ++k) {
      axes_[k].share = std::max(0.0, axes_[k].share - *next);
    }
  }

  /// Hands as much of `share`, which belongs to an axis `normal`, to the axes
  /// that are alike as `extent(k)` in [0, 1] lets the k-th take, each in
  /// proportion to its part. Returns the rest.
  template <class Extent>
  double Absorb(const Vector3d& normal, double share, const Extent& extent) {
    std::array<double, kCapacity> part;
    double total = 0, rest = 1;
    for (int k = 0; k < size_; ++k) {
      part[k] = extent(k) * (1 - Distinctness(normal, axes_[k].normal));
      total += part[k];
      rest *= 1 - part[k];
    }
    if (total == 0) return share;
    for (int k = 0; k < size_; ++k) {
      axes_[k].share += share * (1 - rest) * part[k] / total;
    }
    return share * rest;
  }

  /// Of axes that are alike, leaves the share of those with more overlap to the
  /// one with least.
  void MergeAlike() {
    const auto begin = by_overlap_.begin(), end = begin + size_;
    std::sort(begin, end, [this](int a, int b) {
      return axes_[a].overlap < axes_[b].overlap;
    });
    for (int i = size_ - 1; i > 0; --i) {
      Axis& from = axes_[by_overlap_[i]];
      for (int j = 0; j < i && from.share > 0; ++j) {
        Axis& to = axes_[by_overlap_[j]];
        const double moved = from.share * PartLeftTo(to.normal, to.overlap,
                                                     from.normal, from.overlap);
        to.share += moved;
        from.share -= moved;
      }
    }
  }

 private:
  struct Axis {
    Vector3d normal;  ///< From P into Q.
    double overlap{}, share{};
  };
  int size_ = 0;
  std::array<Axis, kCapacity> axes_;
  std::array<int, kCapacity> by_overlap_;
};

}  // namespace tactus::contact

#pragma once

#include <array>
#include <cmath>

#include "tactus/common/types.h"

namespace tactus::contact {

/// A site of the body-centred cubic lattice, at origin + (edge / 2) (x, y, z):
/// all three even, or all three odd, the corners and centres of cubes.
using Site = Eigen::Vector3i;

/// Sites of a box, and their edges: long ones, between corners or between
/// centres, and short ones, sqrt(3)/2 as long, between a corner and a centre.
/// A tetrahedron has two long edges, opposite each other, and four short ones.
class Lattice {
 public:
  static constexpr int kNumDirections = 14;

  /// `cells` cubes from the origin on.
  Lattice(const Vector3d& origin, double edge, const Site& cells)
      : origin_(origin), edge_(edge), cells_(cells) {}

  double edge() const { return edge_; }
  const Site& cells() const { return cells_; }
  /// Two per cube: its lowest corner, and its centre.
  int num_sites() const { return 2 * cells_.prod(); }

  Vector3d PositionOf(const Site& site) const {
    return origin_ + edge_ / 2 * site.cast<double>();
  }
  int IndexOf(const Site& s) const {
    const int x = s.x() >> 1, y = s.y() >> 1, z = s.z() >> 1;
    return 2 * (x + cells_.x() * (y + cells_.y() * z)) + (s.x() & 1);
  }
  Site SiteOf(int index) const {
    const int cell = index / 2, row = cell / cells_.x();
    return 2 * Site(cell % cells_.x(), row % cells_.y(), row / cells_.y()) +
           Site::Constant(index % 2);
  }

  /// From a site to a neighbour: 0 to 5 along long edges, others along short
  /// ones.
  static Site StepOf(int direction) {
    Site step = Site::Zero();
    if (direction < 6) {
      step[direction / 2] = direction % 2 == 0 ? 2 : -2;
      return step;
    }
    for (int i = 0; i < 3; ++i) step[i] = ((direction - 6) >> i & 1) ? -1 : 1;
    return step;
  }
  static int DirectionOf(const Site& step) {
    int direction = 6;
    for (int i = 0; i < 3; ++i) {
      if (std::abs(step[i]) == 2) return 2 * i + (step[i] < 0);
      direction += (step[i] < 0) << i;
    }
    return direction;
  }
  static int Opposite(int direction) {
    return direction < 6 ? direction ^ 1 : 6 + (7 ^ (direction - 6));
  }
  static bool IsLong(int direction) { return direction < 6; }

 private:
  Vector3d origin_;
  double edge_;
  Site cells_;
};

}  // namespace tactus::contact

#pragma once

#include <array>

#include "tactus/contact/pressure/volume/lattice.h"

namespace tactus::contact {

/// How a lattice's tetrahedron is cut where the surface passes [LabelleShewchuk07]: of
/// corners that are inside (+), on the surface (0) and outside (-), what is
/// inside becomes up to three tetrahedra between corners and cuts, the points
/// of the edges from + to - that are on the surface.
///
///     no -           the tetrahedron
///     one +          each - moves to the cut
///     ++0-           a pyramid, in two
///     ++--, +++-     a prism, in three
///
/// Faces of two + and one - leave a quadrilateral, which both tetrahedra at the
/// face cut along the same diagonal:
///
///     its + + edge is short  from the + that has a short edge to the -, to the
///                            cut of the long edge
///     its + + edge is long   from the + that is even along it, in units of
///                            its length, or the other if the - is to the one
///                            hand of the edge (HasEvenDiagonal)
///
/// With cuts at least kLongShare or kShortShare of their edge from either end,
/// and corners on the surface at most as far from their site, along an edge,
/// dihedral angles are from 10.7 to 164.8 degrees (found by trying all corners
/// of that set of positions).
struct Stencil {
  /// A corner (i, i), or the cut of the edge from + i to - j.
  struct Point {
    int i{}, j{};
    bool operator==(const Point&) const = default;
  };
  using Tetrahedron = std::array<Point, 4>;

  std::array<Tetrahedron, 3> tetrahedra;
  int count = 0;
};

inline constexpr double kLongShare = 0.2852, kShortShare = 0.3990;

/// Corners 0 and 1 share a long edge, as do 2 and 3; `signs` are 1, 0 or -1.
Stencil MakeStencil(const std::array<Site, 4>& corners,
                    const std::array<int, 4>& signs);

}  // namespace tactus::contact

#include "tactus/contact/pressure/volume/stencils.h"

#include <algorithm>

namespace tactus::contact {
namespace {

using Point = Stencil::Point;

/// A diagonal of a quadrilateral.
struct Diagonal {
  Point a, b;
  bool Has(const Point& p) const { return a == p || b == p; }
};

class StencilMaker {
 public:
  StencilMaker(const std::array<Site, 4>& corners,
               const std::array<int, 4>& signs)
      : corners_(corners), signs_(signs) {
    for (int i = 0; i < 4; ++i) {
      if (signs[i] > 0) inside_[num_inside_++] = i;
      if (signs[i] < 0) outside_[num_outside_++] = i;
      if (signs[i] == 0) on_ = i;
    }
  }

  Stencil Make() {
    if (num_inside_ == 0) return stencil_;
    if (num_outside_ == 0) {
      Add({{{0, 0}, {1, 1}, {2, 2}, {3, 3}}});
    } else if (num_inside_ == 1) {
      CutToOneCorner();
    } else if (num_inside_ == 2 && num_outside_ == 1) {
      CutToPyramid();
    } else if (num_inside_ == 2) {
      CutToWedge();
    } else {
      CutOneCorner();
    }
    return stencil_;
  }

 private:
  static bool IsLong(int i, int j) { return i / 2 == j / 2; }

  void Add(const Stencil::Tetrahedron& t) {
    stencil_.tetrahedra[stencil_.count++] = t;
  }

  /// Of a long edge from i to j, on whose one hand corner m is.
  bool HasEvenDiagonal(int i, int j, int m) const {
    const Site along = corners_[j] - corners_[i];
    const Site across = corners_[m] - corners_[i];
    int hand = 1, axis = 0;
    for (int k = 0; k < 3; ++k) {
      if (along[k] != 0) {
        axis = k;
      } else {
        hand *= across[k];
      }
    }
    const bool is_even = (corners_[i][axis] >> 1) % 2 == 0;
    return is_even == (hand > 0);
  }

  /// Of the quadrilateral that is left of face (i, j, m): + + -.
  Diagonal FindDiagonal(int i, int j, int m) const {
    const bool from_i = IsLong(i, j) ? HasEvenDiagonal(i, j, m) : !IsLong(i, m);
    return from_i ? Diagonal{{i, i}, {j, m}} : Diagonal{{j, j}, {i, m}};
  }

  void CutToOneCorner() {
    Stencil::Tetrahedron t;
    for (int i = 0; i < 4; ++i)
      t[i] = signs_[i] < 0 ? Point{inside_[0], i} : Point{i, i};
    Add(t);
  }

  void CutToPyramid() {
    const int i = inside_[0], j = inside_[1], m = outside_[0];
    const Diagonal d = FindDiagonal(i, j, m);
    const Point top{on_, on_};
    // Either side of the diagonal: the corner that it leaves, and the cut.
    const int other = d.a.i == i ? j : i;
    Add({top, d.a, {other, other}, d.b});
    Add({top, d.a, d.b, {d.a.i, m}});
  }

  /// Around the edge between both that are inside; the quadrilateral on the
  /// surface has the diagonal that lets the three be cut.
  void CutToWedge() {
    const int i = inside_[0], j = inside_[1], m = outside_[0], n = outside_[1];
    const std::array<Point, 3> a{{{i, i}, {i, m}, {i, n}}};
    const std::array<Point, 3> b{{{j, j}, {j, m}, {j, n}}};
    const Diagonal first = FindDiagonal(i, j, m), last = FindDiagonal(i, j, n);
    // Through an end of one of both.
    const Diagonal middle = first.b == Point{i, m} ? Diagonal{{i, m}, {j, n}}
                                                   : Diagonal{{i, n}, {j, m}};
    CutPrism(a, b, {first, middle, last});
  }

  void CutOneCorner() {
    const int i = inside_[0], j = inside_[1], k = inside_[2], m = outside_[0];
    CutPrism(
        {{{i, i}, {j, j}, {k, k}}}, {{{i, m}, {j, m}, {k, m}}},
        {FindDiagonal(i, j, m), FindDiagonal(j, k, m), FindDiagonal(k, i, m)});
  }

  /// Between triangles a and b, `diagonals` of the sides from corner k to
  /// k + 1. A corner with two diagonals sees all of the prism.
  void CutPrism(const std::array<Point, 3>& a, const std::array<Point, 3>& b,
                const std::array<Diagonal, 3>& diagonals) {
    for (int k = 0; k < 6; ++k) {
      const auto& own = k < 3 ? a : b;
      const auto& other = k < 3 ? b : a;
      const Point top = own[k % 3];
      const auto has_top = [&](const Diagonal& d) {
        return d.Has(top);
      };
      if (std::ranges::count_if(diagonals, has_top) < 2) continue;
      Add({top, other[0], other[1], other[2]});
      const int from = (k + 1) % 3, to = (k + 2) % 3;
      const Diagonal& d = diagonals[from];
      const bool from_own = d.Has(own[from]);
      Add({top, d.a, d.b, from_own ? own[to] : own[from]});
      Add({top, d.a, d.b, from_own ? other[from] : other[to]});
      return;
    }
  }

  const std::array<Site, 4>& corners_;
  const std::array<int, 4>& signs_;
  std::array<int, 4> inside_{}, outside_{};
  int num_inside_ = 0, num_outside_ = 0, on_ = -1;
  Stencil stencil_;
};

}  // namespace

Stencil MakeStencil(const std::array<Site, 4>& corners,
                    const std::array<int, 4>& signs) {
  return StencilMaker(corners, signs).Make();
}

}  // namespace tactus::contact

#include "tactus/contact/pressure/volume/stencils.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/contact/pressure/volume/dihedral_angles.h"

namespace tactus::contact {
namespace {

using Signs = std::array<int, 4>;

constexpr std::pair<int, int> kEdges[] = {{0, 1}, {0, 2}, {0, 3},
                                          {1, 2}, {1, 3}, {2, 3}};

double ShareOf(int i, int j) {
  return i / 2 == j / 2 ? kLongShare : kShortShare;
}

/// Positions that a corner on the surface can have: its site, or as far along
/// an edge as the share allows.
std::vector<Vector3d> ListWarps(const Site& site) {
  std::vector<Vector3d> all{site.cast<double>()};
  for (int d = 0; d < Lattice::kNumDirections; ++d) {
    const double share = Lattice::IsLong(d) ? kLongShare : kShortShare;
    all.push_back(site.cast<double>() +
                  share * Lattice::StepOf(d).cast<double>());
  }
  return all;
}

/// A stencil with each position at one end of what it may be.
class Trial {
 public:
  Trial(const std::array<Site, 4>& corners, const Signs& signs)
      : corners_(corners),
        signs_(signs),
        stencil_(MakeStencil(corners, signs)) {
    for (int i = 0; i < 4; ++i) positions_[i] = corners[i].cast<double>();
  }

  AngleRange Run() {
    TryCorner(0);
    return range_;
  }
  const Stencil& stencil() const { return stencil_; }

 private:
  void TryCorner(int i) {
    if (i == 4) return TryEdge(0);
    if (signs_[i] != 0) return TryCorner(i + 1);
    for (const Vector3d& p : ListWarps(corners_[i])) {
      positions_[i] = p;
      TryCorner(i + 1);
    }
    positions_[i] = corners_[i].cast<double>();
  }

  void TryEdge(int e) {
    if (e == 6) return Measure();
    const auto [i, j] = kEdges[e];
    if (signs_[i] * signs_[j] >= 0) return TryEdge(e + 1);
    for (const double t : {ShareOf(i, j), 1 - ShareOf(i, j)}) {
      cuts_[i][j] = cuts_[j][i] =
          positions_[i] + t * (positions_[j] - positions_[i]);
      TryEdge(e + 1);
    }
  }

  /// Two sites do not move towards each other: the first one's move takes the
  /// other's cut away.
  bool IsPossible() const {
    for (const auto& [i, j] : kEdges) {
      if (signs_[i] != 0 || signs_[j] != 0) continue;
      const double length = (corners_[i] - corners_[j]).cast<double>().norm();
      if ((positions_[i] - positions_[j]).norm() <
          length * (1 - 2 * ShareOf(i, j)) + 1e-9)
        return false;
    }
    return true;
  }

  void Measure() {
    if (!IsPossible()) return;
    for (int n = 0; n < stencil_.count; ++n) {
      std::array<Vector3d, 4> x;
      for (int k = 0; k < 4; ++k) {
        const Stencil::Point& p = stencil_.tetrahedra[n][k];
        x[k] = p.i == p.j ? positions_[p.i] : cuts_[p.i][p.j];
      }
      range_.Add(CalcDihedralAngles(x));
    }
  }

  const std::array<Site, 4>& corners_;
  Signs signs_;
  Stencil stencil_;
  std::array<Vector3d, 4> positions_;
  std::array<std::array<Vector3d, 4>, 4> cuts_;
  AngleRange range_;
};

// Both parities of the long edge between corners of cubes.
std::vector<std::array<Site, 4>> ListTetrahedra() {
  return {{Site(2, 2, 2), Site(2, 2, 4), Site(3, 3, 3), Site(1, 3, 3)},
          {Site(2, 2, 4), Site(2, 2, 6), Site(3, 3, 5), Site(1, 3, 5)}};
}

template <class Visitor>
void VisitSigns(const Visitor& visit) {
  for (int code = 0; code < 81; ++code) {
    visit(
        Signs{code % 3 - 1, code / 3 % 3 - 1, code / 9 % 3 - 1, code / 27 - 1});
  }
}

TEST_CASE("Stencil: cuts and moves as far as allowed -> angles 10.7 to 164.8") {
  AngleRange range;
  for (const auto& corners : ListTetrahedra()) {
    VisitSigns([&](const Signs& signs) {
      const AngleRange each = Trial(corners, signs).Run();
      INFO(signs[0] << signs[1] << signs[2] << signs[3]);
      CHECK(each.low >= 10.7);
      CHECK(each.high <= 164.8);
      range.low = std::min(range.low, each.low);
      range.high = std::max(range.high, each.high);
    });
  }
  // The bounds are attained.
  CHECK(range.low < 10.9);
  CHECK(range.high > 164.6);
}

TEST_CASE("Stencil: signs -> as many tetrahedra as the polyhedron has") {
  const auto corners = ListTetrahedra()[0];
  VisitSigns([&](const Signs& signs) {
    const auto in = std::ranges::count(signs, 1);
    const auto out = std::ranges::count(signs, -1);
    int expected = 3;
    if (in == 0) {
      expected = 0;
    } else if (out == 0 || in == 1) {
      expected = 1;
    } else if (in + out == 3) {
      expected = 2;
    }
    CHECK(MakeStencil(corners, signs).count == expected);
  });
}

}  // namespace
}  // namespace tactus::contact

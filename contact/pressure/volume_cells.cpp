#include "tactus/contact/pressure/volume_cells.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tactus/common/require.h"
#include "tactus/common/tetrahedron.h"
#include "tactus/contact/pressure/trees/triangle_tree.h"
#include "tactus/contact/pressure/volume/lattice.h"
#include "tactus/contact/pressure/volume/volume_mesh.h"

namespace tactus::contact {
namespace {

constexpr double kFlatCell = 1e-9;  ///< Volume over the longest edge cubed.
constexpr double kEqual = 1e-9;     ///< Of distances, over the longest edge.

std::string NameOf(std::size_t tetrahedron) {
  return "Tetrahedron " + std::to_string(tetrahedron) + " of a volume mesh ";
}

/// Of the face without corner k.
double CalcFaceArea(const Tetrahedron& p, int k) {
  const Vector3d &a = p[(k + 1) % 4], &b = p[(k + 2) % 4], &c = p[(k + 3) % 4];
  return (b - a).cross(c - a).norm() / 2;
}

/// sum A_k p_k / sum A_k, A_k the area of the face that is opposite.
Vector3d CalcIncenter(const Tetrahedron& p) {
  Vector3d sum = Vector3d::Zero();
  double area = 0;
  for (int k = 0; k < 4; ++k) {
    sum += CalcFaceArea(p, k) * p[k];
    area += CalcFaceArea(p, k);
  }
  return sum / area;
}

TriangleMesh FindSurface(std::span<const Vector3d> vertices,
                         std::span<const std::array<int, 4>> tetrahedra) {
  return {{vertices.begin(), vertices.end()}, FindBoundary(tetrahedra)};
}

/// The linear function with the values d at the corners:
/// gradient . (p_k - p_0) = d_k - d_0, k = 1, 2, 3.
void SetDistances(const Tetrahedron& p, const std::array<double, 4>& d,
                  ConvexCell* cell) {
  Matrix3d edges;
  Vector3d rise;
  for (int k = 0; k < 3; ++k) {
    edges.row(k) = p[k + 1] - p[0];
    rise[k] = d[k + 1] - d[0];
  }
  cell->gradient = edges.inverse() * rise;
  cell->offset = d[0] - cell->gradient.dot(p[0]);
}

/// Cells whose pressure is still the distance.
class VolumeCells {
 public:
  explicit VolumeCells(TriangleMesh surface) : surface_(std::move(surface)) {}

  double DistanceOf(const Vector3d& x) {
    const double d = surface_.CalcDistance(x);
    if (d > depth_) {
      depth_ = d;
      deepest_ = x;
    }
    return d;
  }

  /// Climbs from the deepest point along the lattice's directions, by halves of
  /// an edge and less.
  void Deepen(double edge) {
    constexpr double kLeast = 1e-3;
    for (double step = edge / 2; step > kLeast * edge; step /= 2) {
      for (bool climbs = true; climbs;) {
        const double before = depth_;
        const Vector3d x = deepest_;
        for (int k = 0; k < Lattice::kNumDirections; ++k) {
          DistanceOf(x + step / 2 * Lattice::StepOf(k).cast<double>());
        }
        climbs = depth_ > before;
      }
    }
  }

  /// Split, if d has no gradient; false if it has none then either.
  bool Add(const Tetrahedron& p, const std::array<double, 4>& d,
           bool may_split = true) {
    const auto [low, high] = std::minmax_element(d.begin(), d.end());
    if (*high - *low > kEqual * CalcLongestEdge(p)) {
      cells_.push_back(ConvexCell::MakePyramid(p[3], {p[0], p[1], p[2]}));
      SetDistances(p, d, &cells_.back());
      return true;
    }
    if (!may_split) return false;
    const Vector3d center = CalcIncenter(p);
    const double depth = DistanceOf(center);
    for (int k = 0; k < 4; ++k) {
      Tetrahedron part = p;
      std::array<double, 4> distances = d;
      part[k] = center;
      distances[k] = depth;
      if (!Add(part, distances, false)) return false;
    }
    return true;
  }

  /// p = (E / H) d, H the largest d that was found.
  std::vector<ConvexCell> Finish(double modulus) {
    for (ConvexCell& cell : cells_) {
      cell.gradient *= modulus / depth_;
      cell.offset *= modulus / depth_;
    }
    return std::move(cells_);
  }

 private:
  TriangleTree surface_;
  std::vector<ConvexCell> cells_;
  double depth_ = 0;
  Vector3d deepest_ = Vector3d::Zero();
};

void RequireValid(std::span<const Vector3d> vertices,
                  std::span<const std::array<int, 4>> tetrahedra) {
  const int count = static_cast<int>(vertices.size());
  for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
    Tetrahedron p;
    for (int k = 0; k < 4; ++k) {
      const int v = tetrahedra[i][k];
      Require(v >= 0 && v < count,
              NameOf(i) + "has a corner that is no vertex.");
      p[k] = vertices[v];
    }
    const double volume = (p[1] - p[0]).cross(p[2] - p[0]).dot(p[3] - p[0]) / 6;
    Require(std::abs(volume) > kFlatCell * std::pow(CalcLongestEdge(p), 3),
            NameOf(i) + "has no volume.");
  }
}

}  // namespace

std::vector<ConvexCell> MakeVolumeCells(
    std::span<const Vector3d> vertices,
    std::span<const std::array<int, 4>> tetrahedra, double modulus,
    double edge) {
  RequireValid(vertices, tetrahedra);
  if (tetrahedra.empty()) return {};
  TriangleMesh surface = FindSurface(vertices, tetrahedra);
  std::vector<double> distances(vertices.size(), -1);
  for (const auto& triangle : surface.triangles) {
    for (const int v : triangle) distances[v] = 0;
  }
  VolumeCells cells(std::move(surface));
  for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
    Tetrahedron p;
    std::array<double, 4> d;
    for (int k = 0; k < 4; ++k) {
      const int v = tetrahedra[i][k];
      p[k] = vertices[v];
      if (distances[v] < 0) distances[v] = cells.DistanceOf(p[k]);
      d[k] = distances[v];
    }
    Require(cells.Add(p, d),
            NameOf(i) + "has no pressure gradient, split or not.");
  }
  cells.Deepen(edge);
  return cells.Finish(modulus);
}

}  // namespace tactus::contact

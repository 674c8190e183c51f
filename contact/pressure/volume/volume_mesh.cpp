#include "tactus/contact/pressure/volume/volume_mesh.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "tactus/common/require.h"
#include "tactus/contact/pressure/volume/closed_surface.h"
#include "tactus/contact/pressure/volume/stuffing.h"
#include "tactus/contact/pressure/volume/wall_thickness.h"

namespace tactus::contact {
namespace {

constexpr double kCellsAcross = 16;
/// No point is farther than sqrt(5)/4 of an edge from a site: a wall that is
/// thicker than twice that has sites in it all over, and cells on both sides of
/// them, with room for those that move to the surface.
constexpr double kEdgesPerWall = 1.3;
/// Where walls go through each other, a share of a solid is let pass.
constexpr double kMostInverted = 0.01;
/// From one attempt to the next.
constexpr double kRefinement = 0.85;
/// Of the sides of a box around the solid and the lattice's, in edges: more
/// than one, and none of them a simple fraction, so that faces of boxes lie in
/// no layer.
constexpr double kMargin[] = {2.137, 2.271, 2.193};
constexpr double kMostCells = 5e7;
/// Of a count that is not exact.
constexpr double kSafely = 0.7;

/// To two digits; of a number above 1.
long long RoundUp(double x) {
  const double unit = std::pow(10, std::floor(std::log10(x)) - 1);
  return std::llround(std::ceil(x / unit) * unit);
}

struct Extents {
  Vector3d low, high;
  double longest() const { return (high - low).maxCoeff(); }
};

Extents CalcExtents(const TriangleMesh& mesh) {
  Extents extents{mesh.vertices[0], mesh.vertices[0]};
  for (const auto& t : mesh.triangles) {
    for (const int v : t) {
      extents.low = extents.low.cwiseMin(mesh.vertices[v]);
      extents.high = extents.high.cwiseMax(mesh.vertices[v]);
    }
  }
  return extents;
}

Lattice MakeLattice(const Extents& extents, double edge) {
  const Vector3d room = edge * Vector3d(kMargin[0], kMargin[1], kMargin[2]);
  const Vector3d size = (extents.high - extents.low + 2 * room) / edge;
  Require(size.prod() < kMostCells, "a volume mesh with edges of " +
                                        std::to_string(edge) +
                                        " m needs too many cells");
  return Lattice(extents.low - room, edge,
                 (size.array().ceil() + 1).cast<int>().matrix());
}

class Mesher {
 public:
  Mesher(const TriangleMesh& surface, const VolumeMeshOptions& options)
      : options_(options),
        closed_(CloseSurface(surface)),
        tree_(closed_.mesh),
        extents_(CalcExtents(closed_.mesh)) {}

  VolumeMesh Foresee() const {
    const double edge = FindEdge();
    RequireFew(edge);
    VolumeMesh mesh;
    mesh.edge = edge;
    return Finish(std::move(mesh));
  }

  VolumeMesh Run() {
    if (options_.edge > 0) return Finish(Stuff(options_.edge));
    for (double edge = FindEdge();; edge *= kRefinement) {
      VolumeMesh mesh = Stuff(edge);
      const double error = std::abs(CalcVolume(mesh) / closed_.volume - 1);
      if (has_overlaps_ || error <= options_.max_volume_error)
        return Finish(std::move(mesh));
    }
  }

 private:
  double FindEdge() const {
    if (options_.edge > 0) return options_.edge;
    const double edge = std::min(extents_.longest() / kCellsAcross,
                                 CalcWallThickness(tree_) / kEdgesPerWall);
    return options_.max_edge > 0 ? std::min(edge, options_.max_edge) : edge;
  }

  /// A cube of the lattice has twelve tetrahedra.
  double EstimateCount(double edge) const {
    return 12 * closed_.volume / std::pow(edge, 3);
  }

  VolumeMesh Stuff(double edge) {
    RequireFew(edge);
    Stuffing stuffing(&tree_, MakeLattice(extents_, edge));
    VolumeMesh mesh = stuffing.Run();
    Require(!mesh.tetrahedra.empty(),
            "the mesh is thinner than the edges of its volume mesh, " +
                std::to_string(edge) + " m");
    Require(stuffing.inverted_share() < kMostInverted,
            "a part of the mesh is inside out: turn its triangles round");
    const auto count = static_cast<double>(mesh.tetrahedra.size());
    if (count > options_.max_tetrahedra) RefuseCount(count, edge);
    const double doubt = stuffing.overlap_share() + stuffing.inverted_share();
    has_overlaps_ = doubt > options_.max_volume_error / 10;
    mesh.edge = edge;
    return mesh;
  }

  void RequireFew(double edge) const {
    const double count = EstimateCount(edge);
    if (kSafely * count > options_.max_tetrahedra) RefuseCount(count, edge);
  }

  [[noreturn]] void RefuseCount(double count, double edge) const {
    throw std::invalid_argument(
        "the mesh needs about " + std::to_string(RoundUp(count)) +
        " tetrahedra, more than " + std::to_string(options_.max_tetrahedra) +
        ", with edges of " + std::to_string(edge) +
        " m, as fine as its walls, its volume or its resolution hint ask for: "
        "make it rigid, or use convex parts");
  }

  VolumeMesh Finish(VolumeMesh mesh) const {
    mesh.volume = closed_.volume;
    mesh.num_open = closed_.num_open;
    mesh.num_holes = closed_.num_holes;
    return mesh;
  }

  VolumeMeshOptions options_;
  ClosedSurface closed_;
  TriangleTree tree_;
  Extents extents_;
  bool has_overlaps_ = false;
};

void RequireValid(const VolumeMeshOptions& options) {
  for (const double edge : {options.edge, options.max_edge}) {
    Require(edge >= 0 && std::isfinite(edge),
            "the edges of a volume mesh must be positive");
  }
}

}  // namespace

VolumeMesh MakeVolumeMesh(const TriangleMesh& surface,
                          const VolumeMeshOptions& options) {
  RequireValid(options);
  return Mesher(surface, options).Run();
}

VolumeMesh ForeseeVolumeMesh(const TriangleMesh& surface,
                             const VolumeMeshOptions& options) {
  RequireValid(options);
  return Mesher(surface, options).Foresee();
}

double CalcVolume(const VolumeMesh& mesh) {
  double volume = 0;
  for (const auto& [a, b, c, d] : mesh.tetrahedra) {
    const Vector3d& o = mesh.nodes[a];
    volume +=
        (mesh.nodes[b] - o).cross(mesh.nodes[c] - o).dot(mesh.nodes[d] - o) / 6;
  }
  return volume;
}

std::vector<std::array<int, 3>> FindBoundary(
    std::span<const std::array<int, 4>> tetrahedra) {
  // Sorted corners, and the face as it runs.
  struct Face {
    std::array<int, 3> key, corners;
  };
  std::vector<Face> faces;
  faces.reserve(4 * tetrahedra.size());
  for (const auto& [a, b, c, d] : tetrahedra) {
    for (const std::array<int, 3>& f :
         std::initializer_list<std::array<int, 3>>{
             {a, c, b}, {a, b, d}, {b, c, d}, {a, d, c}}) {
      Face face{f, f};
      std::ranges::sort(face.key);
      faces.push_back(face);
    }
  }
  std::ranges::stable_sort(faces, {}, &Face::key);
  std::vector<std::array<int, 3>> boundary;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end].key == faces[i].key) ++end;
    if (end == i + 1) boundary.push_back(faces[i].corners);
    i = end;
  }
  return boundary;
}

}  // namespace tactus::contact

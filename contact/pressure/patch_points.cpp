#include "tactus/contact/pressure/patch_points.h"

#include <algorithm>
#include <cmath>

#include "tactus/common/parallel_for.h"
#include "tactus/contact/pressure/surface_cutter.h"

namespace tactus::contact {
namespace {

constexpr int kPartsPerThread = 16;
constexpr std::size_t kPairsPerChunk = 64;

/// What a thread works with.
struct Worker {
  CellPairs pairs;
  PlanarPolygon polygon, sector;
  std::vector<Vector2d> corners;
  std::vector<Vector3d> posed;
  ContactSurface surface;
};

/// Sorted, so that they are the same whoever found them.
CellPairs CollectPairs(const PosedSolids& solids,
                       std::vector<Worker>* workers) {
  CellPairs pairs;
  const int num_threads = static_cast<int>(workers->size());
  const std::vector<PosedSolids::Part> parts =
      solids.Split(kPartsPerThread * num_threads);
  ParallelFor(static_cast<int>(parts.size()), num_threads, [&](int i, int w) {
    solids.CollectPairs(parts[i], &(*workers)[w].pairs);
  });
  for (const Worker& worker : *workers) {
    for (std::size_t k = 0; k < worker.pairs.size(); ++k) {
      const auto [i, j] = worker.pairs[k];
      pairs.Add(i, j);
    }
  }
  solids.Sort(&pairs);
  return pairs;
}

// Of an area w A of the polygon: force w A p, depth p / |grad p|.
void AppendPoint(const PressurePoint& point, const ContactPolygon& polygon,
                 double area, std::vector<ManifoldPoint>* points) {
  const double gradient =
      std::hypot(polygon.slope, polygon.pressure_gradient.norm());
  ManifoldPoint& added = points->emplace_back();
  added.p_WA = added.p_WB = point.position;
  added.normal_W = polygon.normal();
  added.depth = point.force / (area * gradient);
  added.force = point.force;
  added.stiffness = std::max(point.stiffness, point.rim_stiffness);
}

}  // namespace

double CalcDepthRate(const ManifoldPoint& point) {
  if (!(point.force > 0)) return 1;
  return std::min(point.stiffness * point.depth / point.force, 1.0);
}

void AppendPatch(const ContactSurface& surface,
                 Compliance::Quadrature quadrature,
                 std::vector<ManifoldPoint>* points) {
  for (const ContactPolygon& polygon : surface.polygons) {
    const double area = polygon.weight * polygon.area;
    if (quadrature == Compliance::Quadrature::kCentroid) {
      AppendPoint(CalcCentroidPoint(polygon), polygon, area, points);
      continue;
    }
    for (const PressurePoint& point : CalcPressurePoints(polygon))
      AppendPoint(point, polygon, area / 3, points);
  }
}

void AppendPatchInParallel(const PosedSolids& solids,
                           Compliance::Quadrature quadrature, int num_threads,
                           std::vector<ContactSet::Workspace::Chunk>* chunks,
                           std::vector<ManifoldPoint>* points) {
  std::vector<Worker> workers(num_threads);
  const CellPairs pairs = CollectPairs(solids, &workers);
  const std::size_t num_chunks =
      (pairs.size() + kPairsPerChunk - 1) / kPairsPerChunk;
  if (chunks->size() < num_chunks) chunks->resize(num_chunks);
  ParallelFor(static_cast<int>(num_chunks), num_threads, [&](int i, int w) {
    Worker& worker = workers[w];
    worker.surface.polygons.clear();
    worker.surface.vertices.clear();
    SurfaceCutter cutter(
        {worker.polygon, worker.sector, worker.corners, worker.posed});
    const std::size_t begin = i * kPairsPerChunk;
    cutter.AddPolygons(solids, pairs, begin,
                       std::min(begin + kPairsPerChunk, pairs.size()),
                       &worker.surface);
    (*chunks)[i].points.clear();
    AppendPatch(worker.surface, quadrature, &(*chunks)[i].points);
  });
  for (std::size_t i = 0; i < num_chunks; ++i) {
    const auto& found = (*chunks)[i].points;
    points->insert(points->end(), found.begin(), found.end());
  }
}

}  // namespace tactus::contact

#pragma once

#include <span>
#include <vector>

#include "tactus/contact/pressure/contact_surface.h"
#include "tactus/contact/pressure/posed_solids.h"

namespace tactus::contact {

/// Cuts polygons; of what it works with, only the memory is kept.
class SurfaceCutter {
 public:
  struct Space {
    PlanarPolygon &polygon, &sector;
    std::vector<Vector2d>& corners;
    std::vector<Vector3d>& posed;
  };
  explicit SurfaceCutter(const Space& space)
      : polygon_(space.polygon),
        sector_(space.sector),
        corners_(space.corners),
        posed_(space.posed) {}

  /// Adds the polygons of pairs `begin` to `end`.
  void AddPolygons(const PosedSolids& solids, const CellPairs& pairs,
                   std::size_t begin, std::size_t end, ContactSurface* surface);

 private:
  struct Sheet;

  void AddFacet(const PosedSolids& solids, int facet, int cell);
  void AddCells(const PosedSolids& solids, int cell_a, int cell_b);
  void CutByCells(const PosedSolids& solids, const PressureField::Cell& cell_a,
                  const PressureField::Cell& cell_b, double radius,
                  const Sheet& sheet);
  bool AreApart(const PosedSolids& solids, const PressureField::Cell& cell_a,
                const PressureField::Cell& cell_b, const Vector3d& n,
                double offset);
  void Cut(const Sheet& sheet, std::span<const PressureField::Plane> planes);
  void AddSheet(const PosedSolids& solids, const Sheet& sheet);
  void AddPolygon(const PosedSolids& solids, const Sheet& sheet,
                  const PlanarPolygon& part);

  PlanarPolygon &polygon_, &sector_;
  std::vector<Vector2d>& corners_;
  std::vector<Vector3d>& posed_;
  ContactSurface* surface_ = nullptr;
};

}  // namespace tactus::contact

#include "tactus/contact/pressure/face_cells.h"

#include <algorithm>

namespace tactus::contact {
namespace {

/// The plane of d_i = d_j, below it d_i <= d_j. That of (j, i) is its negative,
/// to the last bit.
CellPlane MakeBisector(const CellPlane& face_i, const CellPlane& face_j) {
  const Vector3d normal = face_j.normal - face_i.normal;
  const double length = normal.norm();
  return {normal / length, (face_j.offset - face_i.offset) / length};
}

}  // namespace

std::vector<ConvexCell> MakeFaceCells(std::span<const CellPlane> faces,
                                      const Vector3d& center,
                                      const Vector3d& half_extents,
                                      double modulus) {
  std::vector<ConvexCell> cells;
  for (const CellPlane& face : faces) {
    ConvexCell cell = ConvexCell::MakeBox(center, 2 * half_extents);
    cell.Clip(face);
    for (const CellPlane& other : faces) {
      if (&other != &face) cell.Clip(MakeBisector(face, other));
    }
    if (cell.MakeFirst(face)) cells.push_back(std::move(cell));
  }
  double deepest = 0;
  for (const ConvexCell& cell : cells) {
    const CellPlane& surface = cell.faces().front().plane;
    for (const ConvexCell::Face& face : cell.faces()) {
      for (const Vector3d& p : face.corners) {
        deepest = std::max(deepest, -surface.HeightOf(p));
      }
    }
  }
  for (ConvexCell& cell : cells) {
    const CellPlane& surface = cell.faces().front().plane;
    const Vector3d below = (surface.offset - deepest) * surface.normal;
    cell.SetPressure(below, modulus);
  }
  return cells;
}

}  // namespace tactus::contact

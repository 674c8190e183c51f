#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {

/// The inside of a closed surface in tetrahedra.
struct VolumeMesh {
  std::vector<Vector3d> nodes;  ///< [m]
  /// Nodes (a, b, c, d) with (b - a) x (c - a) . (d - a) > 0.
  std::vector<std::array<int, 4>> tetrahedra;
  double edge{};      ///< Of the lattice that they come from [m].
  double volume{};    ///< Of the surface; see num_holes [m^3].
  int num_open = 0;   ///< Edges of the surface that bound one triangle,
  int num_holes = 0;  ///< of holes so small that they were closed.
};

struct VolumeMeshOptions {
  /// Of the lattice [m]; 0: such that walls have two layers of cells, a solid
  /// 16 cubes along its longest side, and the mesh the surface's volume up to
  /// `max_volume_error`. If the edge is said, the error is what it is.
  double edge = 0;
  double max_edge = 0;             ///< Of an edge that is not said [m]; 0: any.
  double max_volume_error = 0.01;  ///< Relative.
  int max_tetrahedra = 250'000;
};

/// By isosurface stuffing [LabelleShewchuk07] on a body-centred cubic lattice:
///
///   dihedral angles   from 10.7 to 164.8 degrees, whatever the surface
///   boundary          closed, its nodes on the surface; sharp edges become
///                     chamfers, so that volumes err by O(edge^2)
///   inside            where the winding number is above 1/2 [Jacobson13]: of
///                     shells that overlap, what is in one of them
///
/// Holes that are together at most a tenth of the surface are closed.
/// @throws std::invalid_argument in one sentence, saying what to do, for a mesh
/// that is open wider than that (with the number of its open edges), that is
/// inside out, flat, or not valid, and for one that needs more tetrahedra than
/// `max_tetrahedra`; for edges that are negative or not finite.
VolumeMesh MakeVolumeMesh(const TriangleMesh& surface,
                          const VolumeMeshOptions& options = {});

/// What can be told of it beforehand: all but the cells.
/// @throws std::invalid_argument likewise, for all that does not show in the
/// cells alone.
VolumeMesh ForeseeVolumeMesh(const TriangleMesh& surface,
                             const VolumeMeshOptions& options = {});

/// Of all tetrahedra [m^3].
double CalcVolume(const VolumeMesh& mesh);

/// The triangles that bound one tetrahedron, counter-clockwise seen from
/// outside, in order.
std::vector<std::array<int, 3>> FindBoundary(
    std::span<const std::array<int, 4>> tetrahedra);

}  // namespace tactus::contact

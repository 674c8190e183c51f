#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {

/// Heights over the rectangle |x| <= rx, |y| <= ry of a frame F, on a grid with
/// columns along x and rows along y, and the solid from there down to z = -b.
///
/// Each cell is cut along the diagonal from the corner (row, column) to (row +
/// 1, column + 1) into two triangles, below and above it.
class HeightGrid {
 public:
  /// @param half_extents  rx, ry [m].
  /// @param heights  row by row, upwards in y [m].
  /// @param base  b [m].
  /// @throws std::invalid_argument for fewer than two rows or columns, lengths
  /// that are not positive and finite, a number of heights that is not rows
  /// times columns, and heights that are not finite or not above the base.
  HeightGrid(int num_rows, int num_columns, const Vector2d& half_extents,
             std::vector<double> heights, double base);

  int num_rows() const { return num_rows_; }
  int num_columns() const { return num_columns_; }
  const Vector2d& half_extents() const { return half_extents_; }
  double base() const { return base_; }
  const std::vector<double>& heights() const { return heights_; }
  double most_height() const { return most_; }
  /// The sides of a cell [m].
  const Vector2d& cell() const { return cell_; }

  double height(int row, int column) const {
    return heights_[static_cast<std::size_t>(row) * num_columns_ + column];
  }
  Vector3d Corner(int row, int column) const {
    return {(2.0 * column / (num_columns_ - 1) - 1) * half_extents_.x(),
            (2.0 * row / (num_rows_ - 1) - 1) * half_extents_.y(),
            height(row, column)};
  }
  /// Of the surface at (x, y); outside of the rectangle, of its rim's nearest
  /// point.
  double HeightAt(const Vector2d& xy) const;
  /// The triangle below the cell's diagonal (half 0) or above it (half 1),
  /// counter-clockwise seen from above.
  std::array<Vector3d, 3> Triangle(int row, int column, int half) const;

  /// The surface, closed by the walls and the base.
  TriangleMesh MakeSurface() const;

 private:
  int num_rows_, num_columns_;
  Vector2d half_extents_, cell_;
  std::vector<double> heights_;
  double base_, most_;
};

}  // namespace tactus::contact

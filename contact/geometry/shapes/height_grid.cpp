#include "tactus/contact/geometry/shapes/height_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tactus/common/require.h"

namespace tactus::contact {

HeightGrid::HeightGrid(int num_rows, int num_columns,
                       const Vector2d& half_extents,
                       std::vector<double> heights, double base)
    : num_rows_(num_rows),
      num_columns_(num_columns),
      half_extents_(half_extents),
      heights_(std::move(heights)),
      base_(base) {
  Require(num_rows >= 2 && num_columns >= 2,
          "height grid: at least two rows and two columns are needed");
  Require(half_extents.allFinite() && half_extents.minCoeff() > 0,
          "height grid: its extents must be positive and finite");
  Require(heights_.size() == static_cast<std::size_t>(num_rows) *
                                 static_cast<std::size_t>(num_columns),
          "height grid: a height for each row and column is needed");
  Require(
      std::ranges::all_of(heights_, [](double z) { return std::isfinite(z); }),
      "height grid: a height is not finite");
  const auto [least, most] = std::ranges::minmax_element(heights_);
  most_ = *most;
  Require(std::isfinite(base) && -base < *least,
          "height grid: its base must be below its heights");
  cell_ =
      2 * half_extents.cwiseQuotient(Vector2d(num_columns - 1, num_rows - 1));
}

// In the cell's own coordinates (u, v) from its corner a, with b across, c at
// (1, 0) and d at (0, 1): a + u (c - a) + v (b - c) below the diagonal, a + u
// (b - d)
// + v (d - a) above it.
double HeightGrid::HeightAt(const Vector2d& xy) const {
  const Vector2d at =
      (xy.cwiseMax(-half_extents_).cwiseMin(half_extents_) + half_extents_)
          .cwiseQuotient(cell_);
  const int column = std::min(static_cast<int>(at.x()), num_columns_ - 2);
  const int row = std::min(static_cast<int>(at.y()), num_rows_ - 2);
  const double u = at.x() - column, v = at.y() - row;
  const double a = height(row, column), b = height(row + 1, column + 1);
  if (v < u) {
    const double c = height(row, column + 1);
    return a + u * (c - a) + v * (b - c);
  }
  const double d = height(row + 1, column);
  return a + u * (b - d) + v * (d - a);
}

std::array<Vector3d, 3> HeightGrid::Triangle(int row, int column,
                                             int half) const {
  const Vector3d a = Corner(row, column), b = Corner(row + 1, column + 1);
  if (half == 0) return {a, Corner(row, column + 1), b};
  return {a, b, Corner(row + 1, column)};
}

TriangleMesh HeightGrid::MakeSurface() const {
  TriangleMesh mesh;
  const auto index = [this](int row, int column) {
    return row * num_columns_ + column;
  };
  for (int r = 0; r < num_rows_; ++r) {
    for (int c = 0; c < num_columns_; ++c)
      mesh.vertices.push_back(Corner(r, c));
  }
  for (int r = 0; r + 1 < num_rows_; ++r) {
    for (int c = 0; c + 1 < num_columns_; ++c) {
      const int a = index(r, c), b = index(r + 1, c + 1);
      mesh.triangles.push_back({a, index(r, c + 1), b});
      mesh.triangles.push_back({a, b, index(r + 1, c)});
    }
  }
  // Once around, counter-clockwise seen from above.
  std::vector<int> rim;
  for (int c = 0; c + 1 < num_columns_; ++c) rim.push_back(index(0, c));
  for (int r = 0; r + 1 < num_rows_; ++r)
    rim.push_back(index(r, num_columns_ - 1));
  for (int c = num_columns_ - 1; c > 0; --c)
    rim.push_back(index(num_rows_ - 1, c));
  for (int r = num_rows_ - 1; r > 0; --r) rim.push_back(index(r, 0));
  const int first = static_cast<int>(mesh.vertices.size());
  const int count = static_cast<int>(rim.size());
  for (const int top : rim) {
    const Vector3d p = mesh.vertices[top];
    mesh.vertices.emplace_back(p.x(), p.y(), -base_);
  }
  mesh.vertices.emplace_back(0, 0, -base_);
  for (int i = 0; i < count; ++i) {
    const int next = (i + 1) % count;
    mesh.triangles.push_back({rim[i], first + i, first + next});
    mesh.triangles.push_back({rim[i], first + next, rim[next]});
    mesh.triangles.push_back({first + count, first + next, first + i});
  }
  return mesh;
}

}  // namespace tactus::contact

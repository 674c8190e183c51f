#include "tactus/contact/geometry/narrow_phase/field_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tactus::contact {
namespace {

/// Triangles this near to a plane, over the size of a cell, lie in it.
constexpr double kCoplanar = 1e-4;
/// Edges that bend by less are flat [rad].
constexpr double kFlat = 1e-4;

/// The cells [first, end) of n that [low, high] overlaps, the rectangle's half
/// extent being r.
std::pair<int, int> FindCells(double low, double high, double r, int n) {
  const double per_length = n / (2 * r);
  const auto cell_at = [&](double x) {
    return std::floor(std::clamp((x + r) * per_length, -1.0, n + 1.0));
  };
  const int first = static_cast<int>(cell_at(low));
  const int last = static_cast<int>(cell_at(high));
  return {std::clamp(first, 0, n), std::clamp(last + 1, 0, n)};
}

/// The point of a triangle's sides that is nearest to p.
Vector3d FindNearestOnSides(const std::array<Vector3d, 3>& t,
                            const Vector3d& p) {
  Vector3d nearest = t[0];
  for (int k = 0; k < 3; ++k) {
    const Vector3d side = t[(k + 1) % 3] - t[k];
    const double part =
        std::clamp((p - t[k]).dot(side) / side.squaredNorm(), 0.0, 1.0);
    const Vector3d q = t[k] + part * side;
    if ((q - p).squaredNorm() < (nearest - p).squaredNorm()) nearest = q;
  }
  return nearest;
}

Vector3d NormalOf(const std::array<Vector3d, 3>& t) {
  return (t[1] - t[0]).cross(t[2] - t[0]).normalized();
}

}  // namespace

FieldSurface::FieldSurface(const HeightGrid& grid, const Bounds& near)
    : grid_(grid),
      low_(near.center - near.half_extents),
      high_(near.center + near.half_extents) {
  const Vector2d& r = grid.half_extents();
  std::tie(first_column_, end_column_) =
      FindCells(low_.x(), high_.x(), r.x(), grid.num_columns() - 1);
  std::tie(first_row_, end_row_) =
      FindCells(low_.y(), high_.y(), r.y(), grid.num_rows() - 1);
  if (low_.z() > grid.most_height() || high_.z() < -grid.base()) return;
  AddTop();
  AddSides();
  edges_of_face_.resize(faces_.size());
  AddTopEdges();
  AddRimEdges();
  AddBoxEdges();
}

void FieldSurface::AddTop() {
  const int columns = std::max(0, end_column_ - first_column_);
  const int rows = std::max(0, end_row_ - first_row_);
  face_of_.assign(static_cast<std::size_t>(2) * columns * rows, -1);
  auto face = face_of_.begin();
  for (int r = first_row_; r < end_row_; ++r) {
    for (int c = first_column_; c < end_column_; ++c) {
      for (const int half : {0, 1}) {
        // Those before it in its column, its row and its cell.
        const std::array before = {FaceOf(r - 1, c, 1), FaceOf(r, c - 1, 0),
                                   half == 1 ? FaceOf(r, c, 0) : -1};
        *face++ = TakePlane(grid_.Triangle(r, c, half), before);
      }
    }
  }
  JoinFaces();
}

// The plane of a neighbour, or a new one. Where it is that of two, these are
// one face.
int FieldSurface::TakePlane(const std::array<Vector3d, 3>& triangle,
                            const std::array<int, 3>& neighbors) {
  const double slack = kCoplanar * grid_.cell().minCoeff();
  int taken = -1;
  for (const int neighbor : neighbors) {
    if (neighbor < 0) continue;
    const int i = RootOf(neighbor);
    const bool fits = std::ranges::all_of(triangle, [&](const Vector3d& p) {
      return std::abs(faces_[i].DepthOf(p)) < slack;
    });
    if (!fits || i == taken) continue;
    if (taken < 0) {
      taken = i;
    } else {
      const auto [first, second] = std::minmax(taken, i);
      joined_to_[second] = first;
      taken = first;
    }
  }
  if (taken < 0) {
    taken = static_cast<int>(faces_.size());
    joined_to_.push_back(taken);
    faces_.push_back({.origin = triangle[0], .normal = NormalOf(triangle)});
  }
  faces_[taken].triangles.push_back(triangle);
  return taken;
}

int FieldSurface::RootOf(int face) const {
  while (joined_to_[face] != face) face = joined_to_[face];
  return face;
}

void FieldSurface::JoinFaces() {
  std::vector<int> place(faces_.size(), -1);
  std::vector<Face> faces;
  for (int i = 0; i < std::ssize(faces_); ++i) {
    const int root = RootOf(i);
    if (root == i) {
      place[i] = static_cast<int>(faces.size());
      faces.push_back(std::move(faces_[i]));
      continue;
    }
    place[i] = place[root];
    auto& all = faces[place[root]].triangles;
    all.insert(all.end(), faces_[i].triangles.begin(),
               faces_[i].triangles.end());
  }
  for (int& face : face_of_) face = place[face];
  faces_ = std::move(faces);
}

void FieldSurface::AddSides() {
  const Vector2d& r = grid_.half_extents();
  for (int k = 0; k < 4; ++k) {
    const int axis = k / 2, side = k % 2 == 0 ? -1 : 1;
    const double at = side * r[axis];
    if (at < low_[axis] || at > high_[axis]) continue;
    walls_[k] = static_cast<int>(faces_.size());
    faces_.push_back({.kind = Face::Kind::kWall,
                      .origin = at * Vector3d::Unit(axis),
                      .normal = side * Vector3d::Unit(axis),
                      .axis = axis,
                      .side = side});
  }
  if (low_.z() > -grid_.base()) return;
  base_ = static_cast<int>(faces_.size());
  faces_.push_back({.kind = Face::Kind::kBase,
                    .origin = {0, 0, -grid_.base()},
                    .normal = -Vector3d::UnitZ()});
}

int FieldSurface::FaceOf(int row, int column, int half) const {
  if (row < first_row_ || row >= end_row_ || column < first_column_ ||
      column >= end_column_)
    return -1;
  return face_of_[2 * ((row - first_row_) * (end_column_ - first_column_) +
                       column - first_column_) +
                  half];
}

double FieldSurface::HeightOnRim(const Face& wall, double along) const {
  const int other = 1 - wall.axis;
  const int n = (other == 0 ? grid_.num_columns() : grid_.num_rows()) - 1;
  const double r = grid_.half_extents()[other];
  const double x = std::clamp((along + r) / (2 * r) * n, 0.0, double(n));
  const int i = std::min(static_cast<int>(x), n - 1);
  const int edge = wall.side < 0    ? 0
                   : wall.axis == 0 ? grid_.num_columns() - 1
                                    : grid_.num_rows() - 1;
  const auto height = [&](int k) {
    return wall.axis == 0 ? grid_.height(k, edge) : grid_.height(edge, k);
  };
  return height(i) + (x - i) * (height(i + 1) - height(i));
}

void FieldSurface::FindFacesNear(const Vector3d& p, double reach,
                                 std::vector<int>* faces) const {
  faces->clear();
  const Vector2d& r = grid_.half_extents();
  const auto [first_column, end_column] =
      FindCells(p.x() - reach, p.x() + reach, r.x(), grid_.num_columns() - 1);
  const auto [first_row, end_row] =
      FindCells(p.y() - reach, p.y() + reach, r.y(), grid_.num_rows() - 1);
  for (int row = first_row; row < end_row; ++row) {
    for (int column = first_column; column < end_column; ++column) {
      for (const int half : {0, 1}) {
        const int face = FaceOf(row, column, half);
        if (face >= 0) faces->push_back(face);
      }
    }
  }
  for (const int side : walls_)
    if (side >= 0) faces->push_back(side);
  if (base_ >= 0) faces->push_back(base_);
  std::ranges::sort(*faces);
  faces->erase(std::unique(faces->begin(), faces->end()), faces->end());
}

Vector3d FieldSurface::FindNearest(int index, const Vector3d& p) const {
  const Face& face = faces_[index];
  const Vector2d& r = grid_.half_extents();
  Vector3d near = p;
  switch (face.kind) {
    case Face::Kind::kBase:
      near.head<2>() = p.head<2>().cwiseMax(-r).cwiseMin(r);
      return near;
    case Face::Kind::kWall: {
      const int other = 1 - face.axis;
      near[other] = std::clamp(p[other], -r[other], r[other]);
      near.z() = std::clamp(p.z(), -grid_.base(), HeightOnRim(face, p[other]));
      return near;
    }
    default:
      break;
  }
  // Straight below or above p, if that is of the face.
  const Vector2d at = (p.head<2>() + r).cwiseQuotient(grid_.cell());
  const int column = static_cast<int>(std::floor(at.x()));
  const int row = static_cast<int>(std::floor(at.y()));
  const int half = at.y() - row > at.x() - column ? 1 : 0;
  if (FaceOf(row, column, half) == index) return p;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& triangle : face.triangles) {
    const Vector3d q = FindNearestOnSides(triangle, p);
    const double distance = (q - p).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    near = q;
  }
  return near;
}

// Below the diagonal a cell's half 0 has its lower side, above it half 1 its
// left one.
void FieldSurface::AddTopEdges() {
  for (int r = first_row_; r < end_row_; ++r) {
    for (int c = first_column_; c < end_column_; ++c) {
      const int below = FaceOf(r, c, 0), above = FaceOf(r, c, 1);
      const Node a{r, c}, b{r + 1, c + 1}, right{r, c + 1}, left{r + 1, c};
      AddEdge(below, above, a, b, At(right), At(left));
      if (r > 0)
        AddEdge(FaceOf(r - 1, c, 1), below, a, right, At({r - 1, c}), At(b));
      if (c > 0)
        AddEdge(FaceOf(r, c - 1, 0), above, a, left, At({r, c - 1}), At(b));
    }
  }
}

void FieldSurface::AddRimEdges() {
  const int rows = grid_.num_rows() - 1, columns = grid_.num_columns() - 1;
  const auto add = [this](int face, int wall, Node from, Node to, Node inside) {
    AddEdge(face, wall, from, to, At(inside), At(from) - Vector3d::UnitZ());
  };
  for (int r = first_row_; r < end_row_; ++r) {
    add(FaceOf(r, 0, 1), walls_[0], {r, 0}, {r + 1, 0}, {r + 1, 1});
    add(FaceOf(r, columns - 1, 0), walls_[1], {r, columns}, {r + 1, columns},
        {r, columns - 1});
  }
  for (int c = first_column_; c < end_column_; ++c) {
    add(FaceOf(0, c, 0), walls_[2], {0, c}, {0, c + 1}, {1, c + 1});
    add(FaceOf(rows - 1, c, 1), walls_[3], {rows, c}, {rows, c + 1},
        {rows - 1, c});
  }
}

// Those between walls, and between the walls and the base.
void FieldSurface::AddBoxEdges() {
  const Vector2d& r = grid_.half_extents();
  const double low = -grid_.base();
  for (const int x : {0, 1}) {
    for (const int y : {0, 1}) {
      const Node node{y * (grid_.num_rows() - 1),
                      x * (grid_.num_columns() - 1)};
      const Vector3d top = At(node);
      AddBoxEdge(walls_[x], walls_[2 + y], {top.x(), top.y(), low}, top);
      if (!edges_.empty() && edges_.back().to == top &&
          edges_.back().from.z() == low)
        edges_.back().ways[1] = WaysFrom(node);
    }
    const double at = 2 * x - 1;
    AddBoxEdge(walls_[x], base_, {at * r.x(), -r.y(), low},
               {at * r.x(), r.y(), low});
    AddBoxEdge(walls_[2 + x], base_, {-r.x(), at * r.y(), low},
               {r.x(), at * r.y(), low});
  }
}

bool FieldSurface::IsNear(const Vector3d& a, const Vector3d& b) const {
  return (a.cwiseMin(b).array() <= high_.array()).all() &&
         (a.cwiseMax(b).array() >= low_.array()).all();
}

std::vector<Vector3d> FieldSurface::WaysFrom(Node node) const {
  const auto [row, column] = node;
  const Vector3d p = At(node);
  std::vector<Vector3d> ways;
  bool is_rim = false;
  for (const auto& [r, c] :
       {std::pair(0, 1), {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}) {
    const int to_row = row + r, to_column = column + c;
    if (to_row < 0 || to_column < 0 || to_row >= grid_.num_rows() ||
        to_column >= grid_.num_columns()) {
      is_rim = true;
      continue;
    }
    ways.push_back((At({to_row, to_column}) - p).normalized());
  }
  if (is_rim) ways.push_back(-Vector3d::UnitZ());
  return ways;
}

void FieldSurface::AddEdge(int a, int b, Node from, Node to,
                           const Vector3d& in_a, const Vector3d& in_b) {
  if (a < 0 || b < 0 || a == b) return;
  const Vector3d p = At(from), q = At(to);
  if (!IsNear(p, q)) return;
  PushEdge({.face_a = a,
            .face_b = b,
            .from = p,
            .to = q,
            .ways = {WaysFrom(from), WaysFrom(to)}},
           in_a, in_b);
}

void FieldSurface::AddBoxEdge(int a, int b, const Vector3d& from,
                              const Vector3d& to) {
  if (a < 0 || b < 0 || !IsNear(from, to)) return;
  // The middle of the face, at the height of the edge's.
  const auto inside = [&](int face) {
    Vector3d p = faces_[face].origin;
    if (faces_[face].kind == Face::Kind::kWall) p.z() = to.z() + grid_.base();
    return p;
  };
  // From a corner of the base, along its sides and up.
  const auto ways_at = [](const Vector3d& p) {
    return std::vector<Vector3d>{Vector3d(p.x() > 0 ? -1 : 1, 0, 0),
                                 Vector3d(0, p.y() > 0 ? -1 : 1, 0),
                                 Vector3d(0, 0, 1)};
  };
  PushEdge({.face_a = a,
            .face_b = b,
            .from = from,
            .to = to,
            .ways = {ways_at(from), ways_at(to)}},
           inside(a), inside(b));
}

// Edges of two planes lie on one line: what goes on where another ends makes
// that longer. Concave and flat edges are none.
void FieldSurface::PushEdge(Edge edge, const Vector3d& in_a,
                            const Vector3d& in_b) {
  std::vector<int>& of_face = edges_of_face_[edge.face_a];
  for (const int index : of_face) {
    Edge& other = edges_[index];
    if (other.face_b != edge.face_b || other.to != edge.from) continue;
    other.to = edge.to;
    other.ways[1] = std::move(edge.ways[1]);
    return;
  }
  const Vector3d along = (edge.to - edge.from).normalized();
  const auto into = [&](const Vector3d& inside) {
    const Vector3d way = inside - edge.from;
    return Vector3d((way - along.dot(way) * along).normalized());
  };
  edge.into_a = into(in_a);
  edge.into_b = into(in_b);
  edge.sine = -faces_[edge.face_a].normal.dot(edge.into_b);
  if (!(edge.sine > kFlat)) return;
  of_face.push_back(static_cast<int>(edges_.size()));
  edges_.push_back(std::move(edge));
}

}  // namespace tactus::contact

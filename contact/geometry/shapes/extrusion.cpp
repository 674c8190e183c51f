#include "tactus/contact/geometry/shapes/extrusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

// Of the extent of the contours: nearer corners are one.
constexpr double kSlack = 1e-9;

// A side that is not upright, from left to right.
struct Side {
  Vector2d p, q;

  /// The same number for all sides that have a corner there.
  double At(double x) const {
    if (x == p.x()) return p.y();
    if (x == q.x()) return q.y();
    return p.y() + (q.y() - p.y()) * ((x - p.x()) / (q.x() - p.x()));
  }
  double slope() const { return (q.y() - p.y()) / (q.x() - p.x()); }
  bool operator==(const Side&) const = default;
};

// A convex piece while it grows to the right: its corners from left to right,
// below and above, and the sides that it ends at.
struct Piece {
  Contour lower, upper;
  Side below, above;

  double right() const { return lower.back().x(); }
};

double CalcExtent(std::span<const Contour> contours) {
  Eigen::AlignedBox2d box;
  for (const Contour& contour : contours) {
    for (const Vector2d& p : contour) {
      Require(p.allFinite(), "a contour has numbers that are not finite");
      box.extend(p);
    }
  }
  return box.isEmpty() ? 0 : box.sizes().maxCoeff();
}

// Without corners that repeat the one before.
Contour DropRepeated(const Contour& contour, double slack) {
  Contour kept;
  for (const Vector2d& p : contour) {
    if (kept.empty() || (p - kept.back()).norm() > slack) kept.push_back(p);
  }
  while (kept.size() > 1 && (kept.back() - kept.front()).norm() <= slack)
    kept.pop_back();
  Require(kept.size() >= 3, "a contour needs at least three corners");
  return kept;
}

// Where corners are, from left to right. Corners that are nearly above each
// other are moved to be so.
std::vector<double> AlignCorners(std::vector<Contour>* contours, double slack) {
  std::vector<Vector2d*> corners;
  for (Contour& contour : *contours) {
    for (Vector2d& p : contour) corners.push_back(&p);
  }
  std::ranges::sort(corners, {}, [](const Vector2d* p) { return p->x(); });
  std::vector<double> columns;
  for (Vector2d* p : corners) {
    if (columns.empty() || p->x() - columns.back() > slack)
      columns.push_back(p->x());
    p->x() = columns.back();
  }
  return columns;
}

std::vector<Side> CollectSides(const std::vector<Contour>& contours) {
  std::vector<Side> sides;
  for (const Contour& contour : contours) {
    for (std::size_t i = 0; i < contour.size(); ++i) {
      const Vector2d& p = contour[i];
      const Vector2d& q = contour[(i + 1) % contour.size()];
      if (p.x() < q.x()) sides.push_back({p, q});
      if (q.x() < p.x()) sides.push_back({q, p});
    }
  }
  return sides;
}

// The sides between two neighbouring columns, from below.
std::vector<Side> SidesBetween(const std::vector<Side>& sides, double left,
                               double right, double slack) {
  std::vector<Side> found;
  for (const Side& side : sides) {
    if (side.p.x() <= left && right <= side.q.x()) found.push_back(side);
  }
  const double middle = (left + right) / 2;
  std::ranges::sort(found, {},
                    [middle](const Side& side) { return side.At(middle); });
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    for (const double x : {left, right}) {
      Require(found[i].At(x) <= found[i + 1].At(x) + slack,
              "sides of the contours cross");
    }
  }
  return found;
}

// Whether the trapezoid from `left` on continues the piece: they share all of
// an upright side, and the corners there do not turn inwards.
bool Continues(const Piece& piece, const Side& below, const Side& above,
               double left) {
  const double low = below.At(left), high = above.At(left);
  return piece.right() == left && low < high && piece.lower.back().y() == low &&
         piece.upper.back().y() == high &&
         piece.below.slope() <= below.slope() &&
         above.slope() <= piece.above.slope();
}

// The chain that runs along `last` goes on along `side`; on the same one, it
// has no corner.
void ExtendChain(const Side& side, double right, Side* last, Contour* chain) {
  if (chain->size() > 1 && *last == side) chain->pop_back();
  *last = side;
  chain->emplace_back(right, side.At(right));
}

void Extend(const Side& below, const Side& above, double right, Piece* piece) {
  ExtendChain(below, right, &piece->below, &piece->lower);
  ExtendChain(above, right, &piece->above, &piece->upper);
}

// Counter-clockwise.
Contour MakePolygon(const Piece& piece) {
  Contour around = piece.lower;
  around.insert(around.end(), piece.upper.rbegin(), piece.upper.rend());
  Contour polygon;
  for (const Vector2d& p : around) {
    if (polygon.empty() || polygon.back() != p) polygon.push_back(p);
  }
  if (polygon.front() == polygon.back()) polygon.pop_back();
  return polygon;
}

std::vector<Contour> CutIntoConvex(const std::vector<double>& columns,
                                   const std::vector<Side>& sides,
                                   double slack) {
  std::vector<Piece> pieces;
  std::size_t first_open = 0;
  for (std::size_t c = 0; c + 1 < columns.size(); ++c) {
    const double left = columns[c], right = columns[c + 1];
    const std::size_t num_before = pieces.size();
    const std::vector<Side> found = SidesBetween(sides, left, right, slack);
    for (std::size_t i = 0; i + 1 < found.size(); i += 2) {
      const Side& below = found[i];
      const Side& above = found[i + 1];
      if (above.At(left) - below.At(left) <= slack &&
          above.At(right) - below.At(right) <= slack) {
        continue;
      }
      auto it =
          std::find_if(pieces.begin() + first_open, pieces.begin() + num_before,
                       [&](const Piece& piece) {
                         return Continues(piece, below, above, left);
                       });
      if (it == pieces.begin() + num_before) {
        pieces.push_back({});
        it = pieces.end() - 1;
        it->lower.emplace_back(left, below.At(left));
        it->upper.emplace_back(left, above.At(left));
      }
      Extend(below, above, right, &*it);
    }
    // Those that ended before this column are done.
    std::stable_partition(pieces.begin() + first_open, pieces.end(),
                          [&](const Piece& p) { return p.right() < right; });
    while (first_open < pieces.size() && pieces[first_open].right() < right)
      ++first_open;
  }
  std::vector<Contour> polygons;
  for (const Piece& piece : pieces) polygons.push_back(MakePolygon(piece));
  return polygons;
}

using Point = std::pair<double, double>;

// With all corners of other pieces on upright sides.
Contour SplitUprightSides(const Contour& polygon,
                          const std::map<double, std::set<double>>& columns) {
  Contour split;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d& p = polygon[i];
    const Vector2d& q = polygon[(i + 1) % polygon.size()];
    split.push_back(p);
    if (p.x() != q.x()) continue;
    const std::set<double>& ys = columns.at(p.x());
    Contour between;
    for (auto it = ys.upper_bound(std::min(p.y(), q.y()));
         *it < std::max(p.y(), q.y()); ++it) {
      between.emplace_back(p.x(), *it);
    }
    if (q.y() < p.y()) std::ranges::reverse(between);
    split.insert(split.end(), between.begin(), between.end());
  }
  return split;
}

}  // namespace

Extrusion::Extrusion(std::span<const Contour> contours, double height)
    : height_(height) {
  Require(std::isfinite(height) && height > 0,
          "the height of an extrusion must be positive");
  const double slack = kSlack * CalcExtent(contours);
  std::vector<Contour> loops;
  for (const Contour& contour : contours)
    loops.push_back(DropRepeated(contour, slack));
  const std::vector<double> columns = AlignCorners(&loops, slack);
  pieces_ = CutIntoConvex(columns, CollectSides(loops), slack);
  Require(!pieces_.empty(), "the contours enclose no area");
}

std::vector<std::shared_ptr<const ConvexHull>> Extrusion::MakeConvexParts()
    const {
  std::vector<std::shared_ptr<const ConvexHull>> parts;
  for (const Contour& piece : pieces_) {
    std::vector<Vector3d> points;
    for (const double z : {0.0, height_}) {
      for (const Vector2d& p : piece) points.emplace_back(p.x(), p.y(), z);
    }
    parts.push_back(std::make_shared<const ConvexHull>(points));
  }
  return parts;
}

// A side of a piece that no other piece has is a wall.
TriangleMesh Extrusion::MakeSurface() const {
  std::map<double, std::set<double>> columns;
  for (const Contour& piece : pieces_) {
    for (const Vector2d& p : piece) columns[p.x()].insert(p.y());
  }
  TriangleMesh mesh;
  // The number of the vertex at z = 0; that of the one above follows.
  std::map<Point, int> numbers;
  const auto vertex = [&](const Vector2d& p) {
    const auto [it, is_new] = numbers.emplace(
        Point(p.x(), p.y()), static_cast<int>(mesh.vertices.size()));
    if (is_new) {
      mesh.vertices.emplace_back(p.x(), p.y(), 0);
      mesh.vertices.emplace_back(p.x(), p.y(), height_);
    }
    return it->second;
  };
  std::set<std::pair<int, int>> sides;
  for (const Contour& piece : pieces_) {
    const Contour corners = SplitUprightSides(piece, columns);
    Vector2d middle = Vector2d::Zero();
    for (const Vector2d& p : piece) middle += p / piece.size();
    const int m = vertex(middle);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int p = vertex(corners[i]);
      const int q = vertex(corners[(i + 1) % corners.size()]);
      sides.emplace(p, q);
      mesh.triangles.push_back({m, q, p});
      mesh.triangles.push_back({m + 1, p + 1, q + 1});
    }
  }
  for (const auto& [p, q] : sides) {
    if (sides.contains({q, p})) continue;
    mesh.triangles.push_back({p, q, q + 1});
    mesh.triangles.push_back({p, q + 1, p + 1});
  }
  return mesh;
}

}  // namespace tactus::contact

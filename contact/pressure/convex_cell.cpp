#include "tactus/contact/pressure/convex_cell.h"

#include <algorithm>
#include <cstddef>

#include "tactus/contact/pressure/planar_polygon.h"

namespace tactus::contact {
namespace {

constexpr double kSlack = 1e-12;  ///< Of a cell's size.

bool IsBefore(const Vector3d& a, const Vector3d& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

Vector3d CalcMean(const std::vector<Vector3d>& points) {
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

/// Columns x, y and the plane's normal; the origin is `center`, moved onto it.
struct PlaneFrame {
  PlaneFrame(const CellPlane& plane, const Vector3d& center)
      : origin(center - plane.HeightOf(center) * plane.normal) {
    const Vector3d x = plane.normal.unitOrthogonal();
    axes << x, plane.normal.cross(x);
  }
  Vector2d Project(const Vector3d& p) const {
    return axes.transpose() * (p - origin);
  }
  Vector3d Lift(const Vector2d& p) const { return origin + axes * p; }

  Vector3d origin;
  Eigen::Matrix<double, 3, 2> axes;
};

/// The part of a face's plane within `radius` of `center` that is below the
/// planes of the others; no corners if it has no area.
std::vector<Vector3d> CutFace(const ConvexCell::Face& cut,
                              const std::vector<ConvexCell::Face>& faces,
                              const Vector3d& center, double radius) {
  const PlaneFrame frame(cut.plane, center);
  PlanarPolygon polygon;
  polygon.AssignSquare(radius);
  for (const ConvexCell::Face& face : faces) {
    if (&face == &cut) continue;
    polygon.Clip(frame.axes.transpose() * face.plane.normal,
                 -face.plane.HeightOf(frame.origin));
  }
  std::vector<Vector3d> corners;
  if (polygon.CalcMoments().area <= kSlack * radius * radius) return corners;
  for (const Vector2d& p : polygon.corners()) corners.push_back(frame.Lift(p));
  return corners;
}

}  // namespace

CellPlane MakePlane(std::vector<Vector3d> corners, const Vector3d& inside) {
  std::sort(corners.begin(), corners.end(), IsBefore);
  const Vector3d normal =
      (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  const CellPlane plane{normal, normal.dot(corners[0])};
  if (plane.HeightOf(inside) <= 0) return plane;
  return {-plane.normal, -plane.offset};
}

ConvexCell::ConvexCell(const std::vector<std::vector<Vector3d>>& faces) {
  std::vector<Vector3d> all;
  for (const auto& corners : faces) {
    all.insert(all.end(), corners.begin(), corners.end());
  }
  const Vector3d inside = CalcMean(all);
  for (const auto& corners : faces) {
    faces_.push_back({MakePlane(corners, inside), corners});
  }
  for (const Vector3d& p : all) size_ = std::max(size_, (p - inside).norm());
}

ConvexCell ConvexCell::MakePyramid(const Vector3d& apex,
                                   const std::vector<Vector3d>& base) {
  std::vector<std::vector<Vector3d>> faces{base};
  for (std::size_t k = 0; k < base.size(); ++k) {
    faces.push_back({apex, base[(k + 1) % base.size()], base[k]});
  }
  return ConvexCell(faces);
}

ConvexCell ConvexCell::MakeBox(const Vector3d& center,
                               const Vector3d& half_extents) {
  ConvexCell cell;
  cell.size_ = half_extents.norm();
  std::vector<Face> faces(6);
  for (int i = 0; i < 6; ++i) {
    const Vector3d normal = (i < 3 ? 1 : -1) * Vector3d::Unit(i % 3);
    faces[i].plane = {normal, normal.dot(center) + half_extents[i % 3]};
  }
  for (Face& face : faces) {
    face.corners = CutFace(face, faces, center, 2 * cell.size_);
  }
  cell.faces_ = std::move(faces);
  return cell;
}

void ConvexCell::Clip(const CellPlane& plane) {
  double highest = -size_;
  for (const Face& face : faces_) {
    for (const Vector3d& p : face.corners) {
      highest = std::max(highest, plane.HeightOf(p));
    }
  }
  if (highest <= kSlack * size_ || is_empty()) return;

  const Vector3d center = CalcMean(faces_.front().corners);
  faces_.push_back({plane, {}});
  std::vector<Face> kept;
  for (const Face& face : faces_) {
    std::vector<Vector3d> corners = CutFace(face, faces_, center, 4 * size_);
    if (!corners.empty()) kept.push_back({face.plane, std::move(corners)});
  }
  faces_ = std::move(kept);
}

bool ConvexCell::MakeFirst(const CellPlane& plane) {
  const auto face =
      std::find_if(faces_.begin(), faces_.end(), [&plane](const Face& f) {
        return f.plane.normal == plane.normal && f.plane.offset == plane.offset;
      });
  if (face == faces_.end()) return false;
  std::rotate(faces_.begin(), face, face + 1);
  return true;
}

// p(y) = pressure h(y) / h(x), h the height over the first face's plane.
void ConvexCell::SetPressure(const Vector3d& x, double pressure) {
  const CellPlane& surface = faces_.front().plane;
  const double scale = pressure / surface.HeightOf(x);
  gradient = scale * surface.normal;
  offset = -scale * surface.offset;
}

// A pyramid per face, from a corner of the cell: V = sum area height / 3.
double ConvexCell::CalcVolume() const {
  double volume = 0;
  const Vector3d& apex = faces_.front().corners.front();
  for (const Face& face : faces_) {
    const std::vector<Vector3d>& p = face.corners;
    Vector3d area = Vector3d::Zero();
    for (std::size_t k = 2; k < p.size(); ++k) {
      area += (p[k - 1] - p[0]).cross(p[k] - p[0]) / 2;
    }
    volume -= area.norm() * face.plane.HeightOf(apex) / 3;
  }
  return volume;
}

}  // namespace tactus::contact

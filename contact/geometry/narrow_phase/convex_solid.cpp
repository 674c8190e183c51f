#include "tactus/contact/geometry/narrow_phase/convex_solid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tactus::contact {
namespace {

double SignOf(double x) {
  return x < 0 ? -1 : 1;
}

/// Chooses by the type of the shape.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

Vector3d CylinderSupport(const Cylinder& c, const Vector3d& n) {
  const double rho = std::hypot(n.x(), n.y());
  const double scale = rho > 0 ? c.radius / rho : 0;
  return {scale * n.x(), scale * n.y(), SignOf(n.z()) * c.half_length};
}

/// A regular polygon whose corners have the distance `radius` from the centre.
template <int kCorners>
std::array<PolygonCorner, kCorners> MakeRegularPolygon(double radius) {
  constexpr double step = 2 * std::numbers::pi / kCorners;
  std::array<PolygonCorner, kCorners> corners;
  for (int k = 0; k < kCorners; ++k) {
    corners[k].p = radius * Vector2d(std::cos(k * step), std::sin(k * step));
    corners[k].edge_normal = {std::cos((k + 0.5) * step),
                              std::sin((k + 0.5) * step)};
  }
  return corners;
}

}  // namespace

ConvexSolid::ConvexSolid(const Box& box, const RigidTransform& X_FG)
    : shape_(&box), X_FG_(X_FG) {}
ConvexSolid::ConvexSolid(const Cylinder& cylinder, const RigidTransform& X_FG)
    : shape_(&cylinder), X_FG_(X_FG) {}
ConvexSolid::ConvexSolid(const Ellipsoid& ellipsoid, const RigidTransform& X_FG)
    : shape_(&ellipsoid), X_FG_(X_FG) {}
ConvexSolid::ConvexSolid(const ConvexMesh& mesh, const RigidTransform& X_FG)
    : shape_(mesh.hull.get()), X_FG_(X_FG) {}

Vector3d ConvexSolid::center() const {
  const auto* hull = std::get_if<const ConvexHull*>(&shape_);
  return hull ? X_FG_ * (*hull)->inner_point() : Vector3d(X_FG_.translation());
}

double ConvexSolid::inner_radius() const {
  return std::visit(
      Overloaded{
          [](const Box* box) { return box->half_extents.minCoeff(); },
          [](const Cylinder* c) { return std::min(c->radius, c->half_length); },
          [](const Ellipsoid* e) { return e->radii.minCoeff(); },
          [](const ConvexHull* hull) {
            return hull->half_extents().minCoeff();
          },
      },
      shape_);
}

bool ConvexSolid::is_polytope() const {
  return std::holds_alternative<const Box*>(shape_) ||
         std::holds_alternative<const ConvexHull*>(shape_);
}

bool ConvexSolid::is_strictly_convex() const {
  return std::holds_alternative<const Ellipsoid*>(shape_);
}

const Cylinder* ConvexSolid::cylinder() const {
  const auto* cylinder = std::get_if<const Cylinder*>(&shape_);
  return cylinder ? *cylinder : nullptr;
}

Vector3d ConvexSolid::Support(const Vector3d& n) const {
  return X_FG_ * SupportInG(X_FG_.linear().transpose() * n);
}

Vector3d ConvexSolid::SupportInG(const Vector3d& n) const {
  return std::visit(
      Overloaded{[&](const Box* box) {
                   return Vector3d(std::copysign(box->half_extents.x(), n.x()),
                                   std::copysign(box->half_extents.y(), n.y()),
                                   std::copysign(box->half_extents.z(), n.z()));
                 },
                 [&](const Cylinder* c) { return CylinderSupport(*c, n); },
                 [&](const Ellipsoid* e) {
                   const Vector3d an = e->radii.cwiseProduct(n);
                   return Vector3d(e->radii.cwiseProduct(an) / an.norm());
                 },
                 [&](const ConvexHull* hull) {
                   return hull->vertices()[hull->FindSupport(n)];
                 }},
      shape_);
}

Matrix3d ConvexSolid::SupportHessian(const Vector3d& n_F) const {
  const Matrix3d R = X_FG_.linear();
  const Vector3d n = R.transpose() * n_F;
  Matrix3d H = Matrix3d::Zero();
  if (const Cylinder* c = cylinder()) {
    // h = r |n_xy| + h |n_z|
    const double rho = std::hypot(n.x(), n.y());
    if (rho > 0) {
      const Vector3d t(-n.y() / rho, n.x() / rho, 0);
      H = c->radius / rho * t * t.transpose();
    }
  } else if (const auto* e = std::get_if<const Ellipsoid*>(&shape_)) {
    // h = |A n|
    const Vector3d a2 = (*e)->radii.cwiseAbs2();
    const double h = (*e)->radii.cwiseProduct(n).norm();
    const Vector3d p = a2.cwiseProduct(n) / h;
    H = (Matrix3d(a2.asDiagonal()) - p * p.transpose()) / h;
  }
  return R * H * R.transpose();
}

void ConvexSolid::FindEdgesAcross(const Vector3d& n_F, double sine,
                                  Edges* edges) const {
  const Matrix3d R = X_FG_.linear();
  const Vector3d n = R.transpose() * n_F;
  edges->count = 0;
  const auto add = [&](const Vector3d& e) {
    if (edges->count == kMaxEdges || std::abs(e.dot(n)) > sine) return;
    edges->direction[edges->count++] = R * e;
  };
  std::visit(
      Overloaded{
          [&](const Box*) {
            for (int i = 0; i < 3; ++i) add(Vector3d::Unit(i));
          },
          [&](const Cylinder*) { add(Vector3d::UnitZ()); },
          [](const Ellipsoid*) {},
          [&](const ConvexHull* hull) {
            const int v = hull->FindSupport(n);
            for (const int w : hull->neighbors(v)) {
              add((hull->vertices()[w] - hull->vertices()[v]).normalized());
            }
          }},
      shape_);
}

Segment ConvexSolid::FindLine(const Vector3d& n_F, double sine) const {
  const Matrix3d R = X_FG_.linear();
  const Vector3d n = R.transpose() * n_F;
  if (const auto* hull = std::get_if<const ConvexHull*>(&shape_)) {
    return FindHullLine(**hull, n, sine);
  }
  const Vector3d tip = SupportInG(n);
  Segment line{X_FG_ * tip, R.col(2), 0};
  double least = sine;
  // Along an axis of G through the tip.
  const auto try_axis = [&](int axis, double half_length) {
    if (std::abs(n[axis]) >= least) return;
    least = std::abs(n[axis]);
    Vector3d center = tip;
    center[axis] = 0;
    line = {X_FG_ * center, R.col(axis), half_length};
  };
  std::visit(Overloaded{[&](const Box* box) {
                          for (int i = 0; i < 3; ++i) {
                            try_axis(i, box->half_extents[i]);
                          }
                        },
                        [&](const Cylinder* c) { try_axis(2, c->half_length); },
                        [](const auto*) {
                        }},
             shape_);
  return line;
}

Segment ConvexSolid::FindHullLine(const ConvexHull& hull, const Vector3d& n,
                                  double sine) const {
  const Matrix3d R = X_FG_.linear();
  const int v = hull.FindSupport(n);
  const Vector3d& tip = hull.vertices()[v];
  Segment line{X_FG_ * tip, R.col(2), 0};
  double least = sine;
  for (const int w : hull.neighbors(v)) {
    const Vector3d edge = hull.vertices()[w] - tip;
    const double length = edge.norm();
    if (std::abs(edge.dot(n)) >= least * length) continue;
    least = std::abs(edge.dot(n)) / length;
    line = {X_FG_ * (tip + 0.5 * edge), R * edge / length, 0.5 * length};
  }
  return line;
}

int ConvexSolid::num_faces() const {
  return std::visit(Overloaded{[](const Box*) { return 6; },
                               [](const Cylinder*) { return 2; },
                               [](const Ellipsoid*) { return 0; },
                               [](const ConvexHull* hull) {
                                 return static_cast<int>(hull->faces().size());
                               }},
                    shape_);
}

// Faces of a box: 2 i + (1 on the positive side); of a cylinder: 0 below, 1
// above; of a hull: its own numbers.
ConvexSolid::Plane ConvexSolid::FacePlane(int face) const {
  const double side = face % 2 == 1 ? 1 : -1;
  Vector3d normal = Vector3d::Zero();
  double offset = 0;
  std::visit(Overloaded{[&](const Box* box) {
                          normal = side * Vector3d::Unit(face / 2);
                          offset = box->half_extents[face / 2];
                        },
                        [&](const Cylinder* c) {
                          normal = side * Vector3d::UnitZ();
                          offset = c->half_length;
                        },
                        [](const Ellipsoid*) {},
                        [&](const ConvexHull* hull) {
                          normal = hull->faces()[face].normal;
                          offset = hull->faces()[face].offset;
                        }},
             shape_);
  normal = X_FG_.linear() * normal;
  return {normal, offset + normal.dot(X_FG_.translation())};
}

int ConvexSolid::FindFaceAlong(const Vector3d& n_F) const {
  const Vector3d n = X_FG_.linear().transpose() * n_F;
  return std::visit(
      Overloaded{[&](const Box*) {
                   int axis;
                   n.cwiseAbs().maxCoeff(&axis);
                   return 2 * axis + (n[axis] < 0 ? 0 : 1);
                 },
                 [&](const Cylinder*) { return n.z() < 0 ? 0 : 1; },
                 [](const Ellipsoid*) { return -1; },
                 [&](const ConvexHull* hull) {
                   const int v = hull->FindSupport(n);
                   int best = -1;
                   double along = -2;
                   for (const int f : hull->faces_at(v)) {
                     const double x = hull->faces()[f].normal.dot(n);
                     if (x > along) along = x, best = f;
                   }
                   return best;
                 }},
      shape_);
}

bool ConvexSolid::HasFaceAlong(const Vector3d& n) const {
  const int face = FindFaceAlong(n);
  return face >= 0 && (FacePlane(face).normal - n).squaredNorm() < 1e-20;
}

void ConvexSolid::MakeFace(int face, Role role, OwnedFace* owned) const {
  std::visit(
      Overloaded{[&](const Box* box) { MakeBoxFace(*box, face, owned); },
                 [&](const Cylinder* c) { MakeEnd(*c, face, role, owned); },
                 [](const Ellipsoid*) {},
                 [&](const ConvexHull* hull) {
                   MakeHullFace(*hull, face, owned);
                 }},
      shape_);
}

double ConvexSolid::DepthOfFace(int face, const Face& reference) const {
  if (const auto* hull = std::get_if<const ConvexHull*>(&shape_)) {
    const Vector3d n = X_FG_.linear().transpose() * reference.normal();
    double lowest = std::numeric_limits<double>::infinity();
    for (const int v : (*hull)->faces()[face].corners) {
      lowest = std::min(lowest, n.dot((*hull)->vertices()[v]));
    }
    return reference.DepthOf(X_FG_.translation()) - lowest;
  }
  OwnedFace owned;
  MakeFace(face, Role::kIncident, &owned);
  double deepest = -std::numeric_limits<double>::infinity();
  for (const PolygonCorner& corner : owned.face.corners) {
    const Vector3d p =
        owned.face.origin + owned.face.axes.leftCols<2>() * corner.p;
    deepest = std::max(deepest, reference.DepthOf(p));
  }
  return deepest;
}

bool ConvexSolid::FindFewFacesBelow(const ConvexHull& hull,
                                    const Vector3d& down, double distance,
                                    FewFaces* few) {
  ConvexHull::Cap cap;
  if (!hull.FindCap(down, distance, &cap)) return false;
  few->size = 0;
  for (const int v : cap.all()) {
    for (const int face : hull.faces_at(v)) {
      const int place = hull.face_tree().PlaceOf(face);
      const auto found = few->all();
      if (std::ranges::find(found, place) != found.end()) continue;
      if (few->size == FewFaces::kCapacity) return false;
      few->places[few->size++] = place;
    }
  }
  std::ranges::sort(few->all());
  return true;
}

void ConvexSolid::MakeBoxFace(const Box& box, int face,
                              OwnedFace* owned) const {
  const Matrix3d R = X_FG_.linear();
  const int axis = face / 2, x = (axis + 1) % 3, y = (axis + 2) % 3;
  const double side = face % 2 == 1 ? 1 : -1;
  const Vector3d& h = box.half_extents;
  owned->face.axes << R.col(x), side * R.col(y), side * R.col(axis);
  owned->face.origin = X_FG_.translation() + h[axis] * owned->face.normal();
  const auto corners = MakeRectangle({h[x], h[y]});
  std::copy(corners.begin(), corners.end(), owned->corners.begin());
  owned->face.corners = std::span(owned->corners).first(corners.size());
  owned->face.size = h[x] + h[y];
}

void ConvexSolid::MakeEnd(const Cylinder& cylinder, int face, Role role,
                          OwnedFace* owned) const {
  static const auto inner = MakeRegularPolygon<kInnerCorners>(1);
  static const auto outer = MakeRegularPolygon<kOuterCorners>(
      1 / std::cos(std::numbers::pi / kOuterCorners));
  const Matrix3d R = X_FG_.linear();
  const double side = face % 2 == 1 ? 1 : -1;
  owned->face.axes << R.col(0), side * R.col(1), side * R.col(2);
  owned->face.origin =
      X_FG_.translation() + cylinder.half_length * owned->face.normal();
  const std::span<const PolygonCorner> unit =
      role == Role::kIncident ? std::span<const PolygonCorner>(inner) : outer;
  for (std::size_t k = 0; k < unit.size(); ++k) {
    owned->corners[k] = {cylinder.radius * unit[k].p, unit[k].edge_normal};
  }
  owned->face.corners = std::span(owned->corners).first(unit.size());
  owned->face.size = 2 * cylinder.radius;
}

void ConvexSolid::MakeHullFace(const ConvexHull& hull, int face,
                               OwnedFace* owned) const {
  const HullFace& f = hull.faces()[face];
  owned->face.axes = X_FG_.linear() * f.axes;
  owned->face.origin = X_FG_ * f.origin;
  owned->face.corners = f.polygon;
  owned->face.size = 2 * hull.half_extents().maxCoeff();
}

}  // namespace tactus::contact

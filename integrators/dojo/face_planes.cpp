#include "tactus/integrators/dojo/face_planes.h"

#include <variant>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::integrators {

void VisitFacePlanes(const contact::Shape& shape,
                     const std::function<void(const Matrix3d& axes,
                                              const Vector3d& origin)>& visit) {
  constexpr int kMostFaces = 100;
  if (const auto* box = std::get_if<contact::Box>(&shape)) {
    for (int k = 0; k < 3; ++k) {
      for (const double side : {-1., 1.}) {
        Matrix3d R;
        R.col(2) = side * Vector3d::Unit(k);
        R.col(0) = Vector3d::Unit((k + 1) % 3);
        R.col(1) = R.col(2).cross(R.col(0));
        visit(R, box->half_extents[k] * R.col(2));
      }
    }
  } else if (const auto* mesh = std::get_if<contact::ConvexMesh>(&shape)) {
    const contact::ConvexHull& hull = *mesh->hull;
    if (hull.field() != nullptr || hull.faces().size() > kMostFaces) return;
    for (const contact::HullFace& face : hull.faces())
      visit(face.axes, face.origin);
  }
}

}  // namespace tactus::integrators

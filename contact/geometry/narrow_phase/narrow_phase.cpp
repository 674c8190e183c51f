#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"

#include "tactus/contact/geometry/narrow_phase/collide.h"
#include "tactus/contact/geometry/narrow_phase/height_field.h"
#include "tactus/contact/geometry/narrow_phase/reduce_manifold.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact {
namespace {

template <class P, class Q>
concept HasRoutine = requires(const P& p, const Q& q, const RigidTransform& X,
                              ManifoldWriter* writer) {
  Collide(p, q, X, writer);
};

/// X_WP^-1 X_WQ, written out: Eigen's own products of transforms cost several
/// times as much as this.
RigidTransform RelativePose(const RigidTransform& X_WP,
                            const RigidTransform& X_WQ) {
  const Matrix3d R_WP = X_WP.linear(), R_WQ = X_WQ.linear();
  const Vector3d p_PQ_W = X_WQ.translation() - X_WP.translation();
  RigidTransform X_PQ;
  X_PQ.linear() = R_WP.transpose().lazyProduct(R_WQ);
  X_PQ.translation() = R_WP.transpose().lazyProduct(p_PQ_W);
  return X_PQ;
}

template <class P, class Q>
void Write(const P& p, const RigidTransform& X_WP, const Q& q,
           const RigidTransform& X_WQ, bool exchanged, double margin,
           std::vector<ManifoldPoint>* points) {
  const RigidTransform X_PQ = RelativePose(X_WP, X_WQ);
  if (!X_PQ.matrix().allFinite()) return;
  ManifoldWriter writer(X_WP, exchanged, margin, points);
  Collide(p, q, X_PQ, &writer);
}

/// Of a shape that touches as a height field; null of others.
const HeightGrid* FieldOf(const Shape& shape) {
  const auto* mesh = std::get_if<ConvexMesh>(&shape);
  return mesh == nullptr ? nullptr : mesh->hull->field();
}

/// A field and a convex solid that ends; false if they are none.
bool AppendField(const Shape& a, const RigidTransform& X_WA, const Shape& b,
                 const RigidTransform& X_WB, double margin,
                 std::vector<ManifoldPoint>* points) {
  const HeightGrid *field_a = FieldOf(a), *field_b = FieldOf(b);
  if ((field_a == nullptr) == (field_b == nullptr)) return false;
  const Shape& solid = field_a != nullptr ? b : a;
  if (std::holds_alternative<HalfSpace>(solid)) return false;
  if (field_a != nullptr) {
    AppendHeightField(*field_a, X_WA, b, X_WB, margin, points);
    return true;
  }
  const std::size_t first = points->size();
  AppendHeightField(*field_b, X_WB, a, X_WA, margin, points);
  for (std::size_t i = first; i < points->size(); ++i) {
    ManifoldPoint& point = (*points)[i];
    std::swap(point.p_WA, point.p_WB);
    point.normal_W = -point.normal_W;
  }
  return true;
}

}  // namespace

void AppendManifold(const Shape& a, const RigidTransform& X_WA, const Shape& b,
                    const RigidTransform& X_WB, double margin,
                    std::vector<ManifoldPoint>* points) {
  const std::size_t first = points->size();
  if (AppendField(a, X_WA, b, X_WB, margin, points))
    return ReduceManifold(first, points);
  std::visit(
      [&]<class A, class B>(const A& p, const B& q) {
        if constexpr (std::is_same_v<A, HalfSpace> &&
                      std::is_same_v<B, HalfSpace>) {
          return;  // Two half-spaces never touch.
        } else if constexpr (HasRoutine<A, B>) {
          Write(p, X_WA, q, X_WB, false, margin, points);
        } else {
          static_assert(HasRoutine<B, A>, "every pair of shapes has a routine");
          Write(q, X_WB, p, X_WA, true, margin, points);
        }
      },
      a, b);
  ReduceManifold(first, points);
}

}  // namespace tactus::contact

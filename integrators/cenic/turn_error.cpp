#include "tactus/integrators/cenic/turn_error.h"

#include <algorithm>
#include <variant>

namespace tactus::integrators {
namespace {

using contact::Shape;

constexpr double kLogShare = 1.0 / 4;
// Centres and axes are one where they are no further apart [m, rad].
constexpr double kSame = 1e-9;

bool IsOfRevolution(const Shape& shape) {
  if (const auto* ellipsoid = std::get_if<contact::Ellipsoid>(&shape))
    return ellipsoid->radii.x() == ellipsoid->radii.y();
  return std::holds_alternative<contact::Capsule>(shape) ||
         std::holds_alternative<contact::Cylinder>(shape);
}

}  // namespace

void TurnError::Symmetry::AddAxis(const Vector3d& axis_B) {
  if (of == Of::kBall) {
    of = Of::kAxis;
    axis = axis_B;
  } else if (of == Of::kAxis && axis.cross(axis_B).norm() > kSame) {
    of = Of::kNone;
  }
}

void TurnError::Symmetry::Add(const contact::Geometry& geometry,
                              const Vector3d& p_BoBcm) {
  const Vector3d off = geometry.X_BG.translation() - p_BoBcm;
  const Vector3d z = geometry.X_BG.linear().col(2);
  if (std::holds_alternative<contact::Sphere>(geometry.shape)) {
    if (off.norm() > kSame) AddAxis(off.normalized());
  } else if (IsOfRevolution(geometry.shape) && z.cross(off).norm() < kSame) {
    AddAxis(z);
  } else {
    of = Of::kNone;
  }
}

TurnError::TurnError(const multibody::Model& model)
    : by_tree_(model.trees().size()) {
  for (std::size_t t = 0; t < by_tree_.size(); ++t) {
    const multibody::Tree& tree = model.trees()[t];
    if (!tree.is_free_body) continue;
    by_tree_[t].q_start = model.joints()[tree.first_body - 1].q_start + 3;
  }
  for (const contact::Geometry& geometry : model.geometries()) {
    const multibody::Body& body = model.bodies()[geometry.body];
    if (body.tree >= 0) by_tree_[body.tree].Add(geometry, body.inertia.p_BoBcm);
  }
}

double TurnError::Calc(const contact::VelocityProblem& problem,
                       const VectorXd& q, const VectorXd& v, double h) const {
  double most = 0;
  for (std::size_t t = 0; t < by_tree_.size(); ++t) {
    const contact::Clique& clique = problem.cliques[t];
    if (!clique.turns_alone) continue;
    const Symmetry& symmetry = by_tree_[t];
    const Vector3d w = v.segment<3>(clique.v_start);
    most = std::max(most, kLogShare * w.norm());
    if (symmetry.of == Symmetry::Of::kNone) {
      most = std::max(most, w.norm());
    } else if (symmetry.of == Symmetry::Of::kAxis) {
      const auto turn = q.segment<4>(symmetry.q_start);
      const Quaterniond R_WB(turn[0], turn[1], turn[2], turn[3]);
      most = std::max(most, w.cross(R_WB * symmetry.axis).norm());
    }
  }
  const double x = h * most;
  return x * x * x / 16;
}

}  // namespace tactus::integrators

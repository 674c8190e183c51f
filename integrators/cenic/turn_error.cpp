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

void TurnError::Symmetry::AddAxis(const Vector3d& axis_C) {
  if (of == Of::kBall) {
    of = Of::kAxis;
    axis = axis_C;
  } else if (of == Of::kAxis && axis.cross(axis_C).norm() > kSame) {
    of = Of::kNone;
  }
}

void TurnError::Symmetry::Add(const Shape& shape, const RigidTransform& X_CG) {
  const Vector3d off = X_CG.translation();
  const Vector3d z = X_CG.linear().col(2);
  if (std::holds_alternative<contact::Sphere>(shape)) {
    if (off.norm() > kSame) AddAxis(off.normalized());
  } else if (IsOfRevolution(shape) && z.cross(off).norm() < kSame) {
    AddAxis(z);
  } else {
    of = Of::kNone;
  }
}

TurnError::TurnError(const multibody::Model& model)
    : by_tree_(model.trees().size()) {
  for (std::size_t t = 0; t < by_tree_.size(); ++t) {
    const multibody::Tree& tree = model.trees()[t];
    const multibody::Joint& joint = model.joints()[tree.first_body - 1];
    by_tree_[t].q_start = joint.q_start + (tree.is_free_body ? 3 : 0);
  }
  for (const contact::Geometry& geometry : model.geometries()) {
    const multibody::Body& body = model.bodies()[geometry.body];
    if (body.tree < 0) continue;
    RigidTransform X_BC = model.joints()[geometry.body - 1].X_CM;
    if (model.trees()[body.tree].is_free_body)
      X_BC = Eigen::Translation3d(body.inertia.p_BoBcm);
    by_tree_[body.tree].Add(geometry.shape, X_BC.inverse() * geometry.X_BG);
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
  // x^3 / 16
  const double x = h * most;
  return x * x * x / 16;
}

}  // namespace tactus::integrators

#include "tactus/integrators/dojo/pair_motions.h"

#include <Eigen/QR>

#include "tactus/contact/body_motion.h"

namespace tactus::integrators::dojo {
namespace {

// Unit velocities that move A beside B by less do not move it.
constexpr double kNoMotion = 1e-9;
// Motions that differ by less are one.
constexpr double kDependent = 1e-4;

}  // namespace

Matrix6Xd FindPairMotions(const contact::VelocityProblem& problem,
                          const contact::ContactPatch& patch,
                          const PosedPair& pair, double size) {
  const bool is_b_anchored = pair.model.bodies()[pair.b.body].tree < 0;
  const RigidTransform& X_WBo = is_b_anchored ? pair.X_WA : pair.X_WB;
  const Vector3d p_WAcm =
      pair.X_WA * pair.model.bodies()[pair.a.body].inertia.p_BoBcm;
  const Vector3d p_BoAcm_W = p_WAcm - X_WBo.translation();
  VectorXd unit = VectorXd::Zero(problem.num_velocities());
  Matrix6Xd motions(6, 0);
  for (const int body : {patch.body_a, patch.body_b}) {
    const int c = problem.bodies[body].clique;
    const bool is_again =
        body == patch.body_b && c == problem.bodies[patch.body_a].clique;
    if (c < 0 || is_again) continue;
    const contact::Clique& clique = problem.cliques[c];
    for (int k = clique.v_start; k < clique.v_start + clique.nv; ++k) {
      unit[k] = is_b_anchored ? 1 : -1;
      Vector6d V = contact::CalcRelativeVelocity(problem, patch, unit);
      unit[k] = 0;
      V.tail<3>() = CalcPointVelocity(V, p_BoAcm_W) / size;
      if (V.norm() < kNoMotion) continue;
      motions.conservativeResize(6, motions.cols() + 1);
      motions.rightCols<1>() = V.normalized();
    }
  }
  return motions;
}

MotionDirections MakeMotionDirections(const Matrix6Xd& motions,
                                      const PosedPair& pair, bool are_all) {
  if (motions.cols() == 0) {
    const Matrix6Xd any = Matrix6d::Identity().leftCols(are_all ? 6 : 0);
    return {.directions = any, .to_directions_transpose = any};
  }
  Eigen::ColPivHouseholderQR<Matrix6Xd> qr(motions);
  qr.setThreshold(kDependent);
  const auto m = qr.rank();
  Matrix6d basis = Matrix6d::Zero();
  if (m < 6) {
    const Matrix6d Q = qr.householderQ();
    basis.leftCols(m) = (motions * qr.colsPermutation()).leftCols(m);
    basis.rightCols(6 - m) = Q.rightCols(6 - m);
  } else {
    const Matrix3d axes = pair.X_WA.linear() * pair.a.X_BG.linear();
    basis.topLeftCorner<3, 3>() = axes;
    basis.bottomRightCorner<3, 3>() = axes;
  }
  const bool are_more =
      m < 6 &&
      (basis.rightCols(6 - m).transpose() * motions).norm() > kNoMotion;
  const auto k = are_all || are_more ? 6 : m;
  return {.directions = basis.leftCols(k),
          .to_directions_transpose =
              Matrix6d(basis.inverse().transpose()).leftCols(k)};
}

}  // namespace tactus::integrators::dojo

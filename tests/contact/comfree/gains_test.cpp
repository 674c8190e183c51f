#include "tactus/contact/comfree/gains.h"

#include <algorithm>
#include <vector>

#include "contact/comfree/tangle.h"
#include <Eigen/Dense>
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::JacobianOf;
using test::MakeTangle;

constexpr double kStep = 0.002;

/// The facets' rows of a body's velocity at C, 10 at most by 6.
MatrixXd MakeFacets(const ContactPoint& point, const Vector3d& p_OC) {
  Eigen::Matrix<double, 6, 6> at_C;  // (w, v at C) in the contact's frame
  at_C.setZero();
  const Matrix3d R = point.R_WC.transpose();
  at_C.topLeftCorner<3, 3>() = R;
  at_C.bottomRightCorner<3, 3>() = R;
  at_C.bottomLeftCorner<3, 3>() = -R * CrossMatrix(p_OC);
  if (point.condim == 1) return at_C.row(5);
  const int rows_of_pairs[] = {3, 4, 2, 0, 1};
  const double mu[] = {0.8, 0.8, 0.3, 0.2, 0.2};
  MatrixXd facets(ComFreeGains::NumFacets(point.condim), 6);
  for (int j = 0; j < facets.rows(); ++j) {
    const double sign = j % 2 == 0 ? 1 : -1;
    facets.row(j) =
        at_C.row(5) + sign * mu[j / 2] * at_C.row(rows_of_pairs[j / 2]);
  }
  return facets;
}

/// The largest eigenvalue of W Jt A^-1 Jt', with Jt and A written out.
double LargestEigenvalue(const VelocityProblem& problem,
                         const ComFreeGains& gains, double damping_gain) {
  MatrixXd A = MatrixXd::Zero(16, 16);
  for (const Clique& clique : problem.cliques) {
    A.block(clique.v_start, clique.v_start, clique.nv, clique.nv) = clique.M;
  }
  MatrixXd sum = MatrixXd::Zero(16, 16);  // Jt' W Jt
  for (const ContactPatch& patch : problem.patches) {
    for (int i = 0; i < patch.num_points; ++i) {
      const int index = patch.first_point + i;
      const ContactPoint& point = problem.points[index];
      const Vector3d p_AoC = patch.p_AoBo_W + point.p_BoC_W;
      const MatrixXd Jt =
          MakeFacets(point, point.p_BoC_W) * JacobianOf(problem, patch.body_b) -
          MakeFacets(point, p_AoC) * JacobianOf(problem, patch.body_a);
      const ComFreeGains::Masses& m = gains.masses(index);
      for (Eigen::Index j = 0; j < Jt.rows(); ++j) {
        const double mass =
            m.has_each ? m.each[static_cast<std::size_t>(j)] : m.all;
        sum += damping_gain * mass * Jt.row(j).transpose() * Jt.row(j);
      }
    }
  }
  return Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(sum, A)
      .eigenvalues()
      .maxCoeff();
}

TEST_CASE("ComFree gains: split masses -> largest eigenvalue at most one") {
  for (int num_points : {1, 4, 12}) {
    for (double damping : {0.001, 0.02, 1.0}) {
      INFO(num_points << " points a patch, d = " << damping);
      const VelocityProblem problem = MakeTangle(num_points);
      const ComFreeOptions options{.damping = damping};
      const double gain = options.stiffness * kStep + damping;
      SmoothPrediction prediction;
      prediction.Reset(problem, kStep);
      ComFreeGains gains;
      gains.Reset(problem, prediction, options, kStep);
      const double unsplit = LargestEigenvalue(problem, gains, gain);
      if (damping == 1) CHECK(unsplit > 10);  // there is something to do
      std::vector<double> loads(3, 0.0);
      gains.AddLoads(&loads);
      gains.SplitMasses(loads);
      const double split = LargestEigenvalue(problem, gains, gain);
      CHECK(split <= 1 + 1e-12);
      CHECK(split <= unsplit * (1 + 1e-12));
      // Nor is more given away than the bound asks for.
      CHECK(split > std::min(0.1, 0.1 * unsplit));
    }
  }
}

// Seen from another point of the body than its centre of mass, too.
TEST_CASE("ComFree gains: a free body off its centre of mass -> w = 1 / mass") {
  VelocityProblem problem = MakeTangle(1);
  problem.patches.resize(1);
  problem.points.resize(1);
  const double mass = 3;
  const Vector3d c(0.1, -0.3, 0.2);
  Matrix6d M;
  M << 0.4 * Matrix3d::Identity() - mass * CrossMatrix(c) * CrossMatrix(c),
      mass * CrossMatrix(c), -mass * CrossMatrix(c),
      mass * Matrix3d::Identity();
  problem.cliques[0].M = M;
  problem.bodies[1].p_BoBcm_W = c;
  problem.points[0].phi0 = 0;
  SmoothPrediction prediction;
  prediction.Reset(problem, kStep);
  ComFreeGains gains;
  gains.Reset(problem, prediction, {}, kStep);
  CHECK_FALSE(gains.masses(0).has_each);
  CHECK(gains.masses(0).all == Approx(9 * mass));
}

// All facets push with k m / h times the depth: the work on the way out.
TEST_CASE("ComFree gains: depths -> what the springs of all facets hold") {
  constexpr double depth = 2e-3;
  VelocityProblem problem = MakeTangle(4);
  SmoothPrediction prediction;
  prediction.Reset(problem, kStep);
  const ComFreeOptions options{.stiffness = 0.3};
  ComFreeGains gains;
  gains.Reset(problem, prediction, options, kStep);
  CHECK(gains.CalcStoredEnergy() == 0);
  double expected = 0;
  for (const std::size_t i : {2, 13}) {  // of a free body, and of joints'
    problem.points[i].phi0 = -depth;
    gains.Reset(problem, prediction, options, kStep);
    const ComFreeGains::Masses& m = gains.masses(static_cast<int>(i));
    for (int j = 0; j < ComFreeGains::NumFacets(problem.points[i].condim); ++j)
      expected +=
          0.3 / kStep * (m.has_each ? m.each[j] : m.all) * depth * depth / 2;
  }
  problem.points[5].phi0 = depth;  // apart
  gains.Reset(problem, prediction, options, kStep);
  CHECK(gains.CalcStoredEnergy() == Approx(expected));
}

}  // namespace
}  // namespace tactus::contact

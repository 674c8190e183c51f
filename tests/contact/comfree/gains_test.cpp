#include "tactus/contact/comfree/gains.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kStep = 0.002;

/// Two free bodies, and two bodies of a tree of four joints, all in contact
/// with each other and with the ground, at random.
VelocityProblem MakeTangle(int num_points) {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto random = [&](int rows, int columns) {
    return MatrixXd::NullaryExpr(rows, columns,
                                 [&] { return uniform(generator); });
  };
  VelocityProblem problem;
  problem.v0 = problem.k0 = problem.damping = problem.stiffness =
      problem.spring_force0 = problem.dry_friction = VectorXd::Zero(16);
  for (const auto& [start, nv] : {std::pair{0, 6}, {6, 6}, {12, 4}}) {
    const MatrixXd L = random(nv, nv);
    problem.cliques.push_back(
        {.v_start = start,
         .nv = nv,
         .M = L * L.transpose() + MatrixXd::Identity(nv, nv)});
  }
  problem.bodies.resize(5);  // the first is the ground
  for (int b : {1, 2}) {
    problem.bodies[b].clique = b - 1;
    problem.bodies[b].is_free = true;
  }
  for (int b : {3, 4}) {
    problem.bodies[b].clique = 2;
    problem.bodies[b].J = random(6, 4);
  }
  for (const auto& [a, b] : std::vector<std::pair<int, int>>{
           {0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}) {
    problem.patches.push_back(
        {.body_a = a,
         .body_b = b,
         .p_AoBo_W = random(3, 1),
         .first_point = static_cast<int>(problem.points.size()),
         .num_points = num_points});
    for (int i = 0; i < num_points; ++i) {
      ContactPoint point;
      point.p_BoC_W = random(3, 1);
      point.R_WC = Quaterniond(Eigen::Vector4d(random(4, 1)).normalized())
                       .toRotationMatrix();
      point.sliding_friction = 0.8;
      point.torsional_friction = 0.3;
      point.rolling_friction = 0.2;
      constexpr int kCondims[] = {1, 3, 4, 6};
      point.condim = kCondims[i % 4];
      point.inverse_mass = 0.1;
      problem.points.push_back(point);
    }
  }
  return problem;
}

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

MatrixXd JacobianOf(const VelocityProblem& problem, int body) {
  MatrixXd J = MatrixXd::Zero(6, problem.num_velocities());
  const ContactBody& of = problem.bodies[body];
  if (of.clique < 0) return J;
  const Clique& clique = problem.cliques[of.clique];
  if (of.is_free) {
    J.middleCols(clique.v_start, 6).setIdentity();
  } else {
    J.middleCols(clique.v_start, clique.nv) = of.J;
  }
  return J;
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

TEST_CASE("ComFree gains: split masses keep every eigenvalue within one") {
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
TEST_CASE("ComFree gains: a free body's w is the inverse of its mass") {
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

}  // namespace
}  // namespace tactus::contact

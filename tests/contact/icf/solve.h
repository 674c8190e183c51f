#pragma once

#include <algorithm>
#include <limits>

#include "contact/random_problem.h"
#include <Eigen/Eigenvalues>

#include "tactus/contact/icf/solver.h"

/// One call for one solve, and the norms in which solutions are compared.
namespace tactus::contact::test {

constexpr double kTight = 1e-13;

struct Result {
  VectorXd v;
  ContactImpulses impulses;
  IcfReport report;
};

inline Result Solve(const VelocityProblem& problem, double h,
                    const solvers::ConvexNewtonOptions& options =
                        {.tolerance = kTight, .max_lag_updates = 0},
                    IcfMemory memory = {}) {
  IcfSolver solver;
  solver.SetProblem(problem);
  Result result{.v = problem.v0, .impulses = {}, .report = {}};
  result.report = solver.Solve(h, options, &memory, &result.v);
  result.impulses = solver.impulses();
  return result;
}

/// D = diag(M)^-1/2.
inline VectorXd Scale(const VelocityProblem& problem) {
  VectorXd d(problem.num_velocities());
  for (const Clique& clique : problem.cliques) {
    d.segment(clique.v_start, clique.nv) =
        clique.M.diagonal().cwiseSqrt().cwiseInverse();
  }
  return d;
}

/// D = diag(A)^-1/2 with A = M + h D + h^2 K, by which Newton's method scales.
inline VectorXd StepScale(const VelocityProblem& problem, double h) {
  const VectorXd d = Scale(problem);
  return (d.cwiseAbs2().cwiseInverse() + h * problem.damping +
          h * h * problem.stiffness)
      .cwiseSqrt()
      .cwiseInverse();
}

/// How far apart, in D^-1, two points may be with scaled gradients of sum
/// `g`: |D^-1 (v1 - v2)| <= |D (g1 - g2)| / lambda, D = diag(A)^-1/2, lambda
/// the least eigenvalue of D A D, since the potentials are convex. It bounds
/// the distance in diag(M)^1/2 as well, which is not larger.
inline double DistanceBound(const VelocityProblem& problem, double h,
                            double g) {
  const VectorXd d = StepScale(problem, h);
  double lambda = std::numeric_limits<double>::infinity();
  for (const Clique& clique : problem.cliques) {
    const auto of = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv);
    };
    MatrixXd A = clique.M;
    A.diagonal() += h * of(problem.damping) + h * h * of(problem.stiffness);
    const MatrixXd DAD = of(d).asDiagonal() * A * of(d).asDiagonal();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(DAD);
    lambda = std::min(lambda, eigen.eigenvalues().minCoeff());
  }
  return g / lambda;
}

inline double ScaledDistance(const VelocityProblem& problem, const VectorXd& v1,
                             const VectorXd& v2) {
  return (v1 - v2).cwiseQuotient(Scale(problem)).norm();
}

/// |D r| of the whole problem, at least 1.
inline double Size(const VelocityProblem& problem, double h) {
  VectorXd r(problem.num_velocities());
  for (const Clique& clique : problem.cliques) {
    const auto of = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv);
    };
    r.segment(clique.v_start, clique.nv) =
        clique.M * of(problem.v0) -
        h * (of(problem.k0) + of(problem.spring_force0));
  }
  return std::max(1.0, StepScale(problem, h).cwiseProduct(r).norm());
}

}  // namespace tactus::contact::test

#pragma once

#include <vector>

#include <Eigen/Cholesky>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// The velocity that a problem would reach without contacts, limits, joint
/// rows, constraints, dry friction and actuators on tendons, and the matrix
/// that carries it there:
///
///     A v_s = M v0 - h (k0 + K (q0 - qref)) + h sum of actuators,
///     A = M + h D + h^2 K, with the actuators' own D and K,
///
/// one dense block per clique. An actuator that its limits hold back is a
/// constant force and leaves A; one whose law does not stabilise is taken at
/// v0.
class SmoothPrediction {
 public:
  /// Factorizes A and finds v_s, at which no actuator exceeds its limits.
  void Reset(const VelocityProblem& problem, double h);

  /// Holds back the actuators that would exceed their limits at velocity `v`,
  /// for good, and finds v_s again; false if there are none.
  bool ClampActuators(const VectorXd& v);

  /// A clique whose A is not positive definite, or -1.
  int failed_clique() const { return failed_clique_; }

  const VectorXd& v_smooth() const { return v_smooth_; }
  /// A of a clique of the problem, nv x nv.
  void CalcMatrix(const Clique& clique, MatrixXd* A) const;
  /// What A has on its diagonal beside M, and beside drag, over all velocities.
  const VectorXd& diagonal() const { return diagonal_; }

  /// The forces of the problem's actuators on their velocities, where the step
  /// ends with `v` [N or N m]; zero for those on tendons.
  void CalcActuatorForces(const VectorXd& v, std::vector<double>* forces) const;

  /// x <- A^-1 x, over all velocities.
  void Solve(VectorXd* x) const;
  /// The same, over those of one clique.
  void Solve(int clique, Eigen::Ref<VectorXd> x) const;
  /// G' A^-1 G, n x n, and the work space to find it in.
  struct Mobility {
    MatrixXd value, solved;
  };
  /// The mobility of one clique for wrenches or rows in the columns of `G`, nv
  /// x n.
  void CalcMobility(int clique, const Eigen::Ref<const MatrixXd>& G,
                    Mobility* mobility) const;
  /// A^-1 of a clique of six, such as a free body's.
  const Matrix6d& inverse6(int clique) const { return inverse6_[clique]; }

 private:
  struct Actuator {
    StableLaw law;
    bool is_implicit{};
    double force{};  ///< If not.
    double CalcForce(double x) const {
      return is_implicit ? law.b - law.c * x : force;
    }
  };
  void Factorize();
  void Predict();

  const VelocityProblem* problem_{};
  double h_{};
  int failed_clique_ = -1;
  std::vector<Actuator> actuators_;
  VectorXd diagonal_;  ///< h D + h^2 K
  VectorXd v_smooth_;
  std::vector<Matrix6d> inverse6_;  ///< A^-1 of cliques of six, by clique.
  std::vector<MatrixXd> L_;         ///< A = L L' of the others.
};

}  // namespace tactus::contact

#pragma once

#include <span>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// A SkewStep is the step that a SkewFeedback is for.
struct SkewStep {
  double dt{};
  /// One of the steps of step doubling, or of another comparison of two
  /// lengths, and a half one among them.
  bool is_compared = false, is_half = false;
  /// Laws hold at v0 + share (v1 - v0) (SpringShares::velocities).
  double velocity_share = 1;
};

/// Feedback that turns velocities into each other, as cross gains of
/// controllers, Coriolis forces that they make and Lorentz forces do. Its slope
/// is skew,
///
///     -dg/dv = C + N,   N = -N',
///
/// and no convex potential has it. At v0 alone it would let energy grow by
/// 1 + (w h)^2 a step, w the rate at which it turns velocities. So a step has
///
///     tau = g(v0) - C (v1 - v0) - theta N (v1 - v0),
///
/// theta = 1/2, which is of second order and neither gives nor takes energy.
/// The last term is a force at a guess of u = v1 - v0, for which the convex
/// problem is solved, again with a better guess, until they agree:
///
///     A = M + dt (C + R),
///     u <- u + (A + dt theta N)^-1 A (u_solved - u).
///
/// Where nothing but A resists, the first such guess is exact, however large N
/// is. What holds velocities further (contact, limits) in a metric B >= A
/// slows the iteration down: errors fall by x / sqrt(1 + x^2) at least, with
/// x = dt theta |N| beside A.
///
/// The turn rho = dt |A^-1/2 N A^-1/2| is the angle by which a step turns
/// velocities; its sum of squares over all planes. Turns up to 3e-4 are left at
/// v0: they let energy grow by 1e-7 in a step; in compared steps, whose
/// extrapolation lets it grow by rho^4 / 4, those up to 0.01. At rho = 1 a turn
/// is 7 % too slow (2 atan(rho / 2)). In compared steps, where extrapolation
/// would multiply what turns further, theta rises to 1, rho within [1/2, 1]:
/// what the accuracy does not see decays, as all that is stiff does.
class SkewFeedback {
 public:
  void Clear();
  /// @param N           of the first velocities, skew [N s/m or N m s].
  /// @param resistance  C + R of the same, symmetric and with M dt^-1 positive.
  /// @param thetas      by velocity, 0 where nothing turns; of half steps, as
  ///   the whole step has left them: the two differ by their lengths alone.
  void Reset(const MatrixXd& N, const MatrixXd& resistance,
             std::span<const contact::Clique> cliques, const SkewStep& step,
             std::vector<double>* thetas);

  bool empty() const { return groups_.empty(); }
  /// The largest rho of those groups of cliques that N couples, and the first
  /// clique of that group; 0 and -1: none.
  double turn() const { return turn_; }
  int clique() const { return clique_; }

  /// After a solve with force(), that moved v0 to v1: whether there is to be
  /// another one, with a force() that is better.
  bool Follow(const VectorXd& v0, const VectorXd& v1);
  /// Returns -theta N u of the guess; it is empty before the first Follow().
  const VectorXd& force() const { return force_; }
  /// Returns v0 + u of the guess, and v1 of what nothing turns: where that
  /// solve may start.
  const VectorXd& velocity() const { return velocity_; }

 private:
  struct Group {
    std::vector<int> dofs;
    MatrixXd M, A, N;                ///< Of u: N times theta / velocity_share.
    Eigen::LLT<MatrixXd> resisting;  ///< A
    Eigen::PartialPivLU<MatrixXd> whole;  ///< A + dt N
    VectorXd guess;
  };
  std::vector<Group> groups_;
  double dt_{}, turn_{}, tolerance_{};
  int clique_ = -1;
  int passes_{};
  double missing_{};  ///< As a share of motion, in the last pass.
  VectorXd force_, velocity_;
};

/// rho of one group: dt |A^-1/2 N A^-1/2|, A positive definite.
double CalcTurn(const MatrixXd& N, const MatrixXd& A, double dt);

/// (G - G') / 2.
MatrixXd CalcSkewPart(const MatrixXd& G);

}  // namespace tactus::integrators

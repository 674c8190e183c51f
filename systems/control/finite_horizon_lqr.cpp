#include "tactus/systems/control/finite_horizon_lqr.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <unsupported/Eigen/MatrixFunctions>

#include "tactus/systems/control/riccati.h"
#include "tactus/systems/trajectories/cubic_spline.h"

namespace tactus::systems {
namespace {

constexpr int kMaxLevel = 16;

// The solution at one time.
struct Knot {
  double fraction;  // of the horizon
  MatrixXd S, Sdot;
};

// Solves from the end of the horizon to its start. A piece of level j is 2^-j
// of the horizon long.
class BackwardSolver {
 public:
  BackwardSolver(const LqrProblem& plain, const MatrixXd& Qf, double duration,
                 double accuracy)
      : p_(plain),
        G_(plain.B * plain.R.llt().solve(plain.B.transpose())),
        duration_(duration),
        accuracy_(accuracy),
        H_(2 * Qf.rows(), 2 * Qf.rows()) {
    H_ << p_.A, -G_, -p_.Q, -p_.A.transpose();
    AddKnot(1, Qf);
  }

  // From the first to the last.
  std::vector<Knot> Solve() && {
    Refine(0);
    std::reverse(knots_.begin(), knots_.end());
    return std::move(knots_);
  }

 private:
  void AddKnot(double fraction, const MatrixXd& S) {
    const MatrixXd SA = S * p_.A;
    knots_.push_back({fraction, S, S * G_ * S - SA - SA.transpose() - p_.Q});
    largest_ = std::max(largest_, S.norm());
  }

  double Length(int level) const { return std::ldexp(duration_, -level); }

  // Continues the knots by one piece of this level, or by the halves of it.
  void Refine(int level) {
    // Beyond this, exp(-H h) mixes growing and decaying parts too widely.
    constexpr double kLargestExponent = 4;
    const Knot& end = knots_.back();
    if (H_.norm() * Length(level) <= kLargestExponent) {
      const MatrixXd middle = StepBack(level + 1, end.S);
      const MatrixXd start = StepBack(level + 1, middle);
      const Knot before = end;
      AddKnot(end.fraction - std::ldexp(1.0, -level), start);
      const double error =
          (CubicMiddle(knots_.back(), before, Length(level)) - middle).norm();
      if (error <= accuracy_ * largest_) return;
      knots_.pop_back();
    }
    if (level == kMaxLevel) {
      throw std::invalid_argument(
          "LQR: over this horizon the cost changes too fast for the accuracy; "
          "shorten the one or loosen the other");
    }
    Refine(level + 1);
    Refine(level + 1);
  }

  // S(t - h) = (F21 + F22 S) (F11 + F12 S)^-1
  MatrixXd StepBack(int level, const MatrixXd& S) {
    const auto n = S.rows();
    const MatrixXd& F = Exponential(level);
    const MatrixXd X = F.topLeftCorner(n, n) + F.topRightCorner(n, n) * S;
    const MatrixXd Y = F.bottomLeftCorner(n, n) + F.bottomRightCorner(n, n) * S;
    const MatrixXd before = X.transpose().partialPivLu().solve(Y.transpose());
    return 0.5 * (before + before.transpose());
  }

  // F = exp(-H h), kept for each level.
  const MatrixXd& Exponential(int level) {
    MatrixXd& F = exponentials_[static_cast<std::size_t>(level)];
    if (F.size() == 0) F = (-Length(level) * H_).exp();
    return F;
  }

  // The middle of the cubic between two knots h apart.
  static MatrixXd CubicMiddle(const Knot& a, const Knot& b, double h) {
    return 0.5 * (a.S + b.S) + h / 8 * (a.Sdot - b.Sdot);
  }

  const LqrProblem& p_;
  const MatrixXd G_;
  const double duration_, accuracy_;
  MatrixXd H_;
  std::vector<MatrixXd> exponentials_{kMaxLevel + 2};
  std::vector<Knot> knots_;  // from the last to the first
  double largest_{};
};

void CheckHorizon(const Horizon& horizon) {
  if (std::isfinite(horizon.start) && std::isfinite(horizon.end) &&
      horizon.start < horizon.end && horizon.accuracy > 0) {
    return;
  }
  throw std::invalid_argument(
      "LQR: a horizon must start before it ends, and its accuracy be positive");
}

}  // namespace

FiniteHorizonLqr ContinuousLqrOverHorizon(const LqrProblem& problem,
                                          const MatrixXd& Qf,
                                          const Horizon& horizon) {
  const LqrProblem plain = RemoveCrossTerm(problem);
  CheckRiccatiProblem(problem.A, problem.B, Qf, problem.R);
  CheckHorizon(horizon);
  const double duration = horizon.end - horizon.start;
  const std::vector<Knot> knots =
      BackwardSolver(plain, Qf, duration, horizon.accuracy).Solve();

  const auto num = static_cast<Eigen::Index>(knots.size());
  const auto n = problem.A.rows(), m = problem.B.cols();
  const auto R = problem.R.llt();
  std::vector<double> times;
  MatrixXd S(n * n, num), Sdot(n * n, num), K(m * n, num), Kdot(m * n, num);
  for (Eigen::Index k = 0; k < num; ++k) {
    const Knot& knot = knots[static_cast<std::size_t>(k)];
    times.push_back(k + 1 == num ? horizon.end
                                 : horizon.start + knot.fraction * duration);
    S.col(k) = knot.S.reshaped();
    Sdot.col(k) = knot.Sdot.reshaped();
    // K = R^-1 (B'S + N')
    MatrixXd BS = problem.B.transpose() * knot.S;
    if (problem.N.size() > 0) BS += problem.N.transpose();
    K.col(k) = R.solve(BS).reshaped();
    Kdot.col(k) =
        R.solve(MatrixXd(problem.B.transpose() * knot.Sdot)).reshaped();
  }
  return {MakeCubicHermite(times, K, Kdot), MakeCubicHermite(times, S, Sdot)};
}

}  // namespace tactus::systems

#pragma once

#include <optional>
#include <vector>

#include "tactus/common/status.h"
#include "tactus/solvers/interior_point/cones.h"
#include "tactus/solvers/interior_point/scaling.h"

namespace tactus::solvers {

/// Equations with complementarity: find x, and z, s in a product of cones, with
///
///     E(x, z) = 0,    g(x, z) = s,    s o z = kappa e.
///
/// The problem knows the structure of its derivatives, and so factorizes
/// Newton's matrix, with the scaling W of scaling.h,
///
///     K = [ E_x   E_z       ]
///         [ g_x   g_z + W^2 ]
///
/// itself (DenseProblem: as one dense matrix).
class ComplementarityProblem {
 public:
  /// Residuals at one point.
  struct Point {
    VectorXd E, g;
  };

  virtual ~ComplementarityProblem() = default;
  virtual const ConeProduct& cones() const = 0;
  /// The share of the step dx, at most 1, that keeps x where the equations have
  /// a meaning.
  virtual double CalcLargestStep(const VectorXd& /*x*/,
                                 const VectorXd& /*dx*/) {
    return 1;
  }
  /// Where an iteration starts, inside of the cones: their neutral elements,
  /// unless the problem knows better.
  virtual void SetStart(VectorXd* z, VectorXd* s) const {
    cones().SetNeutral(1, z);
    cones().SetNeutral(1, s);
  }
  /// Where the first iteration starts instead, from `x`: near to where the
  /// solution is expected. False: nothing is.
  virtual bool SetGuess(double /*kappa*/, VectorXd* /*x*/, VectorXd* /*z*/,
                        VectorXd* /*s*/) {
    return false;
  }
  /// E and g.
  virtual void Calc(const VectorXd& x, const VectorXd& z, Point* point) = 0;
  /// The most that |E_i| may be at a solution, where the last Calc() was: the
  /// tolerance itself, unless the problem knows what E_i is small against.
  virtual void CalcTolerances(double tolerance, const VectorXd& x,
                              const VectorXd& /*z*/, VectorXd* most) {
    most->setConstant(x.size(), tolerance);
  }

  /// K, where the last Calc() was. False: it has no inverse.
  [[nodiscard]] virtual bool Factorize(const NesterovToddScaling& scaling) = 0;
  /// K (dx, dz) = (E, g), of the last Factorize().
  virtual void Solve(const VectorXd& E, const VectorXd& g, VectorXd* dx,
                     VectorXd* dz) = 0;
  /// dg = g_x dx + g_z dz, of the last Factorize().
  virtual void MultiplyG(const VectorXd& dx, const VectorXd& dz,
                         VectorXd* dg) = 0;
  /// dE = E_x dx + E_z dz, of the last Factorize().
  virtual void MultiplyE(const VectorXd& dx, const VectorXd& dz,
                         VectorXd* dE) = 0;
};

/// Where an iteration starts, or the last one ended.
struct InteriorPointIterate {
  double residual{};         ///< Largest entry of E and g - s.
  double complementarity{};  ///< Largest entry of s o z - kappa e.
  /// Condition numbers of Newton's matrices (conditioning.h).
  double full_condition{}, condition{}, primal_condition{};
};

struct InteriorPointOptions {
  double kappa = 1e-6;  ///< Of complementarity, at the solution.
  /// What the largest entry of |g - s| may be and, by CalcTolerances(), E.
  double tolerance = 1e-9;
  /// What |s o z - kappa e| may be, as a share of kappa, or what rounding
  /// leaves of s o z, if that is more.
  double complementarity = 1e-2;
  int max_iterations = 30;  ///< From each start.
  /// Iterates are appended here, of all starts, with condition numbers, which
  /// take more time than the solution does. Null: they are not.
  std::vector<InteriorPointIterate>* log = nullptr;
};

struct InteriorPointReport {
  Status status = Status::kIterationLimit;
  int iterations{};  ///< Of all starts.
  int restarts{};
  double residual{};         ///< Largest entry of E and g - s.
  double complementarity{};  ///< Largest entry of s o z - kappa e.
  bool converged() const { return status == Status::kConverged; }
};

/// A primal-dual interior-point method with predictor and corrector, after
/// [Howell22], Algorithm 1, in the scaling W of scaling.h. Each iteration, of
/// which each start makes at least one, factorizes once,
///
///     [ E_x   E_z       ] [dx]   [ -E                                 ]
///     [ g_x   g_z + W^2 ] [dz] = [ W L(lambda)^-1 r - (g - s)         ]
///     ds = g_x dx + g_z dz + g - s,    L(a) b = a o b,
///
/// for an affine direction with r = kappa e - lambda o lambda, whose progress
/// says how far to center, sigma = (mu_aff / mu)^3, and for the step itself
/// with
///
///     r = max(sigma mu, kappa) e - lambda o lambda
///         - (W^-1 ds_aff) o (W dz_aff).
///
/// Where the cones cut that short, up to three correctors of centrality send
/// products of s and z that lag or lead back to the others ([Gondzio96]), with
/// the same factorization.
///
/// The predictor aims at the final kappa: one aimed at zero, as in the paper,
/// has no fixed point at kappa > 0. Where the step would be short, the same
/// without its last term is tried, and centering alone (r = mu e); where
/// iterations do not do, or have not moved for some time, another start: after
/// the problem's guess its neutral one, in several sizes. A step ends at 0.99
/// of the way to the boundary of the cones, at most.
///
/// Keeps its buffers: no allocation once sized.
class InteriorPoint {
 public:
  /// From `x`; its solution into `x`, `z()` and `s()`.
  InteriorPointReport Solve(const InteriorPointOptions& options,
                            ComplementarityProblem* problem, VectorXd* x);

  /// From where the last Solve() ended, to another kappa.
  InteriorPointReport Continue(const InteriorPointOptions& options,
                               ComplementarityProblem* problem, VectorXd* x);

  /// The same, from there alone; without a solution x, z and s stay.
  InteriorPointReport Polish(const InteriorPointOptions& options,
                             ComplementarityProblem* problem, VectorXd* x);

  const VectorXd& z() const { return z_; }
  const VectorXd& s() const { return s_; }

 private:
  struct Direction {
    VectorXd x, z, s;
  };
  struct Violation {
    double equations{}, complementarity{};
    double gaps{};      ///< Of `equations`, |g - s|.
    double rounding{};  ///< Of complementarity: what doubles cannot tell.
  };
  bool Iterate(const InteriorPointOptions& options,
               ComplementarityProblem* problem, VectorXd* x,
               InteriorPointReport* report);
  void CalcProducts(const ConeProduct& cones, double target,
                    const Direction* affine);
  void CalcScaledProduct(const ConeProduct& cones, const VectorXd& s,
                         const VectorXd& z, VectorXd* product);
  /// With r of CalcProducts().
  void CalcDirection(ComplementarityProblem* problem, Direction* direction);
  double Center(double target, double tau, double step,
                ComplementarityProblem* problem);
  double CalcStep(const ConeProduct& cones, const Direction& direction,
                  double tau) const;
  void Log(const Violation& now, ComplementarityProblem* problem,
           std::vector<InteriorPointIterate>* log);
  std::optional<Status> FindEnd(const InteriorPointOptions& options,
                                int iteration, bool is_last, const VectorXd& x,
                                ComplementarityProblem* problem);
  bool IsSolved(const InteriorPointOptions& options, const VectorXd& x,
                ComplementarityProblem* problem);
  const Direction& ChooseDirection(double kappa, const VectorXd& x,
                                   ComplementarityProblem* problem,
                                   double* step);
  double CalcCentering(double mu, const ConeProduct& cones) const;
  double StepBack(double kappa, const Direction& direction, double step,
                  const VectorXd& x, ComplementarityProblem* problem);
  void AcceptStep(VectorXd* x);
  Violation CalcViolation(const ConeProduct& cones, double kappa,
                          const ComplementarityProblem::Point& point,
                          const VectorXd& z, const VectorXd& s);

  ComplementarityProblem::Point point_, next_point_;
  VectorXd start_, continued_from_, z_, s_, product_, rhs_, minus_E_;
  VectorXd polished_z_, polished_s_;
  VectorXd residual_;     ///< g - s.
  Violation now_, next_;  ///< At the points.
  VectorXd next_x_, next_z_, next_s_;
  VectorXd most_;  ///< Of |E|, at a solution.
  VectorXd r_;     ///< What a direction does to products of s and z, scaled.
  VectorXd term_, scaled_s_, scaled_z_;
  NesterovToddScaling scaling_;
  Direction affine_, corrected_, centered_, centering_;
};

}  // namespace tactus::solvers

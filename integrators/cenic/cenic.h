#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tactus/integrators/cenic/cenic_scheme.h"
#include "tactus/integrators/cenic/convex_step.h"
#include "tactus/integrators/error_controller.h"
#include "tactus/integrators/error_norm.h"
#include "tactus/integrators/statistics.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

struct CenicOptions {
  double accuracy = 1e-3;  ///< Per step, in units of the error norm.
  double h_max = 0.1;      ///< [s]
  double h_min = 1e-12;    ///< Below this the run fails [s].
  /// As a fraction of h_max; nothing: from the derivatives (first_step.h).
  std::optional<double> first_step{};
  /// Metres that weigh as much as one radian in the error norm (S in [Kurtz25]).
  double length_scale = 1;
  /// Newton's tolerance as a fraction of the accuracy: kappa of eq. (34), whose
  /// floor of 1e-8 is 1e-12 here.
  double kappa = 1e-3;
  bool adaptive_tolerance = true;  ///< False: 1e-8 at every accuracy.
  int hessian_reuse = 10;          ///< N of eq. (35); 0: none.
  Scheme scheme = Scheme::kExtrapolated;
  ErrorNorm error_norm = ErrorNorm::kPositions;
  /// How Newton's Hessians are factorized.
  solvers::FactorMethod factor_method = solvers::FactorMethod::kAuto;
  solvers::LineSearchStart line_search_start = solvers::LineSearchStart::kCubic;
  int num_threads = 1;  ///< For islands and collision queries.
  /// How controllers, force elements and other blocks' states are taken.
  ExternalScheme external = ExternalScheme::kImplicit;
  /// Asked in every iteration of Newton's method; Step() throws
  /// solvers::Stopped where it asks to stop.
  const solvers::StopRequest* stop = nullptr;
  bool operator==(const CenicOptions&) const = default;
};

/// Convex error-controlled integration, Algorithm 1 of [Kurtz25]: the diagram's
/// plant advances by convex ICF steps, which a scheme combines to a solution x1
/// and two more to tell its error by,
///
///     x1, x_fine, x_hat = scheme(x0; h)               sections V-A, V-B
///     error = | S (q_fine - q_hat) |_inf              section V-E
///
/// or larger, where impacts show an error that the solutions share
/// (impact_error.h). x1 is kept when the error is within the
/// accuracy; the steps are ErrorController's. x_hat is of first
/// order, and the error of second order in h, under every scheme; x_fine is x1,
/// or x1 before extrapolation:
///
///   scheme         order  L-stable  solves  queries
///   extrapolated     2      yes       3        2     doubled_step.h
///   step_doubling    1      yes       3        2     doubled_step.h
///   trapezoid        2      no        2        2     trapezoid_step.h
///
/// The problem at x0 serves a scheme's first solves and every retry. Rotations
/// enter the error as rotation vectors. What lies outside the plant is
/// linearised anew for each solve from another state or of another length, at
/// its own end (section V-C; external_system.h); other blocks' continuous
/// states z enter the error, relative to max(scale, |z|) with each block's own
/// scales (error_norm.h).
///
/// A solve that fails, or a NaN, rejects the step and shrinks it by ten.
class Cenic final : public systems::Integrator {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit Cenic(CenicOptions options = {});
  ~Cenic() override;

  std::string_view name() const override { return "cenic"; }
  void Initialize(const systems::Diagram& diagram,
                  systems::Context* context) override;
  void Step(const systems::Diagram& diagram, double t_limit,
            systems::Context* context) override;
  void UndoStep() override { statistics_.UndoStep(before_step_); }
  void CalcSlopes(const systems::Diagram& diagram, systems::Context* scratch,
                  systems::DenseOutput* step) const override;
  void ProjectInside(const systems::Diagram& diagram,
                     const systems::DenseOutput& step,
                     VectorXd* x) const override;

  const CenicOptions& options() const { return options_; }
  const Statistics& statistics() const { return statistics_; }
  /// Where to leave spans; null: nowhere.
  void set_trace(Trace* trace) { statistics_.profile.trace = trace; }

 private:
  /// Part of the simulation's state; lives in the Context.
  struct Memory {
    StepSize size;
    ConvexStepMemory solves;

    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&size, &solves);
    }
  };
  struct Work;

  void RequireSupported(systems::Context* context);
  Attempt MakeAttempt(double h, Memory* memory, systems::Context* context);
  void Accept(double t0, double t1, systems::Context* context);
  [[noreturn]] void Fail(double t0, const std::string& why,
                         systems::Context* context) const;

  CenicOptions options_;
  solvers::ConvexNewtonOptions newton_;
  ErrorController controller_;
  Statistics statistics_, before_step_;
  std::unique_ptr<Work> work_;
};

}  // namespace tactus::integrators

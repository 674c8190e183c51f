#pragma once

#include <optional>
#include <string_view>

#include "tactus/integrators/cenic/adaptive_step.h"
#include "tactus/solvers/convex_newton.h"
#include "tactus/solvers/hessian_factor.h"

namespace tactus::integrators {

struct CenicOptions {
  double accuracy = 1e-3;  ///< Per step, in units of the error norm.
  double h_max = 0.1;      ///< [s]
  double h_min = 1e-12;    ///< Below this the run fails [s].
  /// The first step as a fraction of h_max; nothing: from the derivatives
  /// (first_step.h).
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

/// Convex error-controlled integration [Kurtz25]: steps of the convex ICF
/// problem (icf_step.h) under the error control of AdaptiveStep, whose accuracy
/// says how exactly Newton's method is to solve.
class Cenic final : public AdaptiveStep {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit Cenic(const CenicOptions& options = {});

  std::string_view name() const override { return "cenic"; }
  const CenicOptions& options() const { return options_; }

 private:
  CenicOptions options_;
};

}  // namespace tactus::integrators

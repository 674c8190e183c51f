#pragma once

#include <functional>
#include <memory>
#include <string>

#include "tactus/integrators/cenic/cenic_scheme.h"
#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/integrators/step_size/error_controlled_integrator.h"

namespace tactus::integrators {

struct AdaptiveStepOptions {
  ErrorControlOptions control{.error_norm = ErrorNorm::kPositions};
  Scheme scheme = Scheme::kExtrapolated;
  /// How controllers, force elements and other blocks' states are taken.
  ExternalScheme external = ExternalScheme::kImplicit;
};

/// Advances a diagram with one plant by steps of a StepFunction of first order
/// whose length an error estimate chooses (ErrorControlledIntegrator). A scheme
/// combines several of them to a solution x1, and to two that tell its error,
///
///     x1, x_fine, x_hat = scheme(x0; h)               section V-A of [Kurtz25]
///     error = | S (q_fine - q_hat) |_inf              section V-E
///
/// or larger, where impacts show an error that the solutions share
/// (impact_error.h). x_hat is of first order, and the error of second order in
/// h, under every scheme; x_fine is x1, or x1 before extrapolation:
///
///   scheme         order  L-stable  steps  queries
///   step_doubling    1      yes       3        2     doubled_step.h
///   extrapolated     2      yes       3        2     extrapolation.h
///
/// The problem at x0 serves a scheme's first steps and every retry. Rotations
/// enter the error as rotation vectors. What lies outside the plant is
/// linearised anew for each step from another state or of another length, at
/// its own end (section V-C; external_system.h); other blocks' continuous
/// states z enter the error, relative to max(scale, |z|) with each block's own
/// scales (error_norm.h).
///
/// A step that fails, or a NaN, rejects the attempt and shrinks it by ten.
class AdaptiveStep : public ErrorControlledIntegrator {
 public:
  using MakeFunction = std::function<std::unique_ptr<StepFunction>()>;

  /// `make` is asked for two functions, for origins of their own.
  /// @throws std::invalid_argument for options out of range.
  explicit AdaptiveStep(const MakeFunction& make,
                        const AdaptiveStepOptions& options = {});
  ~AdaptiveStep() override;

  std::string_view name() const override { return first_->name(); }
  void Initialize(const systems::Diagram& diagram,
                  systems::Context* context) override;
  void CalcSlopes(const systems::Diagram& diagram, systems::Context* scratch,
                  systems::DenseOutput* step) const override;
  void ProjectInside(const systems::Diagram& diagram,
                     const systems::DenseOutput& step,
                     VectorXd* x) const override;

 private:
  /// Part of the simulation's state; lives in the Context.
  struct Memory {
    std::string method;
    StepSize size;
    SchemeMemory scheme;

    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&method, &size, &scheme);
    }
  };
  struct Work;

  StepSize* FindStepSize(systems::Context* context) const override;
  LatestEnd BeginStep(double t_limit, double h_ideal,
                      systems::Context* context) override;
  void PrepareAttempts(double h_longest, systems::Context* context) override;
  Attempt MakeAttempt(double h, systems::Context* context) override;
  void FinishStep(double t1, systems::Context* context) override;
  [[noreturn]] void Fail(double h, const StepFailure& failure,
                         systems::Context* context) override;

  Scheme scheme_;
  ExternalScheme external_;
  std::unique_ptr<StepFunction> first_, second_;
  std::unique_ptr<Work> work_;
};

}  // namespace tactus::integrators

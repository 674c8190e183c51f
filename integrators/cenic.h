#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tactus/integrators/icf_stepping.h"
#include "tactus/integrators/statistics.h"
#include "tactus/integrators/step_controller.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

struct CenicOptions {
  double accuracy = 1e-3;   ///< Per step, in units of the error norm.
  double h_max = 0.1;       ///< [s]
  double h_min = 1e-12;     ///< Below this the run fails [s].
  double first_step = 0.1;  ///< As a fraction of h_max.
  /// Metres that weigh as much as one radian in the error norm (S in [Kurtz25]).
  double length_scale = 1;
  /// Newton's tolerance as a fraction of the accuracy: kappa of eq. (34).
  double kappa = 1e-3;
  bool adaptive_tolerance = true;  ///< False: 1e-8 at every accuracy.
  int hessian_reuse = 10;          ///< N of eq. (35); 0: none.
  /// How controllers, force elements and other blocks' states are taken.
  ExternalScheme external = ExternalScheme::kImplicit;
  bool operator==(const CenicOptions&) const = default;
};

/// Convex error-controlled integration, Algorithm 1 of [Kurtz25] with step
/// doubling (section V-A): the diagram's plant advances by convex ICF steps,
///
///     x_hat   = ICF(x0; h)                                   (24)
///     x_half  = ICF(x0; h/2),  x1 = ICF(x_half; h/2)         (22), (23)
///     error   = | S (q1 - q_hat) |_inf                       section V-E
///
/// x1 is kept when the error is within the accuracy; the step is then chosen by
/// StepController. Both first solves share the problem at x0, and so does every
/// retry; two geometry queries serve an accepted step. Rotations enter the
/// error as rotation vectors. What lies outside the plant is linearised anew
/// for each of the three steps, at its own end and with its own length (section
/// V-C; external_system.h); other blocks' continuous states z enter the error,
/// relative to max(scale, |z|) with each block's own scales.
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
  void TakeBackStep() override { statistics_.TakeBackStep(before_step_); }
  void CalcSlopes(const systems::Diagram& diagram, systems::Context* scratch,
                  systems::DenseOutput* step) const override;

  const CenicOptions& options() const { return options_; }
  const Statistics& statistics() const { return statistics_; }

 private:
  /// Part of the simulation's state; lives in the Context.
  struct Memory {
    double h_ideal{};
    StepLimit limited_by = StepLimit::kFirstStep;
    contact::IcfMemory full, half;

    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&h_ideal, &limited_by, &full, &half);
    }
  };
  struct Work;

  [[nodiscard]] bool Attempt(double t0, double h, Memory* memory,
                             systems::Context* context, std::string* what);
  void Accept(double t1, double h, systems::Context* context);
  double CalcError(std::string* worst);
  [[noreturn]] void Fail(double t0, const std::string& why,
                         systems::Context* context) const;

  CenicOptions options_;
  solvers::ConvexNewtonOptions newton_;
  StepController controller_;
  Statistics statistics_, before_step_;
  std::unique_ptr<Work> work_;
};

}  // namespace tactus::integrators

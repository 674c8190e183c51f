#pragma once

#include <string>

#include "tactus/integrators/statistics.h"
#include "tactus/integrators/step_controller.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

struct RungeKutta3Options {
  double accuracy = 1e-3;  ///< Per step, relative to max(scale, |x_i|).
  double h_max = 0.1;      ///< [s]
  double h_min = 1e-12;    ///< [s]
  bool operator==(const RungeKutta3Options&) const = default;
};

/// Explicit Runge-Kutta of order three with an embedded second-order solution
/// [BogackiShampine89], for any diagram:
///
///     k1 = f(t, x)                    x1    = x + h (2 k1 + 3 k2 + 4 k3) / 9
///     k2 = f(t + h/2, x + h k1 / 2)   k4    = f(t + h, x1)
///     k3 = f(t + 3h/4, x + 3h k2 / 4) error = h (-5 k1 + 6 k2 + 8 k3 - 9 k4) /
///     72
///
/// The error is measured over the full state. A step with a non-finite
/// derivative is rejected and shrunk; at the minimum step the message names the
/// block.
class RungeKutta3 final : public systems::Integrator {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit RungeKutta3(RungeKutta3Options options = {});

  std::string_view name() const override { return "rk3"; }
  void Initialize(const systems::Diagram& diagram,
                  systems::Context* context) override;
  void Step(const systems::Diagram& diagram, double t_limit,
            systems::Context* context) override;
  void TakeBackStep() override { statistics_.TakeBackStep(before_step_); }

  const RungeKutta3Options& options() const { return options_; }
  const Statistics& statistics() const { return statistics_; }

 private:
  struct Memory {
    double h_ideal{};

    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&h_ideal);
    }
  };
  std::string Diagnose(const systems::Diagram& diagram, double t0, double h,
                       systems::Context* context);
  double Attempt(const systems::Diagram& diagram, double t0, double h,
                 systems::Context* context);

  RungeKutta3Options options_;
  StepController controller_{.order = 3};
  Statistics statistics_, before_step_;
  VectorXd x0_, x1_, k1_, k2_, k3_, k4_;
};

}  // namespace tactus::integrators

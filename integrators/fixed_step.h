#pragma once

#include <memory>

#include "tactus/integrators/icf_stepping.h"
#include "tactus/integrators/statistics.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

struct IcfFixedStepOptions {
  double step = 0.01;       ///< [s]; shortened to end at events.
  double tolerance = 1e-8;  ///< Newton's.
  int hessian_reuse = 10;   ///< N of eq. (35), [Kurtz25]; 0: none.
  bool operator==(const IcfFixedStepOptions&) const = default;
};

/// ICF in fixed-step mode: x1 = ICF(x0; h), one convex solve per step and no
/// error estimate; [Kurtz25], eq. (21). A solve that fails ends the run.
class IcfFixedStep final : public systems::Integrator {
 public:
  /// @throws std::invalid_argument for a step that is not positive.
  explicit IcfFixedStep(IcfFixedStepOptions options = {});
  ~IcfFixedStep() override;

  std::string_view name() const override { return "icf"; }
  void Initialize(const systems::Diagram& diagram,
                  systems::Context* context) override;
  void Step(const systems::Diagram& diagram, double t_limit,
            systems::Context* context) override;

  const IcfFixedStepOptions& options() const { return options_; }
  const Statistics& statistics() const { return statistics_; }

 private:
  struct Memory {
    contact::IcfMemory icf;
  };
  struct Work;

  IcfFixedStepOptions options_;
  Statistics statistics_;
  std::unique_ptr<Work> work_;
};

}  // namespace tactus::integrators

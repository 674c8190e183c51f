#pragma once

#include <memory>

#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

/// Advances a diagram with one plant by equal steps of a StepFunction, without
/// an error estimate; the last step before an event is cut short, and one that
/// fails is halved where the method allows it. What lies outside the plant is
/// taken implicitly (ExternalSystem), or explicitly on request. A step that
/// fails for good ends the run.
class FixedStep final : public systems::Integrator {
 public:
  /// @param step  [s]
  /// @throws std::invalid_argument for a step that is not positive, and for no
  ///   function.
  explicit FixedStep(std::unique_ptr<StepFunction> function, double step = 0.01,
                     ExternalScheme scheme = ExternalScheme::kImplicit);
  ~FixedStep() override;

  std::string_view name() const override { return function_->name(); }
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

  double step() const { return step_; }
  const Statistics& statistics() const { return statistics_; }
  /// Where to leave spans; null: nowhere.
  void set_trace(Trace* trace) { statistics_.profile.trace = trace; }

 private:
  /// Part of the simulation's state; lives in the Context.
  struct Memory {
    std::string method;
    systems::Value own;  ///< The step function's.

    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&method, &own);
    }
  };
  struct Work;

  std::unique_ptr<StepFunction> function_;
  double step_;
  ExternalScheme scheme_;
  Statistics statistics_, before_step_;
  std::unique_ptr<Work> work_;
};

}  // namespace tactus::integrators

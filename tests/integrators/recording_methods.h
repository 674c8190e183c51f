#pragma once

#include <memory>

#include "integrators/test_diagrams.h"

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/step_record.h"
#include "tactus/systems/simulator.h"

/// Methods whose records are looked at.
namespace tactus::integrators::test {

enum class Method { kCenic, kIcf, kComFree };
inline constexpr Method kMethods[] = {Method::kCenic, Method::kIcf,
                                      Method::kComFree};

inline void SetIntegrator(Method method, double step,
                          systems::Simulator* simulator) {
  if (method == Method::kCenic) {
    simulator->reset_integrator<Cenic>(
        CenicOptions{.accuracy = 1e-4, .h_max = 2 * step});
  } else if (method == Method::kIcf) {
    simulator->reset_integrator<FixedStep>(
        std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), step);
  } else {
    simulator->reset_integrator<FixedStep>(std::make_unique<ComFreeStep>(),
                                           step);
  }
}

inline const multibody::StepRecord& RecordOf(const PlantDiagram& diagram,
                                             const systems::Context& context) {
  return diagram.plant->step_record_output().Eval<multibody::StepRecord>(
      context);
}

// The part of the step that the record tells of: CENIC's second half.
inline double LengthOf(Method method, const multibody::StepRecord& record) {
  return (record.end - record.start) / (method == Method::kCenic ? 2 : 1);
}

}  // namespace tactus::integrators::test

#pragma once

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/doubled_step.h"
#include "tactus/integrators/step_functions/icf_step.h"

namespace tactus::integrators::test {

/// One attempt from the diagram's start.
struct Attempted {
  Attempted(const PlantDiagram& subject, double h, bool extrapolate = true)
      : stepping(*subject.diagram, &statistics, ExternalScheme::kImplicit),
        step(&stepping, &second, extrapolate),
        start(stepping.plant(), &first) {
    systems::Context context = subject.context;
    SchemeMemory memory = {first.MakeMemory(), second.MakeMemory()};
    stepping.Split(context.continuous_state(), &start.x);
    REQUIRE_FALSE(stepping.Prepare(context, h, &start));
    REQUIRE_FALSE(step.Attempt(h, &start, &memory, &context));
  }
  const HybridState& x1() const { return step.solution(); }
  const HybridState& x_hat() const { return step.comparison(); }
  bool is_refined() const {
    return (step.solution().q - step.refined().q).norm() < 1e-15 &&
           step.solution().v == step.refined().v;
  }

  Statistics statistics;
  IcfStep first{IcfStepOptions{.tolerance = 1e-12}};
  IcfStep second{IcfStepOptions{.tolerance = 1e-12}};
  DiagramStepping stepping;
  DoubledStep step;
  StepOrigin start;
};

}  // namespace tactus::integrators::test

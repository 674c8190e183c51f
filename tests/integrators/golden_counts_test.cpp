// What small problems cost: a guard or a warm start that is lost changes no
// result by more than the accuracy, but the effort.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::PlantDiagram;

// Exact where the golden values were taken: rounding decides over iterations.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12 &&     \
    defined(__AVX2__) && defined(__FMA__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr bool kIsExact = true;
#else
constexpr bool kIsExact = false;
#endif

struct Counts {
  long steps{}, rejected{}, iterations{}, factorizations{}, line_searches{};
};

Counts CountsOf(const Statistics& statistics) {
  return {statistics.steps, statistics.rejected_steps,
          statistics.newton_iterations, statistics.factorizations,
          statistics.line_search_iterations};
}

void CheckCount(const std::string& what, long count, long golden) {
  INFO(what << ": " << count << ", golden: " << golden);
  if (kIsExact) {
    CHECK(count == golden);
  } else {
    CHECK(std::abs(count - golden) <= std::max(2.0, 0.1 * golden));
  }
}

void CheckCounts(const Counts& counts, const Counts& golden) {
  CheckCount("steps", counts.steps, golden.steps);
  CheckCount("rejected", counts.rejected, golden.rejected);
  CheckCount("iterations", counts.iterations, golden.iterations);
  CheckCount("factorizations", counts.factorizations, golden.factorizations);
  CheckCount("line searches", counts.line_searches, golden.line_searches);
}

template <class Integrator, class... Args>
Counts Run(const PlantDiagram& scene, double duration, Args&&... args) {
  Simulator simulator(*scene.diagram, scene.context);
  const auto& integrator =
      simulator.reset_integrator<Integrator>(std::forward<Args>(args)...);
  simulator.AdvanceTo(duration);
  return CountsOf(integrator.statistics());
}

TEST_CASE("Golden counts: a swinging double pendulum, CENIC -> as recorded") {
  CheckCounts(Run<Cenic>(test::MakeSwing(), 1, CenicOptions{.accuracy = 1e-3}),
              {69, 8, 231, 231, 0});
}

TEST_CASE("Golden counts: an arm under PID control, CENIC -> as recorded") {
  CheckCounts(
      Run<Cenic>(test::MakePidArm(true), 1, CenicOptions{.accuracy = 1e-3}),
      {38, 1, 118, 2, 111});
}

TEST_CASE("Golden counts: a tumbling cube, CENIC -> as recorded") {
  CheckCounts(
      Run<Cenic>(test::MakeTumble(), 0.5, CenicOptions{.accuracy = 1e-3}),
      {73, 19, 1580, 834, 1441});
}

TEST_CASE("Golden counts: a tumbling cube, step doubling -> as recorded") {
  CheckCounts(Run<Cenic>(test::MakeTumble(), 0.5,
                         CenicOptions{.accuracy = 1e-3,
                                      .scheme = Scheme::kStepDoubling}),
              {69, 32, 1906, 1055, 1475});
}

TEST_CASE("Golden counts: a tumbling cube, ICF at fixed steps -> as recorded") {
  CheckCounts(Run<FixedStep>(test::MakeTumble(), 0.5,
                             std::make_unique<IcfStep>(), 0.01),
              {50, 0, 266, 179, 315});
}

}  // namespace
}  // namespace tactus::integrators

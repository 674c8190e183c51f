// The same scene under two laws of contact: a cube that slides to rest, under
// CENIC and under ComFree at fixed steps.
//
// CENIC obeys Coulomb's law, and the depth at rest is the weight on springs.
// ComFree computes contact in closed form, in one pass, with no solve. The
// price is a law of its own: how deep a body rests depends on the step, not on
// its weight, and it slides a little further. Both are known beforehand, the
// way for a load that all corners share evenly.
#include <cmath>
#include <cstdio>
#include <memory>

#include "tactus/examples/comfree_physics/closed_forms.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr double kHalf = 0.05, kSpeed = 2, kFriction = 0.5;  // m, m/s

struct Result {
  double distance{}, depth{};  // m
};

// After two seconds; `simulator` has an integrator.
Result Slide(const multibody::MultibodyPlant& cube,
             systems::Simulator* simulator) {
  simulator->AdvanceTo(2);
  const Vector3d p = cube.positions(simulator->context()).head<3>();
  return {p.x(), kHalf - p.z()};
}

Result SlideByCenic() {
  const examples::SceneInstance scene = examples::MakeBoxSlide();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-5});
  return Slide(*scene.plant, &simulator);
}

Result SlideByComFree(const contact::ComFreeOptions& options, double step) {
  const examples::SceneInstance scene = examples::MakeBoxSlide();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::ComFreeStep>(options), step);
  return Slide(*scene.plant, &simulator);
}

int main() {
  // Four corners share the weight of 1 kg; each is a spring of 1e5 N/m.
  const double coulomb = kSpeed * kSpeed / (2 * kFriction * examples::kGravity);
  const double compression = examples::kGravity / (4 * 1e5);
  const Result cenic = SlideByCenic();
  std::printf(
      "CENIC          %.4f m, expected %.4f; %7.2f um, expected %7.2f\n",
      cenic.distance, coulomb, 1e6 * cenic.depth, 1e6 * compression);
  bool right = std::abs(cenic.distance / coulomb - 1) < 5e-3 &&
               std::abs(cenic.depth / compression - 1) < 1e-2;

  // The same impedance at all depths, for which there are formulas. Sliding
  // lifts a body: a margin keeps it in touch.
  const contact::ComFreeOptions options{
      .impedance = {.r_min = 0.9, .r_max = 0.9}, .margin = 0.05};
  for (double step : {0.002, 0.001}) {
    const Result comfree = SlideByComFree(options, step);
    const auto gains = examples::MakeGainSet(options, step);
    // Each corner's friction pyramid has four facets.
    const double depth = examples::CalcRestingPenetration(gains, 4 * 4);
    const double distance =
        examples::CalcStoppingDistance(gains, kFriction, 4, kSpeed);
    std::printf(
        "ComFree, %.0f ms  %.4f m, expected %.4f; %7.2f um, expected %7.2f\n",
        1e3 * step, comfree.distance, distance, 1e6 * comfree.depth,
        1e6 * depth);
    right = right && std::abs(comfree.distance / distance - 1) < 0.06 &&
            std::abs(comfree.depth / depth - 1) < 1e-2;
  }
  return right ? 0 : 1;
}

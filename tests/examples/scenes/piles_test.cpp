#include "tactus/examples/scenes/piles.h"

#include <cstring>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

bool HaveSameBits(const VectorXd& a, const VectorXd& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

template <class SetIntegrator>
VectorXd FindEnd(const SetIntegrator& set_integrator) {
  const SceneInstance scene = MakePlantScene(MakePilesApartModel(4));
  systems::Simulator simulator(*scene.diagram, scene.context);
  set_integrator(&simulator);
  simulator.AdvanceTo(0.1);
  return simulator.context().continuous_state();
}

TEST_CASE("CENIC: four piles on any number of threads -> the same bits") {
  const auto end_on = [](int num_threads) {
    return FindEnd([&](systems::Simulator* simulator) {
      simulator->reset_integrator<integrators::Cenic>(
          integrators::CenicOptions{.num_threads = num_threads});
    });
  };
  const VectorXd one = end_on(1);
  for (const int num_threads : {2, 3})
    CHECK(HaveSameBits(end_on(num_threads), one));
}

TEST_CASE("ICF: four piles on any number of threads -> the same bits") {
  const auto end_on = [](int num_threads) {
    return FindEnd([&](systems::Simulator* simulator) {
      simulator->reset_integrator<integrators::FixedStep>(
          std::make_unique<integrators::IcfStep>(
              integrators::IcfStepOptions{.num_threads = num_threads}),
          2e-3);
    });
  };
  const VectorXd one = end_on(1);
  for (const int num_threads : {2, 3})
    CHECK(HaveSameBits(end_on(num_threads), one));
}

}  // namespace
}  // namespace tactus::examples

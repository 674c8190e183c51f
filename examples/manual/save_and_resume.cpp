// Saving and resuming: a pile of twenty solids, continued from a copy and from
// bytes.
//
// All that changes is in the Context, the integrator's warm starts and step
// size among it. So a simulation that is continued from a copy, or from a
// checkpoint in another process, repeats the uninterrupted one to the last bit.
#include <cstdio>
#include <sstream>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

using namespace tactus;
using examples::SceneInstance;

std::unique_ptr<systems::Simulator> MakeSimulator(const SceneInstance& scene) {
  auto simulator =
      std::make_unique<systems::Simulator>(*scene.diagram, scene.context);
  simulator->reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-2});
  return simulator;
}

int main() {
  const SceneInstance scene = examples::MakeHardClutter();
  const auto whole = MakeSimulator(scene);
  whole->AdvanceTo(0.4);
  const systems::Context copy = whole->context();
  std::stringstream file;  // std::ofstream, in earnest
  whole->Save(&file);
  whole->AdvanceTo(0.8);

  // Back to 0.4 s by assignment.
  const auto copied = MakeSimulator(scene);
  copied->mutable_context() = copy;
  copied->AdvanceTo(0.8);

  // And from the bytes, in a diagram that was made anew.
  const SceneInstance again = examples::MakeHardClutter();
  const auto restored = MakeSimulator(again);
  restored->Restore(&file);
  std::printf("restored at %.1f s\n", restored->context().time());
  restored->AdvanceTo(0.8);

  const auto& x = whole->context().continuous_state();
  const bool copy_is_same = copied->context().continuous_state() == x;
  const bool restored_is_same = restored->context().continuous_state() == x;
  std::printf("the same bits: %d from a copy, %d from a checkpoint\n",
              copy_is_same, restored_is_same);
  return copy_is_same && restored_is_same ? 0 : 1;
}

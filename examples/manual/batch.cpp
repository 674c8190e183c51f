// Batches: 64 cubes, each in a world of its own, pushed at different speeds.
//
// A batch advances many environments of one model by equal steps. States and
// inputs are matrices, a row per environment, that are read and written in
// place between the steps. The result is the same, to the last bit, for any
// number of threads.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/batch_simulator.h"
#include "tactus/integrators/step_functions/icf_step.h"

using namespace tactus;
using namespace tactus::integrators;

constexpr int kEnvironments = 64;
constexpr double kFriction = 0.5, kGravity = 9.81;

std::unique_ptr<BatchSimulator> Run(
    const std::shared_ptr<const multibody::Model>& model, int num_threads,
    int broken) {
  // Any step function will do; each thread makes one.
  auto batch = std::make_unique<BatchSimulator>(
      model, [] { return std::make_unique<IcfStep>(); },
      BatchOptions{.num_environments = kEnvironments,
                   .contact_capacity = 8,
                   .step = 1e-3,
                   .num_threads = num_threads});
  // Column 3: velocities of free bodies are angular, then linear.
  batch->velocities().col(3) = VectorXd::LinSpaced(kEnvironments, 0.5, 2);
  if (broken >= 0) {
    batch->velocities()(broken, 0) = std::numeric_limits<double>::quiet_NaN();
  }
  batch->Step(800);
  return batch;
}

int main() {
  // The model of a scene, of which a batch needs no more.
  const examples::SceneInstance scene = examples::MakeBoxSlide();
  const auto& model = scene.plant->shared_model();

  const auto one = Run(model, 1, -1), two = Run(model, 2, -1);
  const bool same_bits = one->positions() == two->positions() &&
                         one->velocities() == two->velocities();

  // Coulomb's law stops each after v^2 / (2 mu g), and steps of h add v h / 2.
  double miss = 0, weight = 0;
  for (int e = 0; e < kEnvironments; ++e) {
    const double speed = 0.5 + 1.5 * e / (kEnvironments - 1);
    const double way = speed * speed / (2 * kFriction * kGravity);
    miss = std::max(miss, std::abs(one->positions()(e, 0) - way));
  }
  // Of a contact, too, each component is a matrix: environments by slots.
  const BatchContacts& contacts = one->contacts();
  weight = contacts.force_B_W[2].row(0).head(contacts.num_contacts[0]).sum();
  std::printf("after %.1f s: distances within %.1e m, a weight of %.4f N\n",
              one->time(), miss, weight);

  // One that fails keeps still and says why; the others do not notice.
  constexpr int kBroken = 5;
  const auto broken = Run(model, 2, kBroken);
  std::printf("environment %d: %s\n", kBroken,
              broken->failure(kBroken).c_str());
  bool others_same = true;
  for (int e = 0; e < kEnvironments; ++e) {
    if (e == kBroken) continue;
    others_same = others_same &&
                  broken->positions().row(e) == one->positions().row(e) &&
                  broken->statuses()[e] == EnvironmentStatus::kRunning;
  }
  const bool failed =
      broken->statuses()[kBroken] == EnvironmentStatus::kStepFailed;
  return same_bits && others_same && failed && miss < 1.5e-3 &&
                 std::abs(weight - kGravity) < 1e-3
             ? 0
             : 1;
}

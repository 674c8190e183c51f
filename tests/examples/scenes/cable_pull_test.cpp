// A box on a cable: what pulls it is what friction takes.
#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using multibody::SpatialForce;
using systems::Context;
using systems::Simulator;

constexpr double kWeight = 9.81;                 // of one kilogram [N]
constexpr double kStatic = 0.6, kDynamic = 0.4;  // friction
// mu_d of the curve at full slip: 0.25 % of mu_s - mu_d below.
constexpr double kSliding = kDynamic - 0.0025 * (kStatic - kDynamic);

struct Observation {
  double time{};
  double pull{}, lift{};  ///< The cable's, on the box: along x and up [N].
  double velocity{};      ///< The box's along x [m/s].
};

std::vector<Observation> Simulate(double accuracy, double duration) {
  const SceneInstance scene = MakeCablePull();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  const int box = scene.plant->model().BodyIndex("box");
  const systems::OutputPort cable =
      scene.diagram->leaf("cable0").GetOutputPort("spatial_forces");
  std::vector<Observation> all;
  simulator.set_monitor([&](const Context& context) {
    const auto& force =
        cable.Eval<std::vector<SpatialForce>>(context).front().F_Q_W;
    const auto& V_WB =
        scene.plant->body_velocities_output().Eval<std::vector<Vector6d>>(
            context);
    all.push_back({context.time(), force[3], force[5], V_WB[box][3]});
    return std::nullopt;
  });
  simulator.AdvanceTo(duration);
  return all;
}

// It sticks until the cable pulls with mu_s N, and slips then; N is its weight
// and half the cable's.
TEST_CASE("Cable: a winch that creeps -> the box sticks and slips at mu_s") {
  double most = 0, last_time = 0, stick = 0;
  int slips = 0;
  bool slides = false;
  for (const Observation& now : Simulate(1e-5, 4)) {
    const double normal = kWeight - now.lift;
    most = std::max(most, now.pull / normal);
    if (now.velocity < 1e-3) {
      stick += now.time - last_time;
      slides = false;
    } else if (now.velocity > 0.1 && !slides) {
      slides = true;
      ++slips;
    }
    last_time = now.time;
  }
  CHECK(most < 1.01 * kStatic);
  CHECK(most > 0.98 * kStatic);
  CHECK(slips == 4);
  CHECK(stick > 2);
}

// Between two times the cable's impulse is friction's and what the box gained.
TEST_CASE("Cable: a box pulled steadily -> friction takes mu m g") {
  const std::vector<Observation> all = Simulate(1e-5, 8);
  double pull = 0, normal = 0, duration = 0, gained = 0;
  double last_pull = 0, last_normal = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i - 1].time < 5) continue;
    CHECK(all[i].velocity > 0.2);  // never sticks
    const double h = all[i].time - all[i - 1].time;
    duration += h;
    pull += h * (all[i].pull + all[i - 1].pull) / 2;
    normal += h * (2 * kWeight - all[i].lift - all[i - 1].lift) / 2;
    gained += all[i].velocity - all[i - 1].velocity;
    last_pull = all[i].pull;
    last_normal = kWeight - all[i].lift;
  }
  CHECK(duration > 2.9);
  CHECK(pull == Approx(kSliding * normal + gained).epsilon(2e-3));
  // The beads weigh 0.39 N, half of which the box bears.
  CHECK(normal / duration == Approx(kWeight + 0.196).epsilon(2e-3));
  CHECK(last_pull == Approx(kSliding * last_normal).epsilon(0.01));
}

}  // namespace
}  // namespace tactus::examples

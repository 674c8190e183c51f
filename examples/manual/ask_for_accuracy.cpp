// Accuracy instead of a time step: a ball that is dropped on springy ground.
//
// CENIC chooses each step so that the error it makes there stays below the
// accuracy. The ball's motion is known: it falls freely, and in touch, where
// the ground pushes with the force k d at a depth of d,
//
//     d(t) = g/w^2 (1 - cos w t) + v/w sin w t,     w = sqrt(k / m),
//
// for (2 pi - 2 atan(v w / g)) / w. Nothing dissipates: it comes back up.
#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr double kRadius = 0.1, kMass = 0.1, kHeight = 1;  // m, kg, m
constexpr double kStiffness = 1000, kGravity = 9.81;       // N/m, m/s^2

std::shared_ptr<const multibody::Model> MakeModel() {
  // Two surfaces touch as two springs in series do.
  const contact::Material material{.stiffness = 2 * kStiffness,
                                   .dissipation = 0,
                                   .static_friction = 0,
                                   .dynamic_friction = 0};
  multibody::ModelBuilder model;
  // A body that has no joint of its own is free. Body 0 is the world.
  const int ball = model.AddBody(
      "ball",
      {.mass = kMass,
       .I_Bcm = 0.4 * kMass * kRadius * kRadius * Matrix3d::Identity()});
  model.SetDefaultPose(
      ball, RigidTransform(Eigen::Translation3d(0, 0, kHeight + kRadius)));
  model.AddGeometry({.name = "ball",
                     .body = ball,
                     .shape = contact::Sphere{kRadius},
                     .material = material});
  model.AddGeometry({.name = "ground",
                     .body = 0,
                     .shape = contact::HalfSpace{},
                     .material = material});
  return std::move(model).Build();
}

// From apex to apex [s].
double CalcPeriod() {
  const double v = std::sqrt(2 * kGravity * kHeight);
  const double w = std::sqrt(kStiffness / kMass);
  return 2 * v / kGravity +
         2 * (std::numbers::pi - std::atan(v * w / kGravity)) / w;
}

int main() {
  // A plant is a block, and one block makes a diagram.
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(MakeModel());
  const auto diagram = std::move(builder).Build();

  std::vector<double> errors;
  for (double accuracy : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
    systems::Simulator simulator(*diagram);
    const auto& cenic = simulator.reset_integrator<integrators::Cenic>(
        integrators::CenicOptions{.accuracy = accuracy});
    const integrators::Statistics& work = cenic.statistics();
    // What limited each step; the monitor is asked after every one.
    std::map<std::string_view, int> limits;
    simulator.set_monitor(
        [&](const systems::Context&) -> std::optional<std::string> {
          if (work.steps > 0) ++limits[to_string(work.limited_by)];
          return std::nullopt;
        });
    simulator.AdvanceTo(CalcPeriod());
    const double z = plant.positions(simulator.context())[2];
    errors.push_back(std::abs(z - kRadius - kHeight));

    std::printf(
        "%.0e: %.4f m too low, %ld steps of %.1e to %.1e s, %ld "
        "rejected; limited by",
        accuracy, errors.back(), work.steps, work.step_min, work.step_max,
        work.rejected_steps);
    for (const auto& [limit, count] : limits) {
      std::printf(" %s %d", std::string(limit).c_str(), count);
    }
    std::printf("\n");
  }

  // The accuracy is that of a step. CENIC's error estimate is of h^2, its
  // solution of second order: where the accuracy falls to a tenth, steps fall
  // by the root of ten, and the run's error to about a tenth. A bounce without
  // any damping is the hardest test: first-order implicit steps take energy out
  // of a spring, a share of about pi w h / 2. (CenicOptions{.scheme =
  // Scheme::kStepDoubling} shows it.)
  const bool falls = errors[2] < errors[0] / 10;
  return falls && errors.back() < 0.01 ? 0 : 1;
}

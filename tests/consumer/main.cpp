// The README's program, and a check of what it does: the arm shall point where
// it was told to, against gravity.
#include <cstdio>
#include <utility>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/signals/signal_log.h"
#include "tactus/systems/simulator.h"

using Eigen::Vector2d, Eigen::Vector4d;
using namespace tactus::systems;
using namespace tactus::multibody;
using namespace tactus::integrators;

int main() {
  ModelBuilder model;
  const ImportReport report = LoadMjcf("arm.xml", {}, &model);
  for (const Notice& notice : report.notices())  // what of the file is left out
    std::puts(to_string(notice).c_str());

  DiagramBuilder builder;
  auto& arm = builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  auto& pid = builder.AddSystem<PidController>(
      "pid", Vector2d(40, 20), Vector2d(40, 20), Vector2d(6, 2));
  auto& target = builder.AddSystem<ConstantVectorSource>(
      "target", Vector4d(0.5, -0.8, 0, 0));  // angles [rad], rates [rad/s]
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(arm.state_output(), pid.estimated_state_input());
  builder.Connect(pid.control_output(), arm.actuation_input());
  const auto diagram = std::move(builder).Build();

  Simulator simulator(*diagram);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-4});
  SignalLog log;
  log.Log(arm.state_output());
  log.Log(FindSignals(*diagram, "joint/*/reaction"));
  log.Watch(&simulator, 100);  // [Hz]
  simulator.AdvanceTo(10);     // [s]
  log.WriteCsv("arm.csv");

  const SignalLog::Data states = log.data("plant/state");
  const Vector4d end = states.bottomRows<1>().transpose();
  std::printf("%d samples to %.5f rad, %.5f rad\n", log.num_samples(), end[0],
              end[1]);
  return (end - Vector4d(0.5, -0.8, 0, 0)).norm() < 2e-3 ? 0 : 1;
}

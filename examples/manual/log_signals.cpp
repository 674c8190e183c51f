// What can be logged: ports, and quantities of the plant by name; and what
// becomes of a log.
//
// A pendulum swings beside a box that rests on the ground. Both tell forces
// that are known: with the rod horizontal and at rest at first, a bob of mass m
// pulls at its hinge with 3 m g cos(q) along the rod, and nothing across it.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>

#include <unistd.h>

#include "tactus/examples/scenes/solids.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/signals/signal_log.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr double kGravity = 9.81;

std::shared_ptr<const multibody::Model> MakeModel() {
  multibody::ModelBuilder model;
  const int bob =
      model.AddBody("bob", {.mass = 2, .p_BoBcm = -Vector3d::UnitZ()});
  model.AddJoint({.name = "hinge",
                  .type = multibody::JointType::kRevolute,
                  .parent = 0,
                  .child = bob,
                  .X_PF = RigidTransform(Eigen::Translation3d(0, 0, 2)),
                  .axis_F = Vector3d::UnitY(),
                  .default_position = std::numbers::pi / 2});
  const RigidTransform X_WB(Eigen::Translation3d(3, 0, 0.1));
  examples::AddSolid(&model, "box", contact::Box{{0.1, 0.1, 0.1}}, 1000, X_WB,
                     {});
  examples::AddFixed(&model, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), {});
  return std::move(model).Build();
}

// Swings for three seconds; samples at `rate` [Hz], after every step if zero.
VectorXd Run(const systems::Diagram& diagram, double rate,
             systems::SignalLog* log) {
  systems::Simulator simulator(diagram);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-7});
  log->Log(diagram.leaf("plant").GetOutputPort("state"));
  // `*` stands for anything; "contact/..." must be asked for by itself.
  for (const char* name : {"joint/*", "body/bob/pose", "energy/*",
                           "total/momentum", "contact/world/box/wrench"}) {
    log->Log(multibody::FindSignals(diagram, name));
  }
  log->Watch(&simulator, rate);
  simulator.AdvanceTo(3);
  return simulator.context().continuous_state();
}

int main() {
  systems::DiagramBuilder builder;
  builder.AddSystem<multibody::MultibodyPlant>(MakeModel());
  const auto diagram = std::move(builder).Build();

  // How often one looks does not change what happens, not by a bit.
  systems::SignalLog every_step, log;
  const VectorXd x = Run(*diagram, 0, &every_step);
  const bool same_bits = Run(*diagram, 100, &log) == x;

  // The largest miss of the force at the hinge, as a share of the weight. A
  // force is the mean over its step, so it is compared with that of the angle
  // in the middle of the step.
  const auto angle = every_step.data("joint/hinge/position");
  const auto reaction = every_step.data("joint/hinge/reaction");
  const double weight = 2 * kGravity;
  double miss = 0;
  for (int i = 1; i < every_step.num_samples(); ++i) {
    const double q = (angle(i - 1, 0) + angle(i, 0)) / 2;
    const Vector3d up_the_rod(std::sin(q), 0, std::cos(q));
    const Vector3d force = reaction.row(i).tail<3>();
    miss = std::max(
        miss, (force - 3 * weight * std::cos(q) * up_the_rod).norm() / weight);
  }
  const int last = log.num_samples() - 1;
  const double push = log.data("contact/world/box/wrench")(last, 5);
  const auto energy = log.data("energy/total");
  std::printf("%d signals, %d samples of %d steps\n",
              static_cast<int>(log.signals().size()), log.num_samples(),
              every_step.num_samples() - 1);
  std::printf("energy %.5f J, then %.5f J\n", energy(0, 0), energy(last, 0));
  std::printf("hinge within %.1e of the weight, box pushed by %.6f N\n", miss,
              push);

  // For a spreadsheet, and for numpy.load().
  const auto folder = std::filesystem::temp_directory_path() /
                      ("log_signals_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  log.WriteCsv(folder / "log.csv");
  log.WriteNpz(folder / "log.npz");
  int rows = 0;
  std::ifstream csv(folder / "log.csv");
  for (std::string row; std::getline(csv, row);) ++rows;
  const auto npz_size = std::filesystem::file_size(folder / "log.npz");
  std::filesystem::remove_all(folder);

  const bool forces = miss < 5e-4 && std::abs(push - 8 * kGravity) < 1e-3;
  const bool conserves = std::abs(energy(last, 0) - energy(0, 0)) < 0.03;
  const bool written = rows == 302 && npz_size > 301 * 8 * (13 + 2 + 7);
  return same_bits && forces && conserves && written ? 0 : 1;
}

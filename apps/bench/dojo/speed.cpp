// Table V of [Howell22]: what steps and their derivatives cost.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/dojo/step_cost.h"
#include "tactus/apps/bench/peers/peer_process.h"
#include "tactus/apps/bench/suite/fit_line.h"
#include "tactus/examples/scenes/robot_drops.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

namespace fs = std::filesystem;
using SharedModel = std::shared_ptr<const multibody::Model>;
using multibody::ModelBuilder;

constexpr double kStep = CostedRun::kStep;  // [s]
constexpr double kAtlasStep = 0.002;        // [s]
constexpr double kPeerTimeLimit = 120;      // [s]

// A table's row about a run: its cells, or why there are none.
std::string MakeRow(std::string_view name, const StepCost& cost,
                    const std::function<std::string()>& make_cells) {
  return fmt::format(
      "| {} | {} |\n", name,
      cost.failure.empty() ? make_cells() : "failed: " + cost.failure);
}

// A robot of Dojo's examples whose own shapes touch the ground alone; with its
// root in the world, nothing.
SharedModel MakeOnGround(const fs::path& urdf, double height) {
  ModelBuilder reader;
  LoadUrdf(urdf, {.weld_root = height <= 0, .skip_missing_meshes = true},
           &reader);
  const SharedModel robot = std::move(reader).Build();
  const contact::Material material =
      examples::MakePairMaterial(1e5, 10, 0.8, 1e-4);
  ModelBuilder builder;
  for (const multibody::Body& body : robot->bodies().subspan(1))
    builder.AddBody(body.name, body.inertia, body.is_virtual);
  for (const multibody::Joint& joint : robot->joints()) builder.AddJoint(joint);
  if (height <= 0) return std::move(builder).Build();
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  for (contact::Geometry geometry : robot->geometries()) {
    geometry.material = material;
    geometry.contype = 0;
    builder.AddGeometry(std::move(geometry));
  }
  builder.SetDefaultPose(1, RigidTransform(Eigen::Translation3d(0, 0, height)));
  return std::move(builder).Build();
}

/// A row of Table V.
struct Robot {
  const char* name;
  const char* file;
  /// Of the root [m]; 0: welded to the world. What flies falls 490 m in 10 s.
  double height;
  SharedModel (*make)(const fs::path& urdf);  ///< Null: MakeOnGround().
  double mujoco, dojo;                        ///< The paper's [s].
  bool flies = false;
};
constexpr std::array kRobots = {
    Robot{"Humanoid", "humanoid/dependencies/humanoid.urdf", 1.4, nullptr,
          1.512, 1.750},
    Robot{"Unitree A1", "quadruped/dependencies/gazebo_a1.urdf", 0,
          &examples::MakeA1Drop, 1.114, 5.235},
    Robot{"Franka Panda", "panda/dependencies/panda_end_effector.urdf", 0,
          nullptr, 0.335, 1.159},
    Robot{"quadrotor", "quadrotor/dependencies/pelican.urdf", 600, nullptr,
          0.047, 0.807, true}};

std::string MakeRobotRow(const Robot& robot, const fs::path& folder,
                         bool quick) {
  const fs::path urdf = folder / robot.file;
  const SharedModel model = robot.make != nullptr
                                ? robot.make(urdf)
                                : MakeOnGround(urdf, robot.height);
  const int num_steps = quick ? 100 : 1000;
  const StepCost cost =
      MeasureSteps(model, {.num_steps = num_steps, .flies = robot.flies});
  return MakeRow(robot.name, cost, [&] {
    const double seconds = 1e-3 * cost.PerStep(cost.all());
    return fmt::format(
        "{} | {:g} | {:g} | {:.3f} | {:.2f} | {:.1f} | {:.1f} | {:.0f} | "
        "{:.0f} | {:.0f}",
        model->num_velocities(), robot.mujoco, robot.dojo, seconds,
        seconds / robot.dojo, cost.contacts, cost.iterations_per_step(),
        cost.PerStep(cost.problem), cost.PerStep(cost.solve),
        cost.PerStep(cost.gradients));
  });
}

std::string ReportTable5(const fs::path& folder, bool quick) {
  std::string text = fmt::format(
      "### Table V: 1000 steps of {:g} s with their derivatives\n\n"
      "Efforts at joints are random, at most {:g} N m; kappa = {:g}. The "
      "humanoid falls on all its shapes, A1 on its feet; Panda and the "
      "quadrotor, in the paper a Skydio X2, touch nothing, and the quadrotor "
      "is pushed at its root. Times of the paper are its machine's.\n\n"
      "| robot | velocities | MuJoCo, paper, s | Dojo, paper, s | ours, s | of "
      "the paper's | contacts | iterations | problem, us | step, us | "
      "derivatives, us |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
      kStep, CostedRun::kAction, CostedRun::kKappa);
  for (const Robot& robot : kRobots) text += MakeRobotRow(robot, folder, quick);
  return text + "\n";
}

/// A model for both programs, in MuJoCo's own words.
struct PeerModel {
  const char* name;
  const char* file;      ///< Beside the folder of Dojo's examples.
  bool ground;           ///< To be added.
  const char* keyframe;  ///< Where it starts; null: as the file says.
};
constexpr std::array kPeerModels = {
    PeerModel{"humanoid", "mujoco/model/humanoid/humanoid.xml", false, nullptr},
    PeerModel{"A1", "menagerie/unitree_a1/a1.xml", true, "home"}};

SharedModel LoadPeerModel(const fs::path& file, bool ground) {
  ModelBuilder builder;
  LoadMjcf(file, {}, &builder);
  if (ground)
    examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                       RigidTransform::Identity(), {});
  return std::move(builder).Build();
}

PeerOutcome RunMuJoCo(const PeerModel& peer, const fs::path& file,
                      int num_steps) {
  std::vector<std::string> arguments = {file.string(),
                                        "--derivatives",
                                        "--strip-unknown",
                                        "--step",
                                        fmt::format("{:g}", kStep),
                                        "--duration",
                                        fmt::format("{:g}", num_steps * kStep)};
  if (peer.ground) arguments.push_back("--ground");
  if (peer.keyframe != nullptr)
    arguments.insert(arguments.end(), {"--keyframe", peer.keyframe});
  return RunPeer("tactus-peer-mujoco", arguments, kPeerTimeLimit);
}

std::string MakePeerRow(const PeerModel& peer, const fs::path& file,
                        int num_steps) {
  const SharedModel model = LoadPeerModel(file, peer.ground);
  CostedRun options{.num_steps = num_steps, .action = 0};
  for (const multibody::Keyframe& keyframe : model->keyframes()) {
    if (peer.keyframe != nullptr && keyframe.name == peer.keyframe)
      options.q = keyframe.q;
  }
  const StepCost cost = MeasureSteps(model, options);
  return MakeRow(peer.name, cost, [&] {
    const PeerOutcome outcome = RunMuJoCo(peer, file, num_steps);
    std::string mujoco = outcome.status + " |";
    if (outcome.ok()) {
      const double each = 1e6 * outcome["cpu_time_s"] / outcome["steps"];
      mujoco =
          fmt::format("{:.0f} | {:.2f}", each, cost.PerStep(cost.all()) / each);
    }
    return fmt::format("{:.1f} | {:.0f} | {:.0f} | {:.0f} | {}", cost.contacts,
                       cost.PerStep(cost.solve), cost.PerStep(cost.gradients),
                       cost.PerStep(cost.all()), mujoco);
  });
}

std::string ReportPeer(const fs::path& folder, bool quick) {
  std::string text = fmt::format(
      "### Beside MuJoCo 2.2.2 with mjd_transitionFD\n\n"
      "The same files, which lie beside Dojo's examples, without control, "
      "steps of {:g} s from where the files start; MuJoCo with one-sided "
      "differences of each step.\n\n"
      "| model | contacts | step, us | derivatives, us | all, us | MuJoCo, us "
      "| ours over MuJoCo's |\n|---|---|---|---|---|---|---|\n",
      kStep);
  for (const PeerModel& peer : kPeerModels) {
    const fs::path file = folder / ".." / peer.file;
    text += fs::exists(file) ? MakePeerRow(peer, file, quick ? 100 : 1000)
                             : fmt::format("| {} | no file |\n", peer.name);
  }
  return text + "\n";
}

std::string ReportAtlas(const fs::path& folder, bool quick) {
  const SharedModel atlas =
      examples::MakeAtlasDrop(folder / "atlas/dependencies/atlas_complex.urdf");
  const StepCost cost = MeasureSteps(
      atlas,
      {.h = kAtlasStep, .num_steps = quick ? 250 : 2500, .gradients = false});
  if (!cost.failure.empty()) return "Atlas failed: " + cost.failure + "\n\n";
  return fmt::format(
      "### Atlas at {:g} Hz\n\nIn {:.0f} us a step without derivatives, of "
      "which {:.0f} us are the problem's: {:.1f} times faster than real "
      "time, at {:.1f} iterations and {:.1f} contacts per step.\n\n",
      1 / kAtlasStep, cost.PerStep(cost.all()), cost.PerStep(cost.problem),
      static_cast<double>(cost.steps) * kAtlasStep / cost.all(),
      cost.iterations_per_step(), cost.contacts);
}

// Links of 0.1 m hang from the world, bent, and swing.
SharedModel MakeChain(int num_links) {
  constexpr double kLength = 0.1;  // [m]
  ModelBuilder builder;
  int parent = 0;
  for (int i = 0; i < num_links; ++i) {
    const std::string name = fmt::format("link{}", i);
    const Vector3d p_Bcm(0, 0, -kLength / 2);
    const int link = builder.AddBody(
        name, {.mass = 0.1,
               .p_BoBcm = p_Bcm,
               .I_Bcm = Matrix3d(Vector3d(1e-4, 1e-4, 2e-5).asDiagonal())});
    RigidTransform X_PF = RigidTransform::Identity();
    if (i > 0) X_PF.translation().z() = -kLength;
    builder.AddJoint({.name = name,
                      .type = multibody::JointType::kRevolute,
                      .parent = parent,
                      .child = link,
                      .X_PF = X_PF,
                      .axis_F = i % 2 == 0 ? Vector3d(Vector3d::UnitX())
                                           : Vector3d(Vector3d::UnitY()),
                      .damping = 0.01,
                      .default_position = i < 4 ? 0.3 : 0.0});
    parent = link;
  }
  return std::move(builder).Build();
}

std::string ReportChains(bool quick) {
  std::string text =
      "### Chains\n\nLinks of 0.1 m and 0.1 kg that hang from the world and "
      "swing, steps of 5 ms; time by the length of the chain.\n\n"
      "| links | iterations | problem, us | step, us | us per link and "
      "iteration |\n|---|---|---|---|---|\n";
  std::vector<double> links, times, solves;
  for (const int n : {10, 20, 50, 100, 200}) {
    if (quick && n > 50) break;
    const StepCost cost =
        MeasureSteps(MakeChain(n), {.h = 0.005,
                                    .num_steps = quick ? 40 : 200,
                                    .gradients = false,
                                    .action = 0});
    text += MakeRow(fmt::format("{}", n), cost, [&] {
      return fmt::format(
          "{:.1f} | {:.0f} | {:.0f} | {:.2f}", cost.iterations_per_step(),
          cost.PerStep(cost.problem), cost.PerStep(cost.solve),
          cost.PerStep(cost.solve) / n / cost.iterations_per_step());
    });
    if (!cost.failure.empty()) return text + "\n";
    links.push_back(n);
    times.push_back(cost.PerStep(cost.all()));
    solves.push_back(cost.PerStep(cost.solve));
  }
  return text + fmt::format(
                    "\nTime grows as links^{:.2f} with the problem, links^"
                    "{:.2f} without.\n\n",
                    FitExponent(links, times), FitExponent(links, solves));
}

}  // namespace

std::string ReportSpeed(const std::filesystem::path& folder, bool quick) {
  std::string text = "## Speed\n\nTime of the processor, one thread.\n\n";
  if (folder.empty()) {
    text += "Robots are left out: no models (--robots).\n\n";
  } else {
    text += ReportTable5(folder, quick) + ReportPeer(folder, quick) +
            ReportAtlas(folder, quick);
  }
  return text + ReportChains(quick);
}

}  // namespace tactus::apps::dojo

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
#include "tactus/apps/bench/impacts/problem.h"
#include "tactus/apps/bench/peers/peer_process.h"
#include "tactus/apps/bench/suite/fit_line.h"
#include "tactus/common/spent_time.h"
#include "tactus/examples/scenes/robot_drops.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

namespace fs = std::filesystem;
using SharedModel = std::shared_ptr<const multibody::Model>;
using integrators::DojoStep;
using multibody::ModelBuilder;

constexpr double kStep = 0.01;        // [s]
constexpr double kAtlasStep = 0.002;  // [s]
constexpr double kKappa = 1e-6;
constexpr double kAction = 1;           // Of random efforts, at most [N m, N].
constexpr double kPeerTimeLimit = 120;  // [s]

// Of the processor's time [s].
double Since(const SpentTime& start) {
  return (SpentTime::Now() - start).cpu;
}

/// Seconds of the processor's time in a run, all steps together.
struct Cost {
  double problem{};    ///< Kinematics, collision query, forces.
  double solve{};      ///< The step.
  double gradients{};  ///< What derivatives add.
  long steps{}, iterations{}, halved{};
  double contacts{};  ///< On average.
  std::string failure;
  double all() const { return problem + solve + gradients; }
};

struct RunOptions {
  double h = kStep;
  int num_steps = 1000;
  bool gradients = true;
  double action = kAction;
  bool flies = false;  ///< Efforts push the root, not the joints.
  VectorXd q = {};     ///< Where it starts; empty: the model's own place.
};

/// A robot, and the steps that it takes.
class Runner {
 public:
  Runner(const SharedModel& model, const RunOptions& options)
      : options_(options),
        model_(*model),
        stepper_(model),
        memory_(dojo_.MakeMemory()),
        q_(options.q.size() > 0 ? options.q : model->default_positions()),
        v_(VectorXd::Zero(model->num_velocities())) {
    inputs_.generalized_force = VectorXd::Zero(v_.size());
  }

  Cost Run() {
    while (cost_.steps < options_.num_steps && cost_.failure.empty()) Step();
    cost_.contacts /= static_cast<double>(std::max(cost_.steps, 1L));
    return cost_;
  }

 private:
  static constexpr int kMostHalvings = 6;

  // One that does not converge is halved, as FixedStep does it.
  void Step() {
    DrawEfforts();
    SpentTime start = SpentTime::Now();
    const integrators::StepProblem problem =
        stepper_.Prepare(&dojo_, {q_, v_, inputs_}, options_.h);
    cost_.problem += Since(start);
    for (int halvings = 0;; ++halvings) {
      integrators::StepProblem shorter = {problem.model,
                                          problem.position,
                                          problem.q0,
                                          problem.velocity,
                                          std::ldexp(problem.h, -halvings),
                                          problem.contacts,
                                          problem.inputs};
      Attempt(shorter);
      if (!result_.report.failure) break;
      if (halvings == kMostHalvings) {
        cost_.failure = Describe(*result_.report.failure, model_);
        return;
      }
      ++cost_.halved;
    }
    ++cost_.steps;
    cost_.contacts += static_cast<double>(problem.velocity.points.size());
    q_ = result_.q;
    v_ = result_.v;
  }

  // The step with derivatives is timed whole; their share is what they take
  // beyond the same step without, which runs beside.
  void Attempt(const integrators::StepProblem& problem) {
    systems::Value memory = memory_;
    SpentTime start = SpentTime::Now();
    plain_.Step(problem, &memory, &result_);
    const double solve = Since(start);
    cost_.solve += solve;
    cost_.iterations += result_.report.total.iterations;
    if (options_.gradients) {
      start = SpentTime::Now();
      dojo_.StepAndLinearize(problem, {}, &memory_, &result_);
      if (!result_.report.failure) dojo_.CalcDerivatives(&derivatives_);
      cost_.gradients += Since(start) - solve;
    } else {
      memory_ = memory;
    }
  }

  void DrawEfforts() {
    for (const multibody::Joint& joint : model_.joints()) {
      if (joint.nv() != (options_.flies ? 6 : 1)) continue;
      for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
        inputs_.generalized_force[k] =
            dice_.Uniform(-options_.action, options_.action);
    }
  }

  RunOptions options_;
  const multibody::Model& model_;
  integrators::ModelStepper stepper_;
  DojoStep dojo_{{.kappa = kKappa}}, plain_{{.kappa = kKappa}};
  systems::Value memory_;
  integrators::StepResult result_;
  integrators::StepDerivatives derivatives_;
  VectorXd q_, v_;
  multibody::PlantInputs inputs_;
  impacts::Dice dice_{5};
  Cost cost_;
};

Cost Run(const SharedModel& model, const RunOptions& options) {
  return Runner(model, options).Run();
}

double PerStep(double seconds, const Cost& cost) {
  return 1e6 * seconds / static_cast<double>(std::max(cost.steps, 1L));
}

double CountIterations(const Cost& cost) {
  return static_cast<double>(cost.iterations) /
         static_cast<double>(std::max(cost.steps, 1L));
}

// A table's row about a run: its cells, or why there are none.
std::string MakeRow(std::string_view name, const Cost& cost,
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
  double height;  ///< Of the root [m]; 0: welded to the world.
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
    Robot{"quadrotor", "quadrotor/dependencies/pelican.urdf", 20, nullptr,
          0.047, 0.807, true}};

std::string MakeRobotRow(const Robot& robot, const fs::path& folder,
                         bool quick) {
  const fs::path urdf = folder / robot.file;
  const SharedModel model = robot.make != nullptr
                                ? robot.make(urdf)
                                : MakeOnGround(urdf, robot.height);
  const int num_steps = quick ? 100 : 1000;
  const Cost cost = Run(model, {.num_steps = num_steps, .flies = robot.flies});
  return MakeRow(robot.name, cost, [&] {
    const double seconds = 1e-3 * PerStep(cost.all(), cost);
    return fmt::format(
        "{} | {:g} | {:g} | {:.3f} | {:.2f} | {:.1f} | {:.1f} | {:.0f} | "
        "{:.0f} | {:.0f}",
        model->num_velocities(), robot.mujoco, robot.dojo, seconds,
        seconds / robot.dojo, cost.contacts, CountIterations(cost),
        PerStep(cost.problem, cost), PerStep(cost.solve, cost),
        PerStep(cost.gradients, cost));
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
      kStep, kAction, kKappa);
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
  RunOptions options{.num_steps = num_steps, .action = 0};
  for (const multibody::Keyframe& keyframe : model->keyframes()) {
    if (peer.keyframe != nullptr && keyframe.name == peer.keyframe)
      options.q = keyframe.q;
  }
  const Cost cost = Run(model, options);
  return MakeRow(peer.name, cost, [&] {
    const PeerOutcome outcome = RunMuJoCo(peer, file, num_steps);
    std::string mujoco = outcome.status + " |";
    if (outcome.ok()) {
      const double each = 1e6 * outcome["cpu_time_s"] / outcome["steps"];
      mujoco = fmt::format("{:.0f} | {:.2f}", each,
                           PerStep(cost.all(), cost) / each);
    }
    return fmt::format("{:.1f} | {:.0f} | {:.0f} | {:.0f} | {}", cost.contacts,
                       PerStep(cost.solve, cost), PerStep(cost.gradients, cost),
                       PerStep(cost.all(), cost), mujoco);
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
  const Cost cost = Run(
      atlas,
      {.h = kAtlasStep, .num_steps = quick ? 250 : 2500, .gradients = false});
  if (!cost.failure.empty()) return "Atlas failed: " + cost.failure + "\n\n";
  return fmt::format(
      "### Atlas at {:g} Hz\n\nIn {:.0f} us a step without derivatives, of "
      "which {:.0f} us are the problem's: {:.1f} times faster than real "
      "time, at {:.1f} iterations and {:.1f} contacts per step.\n\n",
      1 / kAtlasStep, PerStep(cost.all(), cost), PerStep(cost.problem, cost),
      static_cast<double>(cost.steps) * kAtlasStep / cost.all(),
      CountIterations(cost), cost.contacts);
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
    const Cost cost = Run(MakeChain(n), {.h = 0.005,
                                         .num_steps = quick ? 40 : 200,
                                         .gradients = false,
                                         .action = 0});
    text += MakeRow(fmt::format("{}", n), cost, [&] {
      return fmt::format("{:.1f} | {:.0f} | {:.0f} | {:.2f}",
                         CountIterations(cost), PerStep(cost.problem, cost),
                         PerStep(cost.solve, cost),
                         PerStep(cost.solve, cost) / n / CountIterations(cost));
    });
    if (!cost.failure.empty()) return text + "\n";
    links.push_back(n);
    times.push_back(PerStep(cost.all(), cost));
    solves.push_back(PerStep(cost.solve, cost));
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

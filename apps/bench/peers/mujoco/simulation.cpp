#include "tactus/apps/bench/peers/mujoco/simulation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <mujoco/mujoco.h>
#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/common/spent_time.h"

namespace tactus::apps::mujoco {
namespace {

long CountSteps(double time, double step, const char* what) {
  const double steps = time / step;
  Require(std::isfinite(steps) &&
              std::abs(steps - std::round(steps)) < 1e-6 * steps + 1e-6,
          fmt::format("{} of {} s is not a whole number of steps of {} s", what,
                      time, step));
  return std::lround(steps);
}

const char* SolverName(int solver) {
  constexpr const char* kNames[] = {"PGS", "CG", "Newton"};
  return kNames[solver];
}

const char* IntegratorName(int integrator) {
  constexpr const char* kNames[] = {"Euler", "RK4", "implicit"};
  return integrator < 3 ? kNames[integrator] : "?";
}

RigidTransform PoseOf(const mjData* data, int body) {
  const mjtNum* p = data->xpos + 3 * body;
  const mjtNum* q = data->xquat + 4 * body;
  RigidTransform X(Eigen::Translation3d(p[0], p[1], p[2]));
  X.rotate(Quaterniond(q[0], q[1], q[2], q[3]));
  return X;
}

/// One run.
class Run {
 public:
  Run(const Loaded& loaded, const SimulationOptions& options)
      : options_(options),
        model_(loaded.model.get()),
        data_(loaded.data.get()) {
    if (options.step) model_->opt.timestep = *options.step;
    if (options.solver)
      model_->opt.solver =
          *options.solver == Solver::kCg ? mjSOL_CG : mjSOL_NEWTON;
    if (options.elliptic_cone) model_->opt.cone = mjCONE_ELLIPTIC;
    for (int body = 1; body < model_->nbody; ++body) {
      const char* name = mj_id2name(model_, mjOBJ_BODY, body);
      names_.emplace_back(
          name != nullptr && *name != 0 ? name : fmt::format("body{}", body));
    }
    report_.duration = options.duration.value_or(loaded.duration.value_or(5));
    report_.step = model_->opt.timestep;
    report_.settle = options.settle;
    report_.settings = loaded.settings;
    DescribeSettings();
  }

  PeerReport Simulate() {
    const double step = model_->opt.timestep;
    const long steps = CountSteps(report_.duration, step, "the duration");
    const long settled = CountSteps(report_.settle, step, "the settling");
    Require(settled < steps, "the settling must be shorter than the duration");
    StartTrajectory(step);
    report_.solver_iterations = 0;
    report_.step_min = report_.step_max = step;
    mj_forward(model_, data_);
    for (long i = 0; i < steps && report_.status == "ok"; ++i) {
      if (i == settled) report_.energy_initial = CalcEnergy();
      if (log_every_ > 0 && i % log_every_ == 0) WriteRow();
      Step(i >= settled);
    }
    mj_forward(model_, data_);
    report_.energy_final = CalcEnergy();
    if (log_every_ > 0 && steps % log_every_ == 0) WriteRow();
    if (trajectory_) trajectory_->Commit();
    RecordFinalState();
    return std::move(report_);
  }

 private:
  void DescribeSettings() {
    const mjOption& opt = model_->opt;
    report_.integrator =
        fmt::format("MuJoCo {} {}", mj_versionString(), SolverName(opt.solver));
    nlohmann::ordered_json& s = report_.settings;
    s["timestep"] = opt.timestep;
    s["integrator"] = IntegratorName(opt.integrator);
    s["solver"] = SolverName(opt.solver);
    s["iterations"] = opt.iterations;
    s["tolerance"] = opt.tolerance;
    s["cone"] = opt.cone == mjCONE_ELLIPTIC ? "elliptic" : "pyramidal";
    s["impratio"] = opt.impratio;
  }

  void StartTrajectory(double step) {
    if (!options_.trajectory) return;
    log_every_ = options_.log_rate > 0
                     ? CountSteps(1 / options_.log_rate, step, "the log period")
                     : 1;
    Require(log_every_ > 0, "the log period is shorter than a step");
    trajectory_.emplace(*options_.trajectory, names_);
  }

  void Step(bool counted) {
    const SpentTime start = SpentTime::Now();
    if (options_.derivatives) Differentiate();
    mj_step(model_, data_);
    const SpentTime spent = SpentTime::Now() - start;
    CheckWarnings();
    if (!counted) return;
    report_.wall_time += spent.wall;
    report_.cpu_time += spent.cpu;
    *report_.solver_iterations += data_->solver_iter;
    AddContacts();
  }

  // d(next state)/d(state, control) at the start of the step.
  void Differentiate() {
    constexpr double kDifference = 1e-6;
    const int n = 2 * model_->nv + model_->na;
    by_state_.resize(static_cast<std::size_t>(n) * n);
    by_control_.resize(static_cast<std::size_t>(n) * model_->nu);
    mjd_transitionFD(model_, data_, kDifference, 0, by_state_.data(),
                     model_->nu > 0 ? by_control_.data() : nullptr, nullptr,
                     nullptr);
  }

  // Those that mj_step() found, where the step started.
  void AddContacts() {
    long count = 0;
    for (int i = 0; i < data_->ncon; ++i) {
      const mjContact& contact = data_->contact[i];
      if (contact.dist > 0) continue;
      ++count;
      report_.AddContact(-contact.dist, std::min(SizeOf(contact.geom1),
                                                 SizeOf(contact.geom2)));
    }
    report_.AddStep(model_->opt.timestep, count);
  }

  // The radius of a geom's bounding sphere.
  double SizeOf(int geom) const {
    const double radius = model_->geom_rbound[geom];
    return radius > 0 ? radius : HUGE_VAL;
  }

  void CheckWarnings() {
    for (int i = 0; i < mjNWARNING; ++i) {
      if (data_->warning[i].number == 0 || i == mjWARN_INERTIA ||
          i == mjWARN_VGEOMFULL)
        continue;
      report_.status =
          fmt::format("failed at {:.6g} s: {}", data_->time,
                      mju_warningText(i, data_->warning[i].lastinfo));
    }
  }

  // Nothing that steps remember changes: mj_fwdPosition() follows from qpos.
  double CalcEnergy() {
    const int flags = model_->opt.enableflags;
    model_->opt.enableflags |= mjENBL_ENERGY;
    mj_fwdPosition(model_, data_);
    mj_energyPos(model_, data_);
    mj_energyVel(model_, data_);
    model_->opt.enableflags = flags;
    return data_->energy[0] + data_->energy[1];
  }

  void WriteRow() {
    mj_kinematics(model_, data_);
    std::vector<RigidTransform> poses;
    for (int body = 1; body < model_->nbody; ++body)
      poses.push_back(PoseOf(data_, body));
    trajectory_->Write(data_->time, poses);
  }

  void RecordFinalState() {
    for (int body = 1; body < model_->nbody; ++body) {
      Vector6d V_WB;
      mj_objectVelocity(model_, data_, mjOBJ_XBODY, body, V_WB.data(), 0);
      report_.bodies.push_back({names_[body - 1], PoseOf(data_, body), V_WB});
    }
  }

  const SimulationOptions& options_;
  mjModel* model_;
  mjData* data_;
  std::vector<std::string> names_;  ///< Of the bodies but the world.
  PeerReport report_;
  std::optional<PeerTrajectory> trajectory_;
  long log_every_ = 0;  ///< Steps; 0: never.
  std::vector<double> by_state_, by_control_;
};

}  // namespace

PeerReport Simulate(const Loaded& loaded, const SimulationOptions& options) {
  return Run(loaded, options).Simulate();
}

}  // namespace tactus::apps::mujoco

#include "tactus/integrators/batch_simulator.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <thread>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/parallel_for.h"
#include "tactus/common/require.h"
#include "tactus/integrators/diagram/find_plant.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/integrators/step_functions/step_or_halve.h"

namespace tactus::integrators {
namespace {

// Of a step that is made in shorter ones.
constexpr int kMostParts = 1000;

// The machine may not tell how many it has.
int NumThreads(int wanted) {
  if (wanted > 0) return wanted;
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

// Whoever writes a matrix as a whole may give it another shape.
void RequireShape(const char* what, const MatrixXd& matrix, int num_rows,
                  int num_columns) {
  Require(
      matrix.rows() == num_rows && matrix.cols() == num_columns,
      fmt::format("the batch's {} are {} x {}, where they were {} x {}", what,
                  matrix.rows(), matrix.cols(), num_rows, num_columns));
}

}  // namespace

std::string_view to_string(EnvironmentStatus status) {
  switch (status) {
    case EnvironmentStatus::kRunning:
      return "running";
    case EnvironmentStatus::kContactOverflow:
      return "contact overflow";
    case EnvironmentStatus::kStepFailed:
      return "step failed";
  }
  return "";
}

/// What one thread needs to step any environment.
struct BatchSimulator::Worker {
  Worker(std::shared_ptr<const multibody::Model> model,
         std::shared_ptr<const contact::CollisionEngine> engine,
         std::unique_ptr<StepFunction> its_method)
      : stepper(std::move(model), std::move(engine)),
        method(std::move(its_method)) {}

  ModelStepper stepper;
  std::unique_ptr<StepFunction> method;
  VectorXd q, v;
  multibody::PlantInputs inputs;
  StepResult result;
};

BatchSimulator::BatchSimulator(
    std::shared_ptr<const multibody::Model> model,
    const std::function<std::unique_ptr<StepFunction>()>& make_method,
    const BatchOptions& options)
    : model_(std::move(model)), options_(options) {
  Require(options.num_environments >= 1, "a batch needs an environment");
  Require(options.contact_capacity >= 0,
          "the number of contact slots must not be negative");
  Require(options.step > 0 && std::isfinite(options.step),
          "the step must be positive");
  Require(options.num_threads >= 0,
          "the number of threads must not be negative");
  const auto engine = multibody::MakeCollisionEngine(*model_);
  for (int i = 0; i < NumThreads(options.num_threads); ++i) {
    workers_.push_back(std::make_unique<Worker>(model_, engine, make_method()));
    RequireTaken(*model_, *workers_.back()->method);
  }
  const int num = options.num_environments;
  q_ = model_->default_positions().transpose().replicate(num, 1);
  v_.setZero(num, model_->num_velocities());
  actuation_.setZero(num, model_->num_actuators());
  generalized_forces_.setZero(num, model_->num_velocities());
  memories_.assign(num, workers_.front()->method->MakeMemory());
  statuses_.assign(num, EnvironmentStatus::kRunning);
  failures_.resize(num);
  failure_times_.resize(num);

  const int capacity = options.contact_capacity;
  contacts_.num_contacts.setZero(num);
  contacts_.geometry_a.setConstant(num, capacity, -1);
  contacts_.geometry_b.setConstant(num, capacity, -1);
  contacts_.phi.setZero(num, capacity);
  for (auto* block :
       {&contacts_.p_WC, &contacts_.normal_W, &contacts_.force_B_W}) {
    for (MatrixXd& component : *block) component.setZero(num, capacity);
  }
}

BatchSimulator::~BatchSimulator() = default;

void BatchSimulator::Step(int num_steps) {
  const int num = num_environments();
  RequireShape("positions", q_, num, model_->num_positions());
  RequireShape("velocities", v_, num, model_->num_velocities());
  RequireShape("controls", actuation_, num, model_->num_actuators());
  RequireShape("generalized forces", generalized_forces_, num,
               model_->num_velocities());
  Require(std::ssize(statuses_) == num,
          fmt::format("the batch has {} statuses, for {} environments",
                      statuses_.size(), num));
  ParallelFor(num, static_cast<int>(workers_.size()), [&](int e, int worker) {
    StepEnvironment(e, num_steps, workers_[worker].get());
  });
  num_steps_ += num_steps;
  time_ = static_cast<double>(num_steps_) * options_.step;
}

void BatchSimulator::StepEnvironment(int e, int num_steps, Worker* worker) {
  const auto runs = [&] {
    return statuses_[e] == EnvironmentStatus::kRunning;
  };
  for (int i = 0; i < num_steps && runs(); ++i) {
    try {
      StepOnce(e, worker);
    } catch (const std::exception& error) {
      Fail(e, EnvironmentStatus::kStepFailed, error.what());
    } catch (...) {  // One environment's failure is not the others'.
      Fail(e, EnvironmentStatus::kStepFailed,
           "the method threw what is no exception");
    }
    if (!runs())
      failure_times_[e] = static_cast<double>(num_steps_ + i) * options_.step;
  }
}

void BatchSimulator::StepOnce(int e, Worker* worker) {
  failures_[e].clear();
  double left = options_.step;
  for (int part = 0; left > 0; ++part) {
    if (part == kMostParts) {
      return Fail(e, EnvironmentStatus::kStepFailed,
                  "the step takes more than " + std::to_string(kMostParts) +
                      " shorter ones");
    }
    const double taken = StepShorter(e, left, worker);
    if (statuses_[e] != EnvironmentStatus::kRunning) return;
    left -= taken;
  }
  StoreContacts(e, *worker);
}

// As FixedStep makes it: of h, or, where the method fails and may, of the half,
// the quarter, ...
double BatchSimulator::StepShorter(int e, double h, Worker* worker) {
  Worker& w = *worker;
  w.q = q_.row(e);
  w.v = v_.row(e);
  w.inputs.actuation = actuation_.row(e);
  w.inputs.generalized_force = generalized_forces_.row(e);
  StepProblem problem =
      w.stepper.Prepare(w.method.get(), {w.q, w.v, w.inputs}, h);
  const auto& points = problem.velocity.points;
  if (std::ssize(points) > options_.contact_capacity) {
    Fail(e, EnvironmentStatus::kContactOverflow,
         std::to_string(points.size()) + " contacts, but " +
             std::to_string(options_.contact_capacity) + " slots");
    return 0;
  }
  const HalvedStep step = StepOrHalve(*w.method, h, [&](double length) {
    problem.h = length;
    if (length < h) w.stepper.Shorten(*w.method, length);
    w.method->Step(problem, &memories_[e], &w.result);
    return w.result.report.failure;
  });
  if (step.failure) {
    Fail(e, EnvironmentStatus::kStepFailed, Describe(*step.failure));
    return 0;
  }
  if (!w.result.q.allFinite() || !w.result.v.allFinite()) {
    Fail(e, EnvironmentStatus::kStepFailed, "the state is not finite");
    return 0;
  }
  q_.row(e) = w.result.q;
  v_.row(e) = w.result.v;
  return step.h;
}

void BatchSimulator::Fail(int e, EnvironmentStatus status, std::string why) {
  statuses_[e] = status;
  failures_[e] = std::move(why);
  contacts_.num_contacts[e] = 0;
}

void BatchSimulator::StoreContacts(int e, const Worker& worker) {
  const contact::ContactSet& found = worker.stepper.contacts();
  contacts_.num_contacts[e] = static_cast<int>(found.points.size());
  for (const contact::Manifold& manifold : found.manifolds) {
    const int body_b = model_->geometries()[manifold.geometry_b].body;
    const double sign = model_->bodies()[body_b].tree < 0 ? -1 : 1;
    for (int i = 0; i < manifold.num_points; ++i) {
      const int s = manifold.first_point + i;
      const contact::ManifoldPoint& point = found.points[s];
      contacts_.geometry_a(e, s) = manifold.geometry_a;
      contacts_.geometry_b(e, s) = manifold.geometry_b;
      contacts_.phi(e, s) = -point.depth;
      for (int k = 0; k < 3; ++k) {
        contacts_.p_WC[k](e, s) = (point.p_WA[k] + point.p_WB[k]) / 2;
        contacts_.normal_W[k](e, s) = point.normal_W[k];
        contacts_.force_B_W[k](e, s) = sign * worker.result.forces_W[s][k];
      }
    }
  }
}

}  // namespace tactus::integrators

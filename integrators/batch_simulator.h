#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// How an environment of a batch fares.
enum class EnvironmentStatus {
  kRunning,
  kContactOverflow,  ///< More contacts than there are slots.
  kStepFailed,       ///< The step function found no next state, or threw.
};
std::string_view to_string(EnvironmentStatus status);

/// The contacts of all environments in slots of fixed number, in the order of
/// the pairs of geometries; slot s of environment e is entry (e, s). Slots from
/// num_contacts[e] on mean nothing.
struct BatchContacts {
  Eigen::VectorXi num_contacts;
  Eigen::MatrixXi geometry_a, geometry_b;
  MatrixXd phi;                       ///< [m]
  std::array<MatrixXd, 3> p_WC;       ///< x, y, z [m]
  std::array<MatrixXd, 3> normal_W;   ///< From A into B.
  std::array<MatrixXd, 3> force_B_W;  ///< On B [N]
};

struct BatchOptions {
  int num_environments = 1;
  int contact_capacity = 64;  ///< Slots per environment.
  double step = 0.002;        ///< [s]
  int num_threads = 0;        ///< 0: as many as the machine has.
};

/// Many copies of one model, each with a state and inputs of its own, advanced
/// side by side by equal steps of one method.
///
/// Everything is a structure of arrays with the environment as the fastest
/// index: entry (e, i) of an E x n matrix, columns contiguous, is component i
/// of environment e. The caller reads and writes states and inputs in place,
/// between steps:
///
///     const auto method = [] { return std::make_unique<ComFreeStep>(); };
///     BatchSimulator batch(model, method, {.num_environments = 4096});
///     batch.actuation().col(0).setRandom();
///     batch.Step(100);
///
/// A step that the method cannot make is made in shorter ones, where it allows
/// that, as FixedStep does. An environment that overflows its contact slots, or
/// fails otherwise, keeps the state from which it could not go on, says so in
/// statuses(), and rests until its status is set back. The others are not
/// disturbed.
///
/// Results are the same, bit for bit, for any number of threads and whatever
/// the other environments do.
class BatchSimulator {
 public:
  /// @param make_method  called once per thread.
  /// @throws std::invalid_argument for options out of range, and for a model
  /// that the method does not take.
  BatchSimulator(
      std::shared_ptr<const multibody::Model> model,
      const std::function<std::unique_ptr<StepFunction>()>& make_method,
      const BatchOptions& options);
  ~BatchSimulator();

  const multibody::Model& model() const { return *model_; }
  const BatchOptions& options() const { return options_; }
  int num_environments() const { return options_.num_environments; }
  double time() const { return time_; }  ///< [s]

  /// E x nq and E x nv; initially the model's default state.
  MatrixXd& positions() { return q_; }
  MatrixXd& velocities() { return v_; }
  /// E x number of actuators, and E x nv; initially zero.
  MatrixXd& actuation() { return actuation_; }
  MatrixXd& generalized_forces() { return generalized_forces_; }

  std::vector<EnvironmentStatus>& statuses() { return statuses_; }
  /// Why environment `e` failed, as a sentence; empty while it runs.
  const std::string& failure(int e) const { return failures_[e]; }
  /// When environment `e` failed: the start of the step that failed [s].
  double failure_time(int e) const { return failure_times_[e]; }

  /// The contacts of the last step.
  const BatchContacts& contacts() const { return contacts_; }

  /// @throws std::invalid_argument for states, inputs or statuses of another
  /// shape.
  void Step(int num_steps = 1);

 private:
  struct Worker;

  void StepEnvironment(int e, int num_steps, Worker* worker);
  void StepOnce(int e, Worker* worker);
  double StepShorter(int e, double h, Worker* worker);
  void Fail(int e, EnvironmentStatus status, std::string why);
  void StoreContacts(int e, const Worker& worker);

  std::shared_ptr<const multibody::Model> model_;
  BatchOptions options_;
  std::vector<std::unique_ptr<Worker>> workers_;  ///< One per thread.
  MatrixXd q_, v_, actuation_, generalized_forces_;
  std::vector<systems::Value> memories_;
  std::vector<EnvironmentStatus> statuses_;
  std::vector<std::string> failures_;
  std::vector<double> failure_times_;
  BatchContacts contacts_;
  long num_steps_{};
  double time_{};
};

}  // namespace tactus::integrators

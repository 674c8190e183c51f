#include "tactus/integrators/dojo/dojo_step.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/archive.h"
#include "tactus/common/require.h"
#include "tactus/contact/geometry/shapes/bounds.h"
#include "tactus/integrators/dojo/contact_features.h"
#include "tactus/integrators/dojo/kappa.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/step_energy.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {
namespace {

using contact::Geometry;

// Contacts that rest hover by less, but for scenes without mass or gravity.
constexpr double kLeastMargin = 1e-3;  // [m]
// Looking farther for light bodies would find all that is near the heavy ones.
constexpr double kMostRest = 0.05;  // [m]

// To a number of four binary digits: derivatives do not see the steps.
double RoundUp(double x) {
  if (!(x > 0) || !std::isfinite(x)) return x;
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::ceil(16 * fraction) / 16, exponent);
}

// Of a joint that turns too far for a step of h; nothing: none does.
std::optional<StepFailure> CheckTurns(const multibody::Model& model,
                                      const VectorXd& v, double h) {
  const multibody::Joint* joint = FindHalfTurn(model.joints(), v, h);
  if (joint == nullptr) return {};
  return StepFailure{
      .kind = StepFailure::Kind::kTurnsTooFar,
      .culprit = model.bodies()[joint->child].name,
      .details = fmt::format("{:g} s (try steps of {:.1g} s)", h,
                             M_PI / 2 / CalcTurningRate(*joint, v))};
}

// The momentum of what turns at a rate w is J sin(w h) / h, less than J w by
// (w h)^2 / 6 of itself: 4 %, and 1 % with the step that is suggested.
void TellOfTurns(const StepProblem& problem, StepResult* result) {
  constexpr double kFar = 0.5, kFollowed = 0.25;  // [rad]
  const multibody::Joint* joint =
      FindFarthestTurn(problem.model.joints(), result->v, problem.h, kFar);
  if (joint == nullptr) return;
  const double turn = problem.h * CalcTurningRate(*joint, result->v);
  result->report.warning = fmt::format(
      "'{}' turns by {:.2g} rad in a step of {:.3g} s: what drives it makes it "
      "{:.2g} % faster than it should; steps of {:.2g} s would follow it",
      problem.model.bodies()[joint->child].name, turn, problem.h,
      100 * (turn / std::sin(std::min(turn, std::numbers::pi / 2)) - 1),
      kFollowed / turn * problem.h);
}

}  // namespace

DojoStep::DojoStep(const DojoOptions& options) : options_(options) {
  Require(
      !options.kappa || (std::isfinite(*options.kappa) && *options.kappa > 0),
      "Dojo's kappa must be positive");
  Require(options.gradient_kappa == 0 ||
              (std::isfinite(options.gradient_kappa) &&
               options.gradient_kappa >= options.kappa.value_or(0)),
          "Dojo's kappa of gradients must not be below kappa");
  Require(options.complementarity > 0 && options.complementarity < 1,
          "Dojo's complementarity must be a share of kappa");
  Require(options.tolerance > 0, "the tolerance must be positive");
  Require(options.max_iterations >= 1,
          "the most iterations must be at least 1");
}

systems::Value DojoStep::MakeMemory() const {
  return systems::Value(Memory{});
}

std::optional<double> DojoStep::contact_margin(const multibody::Model& model,
                                               const VectorXd& q,
                                               const VectorXd& v, double h) {
  CalcPositionKinematics(model, q, &position_);
  CalcVelocityKinematics(model, position_, v, &velocity_);
  double speed = 0;
  for (const Geometry& geometry : model.geometries()) {
    if (model.bodies()[geometry.body].tree < 0) continue;
    const contact::Bounds bounds =
        contact::CalcBounds(geometry.shape, geometry.X_BG);
    const Vector6d& V = velocity_.V_WB[geometry.body];
    speed =
        std::max(speed, V.tail<3>().norm() +
                            V.head<3>().norm() * (bounds.center.norm() +
                                                  bounds.half_extents.norm()));
  }
  // margin = max(reach, min(20 kappa / (m g h), 5 cm), 1 mm),
  // reach = 2 h (s + h g):
  //
  // what the fastest point and gravity do in two steps, and where a contact at
  // rest hovers ([Howell22] (26): gap = kappa / impulse). Both in steps: where
  // solids are cut to what is near, points would move with speeds and masses.
  const double gravity = model.gravity_W().norm();
  const double reach = 2 * h * speed + 2 * h * h * gravity;
  double mass = kInfinity;
  for (const multibody::Tree& tree : model.trees())
    mass = std::min(mass, CalcTreeMass(model, tree));
  const double kappa = options_.kappa.value_or(ChooseKappa(mass, gravity, h));
  const double rest = 20 * kappa / (mass * gravity * h);
  const double margin = std::max(
      {RoundUp(reach), std::min(RoundUp(rest), kMostRest), kLeastMargin});
  return std::isfinite(margin) ? margin : kLeastMargin;
}

// Impulses of forces that do not depend on the end of the step, over its mean
// length: with k0 = k(q, v0) - tau, and k(q, 0) gravity's,
//
//     mean (tau - k(q, 0) - K (q0 - q_ref)).
//
// Of a fluid's drag a step takes the diagonal: in joints it has no place for
// blocks of trees. (Those of applied forces come as dampers.)
void DojoStep::CalcImpulse(const StepProblem& problem, double mean) {
  const multibody::Model& model = problem.model;
  zero_.setZero(model.num_velocities());
  CalcVelocityKinematics(model, problem.position, zero_, &velocity_);
  CalcBias(model, problem.position, velocity_, &gravity_);
  CalcVelocityKinematics(model, problem.position, problem.velocity.v0,
                         &velocity_);
  CalcBias(model, problem.position, velocity_, &impulse_);
  impulse_ -= problem.velocity.k0 + gravity_ + problem.velocity.spring_force0;
  damping_ = problem.velocity.damping;
  for (const contact::Clique& clique : problem.velocity.cliques) {
    if (!clique.has_drag()) continue;
    const auto v0 = problem.velocity.v0.segment(clique.v_start, clique.nv);
    auto impulse = impulse_.segment(clique.v_start, clique.nv);
    impulse -= clique.drag * v0;
    impulse += clique.drag.diagonal().cwiseProduct(v0);
    damping_.segment(clique.v_start, clique.nv) += clique.drag.diagonal();
  }
  impulse_ *= mean;
}

void DojoStep::Step(const StepProblem& problem, systems::Value* memory,
                    StepResult* result) {
  linear_.is_wanted = false;
  Solve(problem, memory, result);
}

// The past is known by its turn, too: what turned too far in the step before,
// of h1, cannot be told.
bool DojoStep::Begin(const StepProblem& problem, double h1,
                     StepResult* result) {
  const contact::VelocityProblem& velocity = problem.velocity;
  result->report = {};
  restarts_ = 0;
  num_solutions_ = 0;
  result->report.failure =
      CheckTurns(problem.model, velocity.v0, std::max(h1, problem.h));
  if (result->report.failure) return false;
  CalcImpulse(problem, (h1 + problem.h) / 2);
  const FoundContacts found{.model = problem.model,
                            .position = problem.position,
                            .contacts = *problem.contacts,
                            .velocity = velocity,
                            .h = problem.h};
  FindContactFeatures(found, &features_, &is_flipped_);
  slopes_.clear();
  if (linear_.is_wanted) {
    const std::optional<double> margin =
        contact_margin(problem.model, problem.q0, velocity.v0, problem.h);
    CalcFeatureSlopes(found, *margin, linear_.parameters, &slopes_);
  }
  held_.Begin(found, features_, slopes_, linear_.parameters);
  dynamics_.Begin({.model = problem.model,
                   .position = problem.position,
                   .q2 = problem.q0,
                   .v1 = velocity.v0,
                   .h1 = h1,
                   .h = problem.h});
  return true;
}

// q3.
bool DojoStep::CalcEnd(const StepProblem& problem, StepResult* result) const {
  result->report.failure = CheckTurns(problem.model, result->v, problem.h);
  if (result->report.failure) return false;
  const VectorXd difference = problem.h * result->v;
  RetractPositions(problem.model, problem.q0, difference, &result->q);
  return true;
}

// Of impulses.
void DojoStep::SetMeanForces(double mean, StepResult* result) const {
  held_.GiveToPoints(&result->forces_W);
  for (std::size_t i = 0; i < result->forces_W.size(); ++i)
    result->forces_W[i] *= (is_flipped_[i] ? -1 : 1) / mean;
}

// 2 kappa / h for each contact and limit: at a gap phi its force has the work
// f phi = kappa / h still to do or to take, and so has its cone of friction.
double DojoStep::CalcBarrierEnergy(const StepProblem& problem) const {
  double energy = 0;
  for (int i = 0; i < num_islands_; ++i) {
    std::size_t num_rows =
        islands_[i].joint_rows.size() + islands_[i].constraints.size();
    for (const int patch : islands_[i].patches)
      num_rows += problem.velocity.patches[patch].num_points;
    energy += 2 * kappas_[i] / problem.h * static_cast<double>(num_rows);
  }
  return energy;
}

void DojoStep::Solve(const StepProblem& problem, systems::Value* memory,
                     StepResult* result) {
  ScopedTimer timer(profile_, Phase::kSolverRest);
  double& before = memory->get<Memory>().h;
  const double h1 = before > 0 ? before : problem.h;
  if (!Begin(problem, h1, result)) return;
  ClearForces(problem.velocity, result);
  const DojoStepData data{.velocity = problem.velocity,
                          .impulse = impulse_,
                          .damping = damping_,
                          .h = problem.h,
                          .mean = (h1 + problem.h) / 2,
                          .cone = options_.cone};
  if (!SolveWithReviews(problem, data, result)) return;
  SetMeanForces(data.mean, result);
  result->contact_energy =
      multibody::CalcPushOutEnergy(problem.velocity, result->forces_W) +
      CalcBarrierEnergy(problem);
  TellOfTurns(problem, result);
  before = problem.h;
}

}  // namespace tactus::integrators

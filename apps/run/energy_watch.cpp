#include "tactus/apps/run/energy_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/continuous_forces.h"

namespace tactus::apps {
namespace {

constexpr double kShareOfFixedSteps = 0.01, kMaxShare = 0.1;
constexpr double kStepsPerRun = 10;
constexpr double kTolerance = 1e-8;      // Of energies, by what solvers leave.
constexpr double kMinDepthShare = 1e-3;  // Of what moved, to be told as depth.

}  // namespace

EnergyWatch::EnergyWatch(const multibody::MultibodyPlant& plant,
                         const IntegratorChoice& choice)
    : plant_(plant),
      share_of_moved_(choice.accuracy
                          ? std::min(kStepsPerRun * *choice.accuracy, kMaxShare)
                          : kShareOfFixedSteps),
      store_(choice.contact_store) {}

// A record has the energy of where its step started: so the states before the
// first step and between steps are seen, and the last by Finish().
void EnergyWatch::Add(const systems::Context& context) {
  const multibody::StepRecord& step = plant_.last_step(context);
  if (!step.Covers(context.time())) return;
  AddBalance(step.energy, step.energy.contact);
  AddWork(step.energy.work);
}

void EnergyWatch::Add(const systems::Context& context,
                      const ContactTally& tally) {
  const contact::VelocityProblem& problem = tally.last();
  contact::CalcActuatorForces(problem, &efforts_);
  contact::CalcContactForces(problem, &forces_W_);
  multibody::CalcInputPower(tally.builder(), problem, efforts_, problem.v0,
                            &powers_);
  AddPower(
      {.time = context.time(),
       .value = powers_.sum() + multibody::CalcBeltPower(problem, forces_W_)});
  multibody::StepEnergy energy =
      multibody::CalcEnergy(tally.builder(), problem);
  const double held = contact::CalcNearRigidEnergy(problem);
  energy.contact += held;
  energy.total += held;
  AddBalance(energy, energy.contact);
}

// A run that has blown up has no energy that would tell more.
void EnergyWatch::Finish(const systems::Context& context) {
  if (!std::isfinite(context.continuous_state().squaredNorm())) return;
  multibody::VelocityProblemBuilder builder = plant_.MakeProblemBuilder();
  contact::VelocityProblem problem;
  builder.Build(plant_.positions(context), plant_.velocities(context), {},
                &problem);
  const multibody::StepEnergy energy = multibody::CalcEnergy(builder, problem);
  // No step has told what contact by the method holds there.
  const bool is_known = store_ == ContactStore::kContinuousLaw || !min_balance_;
  AddBalance(energy, is_known ? energy.contact
                              : std::numeric_limits<double>::infinity());
}

double EnergyWatch::share() const {
  return share_of_moved_ * moved() + work_error_ + kTolerance * max_energy_;
}

double EnergyWatch::depth_ratio() const {
  const double least = kMinDepthShare * moved() + work_error_;
  if (!(contact_energy_ - explained_energy_ > least)) return 1;
  return std::sqrt(contact_energy_ / std::max(explained_energy_, least));
}

// `held`: what R may be at most.
void EnergyWatch::AddBalance(const multibody::StepEnergy& energy, double held) {
  const double balance = energy.total - energy.contact - work_;
  UpdateRecoverable(balance, held);
  const double all = balance + recoverable_;
  min_balance_ = std::min(min_balance_.value_or(all), all);
  drift_ = std::max(drift_, all - *min_balance_);
  max_kinetic_plus_recoverable_ =
      std::max(max_kinetic_plus_recoverable_, energy.kinetic + recoverable_);
  max_energy_ = std::max(max_energy_, std::abs(energy.total));
}

void EnergyWatch::UpdateRecoverable(double balance, double held) {
  const bool is_first = !min_balance_;
  double given = is_first ? held : last_balance_ - balance;
  if (!is_first && store_ == ContactStore::kStart) given = std::min(given, 0.0);
  recoverable_ = std::clamp(recoverable_ + given, 0.0, held);
  last_balance_ = balance;
  if (store_ == ContactStore::kContinuousLaw &&
      held - recoverable_ > contact_energy_ - explained_energy_) {
    contact_energy_ = held;
    explained_energy_ = recoverable_;
  }
}

void EnergyWatch::AddWork(double work) {
  work_ += work;
  work_moved_ += std::abs(work);
}

// The integral of (t - t0)(t - t1) from t0 to t1 is -h^3 / 6, which goes with
// the second divided difference of the power.
void EnergyWatch::AddPower(const Power& power) {
  if (!last_powers_.empty() && power.time <= last_powers_.back().time) return;
  if (!last_powers_.empty()) {
    const Power& at0 = last_powers_.back();
    const double h = power.time - at0.time;
    double work = h * (at0.value + power.value) / 2;
    if (last_powers_.size() == 2) {
      const Power& before = last_powers_.front();
      const double slope0 =
          (at0.value - before.value) / (at0.time - before.time);
      const double slope1 = (power.value - at0.value) / h;
      const double correction =
          -h * h * h / 6 * (slope1 - slope0) / (power.time - before.time);
      work += correction;
      work_error_ += std::abs(correction);
    }
    AddWork(work);
    if (last_powers_.size() == 2) last_powers_.erase(last_powers_.begin());
  }
  last_powers_.push_back(power);
}

std::string DescribeDepth(double depth_ratio) {
  if (!(depth_ratio > 2)) return {};
  return fmt::format(
      "tactus: warning: a step ended with bodies {:.2g} times as deep in "
      "contact as their energy could push them; a finer accuracy, or shorter "
      "steps, keep them out",
      depth_ratio);
}

std::string DescribeDrift(double drift, double share, double moved) {
  if (!(drift > share)) return {};
  const std::string part =
      drift < moved ? fmt::format("{:.2g} of the {:.3g} J that moved",
                                  drift / moved, moved)
                    : fmt::format("more than the {:.3g} J that moved", moved);
  return fmt::format(
      "tactus: warning: the run gained {:.3g} J beyond the work done on it, "
      "{}, where the accuracy's share is {:.2g} J; a finer accuracy, or "
      "shorter steps, gain less",
      drift, part, share);
}

}  // namespace tactus::apps

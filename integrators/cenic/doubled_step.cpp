#include "tactus/integrators/cenic/doubled_step.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "tactus/integrators/cenic/impact_error.h"
#include "tactus/integrators/cenic/limit_stop.h"
#include "tactus/integrators/cenic/spring_share.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::integrators {
namespace {

// Twice the kinetic energy of a clique's part of v.
double SquaredNorm(const contact::Clique& clique, const VectorXd& v) {
  if (clique.nv == 6) {  // mostly free bodies: let the compiler unroll
    const Vector6d part = v.segment<6>(clique.v_start);
    return part.dot(clique.M.topLeftCorner<6, 6>() * part);
  }
  const auto part = v.segment(clique.v_start, clique.nv);
  return part.dot(clique.M * part);
}

using contact::RowLaw;
using contact::VelocityProblem;

// Calls visit(clique) for those that rigid constraints between bodies tie.
template <class Visit>
void VisitTied(const VelocityProblem& problem, const Visit& visit) {
  for (const contact::BodyConstraint& constraint : problem.constraints) {
    if (std::ranges::none_of(problem.RowsOf(constraint), &RowLaw::is_rigid))
      continue;
    for (const int body : {constraint.body_a, constraint.body_b}) {
      const int clique = problem.bodies[body].clique;
      if (clique >= 0) visit(clique);
    }
  }
}

// The most that theta may be where h^2 K / M is `stiffness`.
double CalcStiffTheta(double stiffness) {
  return 1.5 - 15 * stiffness;
}

}  // namespace

DoubledStep::DoubledStep(DiagramStepping* stepping, StepFunction* function,
                         bool extrapolate)
    : stepping_(stepping),
      extrapolate_(extrapolate),
      at_half_(stepping->plant(), function),
      turn_error_(stepping->model()),
      momentum_(stepping->model()) {}

// Warm starts as in [Kurtz25], section VI-A.
std::optional<StepFailure> DoubledStep::Attempt(double h, StepOrigin* start,
                                                SchemeMemory* memory,
                                                systems::Context* context) {
  h_half_ = h / 2;
  start_ = start;
  for (std::vector<PairImpulse>* sums : {&impulses_hat_, &impulses_two_})
    sums->clear();
  is_braked_.assign(start->problem.cliques.size(), false);
  is_free_.assign(start->problem.cliques.size(), true);
  // What an attempt before this one has made of inputs lets nothing fly or not.
  stepping_->ResetInputs(start);
  FindFlying(h, start);
  if (extrapolate_) {
    CalcSpringStiffness(start->problem, &springs_);
    SetSpringShares(springs_, h, &start->problem);
  }
  // x_hat = step(x0; h)  (24)
  const Part full{.h = h,
                  .v_guess = &start->x.v,
                  .memory = &memory->first,
                  .work = extrapolate_ ? &work_hat_ : nullptr,
                  .impulses = &impulses_hat_};
  if (auto failure = TakePart(full, start, context, &comparison_))
    return failure;
  C_hat_.Calc(start->problem, h, comparison_.v);
  // x_half = step(x0; h/2)  (22)
  v_guess_ = (start->x.v + comparison_.v) / 2;
  Part half{.h = h_half_,
            .v_guess = &v_guess_,
            .memory = &memory->second,
            .work = &work_first_,
            .impulses = &impulses_two_};
  if (auto failure = TakePart(half, start, context, &at_half_.x))
    return failure;
  if (auto failure = MoveToHalf(start->t0, context)) return failure;
  // x_two = step(x_half; h/2)  (23)
  half.v_guess = &comparison_.v;
  half.work = &work_second_;
  if (auto failure = TakePart(half, &at_half_, context, &refined_))
    return failure;
  if (extrapolate_)
    Extrapolate(*start);
  else
    solution_ = refined_;
  return std::nullopt;
}

std::optional<StepFailure> DoubledStep::TakePart(const Part& part,
                                                 StepOrigin* origin,
                                                 systems::Context* context,
                                                 HybridState* next) {
  TakeMotionAtMidpoint(*origin->function, part.h, &origin->builder,
                       &origin->problem);
  if (auto failure = stepping_->Step({.h = part.h,
                                      .v_guess = part.v_guess,
                                      .memory = part.memory,
                                      .is_half = part.h < 2 * h_half_,
                                      .is_compared = true},
                                     origin, context, next))
    return failure;
  if (part.work != nullptr) stepping_->CalcWork(*origin, part.h, part.work);
  if (!extrapolate_) return std::nullopt;
  AddBraked(*origin);
  FreeMomentum::RemoveTouching(*origin, &is_free_);
  AddPairImpulses(*origin, part.h, part.impulses);
  return std::nullopt;
}

// The second half step begins where the first one, from t0, has ended.
std::optional<StepFailure> DoubledStep::MoveToHalf(double t0,
                                                   systems::Context* context) {
  stepping_->Join(at_half_.x, &x_half_);
  context->SetTimeAndContinuousState(t0 + h_half_, x_half_);
  if (auto failure = stepping_->Prepare(*context, h_half_, &at_half_))
    return failure;
  FindFlying(h_half_, &at_half_);
  // The full step's in the halves, too, for extrapolation to cancel.
  if (extrapolate_) SetSpringShares(springs_, 2 * h_half_, &at_half_.problem);
  return std::nullopt;
}

// By the last step from an origin.
void DoubledStep::AddBraked(const StepOrigin& origin) {
  const std::vector<bool>& braked = origin.result.is_braked;
  for (std::size_t c = 0; c < braked.size(); ++c)
    if (braked[c]) is_braked_[c] = true;
}

// The same cliques in all steps: what does not fly in the full step does not
// in its halves. What is extrapolated flies if its error is all of second
// order.
void DoubledStep::FindFlying(double h, StepOrigin* origin) const {
  if (!origin->function->looks_ahead()) return;
  integrators::FindFlying(*origin->function, h, &origin->builder,
                          &origin->problem);
  if (extrapolate_) origin->builder.GroundDriven(&origin->problem);
  for (std::size_t c = 0; c < origin->problem.cliques.size(); ++c) {
    if (!start_->problem.cliques[c].flies)
      origin->problem.cliques[c].flies = false;
  }
}

// x1 = x_two + theta (x_two - x_hat), rotations along rotation vectors.
void DoubledStep::Extrapolate(const StepOrigin& start) {
  const multibody::Model& model = stepping_->model();
  CalcWeights(start);
  multibody::CalcPositionDifference(model, comparison_.q, refined_.q,
                                    &difference_);
  difference_ = theta_q_.cwiseProduct(difference_).eval();
  multibody::IntegratePositions(model, refined_.q, difference_, 1,
                                &solution_.q);
  multibody::ProjectPositions(model, &solution_.q);
  solution_.v = refined_.v + theta_.cwiseProduct(refined_.v - comparison_.v);
  solution_.z = 2 * refined_.z - comparison_.z;
  ExtrapolateMomenta(start);
}

// Of groups that float freely, by what is stiff for them as a whole.
void DoubledStep::ExtrapolateMomenta(const StepOrigin& start) {
  const std::size_t num_cliques = start.problem.cliques.size();
  num_bodies_.assign(num_cliques, 0);  // By root.
  for (std::size_t c = 0; c < num_cliques; ++c) {
    num_bodies_[root_of_[c]] += stepping_->model().trees()[c].num_bodies;
    if (!is_free_[c] || at_half_.problem.cliques[c].flies)
      is_free_[root_of_[c]] = false;
  }
  for (std::size_t c = 0; c < num_cliques; ++c) {
    const bool is_root = root_of_[c] == static_cast<int>(c);
    if (is_root && is_free_[c] && weights_[c] < 1 && num_bodies_[c] > 1)
      ExtrapolateMomentum(start, static_cast<int>(c));
  }
}

void DoubledStep::ExtrapolateMomentum(const StepOrigin& start, int root) {
  members_.clear();
  for (int c = 0; c < std::ssize(root_of_); ++c) {
    if (root_of_[c] == root) members_.push_back(c);
  }
  const auto motion = momentum_.FindMotion(members_, start.problem, start.x.q);
  const double stiffness = CalcStiffness(motion, C_hat_, C_half_, 2 * h_half_);
  const double theta_m = std::clamp(CalcStiffTheta(stiffness), 0.0, 1.0);
  if (weights_[root] < theta_m)
    momentum_.Extrapolate(members_,
                          {.two = &refined_,
                           .hat = &comparison_,
                           .theta = weights_[root],
                           .theta_momentum = theta_m},
                          &solution_);
}

// Cliques in one island of either half step form a group.
void DoubledStep::FindGroups(const StepOrigin& start) {
  const std::size_t num_cliques = start.problem.cliques.size();
  groups_.Reset(static_cast<int>(num_cliques));
  touches_.assign(num_cliques, false);
  takes_energy_.assign(num_cliques, true);
  is_stopped_ = is_braked_;
  is_tied_.assign(num_cliques, false);
  VisitTied(start.problem, [&](int c) { is_tied_[c] = true; });
  AddToGroups(start, 2 * h_half_, comparison_.v);
  AddToGroups(at_half_, h_half_, refined_.v);
  root_of_.resize(num_cliques);
  for (std::size_t c = 0; c < num_cliques; ++c)
    root_of_[c] = groups_.Find(static_cast<int>(c));
}

// With the islands of an origin, a step of length h from which ended with v.
void DoubledStep::AddToGroups(const StepOrigin& origin, double h,
                              const VectorXd& v) {
  const VelocityProblem& problem = origin.problem;
  const int num_islands = finder_.Find(problem, &islands_);
  for (int k = 0; k < num_islands; ++k) {
    const contact::Island& island = islands_[k];
    const bool is_stopped = LimitStops(problem, island, h, v) ||
                            HasUnresolvedImpact(origin, island, h_half_);
    const bool touches = HasContact(origin, island);
    const bool takes_energy = EnergyWeight::HoldsFor(origin, island);
    const bool is_free = momentum_.HoldsFor(origin, island);
    for (int c : island.cliques) {
      groups_.Unite(island.cliques.front(), c);
      if (touches) touches_[c] = true;
      if (is_stopped) is_stopped_[c] = true;
      if (!takes_energy) takes_energy_[c] = false;
      if (!is_free) is_free_[c] = false;
    }
  }
}

// theta by velocity.
void DoubledStep::CalcWeights(const StepOrigin& start) {
  const auto& cliques = start.problem.cliques;
  FindGroups(start);
  difference_ = refined_.v - comparison_.v;
  change_ = refined_.v - start.x.v;
  for (VectorXd* sum : {&apart_, &moved_, &speed_})
    sum->setZero(static_cast<Eigen::Index>(cliques.size()));
  is_held_.assign(cliques.size(), false);
  most_.assign(cliques.size(), 1.0);
  LowerToCone(impulses_two_, impulses_hat_, &most_);
  C_half_.Calc(start.problem, h_half_, at_half_.x.v);
  stiffness_.resize(cliques.size());
  for (std::size_t c = 0; c < cliques.size(); ++c)
    stiffness_[c] = CalcStiffness(cliques[c], C_hat_, C_half_, 2 * h_half_);
  for (std::size_t c = 0; c < cliques.size(); ++c) {
    const int root = root_of_[c];
    apart_[root] += SquaredNorm(cliques[c], difference_);
    moved_[root] += SquaredNorm(cliques[c], change_);
    speed_[root] += SquaredNorm(cliques[c], start.x.v);
    if (touches_[c] || is_tied_[c]) is_held_[root] = true;
    if (is_stopped_[c]) is_stopped_[root] = true;
    if (!takes_energy_[c]) takes_energy_[root] = false;
    stiffness_[root] = std::max(stiffness_[root], stiffness_[c]);
    most_[root] = std::min(most_[root], most_[c]);
  }
  weights_.assign(cliques.size(), 1.0);
  for (std::size_t c = 0; c < cliques.size(); ++c) {
    if (root_of_[c] != static_cast<int>(c)) continue;
    const double size = std::sqrt(moved_[c]) + std::sqrt(speed_[c]) / 10;
    const double r =
        is_held_[c] && size > 0 ? std::sqrt(apart_[c]) / size : 0.0;
    // theta = min(2 - 2 r, 3/2 - 15 h^2 K / M, that of the cone), within [0,
    // 1]; 0 where stopped
    const double theta =
        std::min({2 - 2 * r, CalcStiffTheta(stiffness_[c]), most_[c]});
    weights_[c] = is_stopped_[c] ? 0.0 : std::clamp(theta, 0.0, 1.0);
    if (!is_held_[c]) takes_energy_[c] = false;
  }
  energy_.Lower({.start = &start,
                 .half = &at_half_,
                 .h_half = h_half_,
                 .v_two = &refined_.v,
                 .v_hat = &comparison_.v},
                root_of_, takes_energy_, &weights_);
  theta_.resize(start.x.v.size());
  for (std::size_t c = 0; c < cliques.size(); ++c)
    theta_.segment(cliques[c].v_start, cliques[c].nv)
        .setConstant(weights_[root_of_[c]]);
  theta_q_ = theta_;
  for (std::size_t c = 0; c < cliques.size(); ++c) {
    if (at_half_.problem.cliques[c].flies && !touches_[c]) WeightFlight(c);
  }
}

// What turns in space is of second order, and so are all velocities.
void DoubledStep::WeightFlight(std::size_t c) {
  const multibody::Model& model = stepping_->model();
  const multibody::Tree& tree = model.trees()[c];
  const contact::Clique& clique = at_half_.problem.cliques[c];
  theta_.segment(clique.v_start, clique.nv).setConstant(1.0 / 3);
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model.joints()[b - 1];
    theta_q_.segment(joint.v_start, multibody::CountSpatialRates(joint))
        .setConstant(1.0 / 3);
  }
}

double DoubledStep::CalcSharedError(const StepOrigin& start) {
  difference_ = refined_.v - comparison_.v;
  return std::max(
      {CalcLostRebound(start, h_half_), CalcLostRebound(at_half_, h_half_),
       CalcTouchError(start.problem, h_half_, at_half_.x.v, difference_),
       CalcTouchError(at_half_.problem, h_half_, refined_.v, difference_),
       CalcKinkError(start)});
}

double DoubledStep::CalcKinkError(const StepOrigin& start) {
  if (!HasKinks(start.problem)) return 0;
  const auto set = [&](const HybridState& x, KinkStep::Point* point) {
    multibody::CalcPositionDifference(stepping_->model(), start.x.q, x.q,
                                      &point->motion);
    point->v = x.v;
  };
  kinks_.h = 2 * h_half_;
  set(comparison_, &kinks_.hat);
  set(at_half_.x, &kinks_.half);
  set(refined_, &kinks_.two);
  set(solution_, &kinks_.end);
  kinks_.theta = extrapolate_ ? theta_ : VectorXd::Zero(start.x.v.size());
  return integrators::CalcKinkError(start.problem, kinks_);
}

double DoubledStep::CalcTurnError(const StepOrigin& start) {
  return turn_error_.Calc(start.problem, start.x.q, start.x.v, 2 * h_half_);
}

void DoubledStep::Record(double t_start, double t_end,
                         systems::Context* context) {
  stepping_->Record(at_half_, h_half_, t_start, t_end, context);
  stepping_->RecordEnergy(*start_, CalcWork(), context);
}

// Extrapolated as v is, velocity by velocity, W_two + theta (W_two - W_hat);
// of belts by the mean theta.
double DoubledStep::CalcWork() const {
  const auto two = work_first_.by_velocity + work_second_.by_velocity;
  const double belts = work_first_.by_belts + work_second_.by_belts;
  if (!extrapolate_) return two.sum() + belts;
  return two.sum() + theta_.dot(two - work_hat_.by_velocity) + belts +
         theta_.mean() * (belts - work_hat_.by_belts);
}

}  // namespace tactus::integrators

#include "tactus/integrators/cenic/extrapolation.h"

#include <algorithm>
#include <cmath>

#include "tactus/integrators/cenic/impact_error.h"
#include "tactus/integrators/cenic/limit_stop.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::integrators {
namespace {

using contact::RowLaw;
using contact::VelocityProblem;

// Twice the kinetic energy of a clique's part of v.
double SquaredNorm(const contact::Clique& clique, const VectorXd& v) {
  if (clique.nv == 6) {  // mostly free bodies: let the compiler unroll
    const Vector6d part = v.segment<6>(clique.v_start);
    return part.dot(clique.M.topLeftCorner<6, 6>() * part);
  }
  const auto part = v.segment(clique.v_start, clique.nv);
  return part.dot(clique.M * part);
}

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

void Extrapolation::Facts::Add(const Facts& other) {
  apart += other.apart;
  change += other.change;
  speed += other.speed;
  stiffness = std::max(stiffness, other.stiffness);
  cone = std::min(cone, other.cone);
  num_bodies += other.num_bodies;
  touches |= other.touches;
  is_held |= other.is_held;
  is_stopped |= other.is_stopped;
  takes_energy &= other.takes_energy;
  is_free &= other.is_free;
}

void Extrapolation::Reset(const StepOrigin& start) {
  num_steps_ = 0;
  impulses_hat_.clear();
  impulses_two_.clear();
  is_braked_.assign(start.problem.cliques.size(), false);
  is_untouched_.assign(start.problem.cliques.size(), true);
}

void Extrapolation::AddStep(const StepOrigin& origin, double h,
                            const VectorXd& v) {
  const bool is_full = num_steps_++ == 0;
  if (is_full) C_hat_.Calc(origin.problem, h, v);
  AddPairImpulses(origin, h, is_full ? &impulses_hat_ : &impulses_two_);
  const std::vector<bool>& braked = origin.result.is_braked;
  for (std::size_t c = 0; c < braked.size(); ++c)
    if (braked[c]) is_braked_[c] = true;
  FreeMomentum::RemoveTouching(origin, &is_untouched_);
}

// x1 = x_two + theta (x_two - x_hat), rotations along rotation vectors.
void Extrapolation::Calc(const Steps& steps, HybridState* x1) {
  steps_ = steps;
  const HybridState &two = *steps.two, &hat = *steps.hat;
  CollectFacts();
  FormGroups();
  CalcWeights();
  SpreadWeights();
  multibody::CalcPositionDifference(model_, hat.q, two.q, &difference_);
  difference_ = theta_q_.cwiseProduct(difference_).eval();
  multibody::IntegratePositions(model_, two.q, difference_, 1, &x1->q);
  multibody::ProjectPositions(model_, &x1->q);
  x1->v = two.v + theta_.cwiseProduct(two.v - hat.v);
  x1->z = 2 * two.z - hat.z;
  ExtrapolateMomenta(x1);
}

// By clique, what it does alone.
void Extrapolation::CollectFacts() {
  const VelocityProblem& problem = steps_.start->problem;
  const VectorXd& v0 = steps_.start->x.v;
  const double h = 2 * steps_.h_half;
  difference_ = steps_.two->v - steps_.hat->v;
  change_ = steps_.two->v - v0;
  C_half_.Calc(problem, steps_.h_half, steps_.half->x.v);
  cone_.assign(problem.cliques.size(), 1.0);
  LowerToCone(impulses_two_, impulses_hat_, &cone_);
  cliques_.resize(problem.cliques.size());
  for (std::size_t c = 0; c < cliques_.size(); ++c) {
    const contact::Clique& clique = problem.cliques[c];
    cliques_[c] = {
        .apart = SquaredNorm(clique, difference_),
        .change = SquaredNorm(clique, change_),
        .speed = SquaredNorm(clique, v0),
        .stiffness = CalcStiffness(clique, C_hat_, C_half_, h),
        .cone = cone_[c],
        .num_bodies = model_.trees()[c].num_bodies,
        .is_stopped = is_braked_[c],
        .is_free = is_untouched_[c] && !steps_.half->problem.cliques[c].flies};
  }
  VisitTied(problem, [&](int c) { cliques_[c].is_held = true; });
}

// Cliques in one island of either half step form a group.
void Extrapolation::FormGroups() {
  united_.Reset(static_cast<int>(cliques_.size()));
  UniteIslands(*steps_.start, 2 * steps_.h_half, steps_.hat->v);
  UniteIslands(*steps_.half, steps_.h_half, steps_.two->v);
  root_of_.resize(cliques_.size());
  groups_.assign(cliques_.size(), {});
  for (std::size_t c = 0; c < cliques_.size(); ++c) {
    root_of_[c] = united_.Find(static_cast<int>(c));
    groups_[root_of_[c]].Add(cliques_[c]);
  }
}

// Of an origin, a step of length h from which ended with v; with what is known
// of islands as a whole.
void Extrapolation::UniteIslands(const StepOrigin& origin, double h,
                                 const VectorXd& v) {
  const VelocityProblem& problem = origin.problem;
  const int num_islands = finder_.Find(problem, &islands_);
  for (int k = 0; k < num_islands; ++k) {
    const contact::Island& island = islands_[k];
    const bool touches = HasContact(origin, island);
    const Facts known = {
        .touches = touches,
        .is_held = touches,
        .is_stopped = LimitStops(problem, island, h, v) ||
                      HasUnresolvedImpact(origin, island, steps_.h_half),
        .takes_energy = EnergyWeight::HoldsFor(origin, island),
        .is_free = momentum_.HoldsFor(origin, island)};
    for (const int c : island.cliques) {
      united_.Unite(island.cliques.front(), c);
      cliques_[c].Add(known);
    }
  }
}

// theta = min(2 - 2 r, 3/2 - 15 h^2 K / M, that of the cone), within [0, 1]; 0
// where stopped.
double Extrapolation::CalcWeight(const Facts& group) const {
  if (group.is_stopped) return 0;
  // r = |v_two - v_hat| / (|v_two - v0| + |v0| / 10)
  const double size = std::sqrt(group.change) + std::sqrt(group.speed) / 10;
  const double r =
      group.is_held && size > 0 ? std::sqrt(group.apart) / size : 0.0;
  return std::clamp(
      std::min({2 - 2 * r, CalcStiffTheta(group.stiffness), group.cone}), 0.0,
      1.0);
}

// theta by root.
void Extrapolation::CalcWeights() {
  weights_.assign(groups_.size(), 1.0);
  takes_energy_.assign(groups_.size(), false);
  for (std::size_t c = 0; c < groups_.size(); ++c) {
    if (!is_root(c)) continue;
    weights_[c] = CalcWeight(groups_[c]);
    takes_energy_[c] = groups_[c].is_held && groups_[c].takes_energy;
  }
  energy_.Lower({.start = steps_.start,
                 .half = steps_.half,
                 .h_half = steps_.h_half,
                 .v_two = &steps_.two->v,
                 .v_hat = &steps_.hat->v},
                root_of_, takes_energy_, &weights_);
}

// theta by velocity.
void Extrapolation::SpreadWeights() {
  const auto& cliques = steps_.half->problem.cliques;
  theta_.resize(steps_.two->v.size());
  for (std::size_t c = 0; c < cliques.size(); ++c)
    theta_.segment(cliques[c].v_start, cliques[c].nv)
        .setConstant(weights_[root_of_[c]]);
  theta_q_ = theta_;
  for (std::size_t c = 0; c < cliques.size(); ++c) {
    if (cliques[c].flies && !cliques_[c].touches)
      SetFlightWeight(model_.trees()[c], cliques[c]);
  }
}

// What turns in space is of second order, and so are all velocities.
void Extrapolation::SetFlightWeight(const multibody::Tree& tree,
                                    const contact::Clique& clique) {
  constexpr double kThird = 1.0 / 3;
  theta_.segment(clique.v_start, clique.nv).setConstant(kThird);
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model_.joints()[b - 1];
    theta_q_.segment(joint.v_start, multibody::CountSpatialRates(joint))
        .setConstant(kThird);
  }
}

// Of groups of several bodies that float freely.
void Extrapolation::ExtrapolateMomenta(HybridState* x1) {
  for (std::size_t c = 0; c < groups_.size(); ++c) {
    if (is_root(c) && groups_[c].is_free && groups_[c].num_bodies > 1 &&
        weights_[c] < 1)
      ExtrapolateMomentum(static_cast<int>(c), x1);
  }
}

// By what is stiff for them as a whole.
void Extrapolation::ExtrapolateMomentum(int root, HybridState* x1) {
  members_.clear();
  for (int c = 0; c < std::ssize(root_of_); ++c) {
    if (root_of_[c] == root) members_.push_back(c);
  }
  const auto motion =
      momentum_.FindMotion(members_, steps_.start->problem, steps_.start->x.q);
  const double stiffness =
      CalcStiffness(motion, C_hat_, C_half_, 2 * steps_.h_half);
  const double theta_m = std::clamp(CalcStiffTheta(stiffness), 0.0, 1.0);
  if (weights_[root] < theta_m)
    momentum_.Extrapolate(members_,
                          {.two = steps_.two,
                           .hat = steps_.hat,
                           .theta = weights_[root],
                           .theta_momentum = theta_m},
                          x1);
}

}  // namespace tactus::integrators

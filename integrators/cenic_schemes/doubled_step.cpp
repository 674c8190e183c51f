#include "tactus/integrators/cenic_schemes/doubled_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {
namespace {

// The root of a clique's group, with the paths behind it shortened.
int FindRoot(std::vector<int>* group, int clique) {
  std::vector<int>& parent = *group;
  while (parent[clique] != clique)
    clique = parent[clique] = parent[parent[clique]];
  return clique;
}

// Twice the kinetic energy of a clique's part of v.
double SquaredNorm(const contact::Clique& clique, const VectorXd& v) {
  const auto part = v.segment(clique.v_start, clique.nv);
  return part.dot(clique.M * part);
}

}  // namespace

DoubledStep::DoubledStep(IcfStepping* stepping, bool extrapolate)
    : stepping_(stepping),
      extrapolate_(extrapolate),
      at_half_(stepping->plant()) {}

// Warm starts as in [Kurtz25], section VI-A.
bool DoubledStep::Attempt(const solvers::ConvexNewtonOptions& options, double h,
                          IcfStepping::Origin* start, ConvexStepMemory* memory,
                          systems::Context* context, std::string* what) {
  IcfStepping& icf = *stepping_;
  h_half_ = h / 2;
  if (!icf.Step(options, h, start->x.v, start, &memory->first, context,
                &comparison_, what)) {
    return false;
  }
  v_guess_ = (start->x.v + comparison_.v) / 2;
  if (!icf.Step(options, h_half_, v_guess_, start, &memory->second, context,
                &at_half_.x, what)) {
    return false;
  }
  icf.Join(at_half_.x, &x_half_);
  context->SetTimeAndContinuousState(start->t0 + h_half_, x_half_);
  if (!icf.Prepare(*context, &at_half_, what) ||
      !icf.Step(options, h_half_, comparison_.v, &at_half_, &memory->second,
                context, &two_, what)) {
    return false;
  }
  if (extrapolate_) {
    Extrapolate(*start);
  } else {
    solution_ = two_;
  }
  return true;
}

// x1 = x_two + theta (x_two - x_hat), rotations along rotation vectors.
void DoubledStep::Extrapolate(const IcfStepping::Origin& start) {
  const multibody::Model& model = stepping_->model();
  CalcWeights(start);
  multibody::CalcPositionDifference(model, comparison_.q, two_.q, &difference_);
  difference_ = theta_.cwiseProduct(difference_).eval();
  multibody::IntegratePositions(model, two_.q, difference_, 1, &solution_.q);
  solution_.v = two_.v + theta_.cwiseProduct(two_.v - comparison_.v);
  solution_.z = 2 * two_.z - comparison_.z;
}

// Cliques in one island of either half step form a group.
void DoubledStep::FindGroups(const contact::VelocityProblem& start) {
  group_.resize(start.cliques.size());
  std::iota(group_.begin(), group_.end(), 0);
  touches_.assign(start.cliques.size(), false);
  for (const auto* problem : {&start, &std::as_const(at_half_.problem)}) {
    const int num_islands = finder_.Find(*problem, &islands_);
    for (int k = 0; k < num_islands; ++k) {
      const contact::Island& island = islands_[k];
      const int root = FindRoot(&group_, island.cliques.front());
      for (int c : island.cliques) {
        group_[FindRoot(&group_, c)] = root;
        if (!island.patches.empty()) touches_[c] = true;
      }
    }
  }
}

// theta by velocity.
void DoubledStep::CalcWeights(const IcfStepping::Origin& start) {
  const auto& cliques = start.problem.cliques;
  FindGroups(start.problem);
  difference_ = two_.v - comparison_.v;
  change_ = two_.v - start.x.v;
  for (VectorXd* sum : {&apart_, &moved_, &speed_})
    sum->setZero(static_cast<Eigen::Index>(cliques.size()));
  in_contact_.assign(cliques.size(), false);
  for (std::size_t c = 0; c < cliques.size(); ++c) {
    const int root = FindRoot(&group_, static_cast<int>(c));
    apart_[root] += SquaredNorm(cliques[c], difference_);
    moved_[root] += SquaredNorm(cliques[c], change_);
    speed_[root] += SquaredNorm(cliques[c], start.x.v);
    if (touches_[c]) in_contact_[root] = true;
  }
  theta_.resize(start.x.v.size());
  for (std::size_t c = 0; c < cliques.size(); ++c) {
    const int root = FindRoot(&group_, static_cast<int>(c));
    const double size = std::sqrt(moved_[root]) + std::sqrt(speed_[root]) / 10;
    const double r =
        in_contact_[root] && size > 0 ? std::sqrt(apart_[root]) / size : 0.0;
    theta_.segment(cliques[c].v_start, cliques[c].nv)
        .setConstant(std::clamp(2 - 2 * r, 0.0, 1.0));
  }
}

void DoubledStep::Record(double t_start, double t_end,
                         systems::Context* context) {
  stepping_->RecordLast(at_half_, h_half_, two_.v, t_start, t_end, context);
}

}  // namespace tactus::integrators

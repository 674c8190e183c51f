#include "tactus/multibody/start_projection.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "tactus/multibody/constraint_residuals.h"
#include "tactus/multibody/constraint_rows.h"

namespace tactus::multibody {
namespace {

constexpr double kTolerance = 1e-9;

using Group = ConstraintResiduals::Group;

StartCorrection Describe(const ConstraintResiduals& residuals,
                         const Group& group, double before, double after,
                         bool is_rate = false) {
  return {.what = (is_rate ? "the rate of " : "") + residuals.Describe(group),
          .unit = residuals.UnitOf(group) + (is_rate ? "/s" : ""),
          .before = before,
          .after = after,
          .is_rate = is_rate};
}

// Equalities that are out by more than the tolerance, `after` as well as
// before.
std::vector<StartCorrection> Compare(const ConstraintResiduals& residuals,
                                     const VectorXd& before,
                                     const VectorXd& after, bool is_rate) {
  std::vector<StartCorrection> corrections;
  for (const Group& group : residuals.groups()) {
    if (group.NormOf(before) <= kTolerance) continue;
    corrections.push_back(Describe(residuals, group, group.NormOf(before),
                                   group.NormOf(after), is_rate));
  }
  return corrections;
}

// By how much the limits of a joint or tendon are exceeded, at most.
double CalcExcess(const Group& limit, const std::vector<Group>& limits,
                  const VectorXd& g) {
  double most = 0;
  for (const Group& each : limits) {
    if (each.kind == limit.kind && each.index == limit.index)
      most = std::max(most, each.NormOf(g));
  }
  return most;
}

// Limits that q exceeded, and those that it exceeds now: where limits and
// constraints leave no place for both.
void AddLimits(const ConstraintResiduals& residuals,
               const std::vector<Group>& limits_before, const VectorXd& before,
               std::vector<StartCorrection>* corrections) {
  const std::vector<Group>& limits = residuals.limits();
  for (const Group& limit : limits_before) {
    const double excess = limit.NormOf(before);
    if (excess <= kTolerance) continue;
    corrections->push_back(Describe(residuals, limit, excess,
                                    CalcExcess(limit, limits, residuals.g())));
  }
  for (const Group& limit : limits) {
    const double excess = limit.NormOf(residuals.g());
    if (excess > kTolerance &&
        CalcExcess(limit, limits_before, before) <= kTolerance) {
      corrections->push_back(Describe(residuals, limit, 0, excess));
    }
  }
}

bool IsOut(const std::vector<Group>& groups, const VectorXd& g) {
  return std::ranges::any_of(
      groups, [&](const Group& group) { return group.NormOf(g) > kTolerance; });
}

// Couplers of joints in the order in which leaders are known: none comes before
// those that its leader follows in. Left out are joints that lead each other in
// a circle, and that follow two leaders.
std::vector<const JointCoupler*> SortCouplers(const Model& model) {
  std::vector<const JointCoupler*> waiting, sorted;
  std::vector<int> num_leaders(model.joints().size(), 0);
  for (const JointCoupler& coupler : model.couplers()) {
    if (coupler.tendon_a >= 0) continue;
    ++num_leaders[coupler.joint_a];
    if (coupler.joint_b >= 0) waiting.push_back(&coupler);
  }
  std::erase_if(waiting, [&](const JointCoupler* coupler) {
    return num_leaders[coupler->joint_a] > 1;
  });
  for (bool is_moving = true; is_moving;) {
    const auto is_ready = [&](const JointCoupler* coupler) {
      return num_leaders[coupler->joint_b] == 0;
    };
    const auto ready = std::stable_partition(waiting.begin(), waiting.end(),
                                             std::not_fn(is_ready));
    is_moving = ready != waiting.end();
    for (const JointCoupler* coupler : std::span(ready, waiting.end())) {
      sorted.push_back(coupler);
      num_leaders[coupler->joint_a] = 0;
    }
    waiting.erase(ready, waiting.end());
  }
  return sorted;
}

// What leads stays where it was put; a limit of what follows may move both in
// the projection.
void MoveFollowers(const Model& model, VectorXd* q) {
  for (const JointCoupler* coupler : SortCouplers(model)) {
    const Joint& joint = model.joints()[coupler->joint_a];
    const double error = CalcCouplerError(model, *coupler, *q).error;
    if (std::abs(error) > kTolerance) (*q)[joint.q_start] -= error;
  }
}

// Likewise, by v_a = f'(q_b) v_b.
void SetFollowerVelocities(const Model& model, const VectorXd& q, VectorXd* v) {
  for (const JointCoupler* coupler : SortCouplers(model)) {
    const Joint& joint = model.joints()[coupler->joint_a];
    const double rate = CalcCouplerError(model, *coupler, q).slope *
                        (*v)[model.joints()[coupler->joint_b].v_start];
    double& now = (*v)[joint.v_start];
    if (std::abs(now - rate) > kTolerance) now = rate;
  }
}

}  // namespace

std::vector<StartCorrection> ProjectToConstraints(const Model& model,
                                                  VectorXd* q, VectorXd* v) {
  if (model.num_velocities() == 0) return {};
  ConstraintResiduals residuals(model);
  residuals.EvaluateErrors(*q);
  const bool is_out = IsOut(residuals.groups(), residuals.g()) ||
                      IsOut(residuals.limits(), residuals.g());
  if (!is_out && v->isZero(0)) return {};
  residuals.Evaluate(*q);
  std::vector<StartCorrection> corrections;
  if (is_out) {
    const VectorXd before = residuals.g();
    const std::vector<Group> limits = residuals.limits();
    MoveFollowers(model, q);
    residuals.Evaluate(*q);
    ReduceResiduals(model, &residuals, q);
    corrections = Compare(residuals, before, residuals.g(), false);
    AddLimits(residuals, limits, before, &corrections);
  }

  const int n = residuals.num_equalities();
  VectorXd rates = residuals.G() * *v;
  rates.tail(rates.size() - n).setZero();  // limits let go
  if (!IsOut(residuals.groups(), rates)) return corrections;
  SetFollowerVelocities(model, *q, v);
  VectorXd left = residuals.G() * *v;
  left.tail(left.size() - n).setZero();
  *v += residuals.Solve(left);
  const VectorXd after = residuals.G() * *v;
  for (StartCorrection& each : Compare(residuals, rates, after, true)) {
    corrections.push_back(std::move(each));
  }
  return corrections;
}

}  // namespace tactus::multibody

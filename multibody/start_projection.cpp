#include "tactus/multibody/start_projection.h"

#include <algorithm>

#include "tactus/multibody/constraint_residuals.h"

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

}  // namespace

std::vector<StartCorrection> ProjectToConstraints(const Model& model,
                                                  VectorXd* q, VectorXd* v) {
  if (model.num_velocities() == 0) return {};
  ConstraintResiduals residuals(model);
  residuals.Evaluate(*q);
  std::vector<StartCorrection> corrections;
  if (IsOut(residuals.groups(), residuals.g()) ||
      IsOut(residuals.limits(), residuals.g())) {
    const VectorXd before = residuals.g();
    const std::vector<Group> limits = residuals.limits();
    ReduceResiduals(model, &residuals, q);
    corrections = Compare(residuals, before, residuals.g(), false);
    AddLimits(residuals, limits, before, &corrections);
  }

  const int n = residuals.num_equalities();
  VectorXd rates = residuals.G() * *v;
  rates.tail(rates.size() - n).setZero();  // limits let go
  if (!IsOut(residuals.groups(), rates)) return corrections;
  *v += residuals.Solve(rates);
  const VectorXd after = residuals.G() * *v;
  for (StartCorrection& each : Compare(residuals, rates, after, true)) {
    corrections.push_back(std::move(each));
  }
  return corrections;
}

}  // namespace tactus::multibody

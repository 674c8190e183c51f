#include "tactus/multibody/start_projection.h"

#include <algorithm>

#include "tactus/multibody/constraint_residuals.h"

namespace tactus::multibody {
namespace {

constexpr double kTolerance = 1e-9;

// What is out by more than the tolerance, `after` as well as before.
std::vector<StartCorrection> Compare(const ConstraintResiduals& residuals,
                                     const VectorXd& before,
                                     const VectorXd& after, bool is_rate) {
  std::vector<StartCorrection> corrections;
  for (const ConstraintResiduals::Group& group : residuals.groups()) {
    if (group.NormOf(before) <= kTolerance) continue;
    corrections.push_back(
        {.what = (is_rate ? "the rate of " : "") + residuals.Describe(group),
         .unit = residuals.UnitOf(group) + (is_rate ? "/s" : ""),
         .before = group.NormOf(before),
         .after = group.NormOf(after),
         .is_rate = is_rate});
  }
  return corrections;
}

// Where limits and constraints leave no place for both.
void AddExceededLimits(const ConstraintResiduals& residuals,
                       std::vector<StartCorrection>* corrections) {
  for (const ConstraintResiduals::Group& limit : residuals.limits()) {
    const double beyond = limit.NormOf(residuals.g());
    if (beyond <= kTolerance) continue;
    corrections->push_back({.what = residuals.Describe(limit),
                            .unit = residuals.UnitOf(limit),
                            .before = 0,
                            .after = beyond});
  }
}

bool IsOut(const ConstraintResiduals& residuals, const VectorXd& g) {
  return std::ranges::any_of(residuals.groups(), [&](const auto& group) {
    return group.NormOf(g) > kTolerance;
  });
}

}  // namespace

std::vector<StartCorrection> ProjectToConstraints(const Model& model,
                                                  VectorXd* q, VectorXd* v) {
  if (model.num_velocities() == 0) return {};
  ConstraintResiduals residuals(model);
  residuals.Evaluate(*q);
  std::vector<StartCorrection> corrections;
  if (IsOut(residuals, residuals.g())) {
    const VectorXd before = residuals.g();
    ReduceResiduals(model, &residuals, q);
    corrections = Compare(residuals, before, residuals.g(), false);
    AddExceededLimits(residuals, &corrections);
  }

  const int n = residuals.num_equalities();
  VectorXd rates = residuals.G() * *v;
  rates.tail(rates.size() - n).setZero();  // limits let go
  if (!IsOut(residuals, rates)) return corrections;
  *v += residuals.Solve(rates);
  const VectorXd after = residuals.G() * *v;
  for (StartCorrection& each : Compare(residuals, rates, after, true)) {
    corrections.push_back(std::move(each));
  }
  return corrections;
}

}  // namespace tactus::multibody

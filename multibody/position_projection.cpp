#include "tactus/multibody/position_projection.h"

#include "tactus/multibody/constraint_residuals.h"
#include "tactus/multibody/limit_projection.h"

namespace tactus::multibody {

void ProjectPositions(const Model& model, VectorXd* q) {
  if (!q->allFinite()) return;  // The caller looks for its cause.
  ProjectToLimits(model, q, kPositionTolerance);
  if (CalcLargestResidual(model, *q) <= kPositionTolerance) return;
  ConstraintResiduals residuals(model);
  residuals.Evaluate(*q);
  ReduceResiduals(model, &residuals, q);
}

bool KeepsPositions(const Model& model, const VectorXd& q) {
  if (CalcLargestResidual(model, q) > kPositionTolerance) return false;
  VectorXd clamped = q;
  return ProjectToLimits(model, &clamped, kPositionTolerance).empty();
}

}  // namespace tactus::multibody

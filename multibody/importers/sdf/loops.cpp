#include "tactus/multibody/importers/sdf/loops.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tactus/multibody/importers/parsing/loop_constraints.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::sdformat {

bool Acts(const AxisSpec& axis) {
  return std::isfinite(axis.lower) || std::isfinite(axis.upper) ||
         (std::isfinite(axis.effort) && axis.effort != 0) ||
         axis.damping != 0 || axis.friction != 0 || axis.stiffness != 0;
}

std::vector<Constraint> MakeLoop(const JointSpec& spec,
                                 const RigidTransform& X_PJ,
                                 ImportReport* report) {
  const bool is_hinge = spec.type == "revolute" || spec.type == "continuous";
  Check(is_hinge || spec.type == "ball" || spec.type == "fixed", spec.source,
        "it closes a loop, which joints of type '" + spec.type +
            "' cannot: revolute, continuous, ball and fixed ones can");
  if (std::ranges::any_of(spec.axes, Acts)) {
    report->Add(Notice::Severity::kDropped, spec.source,
                "it closes a loop: such joints have neither limits nor "
                "dynamics nor motors");
  }
  Constraint constraint{.name = spec.name,
                        .type = spec.type == "fixed" ? ConstraintType::kWeld
                                                     : ConstraintType::kBall,
                        .X_AP = X_PJ,
                        .X_BQ = spec.X_CJ};
  if (!is_hinge) return {std::move(constraint)};
  Check(!spec.axes.empty(), spec.source, "needs 1 axis element(s)");
  return MakeHinge(constraint, spec.axes[0].direction_J);
}

}  // namespace tactus::multibody::sdformat

#include "tactus/multibody/importers/mjcf/joint_springs.h"

#include <set>
#include <string>
#include <utility>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/unique_name.h"

namespace tactus::multibody::mjcf {

void AddJointSprings(const BodyTree& tree, const BuilderIndices& indices,
                     const std::vector<ConstraintSpec>& taken,
                     ModelBuilder* builder) {
  std::set<std::string> names;
  for (const ConstraintSpec& spec : taken) names.insert(spec.constraint.name);
  for (std::size_t j = 0; j < tree.joints.size(); ++j) {
    const JointSpec& spec = tree.joints[j];
    if (spec.nv() == 1 || spec.stiffness == 0) continue;
    if (spec.stiffness < 0)
      FailAttribute(*spec.source, "stiffness", "is negative");
    const bool is_free = spec.kind == JointSpec::Kind::kFree;
    const JointEnds& ends = indices.joint_ends[j];
    Constraint spring{
        .name = MakeUnique(indices.joint_name[j] + "/spring", &names),
        .type = ConstraintType::kCosserat,
        .body_a = ends.parent,
        .body_b = ends.child,
        .X_AP = ends.X_PF,
        .X_BQ = ends.X_CM};
    spring.cosserat.stiffness.tail<3>().setConstant(spec.stiffness);
    if (is_free) spring.cosserat.stiffness.setConstant(spec.stiffness);
    builder->AddConstraint(std::move(spring));
  }
}

}  // namespace tactus::multibody::mjcf

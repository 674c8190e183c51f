#include "tactus/multibody/importers/mjcf/assemble_bodies.h"

#include <numbers>
#include <set>
#include <utility>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/importers/parsing/unique_name.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody::mjcf {
namespace {

using Kind = JointSpec::Kind;

JointType ToJointType(Kind kind) {
  switch (kind) {
    case Kind::kFree:
      return JointType::kFloating;
    case Kind::kBall:
      return JointType::kBall;
    case Kind::kSlide:
      return JointType::kPrismatic;
    case Kind::kHinge:
      return JointType::kRevolute;
  }
  return JointType::kWeld;
}

// X_FM(q0).
RigidTransform MakeReferenceMotion(const JointSpec& spec) {
  RigidTransform X_FM = RigidTransform::Identity();
  if (spec.kind == Kind::kHinge) {
    X_FM.rotate(Eigen::AngleAxisd(spec.reference, spec.axis_B));
  } else if (spec.kind == Kind::kSlide) {
    X_FM.translate(spec.reference * spec.axis_B);
  }
  return X_FM;
}

// All but the name and the bodies.
Joint MakeJoint(const JointSpec& spec, const RigidTransform& X_PB) {
  Joint joint;
  joint.type = ToJointType(spec.kind);
  joint.damping = spec.damping;
  joint.dry_friction = spec.dry_friction;
  joint.armature = spec.armature;
  if (spec.kind == Kind::kFree) return joint;  // F is the world, M the body.
  joint.X_CM.translation() = spec.p_BM;
  joint.X_PF = X_PB * joint.X_CM * MakeReferenceMotion(spec).inverse();
  if (spec.kind == Kind::kBall) {
    const double upper = spec.range.upper;
    if (upper > 0 && upper < std::numbers::pi) joint.max_angle = upper;
    return joint;
  }
  joint.axis_F = spec.axis_B;
  joint.lower = spec.range.lower;
  joint.upper = spec.range.upper;
  joint.stiffness = spec.stiffness;
  joint.spring_reference = spec.spring_reference;
  joint.default_position = spec.reference;
  return joint;
}

class Assembler {
 public:
  Assembler(const BodyTree& tree, ModelBuilder* builder)
      : tree_(tree), builder_(*builder) {
    for (const BodySpec& body : tree.bodies) body_names_.insert(body.name);
    for (const JointSpec& joint : tree.joints) joint_names_.insert(joint.name);
  }

  BuilderIndices Run() && {
    indices_.body.push_back(0);
    for (int b = 1; b < std::ssize(tree_.bodies); ++b) {
      if (tree_.JointsOf(b).empty()) {
        AddWeldedBody(b);
      } else {
        AddJointedBody(b);
      }
      builder_.SetGravityScale(indices_.body.back(),
                               1 - tree_.bodies[b].gravity_compensation);
    }
    return std::move(indices_);
  }

 private:
  void AddWeldedBody(int b) {
    const BodySpec& body = tree_.bodies[b];
    const int index = builder_.AddBody(body.name, body.inertia);
    indices_.body.push_back(index);
    builder_.AddJoint({.name = MakeUnique(body.name + "/weld", &joint_names_),
                       .type = JointType::kWeld,
                       .parent = indices_.body[body.parent],
                       .child = index,
                       .X_PF = body.X_PB});
  }

  void AddJointedBody(int b) {
    const BodySpec& body = tree_.bodies[b];
    const auto specs = tree_.JointsOf(b);
    int parent = indices_.body[body.parent];
    RigidTransform X_PB = body.X_PB;
    for (const JointSpec& spec : specs) {
      const bool is_last = &spec == &specs.back();
      const std::string name =
          spec.name.empty() ? MakeUnique(body.name, &joint_names_) : spec.name;
      const int child =
          is_last
              ? builder_.AddBody(body.name, body.inertia)
              : builder_.AddBody(
                    MakeUnique(body.name + "/" + name, &body_names_), {}, true);
      Joint joint = MakeJoint(spec, X_PB);
      joint.name = name;
      joint.parent = parent;
      joint.child = child;
      const bool is_free = spec.kind == Kind::kFree;
      indices_.joint_ends.push_back({.parent = parent,
                                     .child = child,
                                     .X_PF = is_free ? X_PB : joint.X_PF,
                                     .X_CM = joint.X_CM});
      indices_.joint.push_back(builder_.AddJoint(std::move(joint)));
      indices_.joint_name.push_back(name);
      if (is_free) builder_.SetDefaultPose(child, X_PB);
      parent = child;
      X_PB = RigidTransform::Identity();
    }
    indices_.body.push_back(parent);
  }

  const BodyTree& tree_;
  ModelBuilder& builder_;
  BuilderIndices indices_;
  std::set<std::string> body_names_, joint_names_;
};

}  // namespace

BuilderIndices AddBodies(const BodyTree& tree, ModelBuilder* builder) {
  return Assembler(tree, builder).Run();
}

namespace {

// M at the references, and the first velocity of each joint.
std::pair<MatrixXd, std::vector<int>> CalcReferenceMassMatrix(
    const BodyTree& tree) {
  ModelBuilder builder;
  const BuilderIndices indices = AddBodies(tree, &builder);
  const auto model = std::move(builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  std::vector<int> v_start;
  for (const std::string& name : indices.joint_name)
    v_start.push_back(model->joints()[model->JointIndex(name)].v_start);
  return {CalcMassMatrix(*model, position), v_start};
}

}  // namespace

std::vector<double> CalcJointInertias(const BodyTree& tree) {
  const auto [M, v_start] = CalcReferenceMassMatrix(tree);
  std::vector<double> inertias;
  for (const int v : v_start) inertias.push_back(M(v, v));
  return inertias;
}

std::vector<double> CalcFreeJointInertias(const BodyTree& tree) {
  const auto [M, v_start] = CalcReferenceMassMatrix(tree);
  const MatrixXd inverse =
      M.ldlt().solve(MatrixXd::Identity(M.rows(), M.cols()));
  std::vector<double> inertias;
  for (std::size_t j = 0; j < v_start.size(); ++j) {
    const int nv = tree.joints[j].nv();
    inertias.push_back(nv / inverse.diagonal().segment(v_start[j], nv).sum());
  }
  return inertias;
}

}  // namespace tactus::multibody::mjcf

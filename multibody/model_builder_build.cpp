// How a ModelBuilder makes a Model of its parts: it checks them, numbers bodies
// and joints tree by tree, and finds what follows from that.
#include <algorithm>
#include <tuple>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/body_checks.h"
#include "tactus/multibody/constraint_checks.h"
#include "tactus/multibody/default_positions.h"
#include "tactus/multibody/element_checks.h"
#include "tactus/multibody/geometry_checks.h"
#include "tactus/multibody/joint_checks.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/kinematic_forest.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/muscle_range.h"
#include "tactus/multibody/neighbor_pairs.h"
#include "tactus/multibody/transmission_checks.h"

namespace tactus::multibody {
namespace {

// New index by old, from old index by new.
std::vector<int> Invert(std::span<const int> order) {
  std::vector<int> inverse(order.size());
  for (int i = 0; i < std::ssize(order); ++i) inverse[order[i]] = i;
  return inverse;
}

void Renumber(std::span<const int> new_body, std::span<const int> new_joint,
              Transmission* transmission) {
  Transmission& of = *transmission;
  if (of.joint >= 0) of.joint = new_joint[of.joint];
  if (of.body >= 0) of.body = new_body[of.body];
  if (of.reference >= 0) of.reference = new_body[of.reference];
}

void Renumber(std::span<const int> new_body, std::span<const int> new_joint,
              Actuator* actuator) {
  if (actuator->joint >= 0) actuator->joint = new_joint[actuator->joint];
  if (actuator->body >= 0) actuator->body = new_body[actuator->body];
}

void Renumber(std::span<const int> new_joint, JointCoupler* coupler) {
  if (coupler->tendon_a >= 0) return;
  coupler->joint_a = new_joint[coupler->joint_a];
  if (coupler->joint_b >= 0) coupler->joint_b = new_joint[coupler->joint_b];
}

void Renumber(std::span<const int> new_body, std::span<const int> new_joint,
              Tendon* tendon) {
  for (Tendon::Term& term : tendon->terms) term.joint = new_joint[term.joint];
  for (Tendon::Stop& stop : tendon->path) {
    stop.body = new_body[stop.body];
    if (stop.side_body >= 0) stop.side_body = new_body[stop.side_body];
  }
  if (tendon->transmission)
    Renumber(new_body, new_joint, &*tendon->transmission);
}

void Renumber(std::span<const int> new_body, ElasticBody* body) {
  body->base = new_body[body->base];
  for (NodeAttachment& each : body->attachments)
    each.body = new_body[each.body];
}

template <typename Element>
std::vector<Element> Permute(std::span<const int> order,
                             std::vector<Element> elements) {
  std::vector<Element> permuted;
  permuted.reserve(order.size());
  for (const int old : order) permuted.push_back(std::move(elements[old]));
  return permuted;
}

// Gives nameless joints their child's name, and free bodies a floating joint.
void CompleteJoints(std::span<const Body> bodies, std::vector<Joint>* joints) {
  std::vector<bool> has_joint(bodies.size(), false);
  has_joint[0] = true;
  for (Joint& joint : *joints) {
    const bool known = joint.child >= 0 && joint.child < std::ssize(bodies);
    if (!known) continue;  // RequireValidJoints() will complain.
    if (joint.name.empty()) joint.name = bodies[joint.child].name;
    has_joint[joint.child] = true;
  }
  for (int b = 1; b < std::ssize(bodies); ++b) {
    if (has_joint[b]) continue;
    joints->push_back({.name = bodies[b].name, .parent = 0, .child = b});
  }
}

bool IsFreeBody(const Tree& tree, const Joint& joint) {
  return tree.num_bodies == 1 && joint.type == JointType::kFloating &&
         joint.parent == 0 && joint.X_PF.linear() == Matrix3d::Identity() &&
         joint.X_CM.matrix() == Eigen::Matrix4d::Identity();
}

// Where the first node of each elastic body stands among bodies, q and v.
void NumberNodes(std::span<const Joint> joints, int num_bodies,
                 std::span<ElasticBody> elastic_bodies) {
  int next = num_bodies;
  for (auto body = elastic_bodies.rbegin(); body != elastic_bodies.rend();
       ++body) {
    next -= body->solid->num_nodes();
    body->first_body = next;
    body->q_start = joints[next - 1].q_start;
    body->v_start = joints[next - 1].v_start;
  }
}

// Copies `values` to the joint's share of x, a vector of positions or
// velocities.
void SetJointValues(const Joint& joint, int start, int size,
                    const VectorXd& values, const std::string& keyframe,
                    VectorXd* x) {
  Require(values.size() == size && values.allFinite(),
          fmt::format("keyframe '{}': joint '{}' takes {} finite numbers here, "
                      "and {} are given",
                      keyframe, joint.name, size, values.size()));
  x->segment(start, size) = values;
}

void RequireQuaternions(const Model& model, const Keyframe& keyframe) {
  for (const Joint& joint : model.joints()) {
    const int start = QuaternionStart(joint);
    if (start < 0) continue;
    Require(keyframe.q.segment<4>(start).norm() > 0,
            fmt::format("keyframe '{}': the quaternion of joint '{}' is zero",
                        keyframe.name, joint.name));
  }
}

}  // namespace

std::shared_ptr<const Model> ModelBuilder::Build() && {
  Require(!bodies_.empty(), "this ModelBuilder has built its model already");
  AddNodes();
  RequireValidParts();
  const KinematicForest forest = MakeKinematicForest(bodies_, joints_);
  Renumber(forest);

  auto model = std::make_shared<Model>();
  model->gravity_W_ = gravity_W_;
  model->excluded_pairs_ = MakeExcludedPairs();
  model->bodies_ = std::move(bodies_);
  model->joints_ = std::move(joints_);
  model->actuators_ = std::move(actuators_);
  model->couplers_ = std::move(couplers_);
  model->constraints_ = std::move(constraints_);
  model->tendons_ = std::move(tendons_);
  model->elastic_bodies_ = std::move(elastic_bodies_);
  model->geometries_ = std::move(geometries_);
  model->geometry_pairs_ = std::move(geometry_pairs_);
  model->visuals_ = std::move(visuals_);
  model->fluid_ = fluid_;
  model->fluid_ellipsoids_ = std::move(fluid_ellipsoids_);
  NumberCoordinates(model.get());
  GrowTrees(forest.num_anchored, model.get());
  RequireMovable(model->constraints(), *model);
  PrepareParts(model.get());
  NumberNodes(model->joints_, model->num_bodies(), model->elastic_bodies_);

  model->default_positions_ = MakeDefaultPositions(*model, default_poses_);
  for (Actuator& actuator : model->actuators_) {
    if (actuator.muscle) CompleteMuscle(*model, actuator, &*actuator.muscle);
  }
  for (NamedKeyframe& keyframe : keyframes_) {
    model->keyframes_.push_back(Resolve(std::move(keyframe), *model));
  }
  return model;
}

void ModelBuilder::RequireValidParts() {
  Require(gravity_W_.allFinite(), "gravity is not finite");
  CompleteJoints(bodies_, &joints_);
  RequireValidBodies(bodies_);
  RequireValidJoints(joints_, bodies_);
  RequireValidTendons(tendons_, joints_, bodies_);
  RequireValidActuators(actuators_, joints_, tendons_, bodies_);
  RequireValidCouplers(couplers_, joints_, static_cast<int>(tendons_.size()));
  RequireValidConstraints(constraints_, bodies_);
  RequireValidGeometries(geometries_, bodies_);
  RequireValidGeometryPairs(geometry_pairs_, geometries_);
  RequireValidVisuals(visuals_, bodies_);
  RequireValidFluid(fluid_, fluid_ellipsoids_, bodies_);
  for (const auto& [a, b] : excluded_pairs_) {
    RequireBodyIndex(a, bodies_, "an excluded pair");
    RequireBodyIndex(b, bodies_, "an excluded pair");
    Require(a != b, fmt::format("body '{}' is excluded from touching itself",
                                bodies_[a].name));
  }
  for (const auto& [body, X_WB] : default_poses_) {
    RequireBodyIndex(body, bodies_, "a default pose");
    Require(body != 0, "the world cannot be given a default pose");
    RequireRigid(
        X_WB, fmt::format("the default pose of body '{}'", bodies_[body].name));
  }
}

void ModelBuilder::Renumber(const KinematicForest& forest) {
  const std::vector<int> new_body = Invert(forest.body_order);
  const std::vector<int> new_joint = Invert(forest.joint_order);
  bodies_ = Permute(forest.body_order, std::move(bodies_));
  joints_ = Permute(forest.joint_order, std::move(joints_));
  for (Joint& joint : joints_) {
    joint.parent = new_body[joint.parent];
    joint.child = new_body[joint.child];
  }
  for (Actuator& actuator : actuators_)
    multibody::Renumber(new_body, new_joint, &actuator);
  for (JointCoupler& coupler : couplers_)
    multibody::Renumber(new_joint, &coupler);
  for (Tendon& tendon : tendons_)
    multibody::Renumber(new_body, new_joint, &tendon);
  for (Constraint& constraint : constraints_) {
    constraint.body_a = new_body[constraint.body_a];
    constraint.body_b = new_body[constraint.body_b];
  }
  for (contact::Geometry& geometry : geometries_) {
    geometry.body = new_body[geometry.body];
  }
  for (Visual& visual : visuals_) visual.body = new_body[visual.body];
  for (FluidEllipsoid& part : fluid_ellipsoids_)
    part.body = new_body[part.body];
  for (ElasticBody& body : elastic_bodies_)
    multibody::Renumber(new_body, &body);
  for (auto& [a, b] : excluded_pairs_) {
    std::tie(a, b) = std::minmax({new_body[a], new_body[b]});
  }
  for (auto& [body, X_WB] : default_poses_) body = new_body[body];
  std::ranges::stable_sort(default_poses_, {}, [](const auto& default_pose) {
    return default_pose.first;  // A parent's pose comes before its child's.
  });
}

std::vector<std::pair<int, int>> ModelBuilder::MakeExcludedPairs() const {
  std::vector<std::pair<int, int>> pairs = FindNeighborPairs(bodies_, joints_);
  pairs.insert(pairs.end(), excluded_pairs_.begin(), excluded_pairs_.end());
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

void ModelBuilder::NumberCoordinates(Model* model) {
  for (Joint& joint : model->joints_) {
    joint.q_start = model->nq_;
    joint.v_start = model->nv_;
    model->nq_ += joint.nq();
    model->nv_ += joint.nv();
    model->bodies_[joint.child].inboard_joint = joint.child - 1;
  }
}

// What follows from the numbers of bodies and joints.
void ModelBuilder::PrepareParts(Model* model) {
  for (Body& body : model->bodies_) body.moments = body.inertia.CalcMoments();
  for (Tree& tree : model->trees_)
    tree.is_free_body = IsFreeBody(tree, model->joints_[tree.first_body - 1]);
  RequireMassEverywhere(*model);
}

std::shared_ptr<const Model> ModelBuilder::WithParts(
    const Model& model, std::vector<Body> bodies, std::vector<Joint> joints,
    std::vector<contact::Geometry> geometries) {
  auto other = std::make_shared<Model>(model);
  other->bodies_ = std::move(bodies);
  other->joints_ = std::move(joints);
  other->geometries_ = std::move(geometries);
  RequireValidBodies(other->bodies_);
  RequireValidJoints(other->joints_, other->bodies_);
  RequireValidGeometries(other->geometries_, other->bodies_);
  PrepareParts(other.get());
  return other;
}

std::shared_ptr<const Model> ModelBuilder::WithSurfaces(
    const Model& model, const std::function<void(contact::Geometry*)>& edit) {
  auto other = std::make_shared<Model>(model);
  const auto edited = [&](contact::Geometry geometry,
                          const contact::Material& material) {
    geometry.material = material;
    edit(&geometry);
    return geometry.material;
  };
  for (contact::Geometry& geometry : other->geometries_) edit(&geometry);
  for (contact::GeometryPair& pair : other->geometry_pairs_) {
    pair.material_a =
        edited(other->geometries_[pair.geometry_a], pair.material_a);
    pair.material_b =
        edited(other->geometries_[pair.geometry_b], pair.material_b);
  }
  for (ElasticBody& body : other->elastic_bodies_) {
    contact::Geometry surface{.name = body.name, .shape = {}, .material = {}};
    body.material = edited(std::move(surface), body.material);
  }
  RequireValidGeometries(other->geometries_, other->bodies_);
  RequireValidGeometryPairs(other->geometry_pairs_, other->geometries_);
  return other;
}

std::shared_ptr<const Model> ModelBuilder::WithConstraints(
    const Model& model, std::vector<Constraint> constraints) {
  RequireValidConstraints(constraints, model.bodies());
  auto other = std::make_shared<Model>(model);
  other->constraints_ = std::move(constraints);
  return other;
}

void ModelBuilder::GrowTrees(int num_anchored, Model* model) {
  for (int b = num_anchored; b < model->num_bodies(); ++b) {
    const Joint& joint = model->joints_[b - 1];
    if (joint.parent < num_anchored) {
      model->trees_.push_back({.first_body = b, .v_start = joint.v_start});
    }
    Tree& tree = model->trees_.back();
    ++tree.num_bodies;
    tree.nv += joint.nv();
    model->bodies_[b].tree = static_cast<int>(model->trees_.size()) - 1;
  }
}

Keyframe ModelBuilder::Resolve(NamedKeyframe named, const Model& model) {
  Keyframe keyframe{.name = std::move(named.name),
                    .q = model.default_positions(),
                    .v = VectorXd::Zero(model.num_velocities()),
                    .u = std::move(named.u),
                    .activations = std::move(named.activations)};
  for (const auto& [name, q] : named.q_by_joint) {
    const Joint& joint = model.joints()[model.JointIndex(name)];
    SetJointValues(joint, joint.q_start, joint.nq(), q, keyframe.name,
                   &keyframe.q);
  }
  for (const auto& [name, v] : named.v_by_joint) {
    const Joint& joint = model.joints()[model.JointIndex(name)];
    SetJointValues(joint, joint.v_start, joint.nv(), v, keyframe.name,
                   &keyframe.v);
  }
  RequireQuaternions(model, keyframe);
  NormalizeQuaternions(model, &keyframe.q);
  const auto complete = [&](VectorXd* numbers, std::string_view what) {
    if (numbers->size() == 0) numbers->setZero(model.num_actuators());
    Require(numbers->size() == model.num_actuators(),
            fmt::format("keyframe '{}' has {} {}; there are {} actuators",
                        keyframe.name, numbers->size(), what,
                        model.num_actuators()));
  };
  complete(&keyframe.u, "controls");
  complete(&keyframe.activations, "activations");
  return keyframe;
}

}  // namespace tactus::multibody

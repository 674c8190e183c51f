#include "tactus/apps/models/start_overlaps.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>
#include <variant>

#include "tactus/apps/models/contact_table.h"
#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::apps {
namespace {

using multibody::Model;

constexpr double kMinDepth = 1e-4;  // [m]

bool IsGround(const Model& model, int geometry) {
  const contact::Geometry& g = model.geometries()[geometry];
  return model.bodies()[g.body].tree < 0 &&
         std::holds_alternative<contact::HalfSpace>(g.shape);
}

// -1 for a body that the world holds in some way.
int FindFloatingJoint(const Model& model, int body) {
  const int tree = model.bodies()[body].tree;
  if (tree < 0) return -1;
  const int joint = model.trees()[tree].first_body - 1;
  const bool floats =
      model.joints()[joint].type == multibody::JointType::kFloating;
  return floats ? joint : -1;
}

}  // namespace

std::vector<OverlappingPair> FindOverlappingPairs(
    const Model& model, std::span<const RigidTransform> X_WB) {
  contact::ContactSet contacts;
  multibody::MakeCollisionEngine(model)->FindContacts(X_WB, &contacts);
  std::vector<OverlappingPair> pairs;
  for (const contact::Manifold& manifold : contacts.manifolds) {
    double depth = 0;
    for (int i = 0; i < manifold.num_points; ++i)
      depth = std::max(depth, contacts.points[manifold.first_point + i].depth);
    pairs.push_back({manifold.geometry_a, manifold.geometry_b, depth});
  }
  return pairs;
}

bool HasGround(const Model& model) {
  for (int i = 0; i < std::ssize(model.geometries()); ++i) {
    if (IsGround(model, i)) return true;
  }
  return false;
}

std::vector<DeepPair> FindDeepPairs(const Model& model, const VectorXd& q,
                                    double least_depth) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  std::map<std::pair<int, int>, double> depths;
  for (const auto& [a, b, pair_depth] :
       FindOverlappingPairs(model, position.X_WB)) {
    const int body_a = model.geometries()[a].body;
    const int body_b = model.geometries()[b].body;
    const bool is_sunk =
        (IsGround(model, a) && FindFloatingJoint(model, body_b) >= 0) ||
        (IsGround(model, b) && FindFloatingJoint(model, body_a) >= 0);
    if (is_sunk) continue;
    if (TouchAsSurfaces(model.geometries()[a], model.geometries()[b])) continue;
    double& depth = depths[std::minmax(body_a, body_b)];
    depth = std::max(depth, pair_depth);
  }
  std::vector<DeepPair> pairs;
  for (const auto& [bodies, depth] : depths) {
    if (depth < least_depth) continue;
    pairs.push_back({.body_a = model.bodies()[bodies.first].name,
                     .body_b = model.bodies()[bodies.second].name,
                     .depth = depth});
  }
  std::ranges::stable_sort(pairs, std::greater<>(), &DeepPair::depth);
  return pairs;
}

// How far to move each tree out of the half-spaces that it overlaps. A tree
// that is d_k deep in those with the normals n_k moves by w, which grows from
// zero by one after the other: w += max(0, d_k - n_k . w) n_k.
std::vector<SunkTree> FindSunkTrees(const Model& model, const VectorXd& q) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  std::map<int, SunkTree> by_joint;
  for (auto [ground, other, depth] :
       FindOverlappingPairs(model, position.X_WB)) {
    if (!IsGround(model, ground)) std::swap(ground, other);
    if (!IsGround(model, ground)) continue;
    const int body = model.geometries()[other].body;
    const int joint = FindFloatingJoint(model, body);
    if (joint < 0 || depth < kMinDepth) continue;
    SunkTree& tree = by_joint[joint];
    tree.joint = joint;
    if (depth > tree.depth) {
      tree.depth = depth;
      tree.body = model.bodies()[body].name;
    }
    const contact::Geometry& half_space = model.geometries()[ground];
    const Vector3d n =
        (position.X_WB[half_space.body] * half_space.X_BG).linear().col(2);
    tree.way_out += std::max(0.0, depth - n.dot(tree.way_out)) * n;
  }
  std::vector<SunkTree> trees;
  for (auto& [joint, tree] : by_joint) trees.push_back(std::move(tree));
  return trees;
}

double CalcHeldDepth(const Model& model, const VectorXd& q,
                     const std::string& ground) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  double deepest = 0;
  for (auto [a, b, depth] : FindOverlappingPairs(model, position.X_WB)) {
    if (model.geometries()[a].name != ground) std::swap(a, b);
    if (model.geometries()[a].name != ground) continue;
    if (FindFloatingJoint(model, model.geometries()[b].body) < 0)
      deepest = std::max(deepest, depth);
  }
  return deepest;
}

void Lift(const Model& model, const std::vector<SunkTree>& trees, VectorXd* q) {
  for (const SunkTree& tree : trees) {
    const multibody::Joint& joint = model.joints()[tree.joint];
    q->segment<3>(joint.q_start) +=
        joint.X_PF.linear().transpose() * tree.way_out;
  }
}

bool CanBeTouched(const Model& model, const std::string& name) {
  const auto engine = multibody::MakeCollisionEngine(model);
  const int n = static_cast<int>(model.geometries().size());
  for (int i = 0; i < n; ++i) {
    if (model.geometries()[i].name != name) continue;
    for (int j = 0; j < n; ++j) {
      if (engine->MayTouch(i, j)) return true;
    }
  }
  return false;
}

}  // namespace tactus::apps

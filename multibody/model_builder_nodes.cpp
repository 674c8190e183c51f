// How a ModelBuilder turns elastic bodies into nodes: bodies, joints, balls
// that touch, and what holds them.
#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/body_checks.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

// A body and all that are welded to it, directly or by others, in any order of
// joints. The world is all that does not move, near a node or not: it is none,
// and what is welded to it is no more.
std::vector<int> FindWelded(int body, std::span<const Joint> joints) {
  std::vector<int> welded;
  const auto add = [&](int other) {
    if (other != 0 && std::ranges::find(welded, other) == welded.end())
      welded.push_back(other);
  };
  add(body);
  for (std::size_t i = 0; i < welded.size(); ++i) {
    for (const Joint& joint : joints) {
      if (joint.type != JointType::kWeld) continue;
      if (joint.parent == welded[i]) add(joint.child);
      if (joint.child == welded[i]) add(joint.parent);
    }
  }
  return welded;
}

}  // namespace

void ModelBuilder::AddNodes() {
  const int num_bodies = this->num_bodies();
  for (const ElasticBody& body : elastic_bodies_) {
    RequireValidElasticBody(body, std::span(bodies_).first(num_bodies));
    AddNodesOf(body);
  }
}

void ModelBuilder::AddNodesOf(const ElasticBody& body) {
  const int first = num_bodies();
  for (int i = 0; i < body.solid->num_nodes(); ++i) {
    AddJoint({.name = "",
              .type = JointType::kTranslation,
              .child = AddBody(fmt::format("{}/node{}", body.name, i),
                               {.mass = body.solid->masses()[i]})});
  }
  // contype 0: what touches is the other one's choice, and no node's.
  if (body.skin > 0) {
    for (const int node : FindSurfaceNodes(body.solid->mesh())) {
      AddGeometry({.name = bodies_[first + node].name,
                   .body = first + node,
                   .shape = contact::Sphere{body.skin},
                   .material = body.material,
                   .contype = 0,
                   .conaffinity = ~0U});
    }
  }
  std::map<int, std::vector<int>> welded;  // By holder.
  for (const NodeAttachment& each : body.attachments) {
    Constraint ball{.name = fmt::format("{}/node{} on {}", body.name, each.node,
                                        bodies_[each.body].name),
                    .type = ConstraintType::kBall,
                    .body_a = each.body,
                    .body_b = first + each.node};
    ball.X_AP.translation() = each.p_BN;
    AddConstraint(ball);
    // What is glued to a body does not touch it, nor what is welded to that:
    // its skin would push the two apart.
    const auto [holder, is_new] = welded.try_emplace(each.body);
    if (is_new) holder->second = FindWelded(each.body, joints_);
    for (const int held_by : holder->second)
      ExcludePair(held_by, first + each.node);
  }
}

}  // namespace tactus::multibody

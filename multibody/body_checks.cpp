#include "tactus/multibody/body_checks.h"

#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/element_checks.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

// Positions without symmetry, so that no two axes are aligned by accident:
// multiples of the golden ratio modulo 1, which never repeat.
VectorXd MakeGenericPositions(const Model& model) {
  VectorXd q(model.num_positions());
  for (int i = 0; i < q.size(); ++i) {
    q[i] = 0.3 + std::fmod(0.618033988749895 * (i + 1), 1.0);
  }
  NormalizeQuaternions(model, &q);
  return q;
}

// The first velocity, from the last one down, whose pivot vanishes; -1 if none.
int FindMasslessVelocity(MatrixXd M) {
  constexpr double kSingular = 1e-13;
  const VectorXd diagonal = M.diagonal();
  for (int k = static_cast<int>(M.rows()) - 1; k >= 0; --k) {
    const double pivot = M(k, k);
    if (!(pivot > kSingular * diagonal[k])) return k;
    const VectorXd column = M.col(k).head(k);
    M.topLeftCorner(k, k) -= column * column.transpose() / pivot;
  }
  return -1;
}

// Whether velocity `i` of the joint turns its body.
bool Turns(const Joint& joint, int i) {
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kBall:
    case JointType::kUniversal:
    case JointType::kScrew:
      return true;
    case JointType::kFloating:
      return i < 3;
    case JointType::kPlanar:
      return i == 2;
    default:
      return false;
  }
}

}  // namespace

void RequireValidBodies(std::span<const Body> bodies) {
  RequireDistinctNames(bodies, "body");
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Require(!bodies[b].name.empty(), fmt::format("body {} has no name", b));
    RequirePhysical(bodies[b].inertia,
                    fmt::format("body '{}'", bodies[b].name));
    Require(std::isfinite(bodies[b].gravity_scale),
            fmt::format("body '{}': the scale of gravity is not finite",
                        bodies[b].name));
  }
}

void RequireValidElasticBody(const ElasticBody& body,
                             std::span<const Body> bodies) {
  Require(!body.name.empty(), "an elastic body has no name");
  const std::string owner = fmt::format("elastic body '{}'", body.name);
  Require(body.solid != nullptr, owner + " has no solid");
  RequireNotNegative(body.skin, "skin", owner);
  RequireRigid(body.X_BS, owner + ": its pose");
  RequireBodyIndex(body.base, bodies, owner);
  for (const NodeAttachment& each : body.attachments) {
    Require(0 <= each.node && each.node < body.solid->num_nodes(),
            fmt::format("{} attaches node {}; there are {}", owner, each.node,
                        body.solid->num_nodes()));
    RequireBodyIndex(each.body, bodies, owner);
    Require(each.p_BN.allFinite(),
            fmt::format("{}: the place of node {} is not finite", owner,
                        each.node));
  }
}

void RequireMassEverywhere(const Model& model) {
  PositionKinematics position;
  CalcPositionKinematics(model, MakeGenericPositions(model), &position);
  std::vector<MatrixXd> M;
  CalcMassMatrix(model, position, &M);
  for (std::size_t t = 0; t < M.size(); ++t) {
    const int k = FindMasslessVelocity(M[t]);
    if (k < 0) continue;
    for (const Joint& joint : model.joints()) {
      const int offset = model.trees()[t].v_start + k - joint.v_start;
      if (offset < 0 || offset >= joint.nv()) continue;
      const bool turns = Turns(joint, offset);
      throw std::invalid_argument(fmt::format(
          "joint '{}' moves nothing: body '{}' and what hangs on it have no {} "
          "its velocity {} of {}; give them {}, or the joint armature",
          joint.name, model.bodies()[joint.child].name,
          turns ? "moment of inertia about" : "mass along", offset + 1,
          joint.nv(), turns ? "inertia" : "mass"));
    }
  }
}

}  // namespace tactus::multibody

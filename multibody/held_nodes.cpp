#include "tactus/multibody/held_nodes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {

// An attachment is a ball joint between a point of the holder, body A, and a
// node, body B.
std::shared_ptr<const Model> HoldNodesWhereTheyAre(
    const std::string& name, std::shared_ptr<const Model> model,
    const VectorRef& q) {
  constexpr double kRoundOff = 1e-12;  // [m]
  const auto found =
      std::ranges::find(model->elastic_bodies(), name, &ElasticBody::name);
  Require(found != model->elastic_bodies().end(),
          fmt::format("there is no elastic body '{}'", name));
  const ElasticBody& body = *found;
  PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  std::vector<Constraint> constraints(model->constraints().begin(),
                                      model->constraints().end());
  bool is_moved = false;
  for (Constraint& ball : constraints) {
    const int node = ball.body_b - body.first_body;
    if (node < 0 || node >= body.solid->num_nodes() ||
        ball.body_a == body.base || ball.type != ConstraintType::kBall)
      continue;
    const Vector3d p_AN = position.X_WB[ball.body_a].inverse() *
                          position.X_WB[ball.body_b].translation();
    if ((p_AN - ball.X_AP.translation()).norm() < kRoundOff) continue;
    is_moved = true;
    ball.X_AP.translation() = p_AN;
  }
  if (!is_moved) return model;
  return ModelBuilder::WithConstraints(*model, std::move(constraints));
}

}  // namespace tactus::multibody

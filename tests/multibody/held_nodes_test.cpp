#include "tactus/multibody/held_nodes.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

// A block of 2 cm with its base on one ball; another one holds a node, too.
std::shared_ptr<const Model> MakeModel() {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1,
                               .I_Bcm = 0.001 * Matrix3d::Identity()};
  const int base = builder.AddBody("base", inertia);
  const int other = builder.AddBody("other", inertia);
  const auto solid = std::make_shared<ElasticSolid>(
      MakeBoxMesh({0.01, 0.01, 0.01}, {1, 1, 1}),
      ElasticMaterial{.youngs_modulus = 1e5, .density = 1000});
  builder.AddElasticBody(
      {.name = "block",
       .solid = solid,
       .base = base,
       .attachments = {{.node = 0, .body = base, .p_BN = {1, 2, 3}},
                       {.node = 7, .body = other, .p_BN = {4, 5, 6}}}});
  return std::move(builder).Build();
}

TEST_CASE("HoldNodesWhereTheyAre: two holders -> the base's point stays") {
  const auto model = MakeModel();
  VectorXd q = model->default_positions();
  const int other = model->BodyIndex("other");
  q.segment<3>(model->joints()[other - 1].q_start) << 0, 0, 0.5;
  const auto held = HoldNodesWhereTheyAre("block", model, q);
  REQUIRE(held->constraints().size() == 2);
  CHECK(held->constraints()[0].X_AP.translation() == Vector3d(1, 2, 3));
  const Vector3d node = q.segment<3>(model->elastic_bodies()[0].q_start + 21);
  CHECK(
      (held->constraints()[1].X_AP.translation() - (node - Vector3d(0, 0, 0.5)))
          .norm() < 1e-15);
  // Held there, nothing is left to move.
  CHECK(HoldNodesWhereTheyAre("block", held, q) == held);
  CHECK_THROWS_WITH(HoldNodesWhereTheyAre("blob", model, q),
                    Contains("there is no elastic body 'blob'"));
}

// What the world holds is pinned in space: it may touch all that does not move.
TEST_CASE("Model: nodes that bodies hold -> touch no holder, but the world") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1,
                               .I_Bcm = 0.001 * Matrix3d::Identity()};
  const int post = builder.AddBody("post", inertia);
  const int plate = builder.AddBody("plate", inertia);
  builder.AddJoint(
      {.name = "foot", .type = JointType::kWeld, .parent = 0, .child = post});
  builder.AddJoint({.name = "top",
                    .type = JointType::kWeld,
                    .parent = post,
                    .child = plate});
  builder.AddElasticBody(
      {.name = "block",
       .solid = std::make_shared<ElasticSolid>(
           MakeBoxMesh({0.01, 0.01, 0.01}, {1, 1, 1}),
           ElasticMaterial{.youngs_modulus = 1e5, .density = 1000}),
       .attachments = {{.node = 0, .body = 0, .p_BN = {0, 0, 0}},
                       {.node = 7, .body = post, .p_BN = {0, 0, 0}}}});
  const auto model = std::move(builder).Build();
  const auto excluded = [&](int body, int node) {
    const std::pair<int, int> pair =
        std::minmax({body, model->elastic_bodies()[0].first_body + node});
    return std::ranges::count(model->excluded_pairs(), pair) > 0;
  };
  CHECK(excluded(model->BodyIndex("post"), 7));
  CHECK(excluded(model->BodyIndex("plate"), 7));
  CHECK_FALSE(excluded(0, 7));
  CHECK_FALSE(excluded(0, 0));
  CHECK_FALSE(excluded(model->BodyIndex("post"), 0));
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/plant/elastic_contact.h"

#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody::test {
namespace {

ElasticBody MakeBlock(const std::string& name, bool self_contact = false) {
  return {.name = name,
          .solid = std::make_shared<ElasticSolid>(
              MakeBoxMesh(Vector3d::Constant(0.1), {1, 1, 1}),
              ElasticMaterial{.youngs_modulus = 1e5}),
          .skin = 1e-3,
          .self_contact = self_contact};
}

std::shared_ptr<const ElasticContact> Make(ModelBuilder builder) {
  const auto model = std::move(builder).Build();
  return MakeElasticContact(*model, *MakeCollisionEngine(*model));
}

TEST_CASE("ElasticContact: a model without elastic bodies -> none") {
  ModelBuilder builder;
  builder.AddGeometry(
      {.name = "ball", .body = 0, .shape = contact::Sphere{1}, .material = {}});
  CHECK(Make(std::move(builder)) == nullptr);
}

TEST_CASE("ElasticContact: one body -> it touches rigid shapes alone") {
  ModelBuilder builder;
  builder.AddElasticBody(MakeBlock("block"));
  builder.AddGeometry(
      {.name = "ball", .body = 0, .shape = contact::Sphere{1}, .material = {}});
  const auto contact = Make(std::move(builder));
  REQUIRE(contact != nullptr);
  CHECK_FALSE(contact->nodes.may_touch());
  CHECK(contact->shapes.may_touch());
  REQUIRE(contact->geometry_of_node.size() == 8);
  CHECK(contact->geometry_of_node[7] - contact->geometry_of_node[0] == 7);
}

TEST_CASE("ElasticContact: two bodies, or one on itself -> nodes touch faces") {
  ModelBuilder two;
  two.AddElasticBody(MakeBlock("a"));
  two.AddElasticBody(MakeBlock("b"));
  const auto contact = Make(std::move(two));
  CHECK(contact->nodes.may_touch());
  CHECK_FALSE(contact->shapes.may_touch());
  CHECK(contact->geometry_of_node.size() == 16);
  ModelBuilder one;
  one.AddElasticBody(MakeBlock("a", true));
  CHECK(Make(std::move(one))->nodes.may_touch());
}

}  // namespace
}  // namespace tactus::multibody::test

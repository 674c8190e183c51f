#include "tactus/apps/models/start_overlaps.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/mjcf/load_mjcf.h"

namespace tactus::apps {
namespace {

using Catch::Detail::Approx;

std::shared_ptr<const multibody::Model> Parse(const std::string& world) {
  multibody::ModelBuilder builder;
  multibody::ParseMjcf("<mujoco><worldbody>" + world + "</worldbody></mujoco>",
                       "start.xml", {}, &builder);
  return std::move(builder).Build();
}

// A ball on a pole that floats, 0.3 m deep; a ball that the world holds, and
// one above the ground.
constexpr const char* kWorld = R"(
    <geom name="ground" type="plane" size="1 1 1"/>
    <body name="top" pos="0 0 1"><freejoint name="free"/>
      <geom type="sphere" size="0.1"/>
      <body name="foot" pos="0 0 -1.2"><joint name="ankle"/>
        <geom type="sphere" size="0.1"/></body></body>
    <body name="held" pos="3 0 0"><joint name="slide" type="slide"/>
      <geom type="sphere" size="0.1"/></body>
    <body name="high" pos="5 0 1"><freejoint name="high"/>
      <geom type="sphere" size="0.1"/></body>)";

TEST_CASE("HasGround: half-spaces of the world alone -> true") {
  CHECK(HasGround(*Parse(kWorld)));
  CHECK_FALSE(HasGround(*Parse(R"(<geom type="box" size="1 1 1"/>)")));
}

TEST_CASE("FindSunkTrees: a floating tree in the ground -> its deepest body") {
  const auto model = Parse(kWorld);
  const auto trees = FindSunkTrees(*model, model->default_positions());
  REQUIRE(trees.size() == 1);
  CHECK(trees[0].body == "foot");
  CHECK(trees[0].depth == Approx(0.3));
  CHECK(model->joints()[trees[0].joint].name == "free");
}

TEST_CASE("Lift: trees that start in the ground -> they touch it") {
  const auto model = Parse(kWorld);
  VectorXd q = model->default_positions();
  const VectorXd start = q;
  Lift(*model, FindSunkTrees(*model, q), &q);
  const int z = model->joints()[model->JointIndex("free")].q_start + 2;
  CHECK(q[z] == Approx(1.3));
  q[z] = start[z];
  CHECK(q == start);
}

TEST_CASE("Lift: a tree in two half-spaces that lean -> it is out of both") {
  const auto model = Parse(R"(
      <geom type="plane" size="1 1 1" euler="0 30 0"/>
      <geom type="plane" size="1 1 1" euler="0 -20 0"/>
      <body pos="0 0 -0.1"><freejoint name="free"/>
        <geom type="sphere" size="0.1"/></body>)");
  VectorXd q = model->default_positions();
  Lift(*model, FindSunkTrees(*model, q), &q);
  CHECK(FindSunkTrees(*model, q).empty());
}

TEST_CASE("FindDeepPairs: bodies in each other -> the deepest first") {
  const auto model = Parse(R"(
      <geom name="ground" type="plane" size="1 1 1"/>
      <geom type="sphere" size="0.1" pos="5 0 0.25"/>
      <body name="a" pos="0 0 1"><freejoint/><geom type="sphere" size="0.1"/>
        </body>
      <body name="b" pos="0.17 0 1"><freejoint/>
        <geom type="sphere" size="0.1"/></body>
      <body name="c" pos="0 0 1.15"><freejoint/>
        <geom type="sphere" size="0.1"/></body>
      <body name="sunk" pos="3 0 0"><freejoint/>
        <geom type="sphere" size="0.1"/></body>
      <body name="held" pos="5 0 0.05"><joint type="slide"/>
        <geom type="sphere" size="0.1"/>
        <geom type="sphere" size="0.1" pos="0 0 0.07"/></body>)");
  const auto pairs = FindDeepPairs(*model, model->default_positions(), 0.04);
  // a and b overlap by 0.03 only, and what floats in the ground is sunk.
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].body_b == "held");
  CHECK(pairs[0].depth == Approx(0.07));
  CHECK((pairs[1].body_a == "a" && pairs[1].body_b == "c"));
  CHECK(pairs[1].depth == Approx(0.05));
}

TEST_CASE("CanBeTouched: a model without contype -> not") {
  const auto model = Parse(R"(
      <geom name="ground" type="plane" size="1 1 1"/>
      <body><freejoint/>
        <geom type="sphere" size="0.1" contype="0" conaffinity="0"/></body>)");
  CHECK_FALSE(CanBeTouched(*model, "ground"));
  CHECK(CanBeTouched(*Parse(kWorld), "ground"));
}

}  // namespace
}  // namespace tactus::apps

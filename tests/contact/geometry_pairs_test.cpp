// Pairs of geometries with materials of their own, in collision_engine.h.
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/collision_engine.h"

namespace tactus::contact {
namespace {

RigidTransform At(double x) {
  return RigidTransform(Eigen::Translation3d(x, 0, 0));
}

Geometry MakeBall(const std::string& name, int body, double x) {
  return {.name = name,
          .body = body,
          .X_BG = At(x),
          .shape = Sphere{0.1},
          .contype = 0,
          .conaffinity = 0};
}

GeometryPair MakePair(int a, int b, double margin = 0) {
  GeometryPair pair;
  pair.geometry_a = a;
  pair.geometry_b = b;
  pair.margin = margin;
  return pair;
}

using Pairs = std::vector<std::pair<int, int>>;

Pairs Find(const CollisionEngine& engine, double margin, int num_bodies) {
  ContactSet contacts;
  const std::vector<RigidTransform> X_WB(num_bodies,
                                         RigidTransform::Identity());
  engine.FindContacts(X_WB, margin, &contacts);
  Pairs pairs;
  for (const Manifold& each : contacts.manifolds)
    pairs.emplace_back(each.geometry_a, each.geometry_b);
  return pairs;
}

const std::vector<Geometry> kBalls = {
    MakeBall("a", 1, 0), MakeBall("b", 2, 0.15), MakeBall("c", 3, 0.05),
    MakeBall("d", 1, 0.1), MakeBall("e", 0, 0)};

TEST_CASE(
    "Geometry pairs: filters -> ignored, except for two immobile bodies") {
  const std::vector<bool> anchored = {true, false, false, false};
  const Pairs excluded = {{1, 2}};
  CHECK(Find(CollisionEngine(kBalls, anchored, excluded), 0, 4).empty());
  const CollisionEngine engine(kBalls, anchored, excluded,
                               {MakePair(1, 0), MakePair(0, 4)});
  CHECK(Find(engine, 0, 4) == Pairs{{0, 1}, {0, 4}});
  CHECK(engine.CandidatePairs() == Pairs{{0, 1}, {0, 4}});
  const CollisionEngine still(kBalls, {true, true, false, false}, {},
                              {MakePair(0, 4)});
  CHECK(Find(still, 0, 4).empty());
}

TEST_CASE("Geometry pairs: materials of their own -> used, in either order") {
  const Material soft{.stiffness = 1e3, .dissipation = 7};
  const Material hard{
      .stiffness = 3e3, .static_friction = 0.9, .dynamic_friction = 0.9};
  const CollisionEngine engine(kBalls, {true, false, false, false}, {},
                               {{.geometry_a = 2,
                                 .geometry_b = 1,
                                 .material_a = soft,
                                 .material_b = hard}});
  const PairMaterial as_given = Combine(soft, hard);
  CHECK(engine.CombineMaterials(2, 1).weight_a == as_given.weight_a);
  CHECK(engine.CombineMaterials(2, 1).stiffness == as_given.stiffness);
  CHECK(engine.CombineMaterials(1, 2).weight_a ==
        Approx(1 - as_given.weight_a));
  CHECK(engine.CombineMaterials(1, 2).dynamic_friction ==
        as_given.dynamic_friction);
  // Others go by their own.
  CHECK(engine.CombineMaterials(0, 1).stiffness ==
        Combine(kBalls[0].material, kBalls[1].material).stiffness);
}

// Balls 0.3 apart at their surfaces, found from the pair's margin on alone.
TEST_CASE("CollisionEngine: two rigid geometries touch -> refused by name") {
  Material rigid;
  rigid.stiffness = std::numeric_limits<double>::infinity();
  const CollisionEngine engine(
      {{.name = "crate", .body = 1, .shape = Sphere{0.1}, .material = rigid},
       {.name = "floor", .body = 0, .shape = HalfSpace{}, .material = rigid}},
      {true, false}, {}, {});
  CHECK_THROWS_WITH(engine.CombineMaterials(0, 1),
                    "geometries 'crate' and 'floor' touch, and both are rigid; "
                    "one of them must have a finite stiffness");
}

TEST_CASE("Geometry pairs: a margin of their own -> in place of the balls'") {
  std::vector<Geometry> balls = {MakeBall("a", 1, 0), MakeBall("b", 2, 0.5),
                                 MakeBall("c", 3, -0.5)};
  for (Geometry& ball : balls) ball.margin = 0.4;
  const std::vector<bool> anchored = {true, false, false, false};
  for (const double margin : {0.0, 0.29, 0.31}) {
    const CollisionEngine engine(balls, anchored, {}, {MakePair(0, 1, margin)});
    CHECK(Find(engine, 0, 4).size() == (margin > 0.3 ? 1 : 0));
    CHECK(Find(engine, 0.35, 4).size() == 1);
  }
  // A pair reaches further than its geometries do.
  for (Geometry& ball : balls) ball.margin = 0;
  const CollisionEngine engine(balls, anchored, {}, {MakePair(0, 2, 0.31)});
  CHECK(Find(engine, 0, 4) == Pairs{{0, 2}});
  ContactSet contacts;
  engine.FindContacts(std::vector(4, RigidTransform::Identity()), &contacts);
  CHECK(contacts.manifolds.empty());  // overlaps only
}

}  // namespace
}  // namespace tactus::contact

#include "tactus/contact/geometry/collision_engine.h"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include "support/allocation_counter.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

Geometry MakeGeometry(int body, const Shape& shape,
                      const RigidTransform& X_BG = RigidTransform::Identity()) {
  Geometry g;
  g.name = "of body " + std::to_string(body);
  g.body = body;
  g.X_BG = X_BG;
  g.shape = shape;
  return g;
}

/// Bodies 1 ... n, one geometry of each kind in turn, over two half-spaces and
/// a slab of the world.
struct Clutter {
  explicit Clutter(int n) {
    anchored.push_back(true);
    geometries.push_back(MakeGeometry(0, HalfSpace{}));
    geometries.push_back(MakeGeometry(
        0, HalfSpace{},
        MakePose(Quaterniond(Eigen::AngleAxisd(0.5, Vector3d::UnitX())),
                 {0, 0, -0.1})));
    geometries.push_back(MakeGeometry(0, Box{{0.5, 0.5, 0.05}}));
    for (int i = 1; i <= n; ++i) {
      Kind kind = kAllKinds[i % 7];
      if (kind == Kind::kHalfSpace) kind = Kind::kBox;
      anchored.push_back(false);
      geometries.push_back(MakeGeometry(i, RandomShape(kind, &random),
                                        RandomPose(&random, 0.02)));
    }
    Scatter();
  }

  void Scatter() {
    X_WB.assign(anchored.size(), RigidTransform::Identity());
    for (std::size_t i = 1; i < X_WB.size(); ++i) {
      X_WB[i] = RandomPose(&random, 0.3);
    }
  }

  CollisionEngine MakeEngine() const {
    return CollisionEngine(geometries, anchored, {});
  }

  Random random{1};
  std::vector<Geometry> geometries;
  std::vector<bool> anchored;
  std::vector<RigidTransform> X_WB;
};

/// Every candidate pair, one by one.
ContactSet FindContactsByForce(const CollisionEngine& engine,
                               const std::vector<RigidTransform>& X_WB,
                               double margin = -1) {
  ContactSet contacts;
  for (const auto& [a, b] : engine.CandidatePairs()) {
    const Geometry& ga = engine.geometries()[a];
    const Geometry& gb = engine.geometries()[b];
    const int first = static_cast<int>(contacts.points.size());
    for (const ManifoldPoint& p : FindManifold(
             ga.shape, X_WB[ga.body] * ga.X_BG, gb.shape,
             X_WB[gb.body] * gb.X_BG,
             margin < 0 ? 0 : std::max({margin, ga.margin, gb.margin}))) {
      contacts.points.push_back(p);
    }
    const int count = static_cast<int>(contacts.points.size()) - first;
    if (count > 0) contacts.manifolds.push_back({a, b, first, count});
  }
  return contacts;
}

/// Bit by bit.
void CheckIdentical(const ContactSet& a, const ContactSet& b) {
  REQUIRE(a.manifolds.size() == b.manifolds.size());
  REQUIRE(a.points.size() == b.points.size());
  for (std::size_t i = 0; i < a.manifolds.size(); ++i) {
    CHECK(a.manifolds[i].geometry_a == b.manifolds[i].geometry_a);
    CHECK(a.manifolds[i].geometry_b == b.manifolds[i].geometry_b);
    CHECK(a.manifolds[i].first_point == b.manifolds[i].first_point);
    CHECK(a.manifolds[i].num_points == b.manifolds[i].num_points);
  }
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    CHECK((a.points[i].p_WA.array() == b.points[i].p_WA.array()).all());
    CHECK((a.points[i].p_WB.array() == b.points[i].p_WB.array()).all());
    CHECK((a.points[i].normal_W.array() == b.points[i].normal_W.array()).all());
    CHECK(a.points[i].depth == b.points[i].depth);
    CHECK(a.points[i].weight == b.points[i].weight);
  }
}

TEST_CASE(
    "CollisionEngine: clutter with margins -> the contacts of brute force") {
  Clutter clutter(40);
  for (std::size_t i = 0; i < clutter.geometries.size(); ++i) {
    clutter.geometries[i].margin = 0.01 * static_cast<double>(i % 4);
  }
  const CollisionEngine engine = clutter.MakeEngine();
  ContactSet contacts;
  for (int i = 0; i < 20; ++i) {
    std::size_t last = 0;
    for (const double margin : {0., 0.02, 0.05}) {
      engine.FindContacts(clutter.X_WB, margin, &contacts);
      CHECK(contacts.points.size() >= std::max<std::size_t>(last, 1));
      last = contacts.points.size();
      CheckIdentical(contacts,
                     FindContactsByForce(engine, clutter.X_WB, margin));
    }
    // Margins do not act where none is asked for.
    engine.FindContacts(clutter.X_WB, &contacts);
    CHECK(contacts.manifolds.size() > 10);
    CheckIdentical(contacts, FindContactsByForce(engine, clutter.X_WB));
    clutter.Scatter();
  }
}

TEST_CASE(
    "CollisionEngine: margin 0 -> as without one, negative or NaN -> refused") {
  Clutter clutter(40);
  const CollisionEngine engine = clutter.MakeEngine();
  ContactSet contacts, within;
  engine.FindContacts(clutter.X_WB, &contacts);
  engine.FindContacts(clutter.X_WB, 0, &within);
  CheckIdentical(contacts, within);
  CHECK_THROWS_AS(engine.FindContacts(clutter.X_WB, -1, &within),
                  std::invalid_argument);
  CHECK_THROWS_AS(engine.FindContacts(clutter.X_WB, std::nan(""), &within),
                  std::invalid_argument);
}

TEST_CASE("CalcPairMargin: a pair's own margin -> in place of its surfaces'") {
  Geometry a, b;
  a.margin = 0.2;
  b.margin = 0.3;
  const GeometryPair pair{.geometry_a = 0,
                          .geometry_b = 1,
                          .material_a = {},
                          .material_b = {},
                          .margin = 0.1};
  CHECK(CalcPairMargin(a, b, nullptr, 0) == 0.3);
  CHECK(CalcPairMargin(b, a, nullptr, 0) == 0.3);
  CHECK(CalcPairMargin(a, b, nullptr, 0.4) == 0.4);
  CHECK(CalcPairMargin(a, b, &pair, 0) == 0.1);
  CHECK(CalcPairMargin(a, b, &pair, 0.4) == 0.4);
}

TEST_CASE(
    "CollisionEngine: ball and plane with margins -> the larger one holds") {
  const std::vector<bool> anchored{true, false};
  Geometry plane = MakeGeometry(0, HalfSpace{});
  Geometry ball = MakeGeometry(1, Sphere{1});
  std::vector<RigidTransform> X_WB(2, RigidTransform::Identity());
  ContactSet contacts;
  const auto depth_at = [&](double height) {
    X_WB[1].translation().z() = height;
    const CollisionEngine engine({plane, ball}, anchored, {});
    engine.FindContacts(X_WB, 0.01, &contacts);
    return contacts.points.empty() ? -INFINITY : contacts.points[0].depth;
  };
  CHECK(depth_at(1.009) == Approx(-0.009));
  CHECK(depth_at(1.011) == -INFINITY);
  plane.margin = 0.5;
  CHECK(depth_at(1.49) == Approx(-0.49));
  CHECK(depth_at(1.51) == -INFINITY);
  ball.margin = 0.7;
  CHECK(depth_at(1.69) == Approx(-0.69));
}

TEST_CASE(
    "CollisionEngine: manifolds -> in order of pairs, covering all points") {
  Clutter clutter(40);
  ContactSet contacts;
  clutter.MakeEngine().FindContacts(clutter.X_WB, &contacts);
  int next = 0;
  std::pair<int, int> last{-1, -1};
  for (const Manifold& m : contacts.manifolds) {
    const std::pair<int, int> pair{m.geometry_a, m.geometry_b};
    CHECK(last < pair);
    CHECK(m.geometry_a < m.geometry_b);
    CHECK(m.first_point == next);
    CHECK(m.num_points > 0);
    last = pair;
    next += m.num_points;
  }
  CHECK(next == static_cast<int>(contacts.points.size()));
}

TEST_CASE("CollisionEngine: earlier queries at other poses -> the same bits") {
  Clutter clutter(40);
  const CollisionEngine engine = clutter.MakeEngine();
  const auto X_WB = clutter.X_WB;
  ContactSet fresh, used;
  engine.FindContacts(X_WB, &fresh);
  for (int i = 0; i < 10; ++i) {
    clutter.Scatter();
    engine.FindContacts(clutter.X_WB, &used);
  }
  engine.FindContacts(X_WB, &used);
  CheckIdentical(fresh, used);

  ContactSet copy = used;
  engine.FindContacts(X_WB, &copy);
  CheckIdentical(fresh, copy);

  // The working space of another engine is made anew.
  Clutter other(7);
  ContactSet contacts;
  other.MakeEngine().FindContacts(other.X_WB, &contacts);
  engine.FindContacts(X_WB, &contacts);
  CheckIdentical(fresh, contacts);
}

TEST_CASE(
    "CollisionEngine: queries from eight threads -> those of brute force") {
  Clutter clutter(40);
  const CollisionEngine engine = clutter.MakeEngine();
  std::vector<std::vector<RigidTransform>> poses;
  for (int i = 0; i < 8; ++i) {
    poses.push_back(clutter.X_WB);
    clutter.Scatter();
  }
  std::vector<ContactSet> found(poses.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 10; ++k) engine.FindContacts(poses[i], &found[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    CheckIdentical(found[i], FindContactsByForce(engine, poses[i]));
  }
}

TEST_CASE("CollisionEngine: a query with several threads -> the bits of one") {
  for (int n : {10, 200}) {  // the latter in many chunks
    Clutter clutter(n);
    const CollisionEngine engine = clutter.MakeEngine();
    ContactSet one;
    engine.FindContacts(clutter.X_WB, 0.01, &one);
    for (int num_threads : {2, 5}) {
      ContactSet many;
      many.num_threads = num_threads;
      for (int i = 0; i < 2; ++i) {
        engine.FindContacts(clutter.X_WB, 0.01, &many);
        CheckIdentical(one, many);
      }
    }
    if (n == 200) CHECK(one.workspace.pairs.size() > 500);
  }
}

TEST_CASE("CollisionEngine: a warm query -> no allocation") {
  Clutter clutter(40);
  const CollisionEngine engine = clutter.MakeEngine();
  std::vector<std::vector<RigidTransform>> poses;
  for (int i = 0; i < 5; ++i) {
    clutter.Scatter();
    poses.push_back(clutter.X_WB);
  }
  ContactSet contacts;
  const auto run = [&] {
    for (const auto& X_WB : poses) engine.FindContacts(X_WB, &contacts);
  };
  run();
  run();
  CHECK(tactus::test::CountAllocations(run) == 0);
  // The counter counts.
  if (tactus::test::AllocationsAreCounted()) {
    CHECK(tactus::test::CountAllocations([] {
            std::vector<int>(10).swap(*std::make_unique<std::vector<int>>());
          }) > 0);
    CHECK(tactus::test::CountAllocations([] { VectorXd::Zero(10).eval(); }) >
          0);
  }
}

/// Two unit spheres of bodies 1 and 2, half a metre apart; do they touch?
bool Touch(const Geometry& a, const Geometry& b, std::vector<bool> anchored,
           std::vector<std::pair<int, int>> excluded) {
  const CollisionEngine engine({a, b}, std::move(anchored),
                               std::move(excluded));
  std::vector<RigidTransform> X_WB(3, RigidTransform::Identity());
  X_WB[2].translation().x() = 0.5;
  ContactSet contacts;
  engine.FindContacts(X_WB, &contacts);
  CHECK(contacts.manifolds.empty() == engine.CandidatePairs().empty());
  return !contacts.manifolds.empty();
}

TEST_CASE("CollisionEngine: pairs that are filtered out -> no contact") {
  const std::vector<bool> free{true, false, false};
  Geometry a = MakeGeometry(1, Sphere{1}), b = MakeGeometry(2, Sphere{1});
  CHECK(Touch(a, b, free, {}));

  SECTION("one body does not touch itself") {
    b.body = 1;
    CHECK(!Touch(a, b, free, {}));
  }
  SECTION("two anchored bodies do not touch, one and a free one do") {
    CHECK(!Touch(a, b, {true, true, true}, {}));
    CHECK(Touch(a, b, {true, true, false}, {}));
  }
  SECTION("excluded pairs, in either order") {
    CHECK(!Touch(a, b, free, {{1, 2}}));
    CHECK(!Touch(a, b, free, {{0, 1}, {2, 1}}));
    CHECK(Touch(a, b, free, {{0, 1}, {0, 2}}));
  }
  SECTION("contype and conaffinity") {
    a.contype = 2, a.conaffinity = 0;
    b.contype = 0, b.conaffinity = 4;
    CHECK(!Touch(a, b, free, {}));
    b.conaffinity = 6;
    CHECK(Touch(a, b, free, {}));
    a.contype = 0, a.conaffinity = 1;
    b.contype = 1, b.conaffinity = 0;
    CHECK(Touch(a, b, free, {}));
  }
}

TEST_CASE("CollisionEngine: half-spaces -> touch bodies but not each other") {
  const std::vector<bool> anchored{true, false};
  const CollisionEngine engine(
      {MakeGeometry(0, HalfSpace{}), MakeGeometry(1, HalfSpace{}),
       MakeGeometry(1, Sphere{1})},
      anchored, {});
  CHECK(engine.CandidatePairs() == std::vector<std::pair<int, int>>{{0, 2}});
  std::vector<RigidTransform> X_WB(2, RigidTransform::Identity());
  X_WB[1].translation().z() = 0.9;
  ContactSet contacts;
  engine.FindContacts(X_WB, &contacts);
  REQUIRE(contacts.points.size() == 1);
  CHECK(contacts.points[0].depth == Approx(0.1));
  X_WB[1].translation().z() = 1.1;
  engine.FindContacts(X_WB, &contacts);
  CHECK(contacts.manifolds.empty());
}

TEST_CASE("CollisionEngine: poses of NaN -> no contact, later queries sound") {
  Clutter clutter(10);
  const CollisionEngine engine = clutter.MakeEngine();
  for (std::size_t i = 1; i < clutter.X_WB.size(); ++i) {
    clutter.X_WB[i].translation().setConstant(std::nan(""));
  }
  ContactSet contacts;
  engine.FindContacts(clutter.X_WB, &contacts);
  CHECK(contacts.manifolds.empty());
  // And leave nothing behind.
  clutter.Scatter();
  engine.FindContacts(clutter.X_WB, &contacts);
  CheckIdentical(contacts, FindContactsByForce(engine, clutter.X_WB));
}

TEST_CASE("CollisionEngine: bad geometry -> refused by its name") {
  const auto refuse = [](const Geometry& g) {
    CHECK_THROWS_WITH(CollisionEngine({g}, {true, false}, {}),
                      Catch::Contains("\"of body 1\""));
  };
  refuse(MakeGeometry(1, Sphere{0}));
  refuse(MakeGeometry(1, Sphere{std::nan("")}));
  refuse(MakeGeometry(1, Box{{1, 1, -1}}));
  refuse(MakeGeometry(1, Capsule{1, 0}));
  refuse(MakeGeometry(1, Cylinder{0, 1}));
  refuse(MakeGeometry(1, Ellipsoid{{1, INFINITY, 1}}));
  refuse(MakeGeometry(1, ConvexMesh{}));
  RigidTransform skewed = RigidTransform::Identity();
  skewed.linear()(0, 1) = 0.1;
  refuse(MakeGeometry(1, Sphere{1}, skewed));
  RigidTransform mirrored = RigidTransform::Identity();
  mirrored.linear()(0, 0) = -1;
  refuse(MakeGeometry(1, Sphere{1}, mirrored));
  Geometry reaching = MakeGeometry(1, Sphere{1});
  reaching.margin = -1e-3;
  refuse(reaching);
  Geometry lost = MakeGeometry(1, Sphere{1});
  lost.body = 2;
  refuse(lost);
}

TEST_CASE("CollisionEngine: fewer poses than bodies -> refused") {
  const CollisionEngine engine({MakeGeometry(1, Sphere{1})}, {true, false}, {});
  ContactSet contacts;
  const std::vector<RigidTransform> one(1, RigidTransform::Identity());
  CHECK_THROWS_AS(engine.FindContacts(one, &contacts), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::contact::test

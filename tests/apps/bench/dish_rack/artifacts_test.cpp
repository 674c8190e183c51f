#include "tactus/apps/bench/dish_rack/artifacts.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

const Vector3d kCenter(0.02, -0.03, 0.05);  // p_BoBcm of a dish.
const examples::DishRackBounds kBounds{{-1, -2, 0}, {3, 4, 5}};

// Bodies 1 and 2 are dishes, 3 is a tray: sheets in z = 0 of their frames. The
// dishes' centres of mass are not the origins.
std::shared_ptr<const multibody::Model> MakeModel() {
  const contact::Box sheet{{0.1, 0.1, 0.002}};
  const multibody::SpatialInertia inertia = multibody::MakeSolidInertia(
      sheet, 1000, RigidTransform(Eigen::Translation3d(kCenter)));
  multibody::ModelBuilder builder;
  for (const char* name : {"mug", "plate", "tray"}) {
    const int body = builder.AddBody(name, inertia);
    builder.AddGeometry(
        {.name = name, .body = body, .shape = sheet, .material = {}});
  }
  return std::move(builder).Build();
}

// Where centres of mass are, body by body.
struct State {
  double time;
  Vector3d mug, plate, tray;
};

Artifacts Find(const std::vector<State>& states) {
  const auto model = MakeModel();
  const auto at = [](const Vector3d& p) {
    return RigidTransform(Eigen::Translation3d(p - kCenter));
  };
  BodyPaths paths;
  for (const State& state : states) {
    paths.times.push_back(state.time);
    paths.X_WB.push_back({RigidTransform::Identity(), at(state.mug),
                          at(state.plate), at(state.tray)});
  }
  return FindArtifacts(*model, std::array{1, 2}, kBounds, paths);
}

const Vector3d kIn(0, 0, 1), kOther(2, 2, 3), kFar(9, 9, 9);

TEST_CASE("Artifacts: dishes at rest within bounds -> none") {
  const Artifacts artifacts = Find({{0, kIn, kOther, kFar},
                                    {9, kIn, kOther, kFar},
                                    {10, kIn, kOther, kFar}});
  CHECK(artifacts.crossings.empty());
  CHECK(artifacts.lost == 0);
  CHECK(artifacts.rattle == 0);
  CHECK_FALSE(artifacts.has_any());
}

TEST_CASE("Artifacts: a centre of mass 1 mm beyond each bound -> lost there") {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      Vector3d p = kIn;
      p[axis] = side < 0 ? kBounds.lower[axis] : kBounds.upper[axis];
      INFO(axis << " " << side);
      p[axis] -= side * 0.001;
      CHECK(Find({{0, p, kOther, kFar}}).lost == 0);
      p[axis] += side * 0.002;
      CHECK(Find({{0, p, kOther, kFar}}).lost == 1);
      CHECK(Find({{0, kOther, p, kFar}}).lost == 1);
    }
  }
}

TEST_CASE("Artifacts: lost dishes -> each counted, by where it ends") {
  CHECK(Find({{0, kFar, kFar, kIn}}).lost == 2);
  CHECK(Find({{0, kFar, kFar, kIn}, {1, kIn, kFar, kIn}}).lost == 1);
  CHECK(Find({{0, kIn, kIn, kIn}, {1, kFar, kIn, kIn}}).lost == 1);
}

// From 9 s on, to and fro by `length` along `axis`, `count` times, the last of
// them at 10 s.
std::vector<State> Shake(double length, int count, int axis = 0,
                         double begin = 9) {
  std::vector<State> states;
  for (int i = 0; i <= 2 * count; ++i) {
    states.push_back({begin + 0.5 * i / count,
                      kIn + i % 2 * length * Vector3d::Unit(axis), kOther,
                      kFar});
  }
  return states;
}

TEST_CASE("Artifacts: to and fro in the last second -> the way over its time") {
  for (int axis = 0; axis < 3; ++axis) {
    CHECK(Find(Shake(0.01, 5, axis)).rattle == Approx(2 * 5 * 0.01));
    CHECK(Find(Shake(0.01, 2, axis)).rattle == Approx(2 * 2 * 0.01));
  }
  // It ends where it is when it has gone once more than come, 0.875 s after
  // the first state that is watched.
  std::vector<State> states = Shake(0.01, 4);
  states.pop_back();
  CHECK(Find(states).rattle == Approx((7 * 0.01 - 0.01) / 0.875));
}

TEST_CASE("Artifacts: to and fro before the last second -> not counted") {
  std::vector<State> states = Shake(0.01, 5, 0, 7);
  states.push_back({8.5, kIn, kOther, kFar});
  states.push_back({9.5, kIn, kOther, kFar});
  CHECK(Find(states).rattle == 0);
  // A state that is a second before the end belongs to it: 0.2 m and back.
  CHECK(Find({{8.99, kIn, kOther, kFar},
              {9, kIn + Vector3d(0.2, 0, 0), kOther, kFar},
              {10, kIn, kOther, kFar}})
            .rattle == 0);
  CHECK(Find({{9, kIn, kOther, kFar},
              {9.5, kIn + Vector3d(0.2, 0, 0), kOther, kFar},
              {10, kIn, kOther, kFar}})
            .rattle == Approx(0.4));
}

TEST_CASE("Artifacts: states far apart -> over the time between them") {
  CHECK(Find({{0, kIn, kOther, kFar},
              {9.5, kIn, kOther, kFar},
              {9.75, kIn + Vector3d(0.2, 0, 0), kOther, kFar},
              {10, kIn, kOther, kFar}})
            .rattle == Approx(0.4 / 0.5));
  // None of the last second but the end.
  CHECK(Find({{0, kIn, kOther, kFar}, {10, kOther, kOther, kFar}}).rattle == 0);
}

TEST_CASE("Artifacts: a dish that goes straight on -> no rattle") {
  std::vector<State> states;
  for (int i = 0; i <= 10; ++i)
    states.push_back(
        {9 + 0.1 * i, kIn, kIn + i * Vector3d(0.03, 0.1, 0.2), kFar});
  CHECK(std::abs(Find(states).rattle) < 1e-12);
}

TEST_CASE("Artifacts: several bodies -> the dish that rattles most") {
  std::vector<State> states = Shake(0.01, 5);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto shift = static_cast<double>(i % 2) * Vector3d::UnitZ();
    states[i].plate += 0.03 * shift;
    states[i].tray += 0.5 * shift;  // Is no dish.
  }
  CHECK(Find(states).rattle == Approx(10 * 0.03));
  for (State& state : states) std::swap(state.mug, state.plate);
  CHECK(Find(states).rattle == Approx(10 * 0.03));
}

// The mug goes through the plate, and both through the tray.
TEST_CASE("Artifacts: sheets through each other -> pairs with a dish") {
  const Vector3d z = Vector3d::UnitZ();
  CHECK(Find({{0, 3 * z, 2 * z, z}, {1, 2.5 * z, 2 * z, z}}).crossings.empty());
  CHECK(Find({{0, 3 * z, 2 * z, z}, {1, 1.5 * z, 2 * z, z}}).crossings.size() ==
        1);
  CHECK(
      Find({{0, 3 * z, 2 * z, z}, {1, 0.4 * z, 0.5 * z, z}}).crossings.size() ==
      3);
}

TEST_CASE("Artifacts: a pair that passes twice -> once, when it first did") {
  const Vector3d z = Vector3d::UnitZ();
  const State above{0, 3 * z, 2 * z, kFar}, below{0.5, z, 2 * z, kFar};
  const State back{0.7, 3 * z, 2 * z, kFar};
  const std::vector<Crossing> crossings = Find({above, below, back}).crossings;
  REQUIRE(crossings.size() == 1);
  CHECK(crossings[0].a == 0);
  CHECK(crossings[0].b == 1);
  CHECK(crossings[0].time == 0.5);
}

TEST_CASE("Artifacts: one of each kind, and 1 mm/s -> any, and none") {
  CHECK(Artifacts{.crossings = {{0, 1, 0.5}}}.has_any());
  CHECK(Artifacts{.lost = 1}.has_any());
  CHECK(Artifacts{.rattle = 0.00101}.has_any());
  CHECK_FALSE(Artifacts{.rattle = 0.00099}.has_any());
}

}  // namespace
}  // namespace tactus::apps

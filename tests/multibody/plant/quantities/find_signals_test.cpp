#include "tactus/multibody/plant/quantities/find_signals.h"

#include "multibody/box_scene.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::multibody {
namespace {

using systems::DiagramBuilder;
using systems::Signal;
using Names = std::vector<std::string>;

std::unique_ptr<systems::Diagram> MakeDiagram(int num_plants) {
  DiagramBuilder builder;
  for (int i = 0; i < num_plants; ++i) {
    builder.AddSystem<MultibodyPlant>(test::MakeBoxModel({}),
                                      "plant" + std::to_string(i));
  }
  builder.AddSystem<systems::ConstantVectorSource>("outer/source",
                                                   Vector3d(1, 2, 3));
  return std::move(builder).Build();
}

Names Find(const systems::Diagram& diagram, std::string_view name) {
  Names names;
  for (const Signal& signal : FindSignals(diagram, name)) {
    names.push_back(signal.name);
  }
  return names;
}

TEST_CASE("Find signals: names of ports and quantities -> those signals") {
  const auto diagram = MakeDiagram(1);
  CHECK(Find(*diagram, "plant0/state") == Names{"plant0/state"});
  CHECK(Find(*diagram, "body/box/pose") == Names{"body/box/pose"});
  CHECK(Find(*diagram, "contact/box/world/wrench") ==
        Names{"contact/box/world/wrench"});
  const auto signals = FindSignals(*diagram, "outer/source/*");
  REQUIRE(signals.size() == 1);
  VectorXd value(3);
  signals[0].calc(diagram->CreateDefaultContext(), value);
  CHECK(value == Vector3d(1, 2, 3));
}

TEST_CASE(
    "Find signals: patterns -> all that fit, contacts only where they are "
    "meant") {
  const auto diagram = MakeDiagram(1);
  CHECK(Find(*diagram, "body/*") ==
        Names{"body/box/pose", "body/box/velocity"});
  CHECK(Find(*diagram, "energy/*").size() == 3);
  CHECK(Find(*diagram, "contact/*") == Names{"contact/world/box/wrench"});
  CHECK(Find(*diagram, "contact/world/box/*") ==
        Names{"contact/world/box/wrench"});
  CHECK(Find(*diagram, "contact/box/*") == Names{"contact/box/world/wrench"});
  const Names all = Find(*diagram, "*");
  CHECK(std::ranges::count(all, "plant0/state") == 1);
  CHECK(std::ranges::count(all, "contact/world/box/wrench") == 0);
}

TEST_CASE("Find signals: two patterns that share a signal -> the signal once") {
  const auto diagram = MakeDiagram(1);
  const Names wanted = {"energy/total", "energy/*", "body/box/pose"};
  Names names;
  for (const Signal& signal : FindSignals(*diagram, wanted)) {
    names.push_back(signal.name);
  }
  CHECK(names == Names{"energy/total", "energy/kinetic", "energy/potential",
                       "body/box/pose"});
}

TEST_CASE(
    "Find signals: several plants -> quantities under the plants' names") {
  const auto diagram = MakeDiagram(2);
  CHECK(Find(*diagram, "plant1/body/box/pose") ==
        Names{"plant1/body/box/pose"});
  CHECK(Find(*diagram, "plant1/contact/world/box/wrench").size() == 1);
  CHECK(Find(*diagram, "plant0/contact/*") ==
        Names{"plant0/contact/world/box/wrench"});
  CHECK(Find(*diagram, "*/energy/total").size() == 2);
  CHECK_THROWS_WITH(Find(*diagram, "body/box/pose"),
                    Catch::Contains("'plant0/body/box/pose'"));
}

TEST_CASE("Find signals: an unknown name -> refused with what is near") {
  const auto diagram = MakeDiagram(1);
  CHECK_THROWS_WITH(
      Find(*diagram, "body/bax/pose"),
      "no signal is called 'body/bax/pose'; did you mean 'body/box/pose'?");
  CHECK_THROWS_WITH(Find(*diagram, "joints/*/velocity"),
                    Catch::StartsWith("no signal fits 'joints/*/velocity'; "));
  CHECK_THROWS_WITH(Find(*diagram, "contact/world/bex/wrench"),
                    Catch::Contains("'contact/world/box/wrench'"));
  CHECK_THROWS_WITH(Find(*diagram, "plant0/contact_results"),
                    Catch::Contains("'plant0/contact_results' is no vector") &&
                        Catch::Contains("ContactResults") &&
                        Catch::Contains("there are: 'plant0/state'"));
}

// Two models, of which one has a body more.
std::unique_ptr<systems::Diagram> MakeHands() {
  ModelBuilder arm;
  const auto add = [&arm](const char* name) {
    const SpatialInertia inertia = MakeSolidInertia(contact::Sphere{0.1}, 1000,
                                                    RigidTransform::Identity());
    const int body = arm.AddBody(name, inertia);
    arm.AddGeometry({.name = name,
                     .body = body,
                     .shape = contact::Sphere{0.1},
                     .material = {}});
  };
  arm.AddGeometry({.name = "ground",
                   .body = 0,
                   .shape = contact::HalfSpace{},
                   .material = {}});
  add("left::hand");
  add("right::hand");
  add("left::thumb");
  DiagramBuilder builder;
  builder.AddSystem<MultibodyPlant>(std::move(arm).Build());
  return std::move(builder).Build();
}

TEST_CASE("Find signals: names without scope -> where one is meant") {
  const auto diagram = MakeHands();
  CHECK(Find(*diagram, "body/thumb/pose") == Names{"body/left::thumb/pose"});
  CHECK(Find(*diagram, "body/left::hand/pose") ==
        Names{"body/left::hand/pose"});
  CHECK_THROWS_WITH(
      FindSignals(*diagram, "body/hand/pose"),
      Catch::Contains("may be any of body/left::hand/pose, body/right::hand"));
  CHECK_THROWS_WITH(FindSignals(*diagram, "body/foot/pose"),
                    Catch::Contains("no signal is called"));
}

TEST_CASE("Find signals: patterns without scope -> where one each is meant") {
  const auto diagram = MakeHands();
  CHECK(Find(*diagram, "body/thumb/*") ==
        Names{"body/left::thumb/pose", "body/left::thumb/velocity"});
  CHECK(Find(*diagram, "body/*/pose").size() == 3);
  CHECK_THROWS_WITH(Find(*diagram, "body/hand/*"),
                    Catch::Contains("'body/hand/pose' may be any of "
                                    "body/left::hand/pose, body/right::hand"));
  CHECK_THROWS_WITH(Find(*diagram, "body/foot/*"),
                    Catch::Contains("no signal fits"));
}

TEST_CASE("Find signals: contacts without scope -> where one is meant") {
  const auto diagram = MakeHands();
  CHECK(Find(*diagram, "contact/world/thumb/wrench") ==
        Names{"contact/world/left::thumb/wrench"});
  CHECK(Find(*diagram, "contact/thumb/world/wrench") ==
        Names{"contact/left::thumb/world/wrench"});
  CHECK(Find(*diagram, "contact/world/thumb/*") ==
        Names{"contact/world/left::thumb/wrench"});
  CHECK(Find(*diagram, "contact/thumb/world/*") ==
        Names{"contact/left::thumb/world/wrench"});
  CHECK_THROWS_WITH(Find(*diagram, "contact/world/hand/wrench"),
                    Catch::Contains("may be any of"));
  CHECK_THROWS_WITH(Find(*diagram, "contact/world/hand/*"),
                    Catch::Contains("may be any of"));
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/apps/models/neutral_scene.h"

#include <cmath>
#include <functional>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Contains;
using Json = nlohmann::ordered_json;

// Every shape, and nothing at its default.
Json MakeExample() {
  return Json::parse(R"({
    "name": "all", "description": "of each one", "gravity": [0.1, 0, -3.7],
    "friction": {"mu_static": 0.8, "mu_dynamic": 0.6,
                 "stiction_tolerance": 1e-3, "torsional": 0.02,
                 "rolling": 0.001},
    "contact": {"stiffness": 2e4, "dissipation": 3, "restitution": 0},
    "duration": 2.5, "settle": 0.5, "dt": 0.002,
    "static": [
      {"name": "slope", "shape": "halfspace", "normal": [0.6, 0, 0.8],
       "offset": 0.25},
      {"name": "post", "shape": "box", "size": {"half_extents": [1, 2, 3]},
       "position": [4, 5, 6], "quat_wxyz": [0.6, 0, 0.8, 0]}],
    "bodies": [
      {"name": "a", "shape": "sphere", "size": {"radius": 0.1}, "mass": 2,
       "inertia_diag": [1, 2, 2.5], "position": [0, 0, 1],
       "quat_wxyz": [1, 0, 0, 0], "linear_velocity": [1, 2, 3],
       "angular_velocity": [4, 5, 6]},
      {"name": "b", "shape": "capsule",
       "size": {"radius": 0.1, "half_length": 0.3}, "mass": 1,
       "inertia_diag": [1, 1, 1], "position": [0, 1, 1],
       "quat_wxyz": [0, 1, 0, 0]},
      {"name": "c", "shape": "cylinder",
       "size": {"radius": 0.2, "half_length": 0.4}, "mass": 1,
       "inertia_diag": [1, 1, 1], "position": [0, 2, 1],
       "quat_wxyz": [0.5, -0.5, 0.5, -0.5]},
      {"name": "d", "shape": "ellipsoid", "size": {"semi_axes": [0.1, 0.2, 0.3]},
       "mass": 1, "inertia_diag": [1, 1, 1], "position": [0, 3, 1],
       "quat_wxyz": [1, 0, 0, 0]},
      {"name": "e", "shape": "box", "size": {"half_extents": [0.1, 0.2, 0.3]},
       "mass": 1, "inertia_diag": [1, 1, 1], "position": [0, 4, 1],
       "quat_wxyz": [1, 0, 0, 0]}]})");
}

NeutralScene Read(const Json& json) {
  const ScratchFolder folder;
  std::ofstream(folder / "s.json") << json.dump();
  return ReadNeutralScene(folder / "s.json");
}

TEST_CASE("ReadNeutralScene: every shape and member -> as the file says") {
  const NeutralScene scene = Read(MakeExample());
  CHECK(scene.name == "all");
  CHECK(scene.gravity == Vector3d(0.1, 0, -3.7));
  CHECK(scene.friction.mu_static == 0.8);
  CHECK(scene.friction.mu_dynamic == 0.6);
  CHECK(scene.friction.stiction_tolerance == 1e-3);
  CHECK(scene.friction.torsional == 0.02);
  CHECK(scene.friction.rolling == 0.001);
  CHECK(scene.stiffness == 2e4);
  CHECK(scene.dissipation == 3);
  CHECK(scene.duration == 2.5);
  CHECK(scene.settle == 0.5);
  CHECK(scene.step == 0.002);
  REQUIRE(scene.fixed.size() == 2);
  const RigidTransform& slope = scene.fixed[0].X_WG;
  CHECK((slope.linear().col(2) - Vector3d(0.6, 0, 0.8)).norm() < 1e-15);
  CHECK((slope.translation() - Vector3d(0.15, 0, 0.2)).norm() < 1e-15);
  CHECK(scene.fixed[1].X_WG.translation() == Vector3d(4, 5, 6));
  REQUIRE(scene.bodies.size() == 5);
  const NeutralScene::Body& a = scene.bodies[0];
  CHECK(std::get<contact::Sphere>(a.shape).radius == 0.1);
  CHECK(a.mass == 2);
  CHECK(a.inertia == Vector3d(1, 2, 2.5));
  CHECK(a.linear_velocity == Vector3d(1, 2, 3));
  CHECK(a.angular_velocity == Vector3d(4, 5, 6));
  CHECK(std::get<contact::Capsule>(scene.bodies[1].shape).half_length == 0.3);
  CHECK(std::get<contact::Cylinder>(scene.bodies[2].shape).radius == 0.2);
  CHECK(scene.bodies[2].orientation.coeffs() ==
        Quaterniond(0.5, -0.5, 0.5, -0.5).coeffs());
  CHECK(std::get<contact::Ellipsoid>(scene.bodies[3].shape).radii ==
        Vector3d(0.1, 0.2, 0.3));
  CHECK(scene.bodies[4].linear_velocity == Vector3d::Zero());
}

// Members that may be left out come back at their defaults.
TEST_CASE("MakeNeutralJson: a scene that was read -> reads as itself") {
  const Json once = MakeNeutralJson(Read(MakeExample()));
  Json twice = MakeNeutralJson(Read(once));
  Json& turned = twice["static"][1]["quat_wxyz"];
  for (int i = 0; i < 4; ++i) {
    const Json& before = once["static"][1]["quat_wxyz"][i];
    CHECK(std::abs(turned[i].get<double>() - before.get<double>()) < 1e-15);
    turned[i] = before;
  }
  CHECK(twice == once);
  Json example = MakeExample();
  for (const char* key :
       {"name", "gravity", "friction", "duration", "settle", "dt"})
    CHECK(once[key] == example[key]);
  for (std::size_t i = 0; i < example["bodies"].size(); ++i) {
    Json& body = example["bodies"][i];
    for (const char* key : {"linear_velocity", "angular_velocity"}) {
      if (!body.contains(key)) body[key] = {0.0, 0.0, 0.0};
    }
    CHECK(once["bodies"][i] == body);
  }
}

TEST_CASE("ReadNeutralScene: faults -> refused with file and element") {
  const auto refuse = [](const std::function<void(Json*)>& spoil,
                         const std::string& where, const std::string& why) {
    Json json = MakeExample();
    spoil(&json);
    CHECK_THROWS_WITH(Read(json),
                      Contains("s.json: " + where) && Contains(why));
  };
  refuse([](Json* s) { (*s)["bodies"][2]["mass"] = -1; },
         "bodies[2] \"c\": ", "\"mass\" must be positive, it is -1");
  refuse([](Json* s) { (*s)["bodies"][1]["inertia_diag"][0] = 0; },
         "bodies[1] \"b\": ", "\"inertia_diag\" must have positive numbers");
  refuse([](Json* s) { (*s)["bodies"][1]["size"].erase("radius"); },
         "bodies[1] \"b\": size: ", "\"radius\" is missing");
  refuse([](Json* s) { (*s)["bodies"][0]["size"]["half_length"] = 1; },
         "bodies[0] \"a\": size: ", "no member \"half_length\"");
  refuse([](Json* s) { (*s)["bodies"][0]["shape"] = "torus"; },
         "bodies[0] \"a\": ", "there is no shape \"torus\"");
  refuse([](Json* s) { (*s)["bodies"][0]["shape"] = "halfspace"; },
         "bodies[0] \"a\": ", "there is no shape \"halfspace\"");
  refuse([](Json* s) { (*s)["bodies"][0]["colour"] = "red"; },
         "bodies[0] \"a\": ", "there is no member \"colour\"");
  refuse([](Json* s) { (*s)["bodies"][0]["quat_wxyz"][0] = 2; },
         "bodies[0] \"a\": ", "\"quat_wxyz\" must have length 1, it has 2");
  const std::string twice = "something before it has the same name";
  refuse([](Json* s) { (*s)["bodies"][1]["name"] = "a"; },
         "bodies[1] \"a\": ", twice);
  refuse([](Json* s) { (*s)["bodies"][0]["name"] = "post"; },
         "bodies[0] \"post\": ", twice);
  refuse([](Json* s) { (*s)["static"][1]["name"] = "slope"; },
         "static[1] \"slope\": ", twice);
  refuse([](Json* s) { (*s)["units"] = "cm, g, s"; }, "",
         "\"units\" must start with \"SI\"");
  refuse([](Json* s) { (*s)["bodies"] = Json::array(); }, "",
         "it has no \"bodies\"");
  refuse(
      [](Json* s) {
        (*s)["static"][0]["normal"] = {0, 0, 2};
      },
      "static[0] \"slope\": ", "\"normal\" must have length 1, it has 2");
  refuse(
      [](Json* s) {
        (*s)["static"][0]["position"] = {0, 0, 2};
      },
      "static[0] \"slope\": ", "there is no member \"position\"");
  refuse([](Json* s) { (*s)["friction"]["mu_dynamic"] = 0.9; },
         "friction: ", "must not be above \"mu_static\"");
  refuse([](Json* s) { (*s)["friction"]["stiction_tolerance"] = 0; },
         "friction: ", "must be positive");
  refuse([](Json* s) { (*s)["contact"]["restitution"] = 0.5; },
         "contact: ", "\"restitution\" must be 0");
  refuse([](Json* s) { (*s)["contact"].erase("stiffness"); },
         "contact: ", "\"stiffness\" is missing");
  refuse([](Json* s) { (*s)["duration"] = 0; }, "", "\"duration\" must be");
  refuse([](Json* s) { s->erase("gravity"); }, "", "\"gravity\" is missing");
}

TEST_CASE("MakeNeutralJson: a mesh -> refused by the body's name") {
  NeutralScene scene = Read(MakeExample());
  scene.bodies[3].shape = contact::ConvexMesh{};
  CHECK_THROWS_WITH(MakeNeutralJson(scene), Contains("\"d\" is a mesh"));
}

}  // namespace
}  // namespace tactus::apps

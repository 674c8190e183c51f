#include "tactus/apps/models/scene_export.h"

#include <cmath>
#include <fstream>
#include <set>

#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/apps/io/json_element.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using Catch::Contains;
using Json = nlohmann::ordered_json;
using multibody::ModelBuilder;

constexpr double kSame = 1e-12;

Json ExportBuiltIn(const std::string& name) {
  const examples::Scene& scene = examples::FindScene(name);
  return MakeNeutralJson(ExportScene(name, std::string(scene.description),
                                     scene.duration, scene.make()));
}

// Quaternions turn alike with either sign. Prose is each writer's own.
void CheckSame(const Json& ours, const Json& theirs, const std::string& place) {
  const std::set<std::string> prose = {"description", "units", "model"};
  INFO(place);
  if (theirs.is_object()) {
    REQUIRE(ours.is_object());
    CHECK(ours.size() == theirs.size());
    for (const auto& [key, value] : theirs.items()) {
      REQUIRE(ours.contains(key));
      if (!prose.contains(key)) CheckSame(ours[key], value, place + "/" + key);
    }
  } else if (theirs.is_array()) {
    REQUIRE(ours.size() == theirs.size());
    double sign = 1;
    if (place.ends_with("/quat_wxyz")) {
      double dot = 0;
      for (int i = 0; i < 4; ++i)
        dot += ours[i].get<double>() * theirs[i].get<double>();
      sign = std::copysign(1, dot);
    }
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      if (theirs[i].is_number()) {
        CHECK(ours[i].get<double>() == Approx(sign * theirs[i].get<double>())
                                           .epsilon(kSame)
                                           .margin(kSame));
      } else {
        CheckSame(ours[i], theirs[i], place + "/" + std::to_string(i));
      }
    }
  } else if (theirs.is_number()) {
    CHECK(ours.get<double>() ==
          Approx(theirs.get<double>()).epsilon(kSame).margin(kSame));
  } else {
    CHECK(ours == theirs);
  }
}

TEST_CASE("ExportScene: built-in scenes -> as the files for other simulators") {
  for (const std::string name :
       {"hard_clutter", "soft_clutter", "ball_energy"}) {
    const std::string file = "scenes/" + name + ".json";
    if (!tactus::test::HasShared(file)) continue;
    std::ifstream in(tactus::test::SharedDirectory() / file);
    CheckSame(ExportBuiltIn(name), Json::parse(in), name);
  }
}

// The same lattice; what disturbs it is not.
TEST_CASE("ExportScene: scaling scenes -> those of others but for a jitter") {
  for (const int count : {10, 100, 1000}) {
    const std::string name = "scaling_" + std::to_string(count);
    if (!tactus::test::HasShared("scenes/" + name + ".json")) continue;
    std::ifstream in(tactus::test::SharedDirectory() / "scenes" /
                     (name + ".json"));
    const Json theirs = Json::parse(in);
    const Json ours = ExportBuiltIn(name);
    for (const char* key : {"gravity", "friction", "duration", "static"})
      CheckSame(ours[key], theirs[key], name + "/" + key);
    REQUIRE(ours["bodies"].size() == theirs["bodies"].size());
    for (int i = 0; i < count; ++i) {
      const Json &mine = ours["bodies"][i], &other = theirs["bodies"][i];
      for (const char* key : {"shape", "size", "mass", "inertia_diag"})
        CheckSame(mine[key], other[key], name + "/" + key);
      for (int axis = 0; axis < 3; ++axis) {
        CHECK(std::abs(mine["position"][axis].get<double>() -
                       other["position"][axis].get<double>()) <
              (axis == 2 ? 0.005 : 0.016) + 1e-6);
      }
    }
  }
}

TEST_CASE("ExportScene: scenes with more than free bodies -> refused by name") {
  const auto refuse = [](const std::string& name, const std::string& why) {
    CHECK_THROWS_WITH(ExportBuiltIn(name),
                      Contains("scene '" + name + "'") && Contains(why));
  };
  refuse("franka", "it has the block");
  refuse("conveyor", "");
  refuse("double_pendulum", "is not that of a free body");
  CHECK_THROWS_WITH(ExportBuiltIn("nothing"), Contains("no scene 'nothing'"));
}

/// Two balls over a floor, of which `spoil` makes something else.
template <class Spoil>
NeutralScene ExportSpoiled(const Spoil& spoil) {
  ModelBuilder builder;
  const auto material = examples::MakePairMaterial(1e4, 1, 0.5, 1e-3);
  const contact::Sphere ball{0.1};
  for (const char* name : {"a", "b"}) {
    const int body = builder.AddBody(
        name,
        multibody::MakeSolidInertia(ball, 1000, RigidTransform::Identity()));
    contact::Geometry geometry{
        .name = name, .body = body, .shape = ball, .material = material};
    if (*name == 'b') spoil(&builder, &geometry);
    builder.AddGeometry(geometry);
  }
  examples::AddFixed(&builder, "floor", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  return ExportScene("test", "", 1,
                     examples::MakePlantScene(std::move(builder).Build()));
}

TEST_CASE("ExportScene: contact, shapes, joints beyond the form -> refused") {
  using contact::Geometry;
  const NeutralScene plain = ExportSpoiled([](ModelBuilder*, Geometry*) {});
  CHECK(plain.bodies.size() == 2);
  CHECK(plain.stiffness == Approx(1e4));
  const auto refuse = [](const auto& spoil, const std::string& why) {
    CHECK_THROWS_WITH(ExportSpoiled(spoil),
                      Contains("scene 'test'") && Contains(why));
  };
  refuse([](ModelBuilder*, Geometry* g) { g->material.dissipation = 2; },
         "touch by another law");
  refuse([](ModelBuilder*, Geometry* g) { g->margin = 0.01; },
         "'b' has a margin");
  refuse([](ModelBuilder*, Geometry* g) { g->contype = g->conaffinity = 2; },
         "pass through each other");
  refuse([](ModelBuilder*, Geometry* g) { g->X_BG.translation().x() = 0.01; },
         "body 'b'");
  refuse([](ModelBuilder* m, Geometry* g) { m->AddGeometry(*g); },
         "body 'b' has 2 shapes");
  refuse(
      [](ModelBuilder* m, Geometry* g) {
        m->AddJoint({.name = "slide",
                     .type = multibody::JointType::kPrismatic,
                     .parent = 0,
                     .child = g->body});
      },
      "joint 'slide' is not that of a free body");
}

}  // namespace
}  // namespace tactus::apps

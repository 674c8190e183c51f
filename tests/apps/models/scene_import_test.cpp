#include "tactus/apps/models/scene_import.h"

#include <algorithm>
#include <cmath>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/models/model_file.h"

namespace tactus::apps {
namespace {

using Catch::Contains;
using Json = nlohmann::json;

constexpr const char* kThrow = R"({
  "gravity": [0, 0, -9.81], "duration": 0.25,
  "friction": {"mu_static": 0.5, "mu_dynamic": 0.4,
               "stiction_tolerance": 1e-3},
  "contact": {"stiffness": 1e4, "dissipation": 2},
  "static": [{"name": "ground", "shape": "halfspace", "normal": [0, 0, 1],
              "offset": -5}],
  "bodies": [
    {"name": "b", "shape": "box", "size": {"half_extents": [0.1, 0.2, 0.3]},
     "mass": 2, "inertia_diag": [0.02, 0.02, 0.02], "position": [1, 2, 3],
     "quat_wxyz": [0.6, 0, 0, 0.8], "linear_velocity": [1, 0, 2],
     "angular_velocity": [0, 0, 3]}]})";

struct ThrowFile {
  ThrowFile() { std::ofstream(path) << kThrow; }
  ScratchFolder folder;
  std::string path = (folder / "throw.json").string();
};

TEST_CASE(
    "AddNeutralScene: a throw -> a model with its contact, mass, velocity") {
  const ThrowFile file;
  const LoadedModel loaded = LoadModelFile(file.path, {});
  const multibody::Model& model = *loaded.model;
  REQUIRE(model.geometries().size() == 2);
  const contact::PairMaterial pair = contact::Combine(
      model.geometries()[0].material, model.geometries()[1].material);
  CHECK(pair.stiffness == Approx(1e4));
  CHECK(pair.dissipation == Approx(2));
  CHECK(pair.static_friction == Approx(0.5));
  CHECK(pair.dynamic_friction == Approx(0.4));
  CHECK(pair.stiction_velocity == 1e-3);
  CHECK(pair.torsional_friction == 0);
  CHECK(loaded.duration == 0.25);
  Vector6d v;
  v << 0, 0, 3, 1, 0, 2;
  CHECK(loaded.start_velocities == v);
  const multibody::Body& body = model.bodies()[model.BodyIndex("b")];
  CHECK(body.inertia.mass == 2);
  CHECK(body.inertia.I_Bcm.isApprox(0.02 * Matrix3d::Identity()));
}

// A throw has a closed form.
TEST_CASE(
    "tactus run: a neutral scene of a throw -> its closed form and duration") {
  const ThrowFile file;
  const std::string report_path = (file.folder / "r.json").string();
  const Outcome outcome = Call({"run", file.path, "--integrator", "rk3",
                                "--quiet", "--report", report_path});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  const Json report = Json::parse(ReadText(report_path));
  CHECK(report["duration"].get<double>() == Approx(0.25));
  const auto pose = report["final_positions"]["b"].get<std::vector<double>>();
  CHECK(pose[0] == Approx(1.25).margin(1e-6));
  CHECK(pose[1] == Approx(2).margin(1e-6));
  CHECK(pose[2] == Approx(3 + 0.5 - 9.81 / 2 * 0.0625).margin(1e-5));
  const double angle = 2 * std::atan2(0.8, 0.6) + 0.75;
  CHECK(std::abs(std::cos(angle / 2) * pose[3] +
                 std::sin(angle / 2) * pose[6]) == Approx(1).margin(1e-10));
}

TEST_CASE(
    "tactus run --strict: a neutral scene's settle and dt -> told not to act") {
  const ThrowFile file;
  Json scene = Json::parse(kThrow);
  CHECK(LoadModelFile(file.path, {}).report.notices().empty());
  scene["settle"] = 0.1;
  scene["dt"] = 1e-3;
  std::ofstream(file.path) << scene.dump(1);
  const Outcome outcome = Call({"run", file.path, "--strict"});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.err, Contains("<settle>: ") && Contains("<dt>: ") &&
                              Contains("does not act here"));
  // Sorted by key, "dt" comes after a body of many lines, and "contact".
  const std::string text = ReadText(file.path);
  const auto before = text.begin() + static_cast<long>(text.find("\"dt\""));
  const auto line = 1 + std::count(text.begin(), before, '\n');
  CHECK_THAT(outcome.err,
             Contains(file.path + ":" + std::to_string(line) + ": "));
}

TEST_CASE(
    "tactus run: hard_clutter exported -> contacts and positions of the "
    "scene") {
  const ScratchFolder folder;
  const std::string scene = (folder / "s.json").string();
  REQUIRE(Call({"scenes", "--export", "hard_clutter", "--out", scene}).code ==
          kDone);
  const auto run = [&](const std::string& target) {
    const std::string path = (folder / "r.json").string();
    const Outcome outcome = Call({"run", target, "--step", "2e-3", "--duration",
                                  "0.2", "--quiet", "--report", path});
    INFO(outcome.err);
    REQUIRE(outcome.code == kDone);
    return Json::parse(ReadText(path));
  };
  const Json direct = run("hard_clutter"), imported = run(scene);
  CHECK(imported["contacts_max"] == direct["contacts_max"]);
  CHECK(imported["contacts_max"].get<int>() > 0);
  REQUIRE(imported["final_positions"].size() == 20);
  for (const auto& [name, pose] : direct["final_positions"].items()) {
    for (int i = 0; i < 3; ++i) {
      CHECK(imported["final_positions"][name][i].get<double>() ==
            Approx(pose[i].get<double>()).margin(1e-9));
    }
  }
}

TEST_CASE(
    "tactus run: a neutral scene with unused options, no gravity -> refused") {
  const ThrowFile file;
  CheckRefused({"run", file.path, "--weld-root"}, "--weld-root is not for");
  CheckRefused({"run", file.path, "--no-fix-inertia"},
               "--no-fix-inertia is not for");
  CheckRefused({"run", file.path, "--keyframe", "home"}, "no keyframe 'home'");
  std::ofstream(file.path) << "{}";
  CheckRefused({"run", file.path}, "throw.json: \"gravity\" is missing");
}

}  // namespace
}  // namespace tactus::apps

// The programs of other simulators, where they are built: a ball dropped has
// closed forms.
#include <cmath>
#include <iostream>

#include "apps/scratch_folder.h"
#include "support/build_folder.h"
#include "support/shared.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/apps/bench/peers/neutral_mjcf.h"
#include "tactus/apps/io/child_process.h"

namespace tactus::apps {
namespace {

using Catch::Contains;
using Json = nlohmann::json;

constexpr double kGravity = 9.81, kMass = 0.5, kRadius = 0.1, kGap = 0.2;
constexpr double kStiffness = 1e4;

bool IsBuilt(const std::string& program) {
  if (std::filesystem::exists(tactus::test::BuildFolder() / "bin" / program))
    return true;
  std::cout << "skipped: " << program << " is not built\n";
  tactus::test::AnythingSkipped() = true;
  return false;
}

// A ball over a floor, which is a half-space or, for `box`, a box.
NeutralScene MakeBall(double dissipation, double friction, bool box = false) {
  NeutralScene scene;
  scene.name = "ball";
  scene.friction = {.mu_static = friction,
                    .mu_dynamic = friction,
                    .stiction_tolerance = 1e-3};
  scene.stiffness = kStiffness;
  scene.dissipation = dissipation;
  scene.duration = 1;
  scene.fixed.push_back({.name = "floor", .shape = contact::HalfSpace{}});
  if (box) {
    scene.fixed[0].shape = contact::Box{{0.5, 0.5, 0.25}};
    scene.fixed[0].X_WG.translation().z() = -0.25;
  }
  NeutralScene::Body ball{.name = "ball",
                          .shape = contact::Sphere{kRadius},
                          .mass = kMass,
                          .inertia = Vector3d::Constant(0.002)};
  ball.position.z() = kRadius + kGap;
  scene.bodies.push_back(ball);
  return scene;
}

struct Peer {
  explicit Peer(std::string name) : program(std::move(name)) {}

  ChildResult Call(std::vector<std::string> arguments) const {
    return RunChild(
        {.program = (tactus::test::BuildFolder() / "bin" / program).string(),
         .arguments = std::move(arguments)});
  }

  Json Run(const NeutralScene& scene, std::vector<std::string> more) const {
    std::ofstream(folder / "s.json") << MakeNeutralJson(scene);
    more.insert(more.begin(), {(folder / "s.json").string(), "--report",
                               (folder / "r.json").string()});
    const ChildResult result = Call(more);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return Json::parse(ReadText(folder / "r.json"));
  }

  std::string program;
  ScratchFolder folder;
};

double HeightOf(const Json& report) {
  return report["final_positions"]["ball"][2].get<double>();
}

double Energy(double height, double speed) {
  return kMass * (kGravity * height + speed * speed / 2);
}

// Both simulators at their tightest: the ball falls, hits after sqrt(2 gap / g)
// = 0.202 s, and rests when it has lost its energy.
void CheckFall(const Peer& peer, const std::vector<std::string>& tight) {
  std::vector<std::string> more = tight;
  more.insert(more.end(), {"--duration", "0.15"});
  const Json report = peer.Run(MakeBall(0, 0), more);
  CHECK(report["status"] == "ok");
  CHECK(report["contacts_max"] == 0);
  const double fall = kGravity / 2 * 0.15 * 0.15;
  CHECK(HeightOf(report) == Approx(kRadius + kGap - fall).margin(1e-4));
  CHECK(report["final_velocities"]["ball"][5].get<double>() ==
        Approx(-kGravity * 0.15).margin(1e-6));
  const double energy = Energy(kRadius + kGap, 0);
  CHECK(report["energy_initial_J"].get<double>() == Approx(energy));
  CHECK(report["energy_final_J"].get<double>() == Approx(energy).epsilon(1e-3));
}

TEST_CASE(
    "tactus-peer-mujoco: a dropped ball -> free fall, spring depth, rest") {
  if (!IsBuilt("tactus-peer-mujoco")) return;
  const Peer peer("tactus-peer-mujoco");
  CheckFall(peer, {"--step", "1e-4"});
  const double impact = std::sqrt(2 * kGravity * kGap);
  const Json bounce =
      peer.Run(MakeBall(0, 0), {"--step", "1e-4", "--contact", "matched"});
  const double deepest = impact * std::sqrt(kMass / kStiffness);
  CHECK(bounce["penetration_max_m"].get<double>() ==
        Approx(deepest).epsilon(0.02));
  CHECK(bounce["penetration_outliers"] == 0);
  CHECK(bounce["contacts_max"] == 1);
  const double settled_depth = 0.05 * kMass * kGravity / kStiffness;
  const Json rest =
      peer.Run(MakeBall(5, 0.5), {"--step", "1e-3", "--duration", "3",
                                  "--contact", "matched", "--settle", "2"});
  CHECK(kRadius - HeightOf(rest) == Approx(settled_depth).epsilon(0.01));
  CHECK(rest["penetration_mean_m"].get<double>() ==
        Approx(settled_depth).epsilon(0.01));
  CHECK(rest["steps"] == 1000);
  CHECK(rest["newton_iterations"].get<long>() >= 0);
  CHECK(rest["settings"]["cone"] == "elliptic");
  CHECK(rest["settings"]["timestep"] == 1e-3);
  CHECK(rest["energy_final_J"].get<double>() ==
        Approx(Energy(kRadius, 0)).epsilon(1e-3));
}

TEST_CASE(
    "tactus-peer-simbody: a dropped ball -> free fall, energy kept, rest") {
  if (!IsBuilt("tactus-peer-simbody")) return;
  const Peer peer("tactus-peer-simbody");
  CheckFall(peer, {"--accuracy", "1e-7"});
  const double energy = Energy(kRadius + kGap, 0);
  for (const std::string integrator : {"rkm", "cpodes"}) {
    const Json bounce =
        peer.Run(MakeBall(0, 0), {"--accuracy", "1e-7", "--duration", "0.35",
                                  "--integrator", integrator});
    CHECK(bounce["contacts_max"] == 1);
    CHECK(bounce["energy_final_J"].get<double>() ==
          Approx(energy).epsilon(1e-3));
  }
  const double settled_depth = kMass * kGravity / kStiffness;
  const Json rest =
      peer.Run(MakeBall(5, 0.5, true),
               {"--accuracy", "1e-4", "--duration", "5", "--settle", "4"});
  CHECK(kRadius - HeightOf(rest) == Approx(settled_depth).epsilon(0.02));
  CHECK(rest["steps"].get<long>() > 0);
  CHECK(rest["settings"]["transition_velocity"] == 1e-3);
}

TEST_CASE("Peer programs: --trajectory, --log-rate -> a row per period") {
  for (const std::string name : {"tactus-peer-mujoco", "tactus-peer-simbody"}) {
    if (!IsBuilt(name)) continue;
    const Peer peer(name);
    const std::string path = (peer.folder / "t.csv").string();
    const bool mujoco = name == "tactus-peer-mujoco";
    peer.Run(MakeBall(0, 0),
             {mujoco ? "--step" : "--accuracy", "1e-3", "--duration", "0.2",
              "--trajectory", path, "--log-rate", "100"});
    std::istringstream rows(ReadText(path));
    std::string row;
    std::getline(rows, row);
    int k = 0;
    for (; std::getline(rows, row); ++k) {
      double t = 0, z = 0;
      REQUIRE(std::sscanf(row.c_str(), "%lf,%*f,%*f,%lf", &t, &z) == 2);
      CHECK(t == Approx(k / 100.0).margin(1e-9));
      CHECK(z == Approx(kRadius + kGap - kGravity / 2 * t * t).margin(2e-3));
    }
    CHECK(k == 21);
  }
}

// A box is a half-space only while nothing leaves the face that it has.
TEST_CASE("tactus-peer-simbody: a ball off the face of the floor -> an error") {
  if (!IsBuilt("tactus-peer-simbody")) return;
  const Peer peer("tactus-peer-simbody");
  const auto call = [&](const NeutralScene& scene) {
    std::ofstream(peer.folder / "s.json") << MakeNeutralJson(scene);
    return peer.Call({(peer.folder / "s.json").string()});
  };
  NeutralScene scene = MakeBall(1, 0.5, true);
  scene.bodies[0].linear_velocity.x() = 10;
  const ChildResult missed = call(scene);
  CHECK(missed.code == 3);
  CHECK_THAT(missed.err, Contains("'ball' touches the half-space of 'floor'"));
  scene.bodies.push_back(scene.bodies[0]);
  scene.bodies[1].name = "below";
  scene.bodies[1].position.z() = -2;
  const ChildResult between = call(scene);
  CHECK(between.code == 2);
  CHECK_THAT(between.err, Contains("'floor' cannot be said as a half-space"));
}

TEST_CASE("Peer programs: unsupported shape or MJCF -> refused, or stripped") {
  NeutralScene scene = MakeBall(1, 0.5);
  scene.bodies[0].shape = contact::Box{Vector3d::Constant(0.1)};
  if (IsBuilt("tactus-peer-simbody")) {
    const Peer peer("tactus-peer-simbody");
    std::ofstream(peer.folder / "s.json") << MakeNeutralJson(scene);
    const ChildResult result = peer.Call({(peer.folder / "s.json").string()});
    CHECK(result.code == 2);
    CHECK_THAT(result.err, Contains("body 'ball' is no sphere"));
  }
  if (IsBuilt("tactus-peer-mujoco")) {
    const Peer peer("tactus-peer-mujoco");
    std::ofstream(peer.folder / "m.xml")
        << "<mujoco><option integrator='implicitfast'/><worldbody><body><geom "
           "size='1' later='2'/></body></worldbody></mujoco>";
    const std::string model = (peer.folder / "m.xml").string();
    const std::string report = (peer.folder / "r.json").string();
    const ChildResult refused = peer.Call({model, "--report", report});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("cannot load: "));
    CHECK_THAT(Json::parse(ReadText(report))["status"].get<std::string>(),
               Catch::StartsWith("cannot load: "));
    const ChildResult stripped =
        peer.Call({model, "--report", report, "--strip-unknown", "--duration",
                   "0.01", "--step", "1e-3"});
    INFO(stripped.err);
    REQUIRE(stripped.code == 0);
    const Json list = Json::parse(ReadText(report))["settings"]["stripped"];
    CHECK(list.dump() ==
          R"(["geom later","option integrator=\"implicitfast\""])");
    CHECK(peer.Call({"none.json"}).code == 2);
  }
}

}  // namespace
}  // namespace tactus::apps

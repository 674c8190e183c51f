#include <cmath>
#include <filesystem>
#include <fstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/apps/commands/commands.h"
#include "tactus/examples/models/models.h"

namespace tactus::apps {
namespace {

using Catch::Contains;

TEST_CASE(
    "tactus init: each model that comes with Tactus -> a scenario that runs") {
  const ScratchFolder folder;
  for (const examples::ModelFile& file : examples::ModelFiles()) {
    INFO(file.name);
    const std::string model = (folder / std::string(file.name)).string();
    const std::string out = model + ".yaml";
    std::ofstream(model) << file.text;
    const Outcome made = Call({"init", model, "--out", out});
    INFO(made.err);
    REQUIRE(made.code == kDone);
    CHECK_THAT(ReadText(out), Contains("file: \"" + std::string(file.name)));
    const Outcome run = Call({"run", out, "--duration", "0.01", "--quiet",
                              "--out", (folder / "out").string()});
    INFO(run.err);
    CHECK(run.code == kDone);
  }
}

TEST_CASE(
    "tactus init: a box in the ground -> a scenario in which it stands on it") {
  const ScratchFolder folder;
  const std::string model = (folder / "a box.xml").string();
  const std::string out = (folder / "b.yaml").string();
  std::ofstream(model) << R"(<mujoco><worldbody><body name="box">
      <freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>
      </mujoco>)";
  REQUIRE(Call({"init", model, "--out", out}).code == kDone);
  const std::string text = ReadText(out);
  CHECK_THAT(text, Contains("name: a_box, file: \"a box.xml\""));
  CHECK_THAT(text, Contains("translation: [0, 0, 0.3]"));
  CHECK_THAT(text, !Contains("systems"));
  CHECK(Call({"check", out}).code == kDone);
}

TEST_CASE("tactus init: a scenario -> refused as one") {
  const ScratchFolder folder;
  const std::string file = (folder / "own.yaml").string();
  std::ofstream(file) << "directives: []\n";
  const Outcome outcome = Call({"init", file});
  CHECK(outcome.code == kUserError);
  CHECK_THAT(outcome.err, Contains("is a scenario already"));
}

TEST_CASE("tactus init: a world of several -> a scenario of that world") {
  const ScratchFolder folder;
  const std::string model = (folder / "two.sdf").string();
  const std::string out = (folder / "two.yaml").string();
  std::ofstream(model) << R"(<sdf version="1.9">
      <world name="a"><model name="m"><link name="l"/></model></world>
      <world name="b"><model name="n"><link name="k"/></model></world></sdf>)";
  REQUIRE(Call({"init", model, "--world", "b", "--out", out}).code == kDone);
  CHECK_THAT(ReadText(out), Contains("world: \"b\"") && Contains("n::k"));
  CHECK(Call({"check", out}).code == kDone);
  const Outcome refused = Call({"check", out, "--world", "b"});
  CHECK(refused.code == kUserError);
  CHECK_THAT(refused.err, Contains("--world is for model files"));
}

TEST_CASE("tactus init: names that scenarios take -> a scenario that runs") {
  const ScratchFolder folder;
  // Two joints j, one of them in a model of its own; a motor per joint.
  const std::string text = R"(<sdf version="1.9"><model name="m">
      <link name="ground"/><link name="b"/>
      <joint name="hold" type="fixed"><parent>world</parent>
        <child>ground</child></joint>
      <joint name="j" type="revolute"><parent>ground</parent><child>b</child>
        <axis><xyz>0 1 0</xyz></axis></joint>
      <model name="n"><link name="c"/><link name="d"/>
        <joint name="j" type="revolute"><parent>c</parent><child>d</child>
          <axis><xyz>0 1 0</xyz></axis></joint></model>
      <joint name="tie" type="fixed"><parent>b</parent><child>n::c</child>
      </joint></model></sdf>)";
  for (const char* name : {"world", "plant", "plant_actuation", "goal",
                           "controller", "null", "ground", "j", "7"}) {
    INFO(name);
    const std::string model = (folder / name).string() + ".sdf";
    const std::string out = model + ".yaml";
    std::ofstream(model) << text;
    REQUIRE(Call({"init", model, "--out", out}).code == kDone);
    CHECK_THAT(ReadText(out), Contains("InverseDynamicsController") &&
                                  Contains("add_ground: {name: ground_}"));
    const Outcome run = Call({"run", out, "--duration", "0.01", "--quiet",
                              "--out", (folder / "out").string()});
    INFO(run.err);
    CHECK(run.code == kDone);
  }
}

TEST_CASE("tactus init: a model with a floor of its own -> no other ground") {
  const ScratchFolder folder;
  const std::string model = (folder / "box.xml").string();
  const std::string out = (folder / "box.yaml").string();
  std::ofstream(model) << R"(<mujoco><worldbody>
      <geom name="ground" type="plane" size="1 1 .1" pos="0 0 -1"/>
      <body name="box"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
      </worldbody></mujoco>)";
  REQUIRE(Call({"init", model, "--out", out}).code == kDone);
  CHECK_THAT(ReadText(out),
             !Contains("add_ground") && Contains("translation: [0, 0, 0]"));
  CHECK(Call({"check", out}).code == kDone);
}

TEST_CASE(
    "tactus init: a package -> found as the option says, which is passed on") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder / "somewhere/meshes");
  std::ofstream(folder / "somewhere/meshes/a.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
         "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const std::string model = (folder / "r.urdf").string();
  const std::string out = (folder / "r.yaml").string();
  std::ofstream(model) << R"(<robot name="r"><link name="a"><inertial>
      <mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0"
      iyz="0"/></inertial><collision><geometry><mesh
      filename="package://pack/meshes/a.obj"/></geometry></collision></link>
      </robot>)";
  CHECK(Call({"init", model, "--out", out}).code == kUserError);
  const std::string package = "pack=" + (folder / "somewhere").string();
  REQUIRE(Call({"init", model, "--out", out, "--package", package}).code ==
          kDone);
  CHECK_THAT(ReadText(out), Contains("--package '" + package + "'"));
  CHECK(Call({"check", out, "--package", package}).code == kDone);
}

// z = 3 + 2 t - 9.81 t^2 / 2
TEST_CASE(
    "tactus init: a neutral scene -> a scenario that starts with its "
    "velocities") {
  const ScratchFolder folder;
  const std::string model = (folder / "throw.json").string();
  const std::string out = (folder / "throw.yaml").string();
  const std::string report = (folder / "report.json").string();
  std::ofstream(model) << R"({
      "gravity": [0, 0, -9.81], "duration": 0.25, "static": [],
      "friction": {"mu_static": 0.5, "mu_dynamic": 0.4,
                   "stiction_tolerance": 1e-3},
      "contact": {"stiffness": 1e4, "dissipation": 2}, "bodies": [
        {"name": "b", "shape": "box", "size": {"half_extents": [0.1, 0.2, 0.3]},
         "mass": 2, "inertia_diag": [0.02, 0.02, 0.02], "position": [1, 2, 3],
         "quat_wxyz": [1, 0, 0, 0], "linear_velocity": [1, 0, 2],
         "angular_velocity": [0, 0, 3]}]})";
  const Outcome made = Call({"init", model, "--out", out});
  INFO(made.err);
  REQUIRE(made.code == kDone);
  const Outcome run = Call({"run", out, "--duration", "0.5", "--out",
                            folder.path().string(), "--report", report});
  INFO(run.err);
  REQUIRE(run.code == kDone);
  const auto final_pose =
      nlohmann::json::parse(ReadText(report))["final_positions"]["throw::b"];
  CHECK(std::abs(final_pose[2].get<double>() - (3 + 1 - 9.81 / 8)) < 1e-3);
}

TEST_CASE("tactus init: what cannot be -> refused, and nothing is written") {
  const ScratchFolder folder;
  const std::string model = (folder / "box.xml").string();
  const std::string out = (folder / "box.yaml").string();
  CheckRefused({"init", model}, "there is no file");
  std::ofstream(model) << "<mujoco><worldbody><body><freejoint/></body>"
                          "</worldbody></mujoco>";
  CheckRefused({"init", model, "--out", (folder / "box.txt").string()},
               "ends in .yaml");
  CheckRefused({"init", model, "--out", out}, "box.xml");
  CHECK(folder.num_entries() == 1);
  std::ofstream(out) << "mine";
  CheckRefused({"init", model, "--out", out}, "there already");
  CHECK(ReadText(out) == "mine");
}

TEST_CASE("tactus init: a keyframe called home -> the start") {
  const ScratchFolder folder;
  const std::string model = (folder / "arm.xml").string();
  const std::string out = (folder / "arm.yaml").string();
  std::ofstream(model) << R"(<mujoco><worldbody>
      <body name="arm" pos="0 0 1"><joint name="pin" axis="0 1 0"/>
      <geom type="sphere" size=".1"/></body></worldbody>
      <keyframe><key name="up" qpos="1"/><key name="home" qpos="0.25"/>
      </keyframe></mujoco>)";
  REQUIRE(Call({"init", model, "--out", out}).code == kDone);
  CHECK_THAT(ReadText(out), Contains("pin\": 0.25") || Contains("pin: 0.25") ||
                                Contains("pin': 0.25"));
  CHECK(Call({"check", out}).code == kDone);
}

TEST_CASE(
    "tactus init: the only keyframe -> the start, and others than home named") {
  const ScratchFolder folder;
  const std::string model = (folder / "drone.xml").string();
  const auto make = [&](const std::string& keys) {
    std::ofstream(model) << R"(<mujoco><worldbody>
      <body name="drone"><freejoint/><geom size=".1" mass="1"/></body>
      </worldbody><keyframe>)"
                         << keys << "</keyframe></mujoco>";
    const std::string out = (folder / "drone.yaml").string();
    std::filesystem::remove(out);
    REQUIRE(Call({"init", model, "--out", out}).code == kDone);
    CHECK(Call({"check", out}).code == kDone);
    return ReadText(out);
  };
  const std::string hover = R"(<key name="hover" qpos="0 0 3 1 0 0 0"/>)";
  const std::string low = R"(<key name="low" qpos="0 0 1 1 0 0 0"/>)";
  const std::string home = R"(<key name="home" qpos="0 0 2 1 0 0 0"/>)";
  const std::string one = make(hover);
  CHECK_THAT(one, Contains("keyframes: [\"drone::hover\"]"));
  CHECK_THAT(one, Contains("translation: [0, 0, 3]"));
  CHECK_THAT(one, !Contains("# Keyframes"));
  const std::string two = make(hover + low);
  CHECK_THAT(two, Contains("# Keyframes: hover, low\n"));
  CHECK_THAT(two, !Contains("keyframes: ["));
  const std::string three = make(hover + home + low);
  CHECK_THAT(three, Contains("# Keyframes besides: hover, low\n"));
  CHECK_THAT(three, Contains("keyframes: [\"drone::home\"]"));
  CHECK_THAT(three, Contains("translation: [0, 0, 2]"));
}

TEST_CASE("tactus init: a hand held at the origin -> the ground is below it") {
  const ScratchFolder folder;
  const std::string model = (folder / "hand.xml").string();
  const std::string out = (folder / "hand.yaml").string();
  // It reaches to 0.104 m below zero; the ball beside it is above the ground.
  std::ofstream(model) << R"(<mujoco><worldbody>
      <body name="finger"><joint name="pin" axis="0 0 1"/>
      <geom type="capsule" fromto="0 0 -.084 .2 0 0" size=".02"/></body>
      <body name="ball" pos="1 0 0"><freejoint/><geom size=".05"/></body>
      </worldbody></mujoco>)";
  REQUIRE(Call({"init", model, "--out", out}).code == kDone);
  CHECK_THAT(ReadText(out), Contains("- add_ground: {height: -0.11}\n"));
  CHECK_THAT(ReadText(out), Contains("translation: [1, 0, 0]"));
  const Outcome run = Call({"run", out, "--duration", "0.01", "--quiet",
                            "--out", (folder / "out").string()});
  CHECK(run.code == kDone);
  CHECK_THAT(run.err, !Contains("deep"));
}

TEST_CASE("tactus init: controls of the keyframe home -> they hold") {
  const ScratchFolder folder;
  const std::string model = (folder / "arm.xml").string();
  const std::string out = (folder / "arm.yaml").string();
  // A floating base: no computed torque.
  std::ofstream(model) << R"(<mujoco><option gravity="0 0 0"/><worldbody>
      <body name="base" pos="0 0 1"><freejoint/><geom size=".1" mass="1"/>
      <body name="arm"><joint name="pin" axis="0 1 0" damping="1"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02" mass="0.1"/>
      </body></body></worldbody>
      <actuator><position name="servo" joint="pin" kp="50"/></actuator>
      <keyframe><key name="home" qpos="0 0 1 1 0 0 0 0.8" ctrl="0.8"/>
      </keyframe></mujoco>)";
  REQUIRE(Call({"init", model, "--out", out}).code == kDone);
  std::ofstream(out, std::ios::app)
      << "assert:\n- {joint_position: pin, near: 0.8, tolerance: 1e-3}\n";
  const Outcome run = Call({"run", out, "--duration", "1", "--quiet"});
  INFO(run.err);
  CHECK(run.code == kDone);
}

}  // namespace
}  // namespace tactus::apps

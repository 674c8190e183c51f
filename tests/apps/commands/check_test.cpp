#include <filesystem>
#include <fstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include "support/source_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Contains, Catch::StartsWith;

// Writes a model and checks it.
Outcome Check(const std::string& body, std::vector<std::string> flags = {}) {
  const ScratchFolder folder;
  const std::string file = (folder / "model.xml").string();
  std::ofstream(file) << "<mujoco><worldbody>" + body +
                             "</worldbody><actuator><motor name='m' "
                             "joint='j' ctrlrange='-2 3'/></actuator></mujoco>";
  flags.insert(flags.begin(), {"check", file});
  return Call(flags);
}

// Principal moments 1, 1 and 3: no body has them.
const std::string kUnphysical =
    "<body name='b'><joint name='j'/>"
    "<inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/></body>";

const std::string kOverlapping =
    "<geom name='table' type='box' size='1 1 1'/>"
    "<body name='b' pos='0 0 1'><joint name='j' type='slide' range='.5 1'/>"
    "<geom name='ball' size='.1'/></body>";

TEST_CASE(
    "tactus check: an unphysical inertia -> replaced, or refused on request") {
  const Outcome refused = Check(kUnphysical, {"--no-fix-inertia"});
  CHECK(refused.code == kUserError);
  CHECK_THAT(refused.err, Contains("without --no-fix-inertia"));
  CHECK(Check(kUnphysical, {"--strict"}).code == kUserError);

  // The excess 3 - 1 - 1 = 1 is shared: (1, 1, 3) + (1, 1, -1) / 3.
  const Outcome fixed = Check(kUnphysical);
  INFO(fixed.err);
  CHECK(fixed.code == kDone);
  CHECK_THAT(fixed.out, Contains("principal moments 1 1 3 were replaced by the "
                                 "nearest physical ones, 1.33333 1.33333 "
                                 "2.66667"));
}

TEST_CASE(
    "tactus check: three approximated geoms -> counted in heading and "
    "summary") {
  const Outcome outcome = Check(
      "<body name='b'><joint name='j'/><geom size='1' condim='6'/>"
      "<geom size='1' condim='6'/><geom size='1' gap='1'/></body>");
  CHECK_THAT(outcome.out, Contains("approximated: 3\n"));
  CHECK_THAT(outcome.out, Contains("with 3 things left out or approximated"));
}

TEST_CASE(
    "tactus check: a start outside of limits, an overlap -> told as doubts") {
  const Outcome outcome = Check(kOverlapping);
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out,
             Contains("doubt: joint 'j' starts at 0, outside of its limits"));
  CHECK_THAT(outcome.out, Contains("'table' of body 'world'"));
  CHECK_THAT(outcome.out, Contains("'ball' of body 'b'"));
  CHECK_THAT(outcome.out, Contains("2, of which 1 pair may touch"));
}

TEST_CASE("tactus check --list: a model -> its bodies, joints and actuators") {
  const Outcome outcome = Check(kOverlapping, {"--list"});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.out, Contains("bodies: name, mass"));
  CHECK_THAT(outcome.out, Contains("prismatic"));
  CHECK_THAT(outcome.out, Contains("[0.5, 1]"));
  CHECK_THAT(outcome.out, Contains("[-2, 3]"));
}

TEST_CASE(
    "tactus check --list: joints of several coordinates -> all their limits") {
  const ScratchFolder folder;
  const std::string file = (folder / "arm.urdf").string();
  const std::string link =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/>"
      "</inertial></link>";
  std::ofstream(file)
      << "<robot name='r'><link name='world'/><link name='a'>" + link +
             "<link name='b'>" + link +
             "<drake:joint name='u' type='universal'><parent link='world'/>"
             "<child link='a'/><limit lower='-1 -.5' upper='2'/></drake:joint>"
             "<drake:joint name='p' type='ball'><parent link='a'/>"
             "<child link='b'/></drake:joint></robot>";
  const Outcome outcome = Call({"check", file, "--list"});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.out, Contains("universal  [-1, 2] [-0.5, 2]"));
  CHECK_THAT(outcome.out, Contains("ball       -"));
  const Outcome ball = Check(
      "<body><joint name='k' type='ball' range='0 45'/><geom size='1'/></body>"
      "<body><joint name='j'/><geom size='1'/></body>",
      {"--list"});
  CHECK_THAT(ball.out, Contains("<= 0.7854"));
}

TEST_CASE("tactus check --graph: a scenario -> its blocks and wires") {
  const ScratchFolder folder;
  const std::string graph = (folder / "hammer.dot").string();
  const std::string scenario =
      tactus::test::SourceFolder() / "examples/scenarios/hammer.yaml";
  const Outcome outcome = Call({"check", scenario, "--graph", graph});
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  const std::string text = ReadText(graph);
  CHECK_THAT(text, StartsWith("digraph {"));
  for (const char* block : {"plant", "hold", "goal", "robot"}) {
    CHECK_THAT(text, Contains("|" + std::string(block) + "|") ||
                         Contains("{" + std::string(block) + "|"));
  }
  CHECK_THAT(text, Contains("|<u1> desired_state"));
  CHECK_THAT(text, Contains(":e -> block"));
}

TEST_CASE("tactus check --graph: a model -> its plant alone, and no input") {
  const ScratchFolder folder;
  const std::string graph = (folder / "arm.dot").string();
  const std::string model =
      tactus::test::SourceFolder() / "examples/scenarios/arm.xml";
  CHECK(Call({"check", model, "--graph", graph}).code == kDone);
  CHECK_THAT(ReadText(graph), Contains("|plant|") && !Contains("->"));

  const auto copy = folder / "copy.xml";
  std::filesystem::copy_file(model, copy);
  const Outcome refused =
      Call({"check", copy.string(), "--graph", copy.string()});
  CHECK(refused.code == kUserError);
  CHECK_THAT(refused.err, Contains("it is what is read"));
  CHECK(ReadText(copy) == ReadText(model));
}

TEST_CASE("tactus check --list: pairs that may touch -> how they do, and why") {
  const ScratchFolder folder;
  const std::string file = (folder / "s.yaml").string();
  std::ofstream(file) << R"(directives:
- add_ground: {name: ground, modulus: .inf}
- add_body: {name: soft, shape: {sphere: {radius: 0.1}}, mass: 1,
    modulus: 1.0e+5, color: [1, 0, 0]}
- add_body: {name: hard, shape: {sphere: {radius: 0.1}}, mass: 1}
- add_body: {name: stone, shape: {sphere: {radius: 0.1}}, mass: 1,
    modulus: .inf}
)";
  const Outcome outcome = Call({"check", file, "--list"});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out, Contains("6 pairs may touch, 2 of them by patches"));
  CHECK_THAT(outcome.out, Contains("patch: 1e+05 Pa on rigid") ||
                              Contains("patch: rigid on 1e+05 Pa"));
  CHECK_THAT(outcome.out,
             Contains("points: 'hard::hard' has no pressure field") ||
                 Contains("points: 'hard' has no pressure field"));
  CHECK_THAT(outcome.out, Contains("points: both are rigid"));
}

// 28 sides: the corners are by (pi / 28)^2 / 3 of the radius outside.
TEST_CASE("tactus check: round shapes of patches -> how far facets are off") {
  const std::string bodies =
      "<geom name='floor' type='plane' size='1 1 1'/>"
      "<body pos='0 0 1'><joint name='j' type='slide'/>"
      "<geom name='rod' type='cylinder' size='.02 .15'/></body>"
      "<body pos='0 0 2'><freejoint/>"
      "<geom name='box' type='box' size='.02 .15 .1'/></body>";
  const Outcome outcome = Check(bodies, {"--hydroelastic", "1e7", "--list"});
  INFO(outcome.err << outcome.out);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out,
             Contains("facets       1 round shape, off by up to 0.42 % of the "
                      "radius: 'rod', of 28 edges, by 0.084 mm"));
  CHECK_THAT(outcome.out, Contains("facets: geometry, edges around it"));
  CHECK_THAT(Check(bodies, {"--list"}).out, !Contains("facets"));
}

TEST_CASE("tactus check: notices -> by kind, the worst first, and who acts") {
  const ScratchFolder folder;
  const std::string file = (folder / "m.xml").string();
  std::ofstream(file)
      << "<mujoco><asset><skin/></asset><worldbody><body>"
         "<joint name='j' margin='1'/><geom size='1'/></body></worldbody>"
         "<actuator><motor joint='j'/><general joint='j' biastype='user'/>"
         "<general joint='j' gaintype='user'/></actuator></mujoco>";
  const Outcome outcome = Call({"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out, StartsWith("left out of the physics: 2\n  "));
  const std::size_t approximated = outcome.out.find("\napproximated: 1\n");
  const std::size_t cosmetic =
      outcome.out.find("\nwithout a part in the physics: 1\n");
  CHECK(approximated < cosmetic);
  CHECK(cosmetic < outcome.out.size());
  CHECK_THAT(outcome.out, Contains("actuators    1 of 3 act"));
}

TEST_CASE(
    "tactus check: --hydroelastic -> who touches by patches, and why not") {
  const std::string body =
      "<geom name='floor' type='plane' size='1 1 1'/>"
      "<body name='b' pos='0 0 1'><joint name='j' type='slide' range='-1 1'/>"
      "<geom name='ball' size='.1'/></body>";
  const Outcome by_patches = Check(body, {"--hydroelastic", "1e7", "--list"});
  INFO(by_patches.err);
  CHECK(by_patches.code == kDone);
  CHECK_THAT(by_patches.out,
             Contains("1 pair may touch, 1 of them by patches"));
  CHECK_THAT(by_patches.out, Contains("patch: rigid on 1e+07 Pa"));
  const Outcome at_points = Check(body, {"--list"});
  CHECK_THAT(at_points.out, !Contains("patch"));
  CHECK_THAT(Check(body, {"--hydroelastic", "0"}).err,
             Contains("--hydroelastic must be a positive number"));
  CHECK_THAT(Check(body, {"--contact-model", "pint"}).err,
             Contains("point, hydroelastic_with_fallback, hydroelastic"));
  CHECK_THAT(
      Check(body, {"--hydroelastic", "1", "--contact-model", "point"}).err,
      Contains("has no meaning"));
}

TEST_CASE("tactus check: elastic bodies under cenic -> refused, as by run") {
  const ScratchFolder folder;
  const std::string file = (folder / "soft.yaml").string();
  const auto check = [&](const std::string& simulator) {
    std::ofstream(file)
        << "directives:\n"
           "- add_elastic_body: {name: b, mesh: {box: {size: [0.1, 0.1, 0.1], "
           "cells: [1, 1, 1]}}, youngs_modulus: 1e5, density: 1000}\n" +
               simulator;
    return Call({"check", file});
  };
  const Outcome refused = check("");
  CHECK(refused.code == kUserError);
  CHECK_THAT(refused.err, Contains("cenic does not take elastic bodies"));
  const Outcome taken = check("simulator: {integrator: cond}\n");
  CHECK(taken.code == kDone);
  CHECK_THAT(taken.out, Contains("can be simulated, by cond"));
}

}  // namespace
}  // namespace tactus::apps

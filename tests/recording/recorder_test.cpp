#include "tactus/recording/recorder.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>

#include "support/skip.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/recording/gltf_writer.h"
#include "tactus/recording/viewer_page.h"

namespace tactus::recording {
namespace {

using Catch::Contains, Catch::StartsWith;

constexpr double kGravity = 9.81;

bool HasViewerPage() {
  if (!EmbeddedViewerPage().empty()) return true;
  tactus::test::Skip("the build has no viewer: it is made without node");
  return false;
}

// A ball that is thrown up at 3 m/s, and flies free until 0.83 s.
examples::SceneInstance MakeThrow() {
  multibody::ModelBuilder builder;
  ParseMjcf(R"(<mujoco><worldbody>
      <body name="ball" pos="0 0 1"><freejoint name="free"/>
        <geom size="0.1"/></body>
      <geom name="ground" type="plane" size="1 1 1"/>
    </worldbody></mujoco>)",
            "throw.xml", {}, &builder);
  auto scene = examples::MakePlantScene(std::move(builder).Build());
  VectorXd v = VectorXd::Zero(6);
  v[5] = 3;
  scene.plant->SetJointVelocities(&scene.context, "free", v);
  return scene;
}

systems::Simulator MakeSimulator(const examples::SceneInstance& scene) {
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-6});
  return simulator;
}

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("Recorder: a ball in free flight -> frames at the rate on its path") {
  const auto scene = MakeThrow();
  systems::Simulator simulator = MakeSimulator(scene);
  Recorder recorder(*scene.plant, 50);
  recorder.Watch(&simulator);
  simulator.AdvanceTo(0.51);

  const Recording& recording = recorder.recording();
  // At 0, 0.02 ... 0.5 s, and the end.
  REQUIRE(recording.frames.size() == 27);
  CHECK(recording.duration() == 0.51);
  for (int i = 0; i < 27; ++i) {
    const Frame& frame = recording.frames[i];
    const double t = i < 26 ? i / 50.0 : 0.51;
    CHECK(frame.time == Approx(t).margin(1e-12));
    // z = 1 + 3 t - g t^2 / 2
    CHECK(frame.poses[1].p_WB.z() ==
          Approx(1 + 3 * t - kGravity / 2 * t * t).margin(1e-5));
  }
}

TEST_CASE("Recorder: looked at on the way -> frames as if it had not been") {
  const auto scene = MakeThrow();
  systems::Simulator simulator = MakeSimulator(scene);
  Recorder looked_at(*scene.plant, 50), other(*scene.plant, 50);
  looked_at.Watch(&simulator);
  other.Watch(&simulator);
  simulator.AdvanceTo(0.105);
  CHECK(looked_at.recording().duration() == 0.105);
  CHECK(looked_at.recording().frames.size() == 7);
  simulator.AdvanceTo(0.3);
  CHECK(MakeGlb(looked_at.recording()) == MakeGlb(other.recording()));
  CHECK(looked_at.recording().steps == other.recording().steps);
}

// A cube that stands on its patch of five polygons.
examples::SceneInstance MakeStanding() {
  const std::pair<std::string, double> by_patch[] = {{"contact", 1}};
  return examples::MakeWith(examples::FindScene("rattle_cube"), by_patch);
}

TEST_CASE("Recorder: patches -> in every frame of the rate that touches") {
  const auto scene = MakeStanding();
  systems::Simulator simulator = MakeSimulator(scene);
  Recorder recorder(*scene.plant, 50);
  recorder.Watch(&simulator);
  simulator.AdvanceTo(1.015);
  const Recording& recording = recorder.recording();
  CHECK(recording.frames.front().patches.empty());
  REQUIRE(recording.frames.size() == 52);
  for (std::size_t i = 25; i < 52; ++i)
    CHECK(recording.frames[i].patches.size() == 1);
  CHECK(recording.notes.empty());
}

TEST_CASE("Recorder: steps between frames -> polygons of frames alone") {
  const auto scene = MakeStanding();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::IcfStep>(), 1e-3);
  Recorder recorder(*scene.plant, 10);
  recorder.Watch(&simulator);
  simulator.AdvanceTo(0.5);
  CHECK(recorder.recording().frames.size() == 6);
  CHECK(recorder.num_patch_queries() == 6);
}

TEST_CASE("Recorder: more polygons than fit -> none later, which is said") {
  const auto scene = MakeStanding();
  systems::Simulator simulator = MakeSimulator(scene);
  simulator.AdvanceTo(0.5);
  // 20 corners of 16 bytes and 5 sizes of 4 to each frame.
  Recorder recorder(*scene.plant, 50, 10 * (20 * 16 + 5 * 4) + 1);
  recorder.set_notes({{"a", "b"}});
  recorder.Watch(&simulator);
  simulator.AdvanceTo(1);
  const Recording& recording = recorder.recording();
  REQUIRE(recording.frames.size() == 26);
  for (std::size_t i = 0; i < recording.frames.size(); ++i)
    CHECK(recording.frames[i].patches.empty() == (i >= 10));
  REQUIRE(recording.notes.size() == 2);
  CHECK(recording.notes[0].first == "a");
  CHECK(recording.notes[1].first == "pressures");
  CHECK_THAT(recording.notes[1].second, StartsWith("until 0.7"));
}

// A winch that pulls a box by six springs.
TEST_CASE("Recorder: springs of the diagram -> strings in every frame") {
  const auto scene = examples::FindScene("cable_pull").make();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-2});
  Recorder recorder(*scene.plant, 50);
  recorder.Watch(&simulator);
  simulator.AdvanceTo(0.105);
  const Recording& recording = recorder.recording();
  REQUIRE_FALSE(recording.strings.empty());
  CHECK(recording.strings[0] == "cable0");
  REQUIRE(recording.frames.size() == 7);
  for (const Frame& frame : recording.frames) {
    REQUIRE(frame.strings.size() == recording.strings.size());
    for (const StringLine& line : frame.strings)
      CHECK(line.corners.size() == 2);
  }

  // A line of two corners is of 44 bytes.
  const std::size_t bytes = 44 * recording.strings.size();
  Recorder short_of_room(*scene.plant, 50, 0, 3 * bytes + 1);
  systems::Simulator again(*scene.diagram, scene.context);
  again.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-2});
  short_of_room.Watch(&again);
  again.AdvanceTo(0.105);
  const Recording& shorter = short_of_room.recording();
  REQUIRE(shorter.frames.size() == 7);
  for (std::size_t i = 0; i < 7; ++i)
    CHECK(shorter.frames[i].strings.empty() == (i >= 3));
  REQUIRE(shorter.notes.size() == 1);
  CHECK(shorter.notes[0].first == "strings");
  CHECK_THAT(shorter.notes[0].second, StartsWith("until 0.06"));
}

TEST_CASE("Recorder: watching -> the same final state to the last bit") {
  const auto scene = MakeThrow();
  systems::Simulator watched = MakeSimulator(scene),
                     alone = MakeSimulator(scene);
  Recorder recorder(*scene.plant);
  recorder.Watch(&watched);
  watched.AdvanceTo(0.5);
  alone.AdvanceTo(0.5);
  CHECK(watched.context().continuous_state() ==
        alone.context().continuous_state());
}

TEST_CASE("Recorder: with the integrator's statistics -> its steps") {
  const auto scene = MakeThrow();
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& cenic = simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-6});
  Recorder recorder(*scene.plant, 50);
  recorder.Watch(&simulator, &cenic.statistics());
  simulator.AdvanceTo(0.91);  // It hits the ground at 0.83 s.

  const std::vector<StepInterval>& steps = recorder.recording().steps;
  REQUIRE(steps.size() > 4);
  CHECK(steps.size() < recorder.recording().frames.size());
  CHECK(steps.back().end == 0.91);
  const double mass = scene.plant->model().bodies()[1].inertia.mass;
  long rejected = 0;
  double shortest = 1;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    rejected += steps[i].rejected;
    shortest = std::min(shortest, steps[i].shortest);
    CHECK_FALSE(steps[i].limited_by.empty());
    if (i > 0) CHECK(steps[i].end > steps[i - 1].end);
    if (steps[i].end > 0.82) continue;
    // In flight, m g z + m v^2 / 2 is what it was at first, to the accuracy.
    const double expected = mass * (kGravity * 1 + 4.5);
    CHECK(steps[i].energy == Approx(expected).epsilon(1e-4));
  }
  CHECK(cenic.statistics().rejected_steps > 0);
  CHECK(rejected == cenic.statistics().rejected_steps);
  CHECK(shortest <= Approx(cenic.statistics().step_min));
}

TEST_CASE("Recorder: written files -> the recording, and a page with it") {
  const auto scene = MakeThrow();
  systems::Simulator simulator = MakeSimulator(scene);
  Recorder recorder(*scene.plant);
  recorder.set_title("a throw");
  recorder.set_notes({{"accuracy", "1e-6"}});
  recorder.Watch(&simulator);
  simulator.AdvanceTo(0.1);

  const tactus::test::TemporaryDirectory folder;
  recorder.WriteGltf(folder.path() / "throw.glb");
  CHECK(ReadText(folder.path() / "throw.glb") == MakeGlb(recorder.recording()));
  if (!HasViewerPage()) return;
  recorder.WriteHtml(folder.path() / "throw.html");
  const std::string page = ReadText(folder.path() / "throw.html");
  CHECK_THAT(page, StartsWith("<!DOCTYPE html>", Catch::CaseSensitive::No));
  CHECK_THAT(page, Contains(R"("title":"a throw")"));
  CHECK_THAT(page, Contains(R"(["accuracy","1e-6"])"));
}

TEST_CASE("Recorder: the plant of another diagram -> refused by name") {
  const auto scene = MakeThrow(), other = MakeThrow();
  systems::Simulator simulator = MakeSimulator(scene);
  Recorder recorder(*other.plant);
  CHECK_THROWS_WITH(recorder.Watch(&simulator),
                    "Recorder: the plant 'plant' is not in the diagram that "
                    "the simulator advances");
}

TEST_CASE("Recorder: nothing recorded, or no such folder -> it says so") {
  const auto scene = MakeThrow();
  Recorder recorder(*scene.plant);
  const tactus::test::TemporaryDirectory folder;
  CHECK_THROWS_WITH(recorder.WriteGltf(folder.path() / "throw.glb"),
                    Contains("nothing to write yet"));
  recorder.AddFrame(scene.context);
  CHECK_THROWS_WITH(recorder.WriteGltf(folder.path() / "none/throw.glb"),
                    Contains("none/throw.glb: No such file"));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("Recorder: time that goes back -> refused with both times") {
  auto scene = MakeThrow();
  systems::Simulator simulator = MakeSimulator(scene);
  Recorder recorder(*scene.plant);
  recorder.Watch(&simulator);
  simulator.AdvanceTo(0.25);
  CHECK_THROWS_WITH(recorder.AddFrame(scene.context),
                    Contains("from 0.25 s to 0 s"));
  CHECK(recorder.recording().duration() == 0.25);
}

TEST_CASE("Recorder: a rate below zero -> refused") {
  const auto scene = MakeThrow();
  CHECK_THROWS_AS(Recorder(*scene.plant, -1), std::invalid_argument);
}

TEST_CASE("LoadViewerPage: built without one -> it says what is missing") {
  CHECK_THROWS_WITH(LoadViewerPage(""), Contains("without node and npm"));
}

TEST_CASE("LoadViewerPage: built with one -> the page with its marker") {
  if (!HasViewerPage()) return;
  const std::string page = LoadViewerPage();
  CHECK(page == EmbeddedViewerPage());
  CHECK_THAT(page, Contains("@RECORDING@") && Contains("</html>"));
}

}  // namespace
}  // namespace tactus::recording

#include "tactus/recording/compare_recordings.h"

#include <catch2/catch.hpp>

#include "tactus/recording/gltf_writer.h"

namespace tactus::recording {
namespace {

// A floor, and a ball that moves along x with the given speed for 2 s.
std::string MakeRun(double speed, const std::string& ball = "ball") {
  Recording recording;
  recording.bodies = {{"world", {}}, {ball, {}}};
  for (int i = 0; i <= 20; ++i) {
    Frame frame{
        .time = 5 + 0.1 * i, .poses = {BodyPose{}, BodyPose{}}, .forces = {}};
    frame.poses[1].p_WB.x() = 0.1 * i * speed;
    recording.frames.push_back(frame);
  }
  return MakeGlb(recording);
}

TEST_CASE("ReadMotion: a recording -> where its bodies were") {
  const RecordedMotion motion = ReadMotion(MakeRun(3));
  CHECK(motion.duration() == Approx(2));
  CHECK(motion.positions.size() == 2);
  CHECK(motion.PositionAt("ball", 0.55).x() == Approx(1.65));
  CHECK(motion.PositionAt("ball", 9).x() == Approx(6));
  CHECK(motion.PositionAt("world", 1).norm() == 0);
}

TEST_CASE("ReadMotion: strings that move -> no bodies") {
  Recording recording;
  recording.bodies = {{"world", {}}, {"ball", {}}};
  recording.strings = {"spring"};
  for (int i = 0; i <= 2; ++i) {
    Frame frame{
        .time = 0.1 * i, .poses = {BodyPose{}, BodyPose{}}, .forces = {}};
    frame.poses[1].p_WB.x() = i + 1;
    frame.strings = {{.string = 0,
                      .tension = 1,
                      .bodies = {1, 0},
                      .corners = {Vector3d::Zero(), Vector3d(0, 1, 0)}}};
    recording.frames.push_back(frame);
  }
  const RecordedMotion motion = ReadMotion(MakeGlb(recording));
  CHECK(motion.positions.size() == 2);
  CHECK(motion.PositionAt("ball", 0.2).x() == Approx(3));
}

TEST_CASE("CompareMotions: two speeds -> farthest at the end, and who") {
  const auto distances =
      CompareMotions(ReadMotion(MakeRun(3)), ReadMotion(MakeRun(3.5)));
  REQUIRE(distances.size() == 2);
  CHECK(distances[0].body == "ball");
  CHECK(distances[0].distance == Approx(1));
  CHECK(distances[0].time == Approx(2));
  CHECK(distances[1].distance == 0);
}

TEST_CASE("CompareMotions: other names -> the bodies that both have") {
  const auto distances =
      CompareMotions(ReadMotion(MakeRun(3)), ReadMotion(MakeRun(3, "cube")));
  REQUIRE(distances.size() == 1);
  CHECK(distances[0].body == "world");
}

TEST_CASE("ReadMotion: what is no recording -> refused") {
  using Catch::Contains;
  CHECK_THROWS_WITH(ReadMotion("solid"), Contains("no binary glTF"));
  const std::string glb = MakeRun(1);
  for (const std::size_t size :
       {13UL, 40UL, glb.size() / 2, glb.size() - 100}) {
    INFO(size);
    CHECK_THROWS_AS(ReadMotion(glb.substr(0, size)), std::invalid_argument);
  }
  std::string other = glb;
  for (auto at = other.find("\"moving\""); at != other.npos;
       at = other.find("\"moving\"")) {
    other.replace(at, 8, "\"Moving\"");
  }
  CHECK_THROWS_WITH(ReadMotion(other), Contains("no recording of Tactus"));
}

TEST_CASE("MakeComparisonHtml: two recordings -> a page with both") {
  const std::string page = MakeComparisonHtml(MakeRun(3), MakeRun(3.5), "a.glb",
                                              "b.glb", "<@RECORDING@>");
  for (const char* part : {"\"model\"", "\"other\"", "a.glb", "b.glb",
                           "\"farthest\"", "\"forces\"", "\"1 m\""}) {
    INFO(part);
    CHECK(page.find(part) != std::string::npos);
  }
}

}  // namespace
}  // namespace tactus::recording

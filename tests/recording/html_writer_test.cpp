#include "tactus/recording/html_writer.h"

#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/common/base64.h"
#include "tactus/recording/compact.h"
#include "tactus/recording/gltf_writer.h"

namespace tactus::recording {
namespace {

using Json = nlohmann::json;

// An array as pages hold it.
template <typename T>
std::string Encode(const std::vector<T>& values) {
  return EncodeBase64(
      CompressWords({reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(T)}));
}

Recording MakeRecording() {
  Recording recording;
  recording.title = "</script><b>";
  recording.notes = {{"accuracy", "0.001"}};
  recording.bodies = {{"ball", {{.shape = contact::Sphere{1}}}}};
  Frame frame{.time = 3, .poses = {BodyPose{}}, .forces = {}};
  recording.frames.push_back(frame);
  frame.time = 3.5;
  frame.forces = {{.p_WC = Vector3d(1, 2, 3),
                   .f_W = Vector3d(0, 0, 9),
                   .normal_W = Vector3d(0, 0.6, 0.8)}};
  recording.frames.push_back(frame);
  return recording;
}

TEST_CASE(
    "MakeHtml: a recording -> the viewer with its data where the marker was") {
  const std::string html = MakeHtml(MakeRecording(), "before@RECORDING@after");
  REQUIRE(html.substr(0, 6) == "before");
  REQUIRE(html.substr(html.size() - 5) == "after");
  const std::string text = html.substr(6, html.size() - 11);
  CHECK(text.find('<') == std::string::npos);

  const Json data = Json::parse(text);
  CHECK(data["title"] == "</script><b>");
  CHECK(data["notes"] == Json::array({{"accuracy", "0.001"}}));
  CHECK(data["start"] == 3.0);
  CHECK(data["duration"] == 0.5);
  const Recording recording = MakeRecording();
  const std::string glb = MakeGlb(recording, ChooseQuantum(recording));
  const std::size_t start = glb.find("BIN") + 4;
  const auto all = std::string_view(glb);
  CHECK(data["model"]["document"] ==
        EncodeBase64(Compress(all.substr(0, start))));
  CHECK(data["model"]["numbers"] ==
        EncodeBase64(CompressWords(all.substr(start))));
}

TEST_CASE("MakeHtml: contact forces -> arrays frame by frame") {
  const Json data = Json::parse(MakeHtml(MakeRecording(), "@RECORDING@"));
  const Json& forces = data["forces"];
  CHECK(forces["times"] == Encode(std::vector<float>{0, 0.5F}));
  CHECK(forces["counts"] == Encode(std::vector<std::uint32_t>{0, 1}));
  CHECK(forces["values"] == Encode(std::vector<float>{1, 2, 3, 0, 0, 9}));
  CHECK(forces["normals"] ==
        Encode(std::vector<float>{0, 0.6015625F, 0.796875F}));
}

TEST_CASE("MakeHtml: contact polygons -> arrays from frames to corners") {
  Recording recording = MakeRecording();
  CHECK_FALSE(
      Json::parse(MakeHtml(recording, "@RECORDING@")).contains("patches"));
  recording.frames[1].patches = {{.body = 0,
                                  .corners = {{0, 0, 0},
                                              {1, 0, 0},
                                              {0, 1, 0},
                                              {2, 0, 0},
                                              {3, 0, 0},
                                              {3, 1, 0},
                                              {2, 1, 0}},
                                  .pressures = {1, 2, 3, 4, 5, 6, 7},
                                  .sizes = {3, 4}}};
  const Json patches =
      Json::parse(MakeHtml(recording, "@RECORDING@"))["patches"];
  using Words = std::vector<std::uint32_t>;
  CHECK(patches["scale"] == 7.0);
  CHECK(patches["counts"] == Encode(Words{0, 1}));
  CHECK(patches["bodies"] == Encode(Words{0}));
  CHECK(patches["polygons"] == Encode(Words{2}));
  CHECK(patches["sizes"] == Encode(Words{3, 4}));
  CHECK(patches["corners"] ==
        Encode(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0,
                                  0, 3, 0, 0, 3, 1, 0, 2, 1, 0}));
  CHECK(patches["pressures"] ==
        Encode(std::vector<float>{1, 2, 3, 4, 5, 6, 7}));
}

TEST_CASE("MakeHtml: strings -> arrays from frames to corners") {
  Recording recording = MakeRecording();
  CHECK_FALSE(
      Json::parse(MakeHtml(recording, "@RECORDING@")).contains("strings"));
  recording.strings = {"rope", "spring"};
  recording.frames[1].strings = {
      {.string = 0,
       .tension = 8.5,
       .bodies = {0, 0, 0},
       .corners = {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(1, 2, 0)}},
      {.string = 1,
       .tension = -4,
       .bodies = {0, 0},
       .corners = {Vector3d(0, 0, 0), Vector3d(0, 0, 7)}}};
  const Json strings =
      Json::parse(MakeHtml(recording, "@RECORDING@"))["strings"];
  using Words = std::vector<std::uint32_t>;
  CHECK(strings["names"] == Json::array({"rope", "spring"}));
  CHECK(strings["scale"] == 4.0);  // Of two, the lower.
  CHECK(strings["radius"] == 0.03);
  CHECK(strings["counts"] == Encode(Words{0, 2}));
  CHECK(strings["strings"] == Encode(Words{0, 1}));
  CHECK(strings["tensions"] == Encode(std::vector<float>{8.5F, -4}));
  CHECK(strings["sizes"] == Encode(Words{3, 2}));
  CHECK(strings["bodies"] == Encode(Words{0, 0, 0, 0, 0}));
  CHECK(strings["corners"] == Encode(std::vector<float>{0, 0, 0, 1, 0, 0, 1, 2,
                                                        0, 0, 0, 0, 0, 0, 7}));
}

// A spring in 1200 frames between bodies in motion, whose pull swings.
TEST_CASE("MakeHtml: a straight string -> three bytes a frame or less") {
  Recording recording = MakeRecording();
  recording.strings = {"spring"};
  recording.frames.resize(1);
  recording.frames[0].forces.clear();
  for (int i = 1; i < 1200; ++i) {
    recording.frames.push_back(recording.frames[0]);
    recording.frames.back().time += i / 60.0;
  }
  const std::size_t without = MakeHtml(recording, "@RECORDING@").size();
  for (int i = 0; i < 1200; ++i) {
    recording.frames[i].strings = {
        {.string = 0,
         .tension = 30 + 20 * std::sin(0.1 * i),
         .bodies = {0, 0},
         .corners = {Vector3d(0.1, 0.2, 0.3), Vector3d(0.4, 0.5, 0.7)}}};
  }
  const std::size_t with = MakeHtml(recording, "@RECORDING@").size();
  CHECK(with - without < 1200 * 3);
}

TEST_CASE("MakeHtml: steps -> an array per field, and limits by name") {
  Recording recording = MakeRecording();
  CHECK_FALSE(
      Json::parse(MakeHtml(recording, "@RECORDING@")).contains("steps"));
  recording.steps = {{3.25, 0.125, "contact ahead", 2, 7},
                     {3.375, 0.0625, "accuracy", 0, 6},
                     {3.5, 0.125, "contact ahead", 1, 5}};
  const Json steps = Json::parse(MakeHtml(recording, "@RECORDING@"))["steps"];
  CHECK(steps["names"] == Json::array({"contact ahead", "accuracy"}));
  CHECK(steps["limits"] == Encode(std::vector<std::uint32_t>{0, 1, 0}));
  CHECK(steps["times"] == Encode(std::vector<float>{0.25F, 0.375F, 0.5F}));
  CHECK(steps["sizes"] == Encode(std::vector<float>{0.125F, 0.0625F, 0.125F}));
  CHECK(steps["rejected"] == Encode(std::vector<std::uint32_t>{2, 0, 1}));
  CHECK(steps["energies"] == Encode(std::vector<float>{7, 6, 5}));
}

TEST_CASE("MakeHtml: a viewer without its marker, or with two -> refused") {
  CHECK_THROWS_AS(MakeHtml(MakeRecording(), "no marker"),
                  std::invalid_argument);
  CHECK_THROWS_AS(MakeHtml(MakeRecording(), "@RECORDING@ @RECORDING@"),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::recording

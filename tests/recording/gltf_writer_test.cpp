#include "tactus/recording/gltf_writer.h"

#include <cstring>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace tactus::recording {
namespace {

using Json = nlohmann::json;

template <typename T>
T Read(const std::string& bytes, std::size_t offset) {
  T value;
  REQUIRE(offset + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// A .glb file taken apart by the letter of the specification.
struct Glb {
  Json json;
  std::string binary;

  explicit Glb(const std::string& file) {
    REQUIRE(file.substr(0, 4) == "glTF");
    REQUIRE(Read<std::uint32_t>(file, 4) == 2);
    REQUIRE(Read<std::uint32_t>(file, 8) == file.size());
    const auto size = Read<std::uint32_t>(file, 12);
    REQUIRE(size % 4 == 0);
    REQUIRE(file.substr(16, 4) == "JSON");
    json = Json::parse(file.substr(20, size));
    if (file.size() == 20 + size) return;
    const auto binary_size = Read<std::uint32_t>(file, 20 + size);
    REQUIRE(file.substr(24 + size, 4) == std::string("BIN\0", 4));
    REQUIRE(file.size() == 28 + size + binary_size);
    binary = file.substr(28 + size);
  }

  std::vector<float> Floats(int accessor) const {
    const Json& a = json["accessors"].at(accessor);
    const Json& view = json["bufferViews"].at(a["bufferView"].get<int>());
    const std::size_t offset = view["byteOffset"], size = view["byteLength"];
    REQUIRE(a["componentType"] == 5126);
    std::vector<float> values(size / sizeof(float));
    REQUIRE(offset + size <= binary.size());
    std::memcpy(values.data(), binary.data() + offset, size);
    return values;
  }

  // The values of the channel that moves `path` of the node of body `name`.
  std::vector<float> Channel(const std::string& name,
                             const std::string& path) const {
    const Json& animation = json["animations"].at(0);
    for (const Json& channel : animation["channels"]) {
      const Json& node = json["nodes"].at(channel["target"]["node"].get<int>());
      if (node["name"] != name || channel["target"]["path"] != path) continue;
      return Floats(
          animation["samplers"].at(channel["sampler"].get<int>())["output"]);
    }
    return {};
  }
};

Visual MakeVisual(const contact::Shape& shape, double red) {
  return {.shape = shape, .color = {.red = red}};
}

// Two equal balls, one of another colour, and a table that does not move. The
// first ball turns by more than a full turn about z; the frames' quaternions
// all have a positive real part, as other code may well make them.
Recording MakeRecording() {
  Recording recording;
  recording.title = "test";
  recording.bodies = {{"a", {MakeVisual(contact::Sphere{0.1}, 1)}},
                      {"b", {MakeVisual(contact::Sphere{0.1}, 1)}},
                      {"c", {MakeVisual(contact::Sphere{0.1}, 0)}},
                      {"table", {MakeVisual(contact::Box{{1, 1, 0.1}}, 0.5)}}};
  for (int i = 0; i <= 20; ++i) {
    Frame frame{
        .time = 5 + 0.1 * i, .poses = std::vector<BodyPose>(4), .forces = {}};
    Quaterniond q(Eigen::AngleAxisd(0.4 * i, Vector3d::UnitZ()));
    if (q.w() < 0) q.coeffs() *= -1;
    frame.poses[0] = {Vector3d(i, 0, 1), q, Vector3d::Zero()};
    frame.poses[1].p_WB = Vector3d(0, i, 0);
    frame.poses[2].p_WB = Vector3d(0, 0, i);
    recording.frames.push_back(frame);
  }
  return recording;
}

TEST_CASE("MakeGlb: bodies -> below a root that turns z up to y up") {
  const Glb glb(MakeGlb(MakeRecording()));
  CHECK(glb.json["asset"]["version"] == "2.0");
  const Json& root =
      glb.json["nodes"].at(glb.json["scenes"].at(0)["nodes"].at(0).get<int>());
  const Json& r = root["rotation"];
  const Quaterniond q(r[3], r[0], r[1], r[2]);
  CHECK((q * Vector3d::UnitZ() - Vector3d::UnitY()).norm() < 1e-6);
  std::vector<std::string> names;
  for (const int child : root["children"]) {
    names.push_back(glb.json["nodes"].at(child)["name"]);
  }
  CHECK(names == std::vector<std::string>{"a", "b", "c", "table"});
}

TEST_CASE(
    "MakeGlb: equal shapes -> shared vertices, with equal colours one mesh") {
  const Glb glb(MakeGlb(MakeRecording()));
  const Json& meshes = glb.json["meshes"];
  REQUIRE(meshes.size() == 3);
  CHECK(meshes[0]["primitives"][0]["attributes"] ==
        meshes[1]["primitives"][0]["attributes"]);
  CHECK(meshes[0]["primitives"][0]["material"] !=
        meshes[1]["primitives"][0]["material"]);
  CHECK(meshes[0]["primitives"][0]["attributes"] !=
        meshes[2]["primitives"][0]["attributes"]);
}

TEST_CASE("MakeGlb: bodies that move -> animated from time zero, others not") {
  const Glb glb(MakeGlb(MakeRecording()));
  const std::vector<float> path = glb.Channel("a", "translation");
  REQUIRE(path.size() == 3 * 21);
  for (int i = 0; i <= 20; ++i) {
    REQUIRE(path[3 * i] == static_cast<float>(i));
    REQUIRE(path[3 * i + 2] == 1);
  }
  CHECK(glb.Channel("table", "translation").empty());
  const Json& sampler = glb.json["animations"][0]["samplers"][0];
  const Json& time = glb.json["accessors"].at(sampler["input"].get<int>());
  CHECK(time["min"][0] == 0.0);
  CHECK(time["max"][0].get<double>() == Approx(2.0));
}

TEST_CASE(
    "MakeGlb: contact polygons -> meshes below their body, in their time") {
  Recording recording = MakeRecording();
  RecordedPatch patch{.body = 1,
                      .corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                      .pressures = {1, 2, 3},
                      .sizes = {3}};
  recording.frames[0].patches = {patch};
  recording.frames[7].patches = recording.frames[8].patches = {patch};
  recording.frames[20].patches = {patch};
  const Glb glb(MakeGlb(recording));
  const Json& nodes = glb.json["nodes"];
  std::vector<int> found;
  for (const Json& node : nodes) {
    if (node["name"] != "b") continue;
    for (const int child : node["children"])
      if (nodes.at(child)["name"] == "pressure") found.push_back(child);
  }
  REQUIRE(found.size() == 3);
  std::vector<std::vector<float>> times, sizes;
  for (const int node : found) {
    const Json& primitive = glb.json["meshes"].at(
        nodes.at(node)["mesh"].get<int>())["primitives"][0];
    CHECK(glb.Floats(primitive["attributes"]["COLOR_0"]).size() == 9);
    for (const Json& channel : glb.json["animations"][0]["channels"]) {
      if (channel["target"]["node"] != node) continue;
      CHECK(channel["target"]["path"] == "scale");
      const Json& sampler = glb.json["animations"][0]["samplers"].at(
          channel["sampler"].get<int>());
      CHECK(sampler["interpolation"] == "STEP");
      times.push_back(glb.Floats(sampler["input"]));
      sizes.push_back(glb.Floats(sampler["output"]));
    }
  }
  REQUIRE(times.size() == 3);
  CHECK(times[0] == std::vector<float>{0, 0.1F});
  CHECK(sizes[0] == std::vector<float>{1, 1, 1, 0, 0, 0});
  REQUIRE(times[1].size() == 3);
  CHECK(times[1][1] == Approx(0.7));
  CHECK(times[1][2] == Approx(0.9));
  CHECK(sizes[1] == std::vector<float>{0, 0, 0, 1, 1, 1, 0, 0, 0});
  CHECK(sizes[2] == std::vector<float>{0, 0, 0, 1, 1, 1});

  // Pages have them in another form.
  const Glb without(MakeGlb(recording, 0, false));
  CHECK(without.json == Glb(MakeGlb(MakeRecording())).json);
}

TEST_CASE("MakeGlb: strings -> tubes that turn and stretch, with their names") {
  Recording recording = MakeRecording();
  recording.strings = {"spring", "rope"};
  const auto count = recording.frames.size();
  for (Frame& frame : recording.frames) {
    frame.strings = {{.string = 1,
                      .tension = 1,
                      .bodies = {3, 0},
                      .corners = {Vector3d::Zero(), Vector3d(0, 0, 0.2)}},
                     {.string = 0,
                      .tension = 1,
                      .bodies = {3, 3},
                      .corners = {Vector3d::Zero(), Vector3d(0.1, 0.3, 0.5)}}};
  }
  const Glb glb(MakeGlb(recording));
  const auto scales = glb.Channel("rope", "scale");
  REQUIRE(scales.size() == 3 * count);
  const Vector3d table = recording.frames[0].poses[3].p_WB;
  for (std::size_t i = 0; i < count; ++i) {
    const BodyPose& ball = recording.frames[i].poses[0];
    const Vector3d end = ball.p_WB + ball.q_WB * Vector3d(0, 0, 0.2);
    CHECK(scales[3 * i + 2] == Approx((end - table).norm()));
    CHECK(scales[3 * i] > 0);
  }
  // What stands still has no channel, as all of the other string.
  CHECK(glb.Channel("rope", "translation").empty());
  for (const char* path : {"translation", "rotation", "scale"})
    CHECK(glb.Channel("spring", path).empty());
  int num_strings = 0;
  for (const Json& node : glb.json["nodes"]) {
    if (!node.contains("extras") || !node["extras"].contains("string"))
      continue;
    ++num_strings;
    CHECK(node["extras"]["string"] == node["name"]);
    CHECK_FALSE(node["extras"].contains("body"));
  }
  CHECK(num_strings == 2);
  const Glb without(MakeGlb(recording, 0, false));
  CHECK(without.json == Glb(MakeGlb(MakeRecording())).json);
}

// glTF 2.0, 3.7.3.3: a corner is where its joint times its inverse bind matrix
// takes it.
TEST_CASE("MakeGlb: a surface on bodies -> a skin that follows their nodes") {
  Recording recording = MakeRecording();
  recording.surfaces.push_back({.name = "cloth",
                                .bodies = {0, 1, 2},
                                .triangles = {{0, 1, 2}},
                                .color = {}});
  const Glb glb(MakeGlb(recording));
  const Json& skin = glb.json["skins"][0];
  REQUIRE(skin["joints"].size() == 3);
  for (int i = 0; i < 3; ++i) {
    CHECK(glb.json["nodes"].at(skin["joints"][i].get<int>())["name"] ==
          recording.bodies[i].name);
  }
  const Json& binds =
      glb.json["accessors"].at(skin["inverseBindMatrices"].get<int>());
  CHECK(binds["type"] == "MAT4");
  CHECK(binds["count"] == 3);
  const Json& mesh = glb.json["meshes"].back();
  CHECK(mesh["name"] == "cloth");
  const Json& attributes = mesh["primitives"][0]["attributes"];
  const Json& joints =
      glb.json["accessors"].at(attributes["JOINTS_0"].get<int>());
  CHECK(joints["componentType"] == 5123);
  CHECK(joints["type"] == "VEC4");
  CHECK(attributes.contains("WEIGHTS_0"));
  // What does not turn has no channel for it.
  CHECK(glb.Channel("b", "rotation").empty());
  recording.frames.clear();
  CHECK_THROWS_WITH(MakeGlb(recording), Catch::Contains("a frame"));
}

TEST_CASE(
    "MakeGlb: a body that turns -> rotations the shorter way from key to key") {
  const std::vector<float> q =
      Glb(MakeGlb(MakeRecording())).Channel("a", "rotation");
  REQUIRE(q.size() == 4 * 21);
  double nearest = 1;
  for (int i = 1; i <= 20; ++i) {
    double dot = 0;
    for (int k = 0; k < 4; ++k) dot += q[4 * i + k] * q[4 * i - 4 + k];
    nearest = std::min(nearest, dot);
  }
  CHECK(nearest == Approx(std::cos(0.2)).epsilon(1e-5));
}

TEST_CASE("MakeGlb: positions -> stated with their bounds") {
  const Glb glb(MakeGlb(MakeRecording()));
  for (const Json& mesh : glb.json["meshes"]) {
    const int id = mesh["primitives"][0]["attributes"]["POSITION"];
    const std::vector<float> p = glb.Floats(id);
    const Json& accessor = glb.json["accessors"].at(id);
    for (std::size_t k = 0; k < 3; ++k) {
      float lower = p[k], upper = p[k];
      for (std::size_t i = k; i < p.size(); i += 3) {
        lower = std::min(lower, p[i]);
        upper = std::max(upper, p[i]);
      }
      CHECK(accessor["min"][k].get<float>() == lower);
      CHECK(accessor["max"][k].get<float>() == upper);
    }
  }
}

TEST_CASE("MakeGlb: times alike in single precision -> one key") {
  Recording recording = MakeRecording();
  recording.frames.resize(3);
  recording.frames[1].time = 5 + 1e-9;
  recording.frames[2].time = 5 + 1e-9 + 1e-17;
  recording.frames.push_back(recording.frames[2]);
  recording.frames.back().time = 6;
  const Glb glb(MakeGlb(recording));
  const Json& sampler = glb.json["animations"][0]["samplers"][0];
  const std::vector<float> times = glb.Floats(sampler["input"]);
  for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] > times[i - 1]);
  CHECK(times.back() == 1);
}

TEST_CASE(
    "MakeGlb: a translucent shape -> blended, in linear colours, at its pose") {
  Recording recording;
  recording.bodies = {
      {"pane",
       {{.shape = contact::Box{{1, 1, 1}},
         .X_BG = RigidTransform(Eigen::Translation3d(1, 2, 3)),
         .color = {.red = 0.5, .green = 0, .blue = 1, .alpha = 0.25}}}}};
  const Glb glb(MakeGlb(recording));
  const Json& material = glb.json["materials"].at(0);
  CHECK(material["alphaMode"] == "BLEND");
  const Json& c = material["pbrMetallicRoughness"]["baseColorFactor"];
  CHECK(c[0].get<double>() == Approx(0.214041));  // sRGB 0.5 in linear light.
  CHECK(c[1] == 0.0);
  CHECK(c[2] == 1.0);
  CHECK(c[3] == 0.25);
  bool found = false;
  for (const Json& node : glb.json["nodes"]) {
    if (!node.contains("mesh")) continue;
    found = true;
    CHECK(node["translation"] == Json({1.0, 2.0, 3.0}));
  }
  CHECK(found);
}

TEST_CASE("MakeGlb: nothing, or one frame -> no empty arrays, no animation") {
  const Glb empty(MakeGlb(Recording{}));
  CHECK(empty.binary.empty());
  for (const char* key :
       {"meshes", "materials", "animations", "accessors", "buffers"}) {
    CHECK_FALSE(empty.json.contains(key));
  }
  Recording still = MakeRecording();
  still.frames.resize(1);
  CHECK_FALSE(Glb(MakeGlb(still)).json.contains("animations"));
}

TEST_CASE("MakeGlb: a frame without a pose per body -> refused") {
  Recording recording = MakeRecording();
  recording.frames[3].poses.pop_back();
  CHECK_THROWS_AS(MakeGlb(recording), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::recording

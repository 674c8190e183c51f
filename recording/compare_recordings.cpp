#include "tactus/recording/compare_recordings.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/recording/html_data.h"

namespace tactus::recording {
namespace {

using Json = nlohmann::ordered_json;

// A .glb file [glTF 2.0, 4.4]: 12 bytes of header, then chunks with 8 bytes of
// header each, the document first and the numbers second.
struct GlbFile {
  Json document;
  std::string_view numbers;
};

std::string_view TakeChunk(std::string_view* rest, const char* type) {
  constexpr std::size_t kHeader = 8;
  std::uint32_t size = 0;
  if (rest->size() >= kHeader) std::memcpy(&size, rest->data(), sizeof(size));
  Require(rest->size() >= kHeader && rest->size() - kHeader >= size &&
              rest->substr(4, 4) == std::string_view(type, 4),
          "it is no binary glTF file");
  const std::string_view chunk = rest->substr(kHeader, size);
  rest->remove_prefix(kHeader + size);
  return chunk;
}

GlbFile OpenGlb(std::string_view glb) {
  constexpr std::size_t kHeader = 12;
  Require(glb.size() > kHeader && glb.substr(0, 4) == "glTF",
          "it is no binary glTF file");
  std::string_view rest = glb.substr(kHeader);
  GlbFile file;
  file.document = Json::parse(TakeChunk(&rest, "JSON"), nullptr, false);
  Require(file.document.is_object(), "its document is no JSON");
  if (!rest.empty()) file.numbers = TakeChunk(&rest, "BIN\0");
  return file;
}

// The floats of an accessor, `width` to each element.
std::vector<float> ReadFloats(const GlbFile& file, int index,
                              std::size_t width) {
  const Json& accessor = file.document.at("accessors").at(index);
  const Json& view =
      file.document.at("bufferViews").at(accessor.at("bufferView").get<int>());
  const auto count = accessor.at("count").get<std::size_t>();
  const auto offset = view.at("byteOffset").get<std::size_t>();
  const std::size_t size = count * width * sizeof(float);
  Require(accessor.at("componentType") == 5126 && count < file.numbers.size() &&
              offset <= file.numbers.size() &&
              size <= file.numbers.size() - offset,
          "its numbers are not where it says");
  std::vector<float> floats(count * width);
  std::memcpy(floats.data(), file.numbers.data() + offset, size);
  return floats;
}

std::vector<Vector3d> ReadPositions(const GlbFile& file, int index) {
  const std::vector<float> floats = ReadFloats(file, index, 3);
  std::vector<Vector3d> positions;
  for (std::size_t i = 0; i < floats.size(); i += 3)
    positions.emplace_back(floats[i], floats[i + 1], floats[i + 2]);
  return positions;
}

bool IsString(const Json& nodes, int node) {
  const Json& each = nodes.at(node);
  return each.contains("extras") && each["extras"].contains("string");
}

RecordedMotion MakeMotion(const GlbFile& file) {
  RecordedMotion motion;
  std::map<int, std::string> names;
  const Json& nodes = file.document.at("nodes");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Json& node = nodes[i];
    if (!node.contains("extras") || !node["extras"].contains("moving"))
      continue;
    const auto name = node["extras"].at("body").get<std::string>();
    names[static_cast<int>(i)] = name;
    Vector3d start = Vector3d::Zero();
    if (node.contains("translation")) {
      for (int k = 0; k < 3; ++k)
        start[k] = node["translation"].at(k).get<double>();
    }
    motion.positions[name] = {start};
  }
  Require(!names.empty(), "it is no recording of Tactus");
  if (!file.document.contains("animations")) return motion;
  const Json& animation = file.document["animations"].at(0);
  for (const Json& channel : animation.at("channels")) {
    const Json& target = channel.at("target");
    if (target.at("path") != "translation" ||
        IsString(nodes, target.at("node").get<int>()))
      continue;
    const Json& sampler =
        animation.at("samplers").at(channel.at("sampler").get<int>());
    if (motion.times.empty()) {
      const auto times = ReadFloats(file, sampler.at("input").get<int>(), 1);
      motion.times.assign(times.begin(), times.end());
    }
    const auto name = names.find(target.at("node").get<int>());
    Require(name != names.end(), "it is no recording of Tactus");
    auto& positions = motion.positions[name->second];
    positions = ReadPositions(file, sampler.at("output").get<int>());
    Require(positions.size() == motion.times.size() &&
                std::ranges::is_sorted(motion.times),
            "it is no recording of Tactus");
  }
  return motion;
}

Json NoForces() {
  const std::string none = EncodeArray(std::vector<float>());
  return {{"times", none},
          {"counts", none},
          {"values", none},
          {"normals", none},
          {"bodies", none}};
}

}  // namespace

Vector3d RecordedMotion::PositionAt(const std::string& body,
                                    double time) const {
  const std::vector<Vector3d>& p = positions.at(body);
  const auto after = std::ranges::upper_bound(times, time);
  const auto i = std::distance(times.begin(), after);
  if (p.size() == 1 || i == 0) return p.front();
  if (after == times.end()) return p.back();
  const double s = (time - times[i - 1]) / (times[i] - times[i - 1]);
  return (1 - s) * p[i - 1] + s * p[i];
}

RecordedMotion ReadMotion(std::string_view glb) {
  const GlbFile file = OpenGlb(glb);
  try {
    return MakeMotion(file);
  } catch (const Json::exception&) {
    throw std::invalid_argument("it is no recording of Tactus");
  }
}

std::vector<BodyDistance> CompareMotions(const RecordedMotion& a,
                                         const RecordedMotion& b) {
  std::vector<double> times = a.times;
  if (times.empty()) times = {0};
  std::vector<BodyDistance> distances;
  for (const auto& [body, positions] : a.positions) {
    if (!b.positions.contains(body)) continue;
    BodyDistance farthest{.body = body};
    for (const double t : times) {
      if (t > b.duration() && t > 0) break;
      const double distance =
          (a.PositionAt(body, t) - b.PositionAt(body, t)).norm();
      if (distance <= farthest.distance) continue;
      farthest.distance = distance;
      farthest.time = t;
    }
    distances.push_back(farthest);
  }
  std::ranges::stable_sort(distances, std::greater<>(),
                           &BodyDistance::distance);
  return distances;
}

std::string MakeComparisonHtml(std::string_view glb_a, std::string_view glb_b,
                               const std::string& name_a,
                               const std::string& name_b,
                               std::string_view viewer_page) {
  const RecordedMotion a = ReadMotion(glb_a), b = ReadMotion(glb_b);
  const std::vector<BodyDistance> distances = CompareMotions(a, b);
  const double largest = distances.empty() ? 0 : distances.front().distance;
  Json notes = Json::array();
  notes.push_back({"solid", name_a});
  notes.push_back({"ghost", name_b});
  notes.push_back({"farthest apart", fmt::format("{:.3g} m", largest)});
  if (largest > 0) notes.push_back({"body", distances.front().body});
  const auto encode = [](std::string_view glb) -> Json {
    const EncodedModel model = EncodeModel(glb);
    return {{"document", model.document}, {"numbers", model.numbers}};
  };
  const Json data{{"title", "Two runs"},
                  {"notes", std::move(notes)},
                  {"start", 0},
                  {"duration", std::max(a.duration(), b.duration())},
                  {"model", encode(glb_a)},
                  {"other", encode(glb_b)},
                  {"farthest", largest},
                  {"forces", NoForces()}};
  return InsertIntoPage(
      data.dump(-1, ' ', false, Json::error_handler_t::replace), viewer_page);
}

}  // namespace tactus::recording

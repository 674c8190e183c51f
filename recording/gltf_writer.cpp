#include "tactus/recording/gltf_writer.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>

#include "tactus/common/require.h"
#include "tactus/recording/compact.h"
#include "tactus/recording/gltf_buffer.h"
#include "tactus/recording/gltf_json.h"
#include "tactus/recording/gltf_meshes.h"
#include "tactus/recording/patch_meshes.h"
#include "tactus/recording/string_segments.h"
#include "tactus/recording/visual_key.h"

namespace tactus::recording {
namespace {

constexpr Color kStringColor{0.72, 0.30, 0.16, 1};

template <typename T>
Json ToJsonArray(const std::vector<T>& parts) {
  Json json = Json::array();
  for (const T& part : parts) json.push_back(ToJson(part));
  return json;
}

// A name that is not UTF-8 loses the bytes that are not.
std::string Serialize(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Collects the parts of one document.
class Writer {
 public:
  Writer(const Recording& recording, float quantum)
      : recording_(recording), quantum_(quantum) {
    // Keys are frames; in single precision their times must still increase.
    for (const Frame& frame : recording.frames) {
      const auto t =
          static_cast<float>(frame.time - recording.frames.front().time);
      if (!times_.empty() && t <= times_.back()) continue;
      times_.push_back(t);
      keys_.push_back(&frame);
    }
  }

  std::string Write(bool with_details) {
    Json children = Json::array();
    // The root is node 0; its children follow.
    nodes_.push_back(Json::object());
    for (int i = 0; i < static_cast<int>(recording_.bodies.size()); ++i) {
      children.push_back(AddBody(i));
    }
    for (const RecordedSurface& surface : recording_.surfaces)
      children.push_back(AddSurface(surface));
    if (with_details) {
      AddPatches();
      for (const int piece : AddStrings()) children.push_back(piece);
    }
    const double half = std::numbers::sqrt2 / 2;
    nodes_[0] = {{"name", "world (z up)"},
                 {"rotation", ToJson(Quaterniond(half, -half, 0, 0))}};
    if (!children.empty()) nodes_[0]["children"] = children;
    return PackGlb(Serialize(MakeDocument()), buffer_.bytes());
  }

 private:
  int AddNode(Json node) {
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
  }

  int AddBody(int index) {
    const RecordedBody& body = recording_.bodies[index];
    const bool moving = Moves(recording_, index);
    Json node{{"name", body.name}};
    if (!recording_.frames.empty()) {
      const BodyPose& pose = recording_.frames.front().poses[index];
      node["translation"] = ToJson(pose.p_WB);
      node["rotation"] = ToJson(pose.q_WB);
    }
    node["extras"] = {{"body", body.name}, {"moving", moving}};
    Json children = Json::array();
    for (const Visual& visual : body.visuals) {
      children.push_back(AddVisual(visual));
    }
    if (!children.empty()) node["children"] = std::move(children);
    const int id = AddNode(std::move(node));
    if (moving) AddChannels(index, id);
    node_of_body_.push_back(id);
    return id;
  }

  // A skin [glTF 2.0, 3.7.3]: each corner follows the node of its body. Without
  // normals it is shaded flat, as it deforms.
  int AddSurface(const RecordedSurface& surface) {
    Require(surface.bodies.size() <= 65536,
            "the surface of '" + surface.name +
                "' has too many corners for a recording");
    const Frame& bind = recording_.frames.front();
    std::vector<Eigen::Vector3f> corners;
    std::vector<std::array<std::uint16_t, 4>> joints;
    std::vector<Eigen::Matrix4f> inverse_binds;
    Json nodes = Json::array();
    for (const int body : surface.bodies) {
      const BodyPose& pose = bind.poses[body];
      RigidTransform X_WB(pose.q_WB);
      X_WB.translation() = pose.p_WB;
      joints.push_back({static_cast<std::uint16_t>(corners.size()), 0, 0, 0});
      corners.push_back(pose.p_WB.cast<float>());
      inverse_binds.push_back(X_WB.inverse().matrix().cast<float>());
      nodes.push_back(node_of_body_[body]);
    }
    const std::vector<Eigen::Vector4f> weights(corners.size(),
                                               Eigen::Vector4f::UnitX());
    std::vector<std::uint32_t> indices;
    for (const std::array<int, 3>& triangle : surface.triangles)
      indices.insert(indices.end(), triangle.begin(), triangle.end());
    constexpr auto kVertices = GltfBuffer::Target::kVertices;
    const Json primitive{
        {"attributes",
         {{"POSITION", buffer_.AddVectors(corners, kVertices, true)},
          {"JOINTS_0", buffer_.AddJoints(joints)},
          {"WEIGHTS_0", buffer_.AddWeights(weights)}}},
        {"indices", buffer_.AddIndices(indices)}};
    const int mesh = meshes_.Add(surface.name, primitive,
                                 meshes_.FindOrAddMaterial(surface.color));
    skins_.push_back(
        {{"inverseBindMatrices", buffer_.AddMatrices(inverse_binds)},
         {"joints", nodes}});
    return AddNode({{"name", surface.name},
                    {"mesh", mesh},
                    {"skin", skins_.size() - 1},
                    {"extras", {{"body", surface.name}}}});
  }

  // Polygons of size one in their frames, and zero otherwise, below their body.
  void AddPatches() {
    constexpr auto kVertices = GltfBuffer::Target::kVertices;
    for (const PatchMesh& mesh : MakePatchMeshes(recording_)) {
      if (mesh.indices.empty()) continue;
      const Json primitive{
          {"attributes",
           {{"POSITION", buffer_.AddVectors(mesh.positions, kVertices, true)},
            {"COLOR_0", buffer_.AddVectors(mesh.colors, kVertices, false)}}},
          {"indices", buffer_.AddIndices(mesh.indices)}};
      const int added =
          meshes_.Add("pressure", primitive, meshes_.PatchMaterial());
      const int id = AddNode({{"name", "pressure"}, {"mesh", added}});
      nodes_[node_of_body_[mesh.body]]["children"].push_back(id);
      ShowDuring(mesh, id);
    }
  }

  // Pieces of strings, which turn and stretch from key to key.
  std::vector<int> AddStrings() {
    std::vector<int> ids;
    std::optional<int> mesh;
    for (const StringSegment& segment : MakeStringSegments(recording_)) {
      if (!mesh) mesh = meshes_.Add("string", MakeTube(), kStringColor);
      const std::string& name = recording_.strings.at(segment.string);
      ids.push_back(AddNode({{"name", name},
                             {"translation", ToJson(segment.translations[0])},
                             {"rotation", ToJson(segment.rotations[0])},
                             {"scale", ToJson(segment.scales[0])},
                             {"mesh", *mesh},
                             {"extras", {{"string", name}}}}));
      AddTrack(ids.back(), "translation", segment.translations);
      AddTrack(ids.back(), "rotation", segment.rotations);
      AddTrack(ids.back(), "scale", segment.scales);
    }
    return ids;
  }

  // Of what varies, by frame; in single precision, as round-off is no motion.
  void AddTrack(int node, const char* path,
                const std::vector<Quaterniond>& rotations) {
    std::vector<Eigen::Vector4f> keys;
    for (const Frame* frame : keys_)
      keys.push_back(ToGltf(rotations[At(frame)]));
    if (Varies(keys)) AddChannel(node, path, buffer_.AddQuaternions(keys));
  }
  void AddTrack(int node, const char* path,
                const std::vector<Vector3d>& vectors) {
    std::vector<Eigen::Vector3f> keys;
    for (const Frame* frame : keys_)
      keys.push_back(vectors[At(frame)].cast<float>());
    if (!Varies(keys)) return;
    AddChannel(node, path,
               buffer_.AddVectors(keys, GltfBuffer::Target::kNone, false));
  }
  template <class Vector>
  static bool Varies(const std::vector<Vector>& keys) {
    return std::ranges::any_of(
        keys, [&](const Vector& key) { return key != keys.front(); });
  }

  std::size_t At(const Frame* frame) const {
    return static_cast<std::size_t>(frame - recording_.frames.data());
  }

  // The first key that is no earlier than a frame.
  std::ptrdiff_t KeyOf(std::size_t frame) const {
    const Frame* place = recording_.frames.data() + frame;
    return std::ranges::lower_bound(keys_, place) - keys_.begin();
  }

  void ShowDuring(const PatchMesh& mesh, int node) {
    if (keys_.size() < 2) return;
    const auto key = KeyOf(mesh.first_frame);
    std::vector<float> times;
    std::vector<Eigen::Vector3f> sizes;
    const auto add = [&](std::ptrdiff_t at, float size) {
      if (at >= std::ssize(times_)) return;
      times.push_back(times_[static_cast<std::size_t>(at)]);
      sizes.push_back(Eigen::Vector3f::Constant(size));
    };
    if (key > 0) add(0, 0);
    add(key, 1);
    add(KeyOf(mesh.end_frame), 0);
    if (sizes.empty()) return;
    channels_.push_back({{"sampler", samplers_.size()},
                         {"target", {{"node", node}, {"path", "scale"}}}});
    samplers_.push_back(
        {{"input", buffer_.AddScalars(times, true)},
         {"output",
          buffer_.AddVectors(sizes, GltfBuffer::Target::kNone, false)},
         {"interpolation", "STEP"}});
  }

  int AddVisual(const Visual& visual) {
    Json node{{"name", ShapeName(visual)}};
    if (!visual.X_BG.isApprox(RigidTransform::Identity(), 0)) {
      node["translation"] = ToJson(Vector3d(visual.X_BG.translation()));
      node["rotation"] = ToJson(Quaterniond(visual.X_BG.linear()));
    }
    node["mesh"] = meshes_.FindOrAdd(visual);
    node["extras"] = {{"shape", ShapeName(visual)}};
    return AddNode(std::move(node));
  }

  int TimeAccessor() {
    if (!time_accessor_) time_accessor_ = buffer_.AddScalars(times_, true);
    return *time_accessor_;
  }

  void AddChannels(int body, int node) {
    std::vector<Eigen::Vector3f> translations;
    std::vector<Eigen::Vector4f> rotations;
    for (const Frame* frame : keys_) {
      const BodyPose& pose = frame->poses[body];
      translations.push_back(pose.p_WB.cast<float>());
      rotations.push_back(ToGltf(pose.q_WB));
      // q and -q are one rotation: take the one nearer to the last, since glTF
      // players need not take the shorter way between keys.
      if (rotations.size() > 1 &&
          rotations.back().dot(rotations[rotations.size() - 2]) < 0) {
        rotations.back() *= -1;
      }
    }
    if (quantum_ > 0) {
      for (Eigen::Vector3f& p : translations)
        for (float& x : p) x = Quantize(x, quantum_);
      for (Eigen::Vector4f& q : rotations)
        for (float& x : q) x = Quantize(x, 0x1p-16F);
    }
    constexpr auto kNone = GltfBuffer::Target::kNone;
    AddChannel(node, "translation",
               buffer_.AddVectors(translations, kNone, false));
    const auto is_first = [&](const Eigen::Vector4f& q) {
      return q == rotations.front();
    };
    if (!std::ranges::all_of(rotations, is_first))
      AddChannel(node, "rotation", buffer_.AddQuaternions(rotations));
  }

  void AddChannel(int node, const char* path, int output) {
    channels_.push_back({{"sampler", samplers_.size()},
                         {"target", {{"node", node}, {"path", path}}}});
    samplers_.push_back({{"input", TimeAccessor()},
                         {"output", output},
                         {"interpolation", "LINEAR"}});
  }

  // glTF forbids empty arrays: what there is none of is left out.
  Json MakeDocument() {
    Json document{{"asset", {{"version", "2.0"}, {"generator", "Tactus"}}},
                  {"scene", 0},
                  {"scenes", Json::array({{{"nodes", {0}}}})},
                  {"nodes", nodes_}};
    if (!recording_.title.empty()) {
      document["scenes"][0]["name"] = recording_.title;
    }
    if (!meshes_.meshes().empty()) {
      document["meshes"] = meshes_.meshes();
      document["materials"] = meshes_.materials();
    }
    if (!skins_.empty()) document["skins"] = skins_;
    if (!channels_.empty()) {
      document["animations"] = Json::array({{{"name", "simulation"},
                                             {"channels", channels_},
                                             {"samplers", samplers_}}});
    }
    if (!buffer_.bytes().empty()) {
      document["accessors"] = ToJsonArray(buffer_.accessors());
      document["bufferViews"] = ToJsonArray(buffer_.views());
      document["buffers"] =
          Json::array({{{"byteLength", buffer_.bytes().size()}}});
    }
    return document;
  }

  const Recording& recording_;
  const float quantum_;
  std::vector<const Frame*> keys_;
  std::vector<float> times_;  // Of the keys, from zero [s].
  GltfBuffer buffer_;
  GltfMeshes meshes_{&buffer_};
  Json nodes_ = Json::array(), skins_ = Json::array(),
       channels_ = Json::array(), samplers_ = Json::array();
  std::optional<int> time_accessor_;
  std::vector<int> node_of_body_;
};

}  // namespace

std::string MakeGlb(const Recording& recording, float quantum,
                    bool with_details) {
  Require(recording.surfaces.empty() || !recording.frames.empty(),
          "MakeGlb: surfaces need a frame to be in");
  for (const Frame& frame : recording.frames) {
    Require(frame.poses.size() == recording.bodies.size(),
            "MakeGlb: each frame needs one pose per body");
  }
  return Writer(recording, quantum).Write(with_details);
}

}  // namespace tactus::recording

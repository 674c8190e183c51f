#include "tactus/recording/html_writer.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/recording/compact.h"
#include "tactus/recording/gltf_writer.h"
#include "tactus/recording/html_data.h"
#include "tactus/recording/patch_meshes.h"
#include "tactus/recording/string_segments.h"

namespace tactus::recording {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kForceBits = 10;  // A force to a thousandth.
// Half a degree: friction, which is across it, to a hundredth of the force.
constexpr float kNormalQuantum = 0x1p-7F;

Json MakeForces(const Recording& recording, double start, float quantum) {
  std::vector<float> times, values, normals;
  std::vector<std::uint32_t> counts, bodies;
  for (const Frame& frame : recording.frames) {
    times.push_back(static_cast<float>(frame.time - start));
    counts.push_back(static_cast<std::uint32_t>(frame.forces.size()));
    for (const ContactForce& contact : frame.forces) {
      for (const double x : contact.p_WC)
        values.push_back(Quantize(static_cast<float>(x), quantum));
      for (const double f : contact.f_W)
        values.push_back(RoundToBits(static_cast<float>(f), kForceBits));
      for (const double n : contact.normal_W)
        normals.push_back(Quantize(static_cast<float>(n), kNormalQuantum));
      for (const int body : {contact.body, contact.other})
        bodies.push_back(static_cast<std::uint32_t>(body + 1));
    }
  }
  return {{"times", EncodeArray(times)},
          {"counts", EncodeArray(counts)},
          {"values", EncodeArray(values)},
          {"normals", EncodeArray(normals)},
          {"bodies", EncodeArray(bodies)}};
}

// Of each frame, of each patch its body and polygons, of each polygon its
// corners, of each corner where it is in the body, and the pressure.
Json MakePatches(const Recording& recording, float quantum) {
  std::vector<std::uint32_t> counts, bodies, polygons, sizes;
  std::vector<float> corners, pressures;
  for (const Frame& frame : recording.frames) {
    counts.push_back(static_cast<std::uint32_t>(frame.patches.size()));
    for (const RecordedPatch& patch : frame.patches) {
      bodies.push_back(static_cast<std::uint32_t>(patch.body));
      polygons.push_back(static_cast<std::uint32_t>(patch.sizes.size()));
      sizes.insert(sizes.end(), patch.sizes.begin(), patch.sizes.end());
      for (const Eigen::Vector3f& corner : patch.corners)
        for (const float x : corner) corners.push_back(Quantize(x, quantum));
      for (const float p : patch.pressures)
        pressures.push_back(RoundToBits(p, kForceBits));
    }
  }
  return {{"scale", ChoosePressureScale(recording)},
          {"counts", EncodeArray(counts)},
          {"bodies", EncodeArray(bodies)},
          {"polygons", EncodeArray(polygons)},
          {"sizes", EncodeArray(sizes)},
          {"corners", EncodeArray(corners)},
          {"pressures", EncodeArray(pressures)}};
}

// Of each frame, of each line the string, the tension and the corners, of each
// corner the body and where it is in it.
Json MakeStrings(const Recording& recording, float quantum) {
  std::vector<std::uint32_t> counts, strings, sizes, bodies;
  std::vector<float> tensions, corners;
  for (const Frame& frame : recording.frames) {
    counts.push_back(static_cast<std::uint32_t>(frame.strings.size()));
    for (const StringLine& line : frame.strings) {
      strings.push_back(static_cast<std::uint32_t>(line.string));
      tensions.push_back(
          RoundToBits(static_cast<float>(line.tension), kForceBits));
      sizes.push_back(static_cast<std::uint32_t>(line.corners.size()));
      bodies.insert(bodies.end(), line.bodies.begin(), line.bodies.end());
      for (const Vector3d& corner : line.corners)
        for (const double x : corner)
          corners.push_back(Quantize(static_cast<float>(x), quantum));
    }
  }
  return {{"names", recording.strings},
          {"scale", ChooseTensionScale(recording)},
          {"radius", ChooseStringRadius(recording)},
          {"counts", EncodeArray(counts)},
          {"strings", EncodeArray(strings)},
          {"tensions", EncodeArray(tensions)},
          {"sizes", EncodeArray(sizes)},
          {"bodies", EncodeArray(bodies)},
          {"corners", EncodeArray(corners)}};
}

// An array per field, and limits as indices into their names.
Json MakeSteps(const Recording& recording, double start) {
  std::vector<float> times, sizes, energies;
  std::vector<std::uint32_t> limits, rejected;
  std::vector<std::string_view> names;
  for (const StepInterval& steps : recording.steps) {
    const auto name = std::ranges::find(names, steps.limited_by);
    limits.push_back(static_cast<std::uint32_t>(name - names.begin()));
    if (name == names.end()) names.push_back(steps.limited_by);
    times.push_back(static_cast<float>(steps.end - start));
    sizes.push_back(static_cast<float>(steps.shortest));
    rejected.push_back(static_cast<std::uint32_t>(steps.rejected));
    energies.push_back(static_cast<float>(steps.energy));
  }
  return {{"names", names},
          {"times", EncodeArray(times)},
          {"sizes", EncodeArray(sizes)},
          {"limits", EncodeArray(limits)},
          {"rejected", EncodeArray(rejected)},
          {"energies", EncodeArray(energies)}};
}

}  // namespace

std::string MakeHtml(const Recording& recording, std::string_view viewer_page) {
  const double start =
      recording.frames.empty() ? 0 : recording.frames.front().time;
  Json notes = Json::array();
  for (const auto& [label, value] : recording.notes) {
    notes.push_back(Json::array({label, value}));
  }
  const float quantum = ChooseQuantum(recording);
  const EncodedModel model = EncodeModel(MakeGlb(recording, quantum, false));
  Json data{
      {"title", recording.title},
      {"notes", std::move(notes)},
      {"start", start},
      {"duration", recording.duration()},
      {"model", {{"document", model.document}, {"numbers", model.numbers}}},
      {"forces", MakeForces(recording, start, quantum)}};
  const auto has_patches = [](const Frame& frame) {
    return !frame.patches.empty();
  };
  if (std::ranges::any_of(recording.frames, has_patches))
    data["patches"] = MakePatches(recording, quantum);
  const auto has_strings = [](const Frame& frame) {
    return !frame.strings.empty();
  };
  if (std::ranges::any_of(recording.frames, has_strings))
    data["strings"] = MakeStrings(recording, quantum);
  if (!recording.steps.empty()) data["steps"] = MakeSteps(recording, start);
  return InsertIntoPage(
      data.dump(-1, ' ', false, Json::error_handler_t::replace), viewer_page);
}

}  // namespace tactus::recording

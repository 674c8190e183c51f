#include "tactus/recording/html_writer.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/common/base64.h"
#include "tactus/common/require.h"
#include "tactus/recording/compact.h"
#include "tactus/recording/gltf_writer.h"

namespace tactus::recording {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMarker = "@RECORDING@";

constexpr int kForceBits = 10;  // A force to a thousandth.

template <typename T>
std::string EncodeArray(const std::vector<T>& values) {
  static_assert(sizeof(T) == 4);
  return EncodeBase64(
      CompressWords({reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(T)}));
}

// A GLB file in two parts: its header and document, and its numbers, which
// start after the header of the second chunk [glTF 2.0, 4.4].
Json MakeModel(const Recording& recording, float quantum) {
  constexpr std::size_t kFileHeader = 12, kChunkHeader = 8;
  const std::string glb = MakeGlb(recording, quantum);
  std::uint32_t document_size = 0;
  std::memcpy(&document_size, glb.data() + kFileHeader, sizeof(document_size));
  const std::size_t start =
      std::min(kFileHeader + 2 * kChunkHeader + document_size, glb.size());
  const std::string_view all(glb);
  return {{"document", EncodeBase64(Compress(all.substr(0, start)))},
          {"numbers", EncodeBase64(CompressWords(all.substr(start)))}};
}

Json MakeForces(const Recording& recording, double start, float quantum) {
  std::vector<float> times, values;
  std::vector<std::uint32_t> counts;
  for (const Frame& frame : recording.frames) {
    times.push_back(static_cast<float>(frame.time - start));
    counts.push_back(static_cast<std::uint32_t>(frame.forces.size()));
    for (const ContactForce& contact : frame.forces) {
      for (const double x : contact.p_WC)
        values.push_back(Quantize(static_cast<float>(x), quantum));
      for (const double f : contact.f_W)
        values.push_back(RoundToBits(static_cast<float>(f), kForceBits));
    }
  }
  return {{"times", EncodeArray(times)},
          {"counts", EncodeArray(counts)},
          {"values", EncodeArray(values)}};
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

// JSON that can stand in a script element: no "<", so that nothing in a name
// can close the element.
std::string SerializeForHtml(const Json& data) {
  const std::string text =
      data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string MakeHtml(const Recording& recording, std::string_view viewer_page) {
  const auto marker = viewer_page.find(kMarker);
  Require(marker != std::string_view::npos &&
              viewer_page.find(kMarker, marker + 1) == std::string_view::npos,
          "MakeHtml: the viewer page must have its marker exactly once");
  const double start =
      recording.frames.empty() ? 0 : recording.frames.front().time;
  Json notes = Json::array();
  for (const auto& [label, value] : recording.notes) {
    notes.push_back(Json::array({label, value}));
  }
  const float quantum = ChooseQuantum(recording);
  Json data{{"title", recording.title},
            {"notes", std::move(notes)},
            {"start", start},
            {"duration", recording.duration()},
            {"model", MakeModel(recording, quantum)},
            {"forces", MakeForces(recording, start, quantum)}};
  if (!recording.steps.empty()) data["steps"] = MakeSteps(recording, start);
  std::string page(viewer_page.substr(0, marker));
  page += SerializeForHtml(data);
  page += viewer_page.substr(marker + kMarker.size());
  return page;
}

}  // namespace tactus::recording

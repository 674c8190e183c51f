#include "tactus/recording/html_writer.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/common/base64.h"
#include "tactus/common/require.h"
#include "tactus/recording/gltf_writer.h"

namespace tactus::recording {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMarker = "@RECORDING@";

template <typename T>
std::string EncodeArray(const std::vector<T>& values) {
  return EncodeBase64({reinterpret_cast<const char*>(values.data()),
                       values.size() * sizeof(T)});
}

Json MakeForces(const Recording& recording, double start) {
  std::vector<float> times, values;
  std::vector<std::uint32_t> counts;
  for (const Frame& frame : recording.frames) {
    times.push_back(static_cast<float>(frame.time - start));
    counts.push_back(static_cast<std::uint32_t>(frame.forces.size()));
    for (const ContactForce& contact : frame.forces) {
      for (const double x : contact.p_WC)
        values.push_back(static_cast<float>(x));
      for (const double f : contact.f_W)
        values.push_back(static_cast<float>(f));
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
  Json data{{"title", recording.title},
            {"notes", std::move(notes)},
            {"start", start},
            {"duration", recording.duration()},
            {"glb", EncodeBase64(MakeGlb(recording))},
            {"forces", MakeForces(recording, start)}};
  if (!recording.steps.empty()) data["steps"] = MakeSteps(recording, start);
  std::string page(viewer_page.substr(0, marker));
  page += SerializeForHtml(data);
  page += viewer_page.substr(marker + kMarker.size());
  return page;
}

}  // namespace tactus::recording

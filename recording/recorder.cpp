#include "tactus/recording/recorder.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/log.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/multibody/plant/forces/stored_energy.h"
#include "tactus/recording/gltf_writer.h"
#include "tactus/recording/html_writer.h"
#include "tactus/recording/patch_meshes.h"
#include "tactus/recording/string_segments.h"
#include "tactus/recording/viewer_page.h"

namespace tactus::recording {

Recorder::Recorder(const multibody::MultibodyPlant& plant, double rate,
                   std::size_t patch_budget, std::size_t string_budget)
    : plant_(plant),
      plant_recorder_(plant),
      recording_(plant_recorder_.MakeEmptyRecording()),
      sampler_(rate),
      patches_{.most = patch_budget, .what = "contact polygons"},
      strings_{.most = string_budget, .what = "strings"} {
  recording_.title = plant.name();
}

void Recorder::Watch(systems::Simulator* simulator,
                     const integrators::Statistics* statistics) {
  const auto leaves = simulator->diagram().leaves();
  Require(std::ranges::find(leaves, &plant_) != leaves.end(),
          "Recorder: the plant '" + plant_.name() +
              "' is not in the diagram that the simulator advances");
  simulator->Observe(systems::Simulator::kEveryStep,
                     [this, statistics](const systems::Context& context) {
                       AddFrame(context, statistics);
                     });
}

void Recorder::AddFrame(const systems::Context& context,
                        const integrators::Statistics* statistics) {
  if (recording_.frames.empty()) {
    plant_recorder_.TakeSprings(context.diagram());
    recording_.strings = plant_recorder_.string_names();
  } else if (context.time() < frame_.time) {
    throw std::invalid_argument(fmt::format(
        "Recorder: time went back from {:g} s to {:g} s; a recording is of one "
        "run",
        frame_.time, context.time()));
  }
  if (ends_between_samples_) {
    recording_.frames.pop_back();
    recording_.steps.pop_back();
  }
  ends_between_samples_ = false;
  AddStep(context, statistics);
  plant_recorder_.TakeFrame(context, &frame_);
  AddDetails(context);
  const std::size_t num_frames = recording_.frames.size();
  sampler_.Add(frame_, [this](const Frame& frame) { Keep(frame); });
  if (recording_.frames.size() == num_frames) return;
  if (!std::isfinite(interval_.shortest)) return;  // The start has no step.
  recording_.steps.push_back(std::exchange(interval_, {}));
}

// For frames that are kept, as long as there is room.
void Recorder::AddDetails(const systems::Context& context) {
  frame_.patches.clear();
  frame_.strings.clear();
  if (!sampler_.WillSample(frame_.time)) return;
  if (!patches_.end) plant_recorder_.TakePatches(context, &frame_);
  if (!strings_.end) plant_recorder_.TakeStrings(context, &frame_);
}

// What does not fit is left out, and all that comes later.
void Recorder::Keep(const Frame& frame) {
  recording_.frames.push_back(frame);
  if (!patches_.Take(CountPatchBytes(frame), frame.time))
    recording_.frames.back().patches.clear();
  if (!strings_.Take(CountStringBytes(frame), frame.time))
    recording_.frames.back().strings.clear();
}

bool Recorder::Budget::Take(std::size_t size, double time) {
  used += size;
  if (size == 0 || used <= most) return true;
  if (end) return false;
  end = time;
  LogWarning(fmt::format(
      "the recording has {} until {:.6g} s: they take {:.3g} MB, all that they "
      "may",
      what, time, 1e-6 * static_cast<double>(most)));
  return false;
}

// The frame before is where the step started.
void Recorder::AddStep(const systems::Context& context,
                       const integrators::Statistics* statistics) {
  const long rejected = statistics ? statistics->rejected_steps : 0;
  const long rejected_now =
      rejected - std::exchange(rejected_before_, rejected);
  const double h = context.time() - frame_.time;
  if (recording_.frames.empty() || h <= 0) return;
  if (h < interval_.shortest) {
    interval_.shortest = h;
    if (statistics) interval_.limited_by = to_string(statistics->limited_by);
  }
  interval_.rejected += std::max(0L, rejected_now);
  interval_.end = context.time();
  interval_.energy = multibody::CalcTotalEnergy(plant_, context);
}

const Recording& Recorder::recording() {
  if (!ends_between_samples_) {
    sampler_.Finish([this](const Frame& frame) {
      // Both are fixed to bodies: the last ones hold for this frame, too.
      std::vector<RecordedPatch> patches = recording_.frames.back().patches;
      std::vector<StringLine> strings = recording_.frames.back().strings;
      recording_.frames.push_back(frame);
      recording_.frames.back().patches = std::move(patches);
      recording_.frames.back().strings = std::move(strings);
      recording_.steps.push_back(interval_);
      ends_between_samples_ = true;
    });
  }
  recording_.notes = notes_;
  const auto note = [&](const char* label, const Budget& budget) {
    if (budget.end)
      recording_.notes.emplace_back(label,
                                    fmt::format("until {:.6g} s", *budget.end));
  };
  note("pressures", patches_);
  note("strings", strings_);
  MakeWallsTranslucent(&recording_);
  return recording_;
}

void Recorder::RequireFrames() const {
  Require(!recording_.frames.empty(),
          "Recorder: there is nothing to write yet; Watch() a simulator before "
          "it advances");
}

void Recorder::WriteGltf(const std::filesystem::path& file) {
  RequireFrames();
  WriteFile(file, MakeGlb(recording()));
}

void Recorder::WriteHtml(const std::filesystem::path& file) {
  RequireFrames();
  WriteFile(file, MakeHtml(recording(), LoadViewerPage()));
}

}  // namespace tactus::recording

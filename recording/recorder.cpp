#include "tactus/recording/recorder.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/log.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/recording/gltf_writer.h"
#include "tactus/recording/html_writer.h"
#include "tactus/recording/patch_meshes.h"
#include "tactus/recording/viewer_page.h"

namespace tactus::recording {
namespace {

void WriteFile(const std::filesystem::path& path, const std::string& bytes) {
  OutputFile file(path);
  file.stream() << bytes;
  file.Commit();
}

}  // namespace

Recorder::Recorder(const multibody::MultibodyPlant& plant, double rate,
                   std::size_t patch_budget)
    : plant_(plant),
      plant_recorder_(plant),
      recording_(plant_recorder_.MakeEmptyRecording()),
      sampler_(rate),
      patch_budget_(patch_budget) {
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
  if (!recording_.frames.empty() && context.time() < frame_.time) {
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
  AddPatches(context);
  const std::size_t num_frames = recording_.frames.size();
  sampler_.Add(frame_, [this](const Frame& frame) {
    recording_.frames.push_back(frame);
    if (frame.patches.empty()) return;
    // What does not fit is left out, and all that comes later.
    patch_bytes_ += CountPatchBytes(frame);
    if (patch_bytes_ <= patch_budget_) return;
    recording_.frames.back().patches.clear();
    if (patches_end_) return;
    patches_end_ = frame.time;
    LogWarning(fmt::format(
        "the recording has contact polygons until {:.6g} s: they take {:.3g} "
        "MB, all that they may",
        frame.time, 1e-6 * static_cast<double>(patch_budget_)));
  });
  if (recording_.frames.size() == num_frames) return;
  if (!std::isfinite(interval_.shortest)) return;  // The start has no step.
  recording_.steps.push_back(std::exchange(interval_, {}));
}

// For frames that are kept, as long as there is room.
void Recorder::AddPatches(const systems::Context& context) {
  frame_.patches.clear();
  if (patches_end_ || !sampler_.WillSample(frame_.time)) return;
  plant_recorder_.TakePatches(context, &frame_);
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
  interval_.energy = plant_.CalcEnergy(context);
}

const Recording& Recorder::recording() {
  if (!ends_between_samples_) {
    sampler_.Finish([this](const Frame& frame) {
      // Polygons are fixed to bodies: the last ones hold for this frame, too.
      std::vector<RecordedPatch> patches = recording_.frames.back().patches;
      recording_.frames.push_back(frame);
      recording_.frames.back().patches = std::move(patches);
      recording_.steps.push_back(interval_);
      ends_between_samples_ = true;
    });
  }
  recording_.notes = notes_;
  if (patches_end_) {
    recording_.notes.emplace_back("pressures",
                                  fmt::format("until {:.6g} s", *patches_end_));
  }
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

#include "tactus/recording/recorder.h"

#include <algorithm>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/recording/gltf_writer.h"
#include "tactus/recording/html_writer.h"
#include "tactus/recording/viewer_page.h"

namespace tactus::recording {
namespace {

void WriteFile(const std::filesystem::path& path, const std::string& bytes) {
  OutputFile file(path);
  file.stream() << bytes;
  file.Commit();
}

}  // namespace

Recorder::Recorder(const multibody::MultibodyPlant& plant, double rate)
    : plant_(plant),
      plant_recorder_(plant),
      recording_(plant_recorder_.MakeEmptyRecording()),
      sampler_(rate) {
  recording_.title = plant.name();
}

void Recorder::Watch(systems::Simulator* simulator) {
  const auto leaves = simulator->diagram().leaves();
  Require(std::ranges::find(leaves, &plant_) != leaves.end(),
          "Recorder: the plant '" + plant_.name() +
              "' is not in the diagram that the simulator advances");
  simulator->Observe(
      systems::Simulator::kEveryStep,
      [this](const systems::Context& context) { AddFrame(context); });
}

void Recorder::AddFrame(const systems::Context& context) {
  if (!recording_.frames.empty() && context.time() < frame_.time) {
    throw std::invalid_argument(fmt::format(
        "Recorder: time went back from {:g} s to {:g} s; a recording is of one "
        "run",
        frame_.time, context.time()));
  }
  if (ends_between_samples_) recording_.frames.pop_back();
  ends_between_samples_ = false;
  plant_recorder_.TakeFrame(context, &frame_);
  sampler_.Add(frame_, [this](const Frame& frame) {
    recording_.frames.push_back(frame);
  });
}

const Recording& Recorder::recording() {
  if (!ends_between_samples_) {
    sampler_.Finish([this](const Frame& frame) {
      recording_.frames.push_back(frame);
      ends_between_samples_ = true;
    });
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

#include "tactus/apps/run_outputs.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/gltf_writer.h"
#include "tactus/apps/html_writer.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

// Frames per second: 60 look smooth at full speed, and a short run has enough
// to be looked at in slow motion.
double ChooseFrameRate(double duration) {
  constexpr double kLeast = 60, kMost = 1000, kFrames = 1200;
  return duration > 0 ? std::clamp(kFrames / duration, kLeast, kMost) : kLeast;
}

std::vector<std::pair<std::string, std::string>> MakeNotes(
    const Report& report) {
  std::vector<std::pair<std::string, std::string>> notes = {
      {"integrator", report.integrator}};
  if (report.accuracy) {
    notes.emplace_back("accuracy", fmt::format("{:g}", *report.accuracy));
  }
  if (report.step) {
    notes.emplace_back("step", fmt::format("{:g} s", *report.step));
  }
  notes.emplace_back("steps",
                     fmt::format("{}, {} rejected", report.statistics.steps,
                                 report.statistics.rejected_steps));
  notes.emplace_back("computed in", FormatSeconds(report.wall_time));
  return notes;
}

}  // namespace

RunOutputs::RunOutputs(const OutputOptions& options, std::string title,
                       double duration, const multibody::MultibodyPlant& plant)
    : recorder_(plant),
      recording_(recorder_.MakeEmptyRecording()),
      recording_sampler_(ChooseFrameRate(duration)),
      log_sampler_(options.log_rate) {
  recording_.title = std::move(title);
  Open(options);
  if (log_) {
    // The world stands still: it is not logged.
    std::vector<std::string> names;
    for (std::size_t i = 1; i < recording_.bodies.size(); ++i) {
      names.push_back(recording_.bodies[i].name);
    }
    csv_.emplace(names, &log_->stream());
  }
}

void RunOutputs::Open(const OutputOptions& options) {
  if (options.folder) MakeOutputDirectory(*options.folder);
  std::set<fs::path> taken;
  // The path that was given, or `name` in the folder, or nothing.
  const auto choose = [&](const std::optional<fs::path>& given,
                          const char* name) -> std::optional<fs::path> {
    if (!given && !options.folder) return std::nullopt;
    fs::path path = given ? *given : *options.folder / name;
    if (!taken.insert(fs::weakly_canonical(path)).second) {
      throw OutputError("cannot write " + path.string() + " twice");
    }
    return path;
  };
  if (const auto path = choose(std::nullopt, "recording.glb")) {
    glb_.emplace(*path);
  }
  if (const auto path = choose(options.report, "report.json")) {
    report_.emplace(*path);
  }
  if (const auto path = choose(options.log, "log.csv")) log_.emplace(*path);
  if (options.html) {
    const fs::path fallback = options.folder
                                  ? *options.folder / "recording.html"
                                  : fs::path("recording.html");
    OpenPage(*choose(options.html_file.value_or(fallback), ""));
  }
}

void RunOutputs::OpenPage(const fs::path& path) {
  const auto viewer = FindViewerPage();
  if (!viewer) {
    throw OutputError(
        "cannot write " + path.string() +
        ": this tactus was built without node and npm, which its viewer page "
        "(share/tactus/viewer.html) is made with");
  }
  std::ifstream in(*viewer, std::ios::binary);
  viewer_page_.assign(std::istreambuf_iterator<char>(in), {});
  html_.emplace(path);
}

void RunOutputs::AddFrame(const systems::Context& context) {
  if (!records() && !csv_) return;
  recorder_.TakeFrame(context, &frame_);
  if (records()) {
    recording_sampler_.Add(frame_, [this](const Frame& frame) {
      recording_.frames.push_back(frame);
    });
  }
  if (csv_) {
    log_sampler_.Add(frame_, [this](const Frame& frame) {
      log_row_.time = frame.time;
      log_row_.poses.assign(frame.poses.begin() + 1, frame.poses.end());
      csv_->Write(log_row_);
    });
  }
}

void RunOutputs::WriteRecording(const Report& report) {
  recording_sampler_.Finish(
      [this](const Frame& frame) { recording_.frames.push_back(frame); });
  recording_.notes = MakeNotes(report);
  MakeWallsTranslucent(&recording_);
  if (glb_) glb_->stream() << MakeGlb(recording_);
  if (html_) html_->stream() << MakeHtml(recording_, viewer_page_);
}

void RunOutputs::Finish(const Report& report) {
  if (records()) WriteRecording(report);
  if (report_) report_->stream() << MakeReportJson(report).dump(2) << '\n';
  for (auto* file : {&glb_, &html_, &report_, &log_}) {
    if (*file) (*file)->Commit();
  }
}

std::vector<fs::path> RunOutputs::paths() const {
  std::vector<fs::path> paths;
  for (const auto* file : {&glb_, &html_, &report_, &log_}) {
    if (*file) paths.push_back((*file)->path());
  }
  return paths;
}

}  // namespace tactus::apps

#include "tactus/apps/run/run_outputs.h"

#include <algorithm>
#include <set>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/format_seconds.h"
#include "tactus/apps/run/profile_output.h"
#include "tactus/recording/gltf_writer.h"
#include "tactus/recording/html_writer.h"
#include "tactus/recording/viewer_page.h"

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
  if (report.expected_error)
    notes.emplace_back("expected error", Describe(*report.expected_error));
  return notes;
}

/// Where files go: no two to the same place, and none to an input's.
class Places {
 public:
  Places(std::optional<fs::path> folder, const std::vector<fs::path>& inputs)
      : folder_(std::move(folder)), inputs_(inputs) {}

  /// The path that was given, or `name` in the folder, or nothing.
  std::optional<fs::path> Choose(const std::optional<fs::path>& given,
                                 const char* name) {
    if (!given && !folder_) return std::nullopt;
    fs::path path = given ? *given : *folder_ / name;
    Claim(path);
    return path;
  }

  /// @throws OutputError for a path that is claimed already, or an input's.
  void Claim(const fs::path& path) {
    RequireNoInput(path, inputs_);
    Reserve(path);
  }

  /// Likewise of a place that what it had is read from, before it is written.
  void Reserve(const fs::path& path) {
    if (!taken_.insert(fs::weakly_canonical(path)).second) {
      throw OutputError("cannot write " + path.string() + " twice");
    }
  }

 private:
  std::optional<fs::path> folder_;
  const std::vector<fs::path>& inputs_;
  std::set<fs::path> taken_;
};

std::vector<LogOptions> ListLogs(const OutputOptions& options, Places* places) {
  std::vector<LogOptions> logs;
  if (const auto path = places->Choose(options.log, kLogInFolder)) {
    logs.push_back({.file = *path,
                    .signals = options.log_signals,
                    .rate = options.log_rate});
  }
  for (const LogOptions& log : options.more_logs) {
    places->Claim(log.file);
    logs.push_back(log);
  }
  return logs;
}

}  // namespace

RunOutputs::RunOutputs(const OutputOptions& options, std::string title,
                       double duration, const systems::Diagram& diagram,
                       const multibody::MultibodyPlant& plant)
    : recorder_(plant, ChooseFrameRate(duration)) {
  recorder_.set_title(std::move(title));
  Open(options, diagram, plant);
}

void RunOutputs::Open(const OutputOptions& options,
                      const systems::Diagram& diagram,
                      const multibody::MultibodyPlant& plant) {
  Places places(options.folder, options.inputs);
  if (options.checkpoint) places.Reserve(*options.checkpoint);
  const std::vector<LogOptions> logs = ListLogs(options, &places);
  // Before anything is made.
  std::vector<std::vector<systems::Signal>> signals;
  for (const LogOptions& log : logs) {
    signals.push_back(MakeLogSignals(log, diagram, plant));
  }
  if (options.folder) folder_.emplace(*options.folder);
  if (const auto path = places.Choose(std::nullopt, "recording.glb")) {
    glb_.emplace(*path);
  }
  if (const auto path = places.Choose(options.report, "report.json")) {
    report_.emplace(*path);
  }
  if (options.trace) {
    places.Claim(*options.trace);
    trace_file_.emplace(*options.trace);
    trace_.emplace();
  }
  for (std::size_t i = 0; i < logs.size(); ++i) {
    logs_.emplace_back(logs[i], std::move(signals[i]));
  }
  if (options.html) {
    const fs::path fallback = options.folder
                                  ? *options.folder / "recording.html"
                                  : fs::path("recording.html");
    const fs::path page = options.html_file.value_or(fallback);
    places.Claim(page);
    OpenPage(page);
  }
}

void RunOutputs::OpenPage(const fs::path& path) {
  viewer_page_ = recording::LoadViewerPage();
  html_.emplace(path);
}

void RunOutputs::AddFrame(const systems::Context& context,
                          const integrators::Statistics& statistics) {
  if (records()) recorder_.AddFrame(context, &statistics);
}

void RunOutputs::WriteRecording(const Report& report) {
  recorder_.set_notes(MakeNotes(report));
  const recording::Recording& recording = recorder_.recording();
  if (glb_) glb_->stream() << recording::MakeGlb(recording);
  if (html_) html_->stream() << recording::MakeHtml(recording, viewer_page_);
}

void RunOutputs::Finish(const Report& report) {
  if (records()) WriteRecording(report);
  if (report_) {  // Names may hold bytes that are no text.
    report_->stream() << MakeReportJson(report).dump(
                             2, ' ', false,
                             nlohmann::ordered_json::error_handler_t::replace)
                      << '\n';
  }
  if (trace_) WriteTraceJson(*trace_, report.scenario, &trace_file_->stream());
  for (auto* file : {&glb_, &html_, &report_, &trace_file_}) {
    if (*file) (*file)->Commit();
  }
  for (LogFile& log : logs_) log.Commit();
}

std::vector<fs::path> RunOutputs::paths() const {
  std::vector<fs::path> paths;
  for (const auto* file : {&glb_, &html_, &report_, &trace_file_}) {
    if (*file) paths.push_back((*file)->path());
  }
  for (const LogFile& log : logs_) paths.push_back(log.path());
  return paths;
}

}  // namespace tactus::apps

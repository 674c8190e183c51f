#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tactus/apps/io/log_file.h"
#include "tactus/apps/run/report.h"
#include "tactus/common/output_file.h"
#include "tactus/common/trace.h"
#include "tactus/recording/recorder.h"

namespace tactus::apps {

/// What the log is called that a folder gets.
inline constexpr const char* kLogInFolder = "log.csv";

/// Which files a run leaves. A folder gets all of recording.glb, report.json
/// and log.csv (and recording.html, if a page is wanted) that have no path of
/// their own; without a folder, only what has a path is written.
struct OutputOptions {
  std::optional<std::filesystem::path> folder, report, log;
  bool html = false;  ///< Write the page.
  std::optional<std::filesystem::path> html_file;
  /// The signals and the rate of `log`, as in LogOptions.
  std::vector<std::string> log_signals;
  double log_rate = 0;
  std::optional<std::filesystem::path> trace = {};
  bool profile = false;  ///< Print where the time went.
  std::vector<LogOptions> more_logs;
  /// Where the run leaves its checkpoints, and nothing else goes.
  std::optional<std::filesystem::path> checkpoint = {};
  /// What is read, and never written over.
  std::vector<std::filesystem::path> inputs = {};
};

/// The files of one run. Opened before it starts, so that an unwritable place
/// is found early; complete after Finish(), and otherwise not there.
class RunOutputs {
 public:
  /// @param title  of the recording.  @param duration  that is planned [s].
  /// @throws std::invalid_argument for signals that there are not.
  /// @throws OutputError for a place that cannot be written, one that is named
  /// twice, an input's, and a page when the viewer was not built.
  RunOutputs(const OutputOptions& options, std::string title, double duration,
             const systems::Diagram& diagram,
             const multibody::MultibodyPlant& plant);

  /// After the start and after each accepted step.
  void AddFrame(const systems::Context& context,
                const integrators::Statistics& statistics);
  /// To be shown the simulation, each in its own period.
  std::deque<LogFile>& logs() { return logs_; }

  /// Where the integrator is to leave spans; null: nowhere.
  Trace* trace() { return trace_ ? &*trace_ : nullptr; }

  /// Writes and commits all files. @throws OutputError
  void Finish(const Report& report);

  /// The paths of the files.
  std::vector<std::filesystem::path> paths() const;

 private:
  bool records() const { return glb_ || html_; }
  void Open(const OutputOptions& options, const systems::Diagram& diagram,
            const multibody::MultibodyPlant& plant);
  void OpenPage(const std::filesystem::path& path);
  void WriteRecording(const Report& report);

  recording::Recorder recorder_;
  std::optional<OutputDirectory> folder_;  ///< Outlives its files.
  std::optional<OutputFile> glb_, html_, report_, trace_file_;
  std::optional<Trace> trace_;
  std::deque<LogFile> logs_;
  std::string viewer_page_;
};

}  // namespace tactus::apps

#include "tactus/apps/bench/suite/runner.h"

#include <charconv>
#include <optional>
#include <stdexcept>
#include <system_error>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/peers/peer_process.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/common/read_file.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

// Callgrind slows programs down about so much.
constexpr double kValgrindFactor = 60;

void RemoveFile(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

// A peer that is built is beside this program.
std::string FindProgram(const std::string& name, const fs::path& tactus) {
  if (name == "tactus") return tactus.string();
  const fs::path beside = tactus.parent_path() / name;
  std::error_code ignored;
  return fs::exists(beside, ignored) ? beside.string() : name;
}

std::optional<double> FirstNumber(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      digits += c;
    } else if (c != ',' && !digits.empty()) {
      break;
    }
  }
  double value{};
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || digits.empty()) return std::nullopt;
  return value;
}

// perf's file has "COUNT,,instructions:u,..."; valgrind says "Collected : N".
std::optional<double> ParseCount(Counter counter, const std::string& text) {
  if (counter == Counter::kPerf) {
    const std::size_t at = text.find(",,instructions");
    if (at == std::string::npos) return std::nullopt;
    const std::size_t line = text.rfind('\n', at) + 1;  // npos + 1 is 0.
    return FirstNumber(std::string_view(text).substr(line, at - line));
  }
  const std::size_t at = text.find("Collected");
  if (at == std::string::npos) return std::nullopt;
  return FirstNumber(std::string_view(text).substr(at));
}

ChildCommand Under(Counter counter, ChildCommand command,
                   const std::string& file) {
  std::vector<std::string> words;
  if (counter == Counter::kPerf) {
    words = {"stat", "-e", "instructions:u", "-x", ",", "-o", file, "--"};
  } else {
    words = {"--tool=callgrind", "--callgrind-out-file=/dev/null",
             "--log-file=" + file};
  }
  words.push_back(command.program);
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  command.program = counter == Counter::kPerf ? "perf" : "valgrind";
  command.arguments = std::move(words);
  return command;
}

std::optional<double> Count(Counter counter, const ChildCommand& command,
                            const std::function<bool()>& interrupted) {
  const TemporaryFolder scratch;
  const std::string file = (scratch / "count").string();
  const ChildResult child =
      RunChild(Under(counter, command, file), interrupted);
  const bool is_done = child.end == ChildResult::End::kExited &&
                       (child.code == kDone || child.code == kAssertionFailed);
  if (!is_done) return std::nullopt;
  return ParseCount(counter, ReadFileIfThere(file));
}

/// One pass over all runs after the other.
class Runner {
 public:
  Runner(const RunnerOptions& options, Results* results)
      : options_(options), results_(*results) {}

  void RunAll() {
    for (RunResult& each : results_.all()) {
      if (!each.spec.is_untimed() && !each.spec.compare) continue;
      if (each.spec.reference && HasReferences(each.spec)) {
        each.message = kNotNeeded;
      } else {
        RunForTrajectory(&each);
      }
    }
    CompareWithReferences();
    for (int round = 0; round < options_.repeats; ++round) {
      round_ = round + 1;
      for (RunResult& each : results_.all()) {
        if (IsDue(each, round)) RunTimed(&each);
      }
    }
    if (options_.count) CountAll();
  }

 private:
  bool interrupted() const {
    return options_.interrupted && options_.interrupted();
  }

  // What did not work before, or took long, is not repeated.
  bool IsDue(const RunResult& result, int round) const {
    if (result.spec.is_untimed() || interrupted()) return false;
    if (round > 0 && result.spec.once) return false;
    if (round == 0) {
      return result.status == RunStatus::kNotRun ||
             result.status == RunStatus::kOk;
    }
    return result.ok() && result.wall_times.back() < options_.long_run;
  }

  ChildCommand MakeCommand(const RunSpec& spec,
                           const std::vector<std::string>& more) const {
    std::vector<std::string> words = CommandLine(spec);
    ChildCommand command{.program = FindProgram(words[0], options_.program),
                         .arguments = {words.begin() + 1, words.end()},
                         .time_limit = spec.patience * options_.time_limit,
                         .environment = {"OMP_NUM_THREADS=1"}};
    if (!spec.is_peer()) command.arguments.emplace_back("--quiet");
    command.arguments.insert(command.arguments.end(), more.begin(), more.end());
    return command;
  }

  void Tell(const char* what, const RunResult& result) const {
    if (!options_.progress) return;
    std::string text = fmt::format(
        "{} {}, {}, {}: {}", what, result.spec.scene, result.spec.competitor,
        FormatSetting(result.spec), to_string(result.status));
    if (result.ok() && !result.wall_times.empty())
      text += fmt::format(", {:.3g} s", result.wall_times.back());
    if (!result.message.empty()) text += ": " + result.message;
    options_.progress(text);
  }

  void Run(const std::vector<std::string>& more, RunResult* result) {
    RemoveFile(report_);
    std::vector<std::string> words = {"--report", report_};
    words.insert(words.end(), more.begin(), more.end());
    const ChildResult child =
        RunChild(MakeCommand(result->spec, words), options_.interrupted);
    Judge(child, ReadFileIfThere(report_), result);
    busy_ = child.seconds > 0 ? child.cpu_seconds / child.seconds : 1;
  }

  std::vector<std::string> LogOptions(const RunSpec& spec) const {
    std::vector<std::string> words = {spec.is_peer() ? "--trajectory" : "--log",
                                      log_};
    if (spec.log_rate > 0)
      words.insert(words.end(), {"--log-rate", FormatExactly(spec.log_rate)});
    for (const std::string& signal : spec.log_signals)
      words.insert(words.end(), {"--log-signals", signal});
    return words;
  }

  // Runs a spec once more for its log, which is read, its page, which is left,
  // or both.
  void RunForTrajectory(RunResult* result) {
    if (interrupted()) return;
    const RunSpec& spec = result->spec;
    RemoveFile(log_);
    std::vector<std::string> more;
    if (spec.wants_log()) more = LogOptions(spec);
    if (!spec.page.empty()) more.insert(more.end(), {"--html", spec.page});
    Run(more, result);
    if (result->ok() && spec.wants_log()) ReadLog(result);
    Tell(spec.reference ? "reference" : "trajectory", *result);
  }

  // A run whose log cannot be read has failed; the others go on.
  void ReadLog(RunResult* result) const {
    try {
      result->log = ParseTrajectoryLog(ReadFileIfThere(log_));
    } catch (const std::invalid_argument& error) {
      result->status = RunStatus::kFailed;
      result->message = error.what();
    }
  }

  // The references of a scene that reached the end, the more accurate ones
  // first.
  std::vector<const RunResult*> FindReferences(const RunSpec& of) const {
    std::vector<const RunResult*> found;
    for (const RunResult& each : results_.all()) {
      if (each.spec.reference && each.log &&
          ReferenceKey(each.spec) == ReferenceKey(of))
        found.push_back(&each);
    }
    return found;
  }

  bool HasReferences(const RunSpec& of) const {
    return FindReferences(of).size() >= 2;
  }

  void CompareWithReferences() {
    for (RunResult& each : results_.all()) {
      if (!each.spec.compare && !each.spec.reference) continue;
      const ReferencePath* const path = FindPath(each.spec);
      if (!each.spec.compare) continue;
      each.no_error = FindFault(each, path);
      if (!each.no_error.empty()) continue;
      each.error = CalcError(*path, *each.log);
      each.error_floor = path->agreement;
    }
  }

  static std::string FindFault(const RunResult& run,
                               const ReferencePath* path) {
    if (!run.log) return std::string(to_string(run.status));
    if (path == nullptr) return "no two references";
    return path->has_horizon() ? "" : "references part at once";
  }

  // The reference path of a scene, made when it is asked for first; null if
  // there is none.
  const ReferencePath* FindPath(const RunSpec& of) {
    const std::string scene = ReferenceKey(of);
    const auto known = results_.references.find(scene);
    if (known != results_.references.end()) return &known->second;
    const std::vector<const RunResult*> pair = FindReferences(of);
    if (pair.size() < 2) return nullptr;
    ReferencePath path =
        MakeReferencePath(*pair[0]->log, *pair[1]->log, kParted);
    path.runs = fmt::format("{} at {} and {} at {}", pair[0]->spec.competitor,
                            FormatNumber(*pair[0]->spec.accuracy),
                            pair[1]->spec.competitor,
                            FormatNumber(*pair[1]->spec.accuracy));
    return &results_.references.emplace(scene, std::move(path)).first->second;
  }

  void RunTimed(RunResult* result) {
    RunResult timed{.spec = result->spec};
    Run({}, &timed);
    if (timed.status == RunStatus::kNotRun) return;  // interrupted
    result->status = timed.status;
    result->message = timed.message;
    if (!timed.report.is_null()) result->report = timed.report;
    if (timed.ok()) {
      result->wall_times.push_back(*timed.number("wall_time_s"));
      result->busy.push_back(busy_);
      if (const auto cpu = timed.number("cpu_time_s"))
        result->cpu_times.push_back(*cpu);
    }
    Tell(fmt::format("round {}:", round_).c_str(), *result);
  }

  void CountAll() {
    const Counter counter = FindCounter(options_.program);
    if (counter == Counter::kNone) return;
    const double factor = counter == Counter::kValgrind ? kValgrindFactor : 2;
    for (RunResult& each : results_.all()) {
      if (!each.ok() || each.wall_times.empty() || interrupted()) continue;
      if (factor * each.wall_times.front() > options_.time_limit) continue;
      ChildCommand command = MakeCommand(each.spec, {"--report", report_});
      command.time_limit = 2 * options_.time_limit;
      each.instructions = Count(counter, command, options_.interrupted);
      Tell("count", each);
    }
  }

  const RunnerOptions& options_;
  Results& results_;
  TemporaryFolder scratch_;
  const std::string report_ = (scratch_ / "report.json").string();
  const std::string log_ = (scratch_ / "log.csv").string();
  int round_{};
  double busy_ = 1;  ///< Of the last run.
};

}  // namespace

void RunAll(const RunnerOptions& options, Results* results) {
  Runner(options, results).RunAll();
}

std::string_view to_string(Counter counter) {
  switch (counter) {
    case Counter::kPerf:
      return "perf stat -e instructions:u";
    case Counter::kValgrind:
      return "valgrind --tool=callgrind";
    case Counter::kNone:
      break;
  }
  return "none";
}

Counter FindCounter(const fs::path& program) {
  const ChildCommand command{.program = program.string(),
                             .arguments = {"--version"},
                             .time_limit = 60};
  for (const Counter counter : {Counter::kPerf, Counter::kValgrind}) {
    if (Count(counter, command, {})) return counter;
  }
  return Counter::kNone;
}

}  // namespace tactus::apps

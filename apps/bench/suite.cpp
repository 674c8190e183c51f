#include "tactus/apps/bench/suite.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/suite/gnuplot.h"
#include "tactus/apps/bench/suite/machine.h"
#include "tactus/apps/bench/suite/report_page.h"
#include "tactus/apps/bench/suite/run_table.h"
#include "tactus/apps/bench/suite/runner.h"
#include "tactus/apps/bench/suite/timing_faults.h"
#include "tactus/apps/io/interrupt.h"
#include "tactus/apps/models/scene_export.h"
#include "tactus/common/output_file.h"
#include "tactus/common/read_file.h"
#include "tactus/common/text.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

/// From the plan to the page.
class Suite {
 public:
  explicit Suite(const SuiteOptions& options)
      : options_(options),
        plan_options_{.quick = options.quick,
                      .time_limit = options.time_limit,
                      .spot = options.spot,
                      .out = options.out} {}

  ExitCode Run() {
    MakeOutputDirectory(options_.out);
    // An unwritable place is found before the runs.
    OutputFile(options_.out / "runs.csv");
    Plan();
    ExportScenes();
    MakePageFolders();
    const Facts machine = DescribeMachine();
    load_ = ParseNumber(LoadAverage()).value_or(-1);
    RunAll(MakeRunnerOptions(), &results_);
    Present();
    Write(machine);
    if (interrupt_.interrupted()) return kInterrupted;
    return AllRefused() ? kUserError : kDone;
  }

 private:
  void Plan() {
    for (const Experiment& experiment : options_.experiments) {
      plans_.push_back(experiment.plan(plan_options_));
      for (const RunSpec& spec : plans_.back()) results_.Add(spec);
    }
  }

  void ExportScenes() const {
    std::set<std::string> done;
    for (const RunResult& run : results_.all()) {
      const std::string& name = run.spec.exported_from;
      if (name.empty() || !done.insert(name).second) continue;
      MakeOutputDirectory(options_.out / "scenes");
      WriteFile(run.spec.scene, MakeNeutralText(name));
    }
  }

  void MakePageFolders() const {
    for (const RunResult& run : results_.all()) {
      if (run.spec.page.empty()) continue;
      MakeOutputDirectory(fs::path(run.spec.page).parent_path());
    }
  }

  RunnerOptions MakeRunnerOptions() const {
    RunnerOptions runner{.repeats = options_.repeats,
                         .time_limit = options_.time_limit,
                         .count = options_.count,
                         .program = options_.program};
    runner.interrupted = [this] {
      return interrupt_.interrupted();
    };
    if (!options_.quiet) {
      runner.progress = [](const std::string& line) {
        std::cerr << line << '\n';
      };
    }
    return runner;
  }

  void Present() {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      const Experiment& experiment = options_.experiments[i];
      ReportSection section{.name = experiment.name,
                            .title = experiment.title,
                            .runs_file = experiment.name + ".csv"};
      section.section = experiment.present(plan_options_, results_);
      std::set<const RunResult*> seen;
      for (const RunSpec& spec : plans_[i]) {
        const RunResult* run = &results_.at(spec);
        if (seen.insert(run).second) section.runs.push_back(run);
      }
      WriteFile(options_.out / section.runs_file, MakeRunsCsv(section.runs));
      for (const Plot& plot : section.section.plots)
        section.plots.push_back(Draw(section, plot));
      data_.sections.push_back(std::move(section));
    }
  }

  DrawnPlot Draw(const ReportSection& section, const Plot& plot) {
    const std::string stem =
        fmt::format("{}-{}", section.name, section.plots.size() + 1);
    DrawnPlot drawn{.caption = plot.caption,
                    .svg_file = stem + ".svg",
                    .data_file = stem + ".csv",
                    .script_file = stem + ".gp"};
    WriteFile(options_.out / drawn.data_file, MakePlotCsv(plot));
    const fs::path script = options_.out / drawn.script_file;
    const fs::path svg = options_.out / drawn.svg_file;
    WriteFile(script, MakeGnuplotScript(plot, drawn.svg_file));
    const std::string error = RunGnuplot(script);
    if (error.empty()) {
      drawn.svg = ReadFileIfThere(svg);
    } else if (data_.notes.empty() || data_.notes.back() != error) {
      data_.notes.push_back(error);
    }
    return drawn;
  }

  bool AllRefused() const {
    return !results_.all().empty() &&
           std::ranges::all_of(results_.all(), [](const RunResult& run) {
             return run.status == RunStatus::kRefused;
           });
  }

  // How many runs came to which end.
  std::string Summarize() const {
    std::map<RunStatus, int> counts;
    for (const RunResult& run : results_.all()) ++counts[run.status];
    std::vector<std::string> words;
    for (const auto& [status, count] : counts)
      words.push_back(fmt::format("{} {}", count, to_string(status)));
    return fmt::format("{}", fmt::join(words, ", "));
  }

  Facts DescribeMethod() const {
    return {
        {"repeats", fmt::format("up to {} of each run, one process at a "
                                "time, competitors in turn; medians, least "
                                "and most",
                                options_.repeats)},
        {"wall time", "of integration alone, without loading and writing"},
        {"CPU time", "the same, of processors, where the program tells"},
        {"time limit",
         fmt::format("{:g} s of wall time per run", options_.time_limit)},
        {"threads", "one"},
        {"size", options_.quick ? "quick: the smallest cases" : "full"},
        {"instructions",
         options_.count ? fmt::format("{}, of whole processes",
                                      to_string(FindCounter(options_.program)))
                        : "not counted (--count)"},
        {"errors",
         fmt::format("against two references per scene, until they part by "
                     "{:g} m",
                     kParted)},
        {"runs", Summarize()},
        {"load at the end", LoadAverage()}};
  }

  void Write(const Facts& machine) {
    data_.title = options_.quick ? "Tactus: the benchmark suite, quick"
                                 : "Tactus: the benchmark suite";
    data_.machine = machine;
    for (std::string& fault : FindTimingFaults(results_, load_))
      data_.notes.push_back(std::move(fault));
    data_.method = DescribeMethod();
    std::vector<const RunResult*> all;
    for (const RunResult& run : results_.all()) all.push_back(&run);
    WriteFile(options_.out / "runs.csv", MakeRunsCsv(all));
    WriteFile(
        options_.out / "runs.json",
        MakeRunsJson(machine, data_.method, results_)
                .dump(1, ' ', false, nlohmann::json::error_handler_t::replace) +
            "\n");
    WriteFile(options_.out / "report.html", MakeReportPage(data_));
    if (options_.quiet) return;
    std::cout << "runs: " << Summarize() << '\n'
              << "wrote " << (options_.out / "report.html").string() << '\n';
    for (const std::string& note : data_.notes) std::cout << note << '\n';
  }

  const SuiteOptions& options_;
  PlanOptions plan_options_;
  std::vector<std::vector<RunSpec>> plans_;
  Results results_;
  ReportData data_;
  double load_ = -1;  ///< At the start; negative: not known.
  InterruptGuard interrupt_;
};

}  // namespace

ExitCode RunSuite(const SuiteOptions& options) {
  return Suite(options).Run();
}

}  // namespace tactus::apps

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tactus/apps/bench/figures/experiment.h"
#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {

/// What `tactus bench` was told.
struct SuiteOptions {
  std::vector<Experiment> experiments;
  bool quick = false;
  int repeats = 5;
  double time_limit = 100;    ///< Of one run, wall time [s].
  bool count = false;         ///< Count instructions.
  std::string spot = {};      ///< A model file, or empty.
  std::filesystem::path out;  ///< The folder that is written.
  std::filesystem::path program;
  bool quiet = false;
};

/// Runs all experiments and writes, into the folder:
///
///   report.html           the page that tells all
///   runs.csv, runs.json   every run; machine, versions and flags
///   NAME.csv              the runs of an experiment
///   NAME-1.csv .gp .svg   its first plot: points, gnuplot script, drawing
///   scenes/NAME.json      scenes as peers read them
///
/// Interrupted, it writes what there is. If every run was refused, it returns
/// kUserError, and the page says why. @throws OutputError for a folder that
/// cannot be written, before anything runs.
ExitCode RunSuite(const SuiteOptions& options);

}  // namespace tactus::apps

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// The commands of the tactus program. Each adds itself to the command line,
/// and sets `*exit_code` where that names it.
namespace tactus::apps {

/// tactus run MODEL_OR_SCENARIO: simulates, and writes recording, report and
/// log.
/// @param arguments  what follows the command: it goes into checkpoints.
void AddRunCommand(CLI::App* app, std::vector<std::string> arguments,
                   int* exit_code);

/// tactus resume CHECKPOINT: sets up again what was run, and continues from the
/// checkpoint as if the run had never stopped.
void AddResumeCommand(CLI::App* app, int* exit_code);

/// tactus verify MODEL_OR_SCENARIO: runs it again at tighter accuracies, and
/// says how wrong each quantity is and until when it can be trusted.
void AddVerifyCommand(CLI::App* app, int* exit_code);

/// tactus scenes: lists the built-in scenes, or writes one in the neutral form
/// (neutral_scene.h) that other simulators can be given.
void AddScenesCommand(CLI::App* app, int* exit_code);

/// tactus compare A.glb B.glb: two recordings of the same bodies, how far each
/// body is from itself, and a page with one over the other.
void AddCompareCommand(CLI::App* app, int* exit_code);

/// tactus init MODEL: writes a scenario of a model file, to be edited.
void AddInitCommand(CLI::App* app, int* exit_code);

/// tactus check FILE: loads a model file, and says what is in it, what was left
/// out or approximated, and what is legal but seldom meant (plausibility.h); or
/// a scenario, and says what blocks it has. A file that cannot be used makes
/// the exit code an error's.
void AddCheckCommand(CLI::App* app, int* exit_code);

/// tactus dynamics FILE --state STATE.json: prints the equations of motion at a
/// state as JSON (see dynamics_json.h).
void AddDynamicsCommand(CLI::App* app, int* exit_code);

/// tactus bench [NAME...]: goes on as the program tactus-bench, which stands
/// beside this one and is a sixth of all there is to compile.
/// @param arguments  what follows the command, all of it for tactus-bench.
void AddBenchCommand(CLI::App* app, const std::vector<std::string>& arguments);

}  // namespace tactus::apps

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/io/interrupt.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/run/progress.h"
#include "tactus/apps/run/run_options.h"
#include "tactus/apps/verify/reference.h"
#include "tactus/apps/verify/verification.h"
#include "tactus/apps/verify/verification_output.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/common/text.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

constexpr double kDefaultTolerance = 0.01;  // Of methods without an accuracy.
constexpr double kPatience = 10;            // With a witness [s].
constexpr double kReferenceAccuracy = 1e-8;

struct VerifyOptions {
  RunOptions run;
  std::vector<std::string> quantities;  ///< PATTERN or PATTERN=TOLERANCE.
  int levels = 3, samples = 1000;
  std::optional<double> tolerance;
  std::optional<fs::path> report, reference_folder;
  std::optional<double> reference_accuracy;
};

/// What to look at, and how closely.
struct Wish {
  std::string pattern;
  std::optional<double> tolerance;
};

Wish ParseWish(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) return {.pattern = text, .tolerance = {}};
  const std::string number = text.substr(equals + 1);
  const std::optional<double> tolerance = ParseNumber(number);
  Require(tolerance && *tolerance > 0,
          fmt::format("--quantity is PATTERN or PATTERN=TOLERANCE, and '{}' is "
                      "no positive number",
                      number));
  return {.pattern = text.substr(0, equals), .tolerance = tolerance};
}

std::vector<Wish> ParseWishes(const std::vector<std::string>& texts) {
  std::vector<Wish> wishes;
  for (const std::string& text : texts) wishes.push_back(ParseWish(text));
  if (wishes.empty())
    wishes.push_back({.pattern = "body/*/pose", .tolerance = {}});
  return wishes;
}

QuantityList FindQuantities(const Scenario& scenario,
                            const std::vector<Wish>& wishes) {
  std::vector<std::string> patterns;
  for (const Wish& wish : wishes) patterns.push_back(wish.pattern);
  return {*scenario.scene.diagram, patterns};
}

// Of several wishes that fit a quantity, the last with a tolerance counts.
std::vector<double> ListTolerances(const QuantityList& quantities,
                                   const std::vector<Wish>& wishes,
                                   double tolerance) {
  std::vector<double> tolerances;
  for (const std::vector<int>& patterns : quantities.patterns_of()) {
    double& own = tolerances.emplace_back(tolerance);
    for (const int i : patterns)
      own = wishes[static_cast<std::size_t>(i)].tolerance.value_or(own);
  }
  return tolerances;
}

void RequireValid(const VerifyOptions& options) {
  Require(options.levels >= 3 && options.levels <= 10,
          fmt::format("--levels must be from 3 to 10, not {}", options.levels));
  Require(
      options.run.threads >= 1,
      fmt::format("--threads must be at least 1, not {}", options.run.threads));
  Require(options.samples >= 1 && options.samples <= 1'000'000,
          fmt::format("--samples must be from 1 to 1000000, not {}",
                      options.samples));
  RequirePositive("--tolerance", options.tolerance);
  RequirePositive("--reference-accuracy", options.reference_accuracy);
  Require(!options.reference_accuracy || options.reference_folder,
          "--reference-accuracy needs --save-reference: it is that of the "
          "reference");
}

constexpr std::array kReferenceFiles = {"reference.csv", "second.csv",
                                        "reference.json"};

/// The files that the reference is written to, opened before it is computed.
struct ReferenceFiles {
  explicit ReferenceFiles(const fs::path& folder)
      : first(folder / kReferenceFiles[0]),
        second(folder / kReferenceFiles[1]),
        summary(folder / kReferenceFiles[2]) {}

  void Write(const Reference& reference, const ReferenceOptions& options) {
    WriteCsv(reference.first, &first.stream());
    WriteCsv(reference.second, &second.stream());
    summary.stream() << MakeReferenceJson(reference, options).dump(2) << '\n';
    for (OutputFile* file : {&first, &second, &summary}) file->Commit();
  }

  OutputFile first, second, summary;
};

// What is read is never written over.
void RequireInputsStay(const VerifyOptions& options,
                       const std::vector<fs::path>& inputs) {
  if (options.report) RequireNoInput(*options.report, inputs);
  if (!options.reference_folder) return;
  for (const char* name : kReferenceFiles)
    RequireNoInput(*options.reference_folder / name, inputs);
}

/// One call of the command.
class Verifier {
 public:
  explicit Verifier(VerifyOptions options)
      : options_(std::move(options)),
        wishes_(ParseWishes(options_.quantities)),
        scenario_(MakeScenario(options_.run.scenario)),
        quantities_(FindQuantities(scenario_, wishes_)) {
    RequireValid(options_);
    RequireInputsStay(options_, scenario_.files);
    options_.run.integrator.num_threads = options_.run.threads;
    integrator_ = Merge(scenario_.integrator, options_.run.integrator);
    const IntegratorChoice choice = MakeIntegrator(integrator_);
    threads_used_ = choice.threads;
    tolerance_ = options_.tolerance.value_or(
        choice.accuracy ? 10 * *choice.accuracy : kDefaultTolerance);
  }

  ExitCode Run() {
    WarnOfThreads(options_.run.threads, threads_used_, std::cerr);
    if (!options_.run.quiet) {
      PrintNotices(scenario_.notices, false, std::cerr);
      WarnOfSoftJoints(scenario_.scene.plant->model(), integrator_.name,
                       std::cerr);
    }
    std::optional<OutputFile> report;
    if (options_.report) report.emplace(*options_.report);
    if (options_.reference_folder) {
      const ExitCode code = ComputeAndSaveReference();
      if (code != kDone) return code;
    }
    Verification verification = VerifyLevels();
    if (reference_ && verification.is_complete())
      HoldAgainst(*reference_, &verification);
    const VerificationSubject subject{
        .scenario = options_.run.scenario.target,
        .duration = scenario_.duration,
        .reference = reference_ ? &*reference_ : nullptr};
    if (report) {
      Save(MakeVerificationJson(subject, verification), &*report);
    }
    if (!verification.is_complete())
      return Complain(verification.levels.back());
    if (!options_.run.quiet)
      std::cout << MakeVerificationText(subject, verification);
    const std::string complaint = MakeComplaint(subject, verification);
    if (complaint.empty()) return kDone;
    std::cerr << complaint << '\n';
    return kAccuracyNotReached;
  }

 private:
  double period() const { return scenario_.duration / options_.samples; }
  std::function<bool()> MakeStop() const {
    return [this] {
      return interrupt_.interrupted();
    };
  }

  void Tell(const std::string& what) const {
    if (!options_.run.quiet && StderrIsTerminal()) std::cerr << what << '\n';
  }

  Verification VerifyLevels() const {
    return Verify(
        scenario_, integrator_, quantities_,
        {.levels = options_.levels,
         .period = period(),
         .tolerances = ListTolerances(quantities_, wishes_, tolerance_),
         .stop = MakeStop(),
         .witness_patience = kPatience,
         .num_threads = options_.run.threads,
         .before_level = [this](const IntegratorOptions&, int level) {
           Tell(fmt::format("level {} of {}", level + 1, options_.levels));
         }});
  }

  // It is good for as long as its own doubts are a tenth of what is tolerated.
  ExitCode ComputeAndSaveReference() {
    const double tightest =
        std::ranges::min(ListTolerances(quantities_, wishes_, tolerance_));
    const ReferenceOptions options{
        .accuracy = options_.reference_accuracy.value_or(kReferenceAccuracy),
        .period = period(),
        .threshold = tightest / 10,
        .num_threads = options_.run.threads,
        .stop = MakeStop()};
    MakeOutputDirectory(*options_.reference_folder);
    ReferenceFiles files(*options_.reference_folder);
    Tell("the reference");
    reference_ = ComputeReference(scenario_, quantities_, options);
    for (const Trajectory* run : {&reference_->first, &reference_->second}) {
      if (!run->is_complete()) return Complain(*run);
    }
    files.Write(*reference_, options);
    if (!options_.run.quiet)
      std::cout << MakeReferenceText(*reference_, options);
    return kDone;
  }

  static void Save(const nlohmann::ordered_json& json, OutputFile* file) {
    file->stream() << json.dump(2) << '\n';
    file->Commit();
  }

  // Of a run that did not reach its end.
  static ExitCode Complain(const Trajectory& run) {
    if (run.end == Trajectory::End::kInterrupted) {
      std::cerr << "tactus: interrupted\n";
      return kInterrupted;
    }
    std::cerr << fmt::format("tactus: the run by {} failed: {}\n",
                             run.Describe(), run.message);
    return kIntegrationFailed;
  }

  VerifyOptions options_;
  std::vector<Wish> wishes_;
  Scenario scenario_;
  QuantityList quantities_;
  IntegratorOptions integrator_;
  double tolerance_{};
  int threads_used_ = 1;
  std::optional<Reference> reference_;
  InterruptGuard interrupt_;
};

void AddOwnOptions(CLI::App* command, VerifyOptions* options) {
  AddRepeatedOption(
      command, "--quantity PATTERN[=TOL]", &options->quantities,
      "What to judge, such as 'body/*/position', joint/J/position, "
      "energy/total or BLOCK/PORT, with its own tolerance if wanted; may be "
      "repeated (the poses of all bodies)");
  AddOption(command, "--tolerance TOL", &options->tolerance,
            "Error that is tolerated, in a quantity's unit: m, rad, J (ten "
            "times the accuracy; 0.01 without one)");
  AddOption(command, "--levels N", &options->levels,
            "Runs, each ten times as accurate or with half the step (3)");
  AddOption(command, "--samples N", &options->samples,
            "Times at which runs are compared (1000)");
  AddOption(command, "--report FILE.json", &options->report,
            "Write all of it, as JSON");
  AddOption(command, "--save-reference DIR", &options->reference_folder,
            "Compute a reference by CENIC and an independent method, compare "
            "with it, and write it into this folder");
  AddOption(command, "--reference-accuracy A", &options->reference_accuracy,
            "Accuracy of the reference (1e-8)");
  command->add_flag("--quiet", options->run.quiet, "Print errors only");
}

}  // namespace

void AddVerifyCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "verify", "Say how wrong a run is, from runs that are finer");
  command->footer(
      "Exit codes: 0 all quantities hold to the end, 2 bad input, 3 a run\n"
      "failed, 4 a quantity leaves its tolerance before the end, 130\n"
      "interrupted.");
  auto options = std::make_shared<VerifyOptions>();
  AddRunOptions(command, &options->run);
  AddOwnOptions(command, options.get());
  command->callback(
      [options, exit_code] { *exit_code = Verifier(*options).Run(); });
}

}  // namespace tactus::apps

#include "tactus/apps/bench/suite.h"

#include <iostream>
#include <sstream>

#include "apps/bench/suite/fake_program.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/common/output_file.h"

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;

SuiteOptions MakeOptions(const FakeProgram& program,
                         const std::filesystem::path& out) {
  const MatrixOptions matrix{.scenes = {"a", "fails"},
                             .integrators = {"cenic", "icf"},
                             .error_norms = {"positions"},
                             .accuracies = {1e-3, 1e-4},
                             .steps = {1e-2},
                             .duration = 1};
  return {.experiments = {MakeMatrix(matrix)},
          .repeats = 2,
          .time_limit = 60,
          .out = out,
          .program = program.path(),
          .quiet = true};
}

TEST_CASE(
    "RunSuite: a matrix -> a page, tables, plots, and the end of each run") {
  const FakeProgram program;
  const ScratchFolder folder;
  const std::filesystem::path out = folder / "a/b";
  CHECK(RunSuite(MakeOptions(program, out)) == kDone);
  const std::string page = ReadText(out / "report.html");
  CHECK_THAT(page, Contains("id=\"matrix\"") && Contains("matrix.csv") &&
                       Contains("matrix-1.csv"));
  for (const char* file :
       {"runs.csv", "matrix.csv", "matrix-1.csv", "matrix-1.gp"}) {
    INFO(file);
    CHECK_FALSE(ReadText(out / file).empty());
  }
  const auto json = nlohmann::json::parse(ReadText(out / "runs.json"));
  REQUIRE(json["runs"].size() == 6);
  int failed = 0;
  for (const auto& run : json["runs"]) {
    const bool fails = run["scene"] == "fails";
    failed += fails;
    CHECK(run["status"] == (fails ? "failed" : "ok"));
    CHECK(run["wall_times_s"].size() == (fails ? 0 : 2));
  }
  CHECK(failed == 3);
  CHECK_THAT(json["method"]["runs"].get<std::string>(),
             Contains("3 ok") && Contains("3 failed"));
}

TEST_CASE("RunSuite: scripts of plots -> draw into the folder they run in") {
  const FakeProgram program;
  const ScratchFolder folder;
  CHECK(RunSuite(MakeOptions(program, folder / "out")) == kDone);
  CHECK_THAT(ReadText(folder / "out/matrix-1.gp"),
             Contains("set output 'matrix-1.svg'"));
}

TEST_CASE("RunSuite: every run refused -> an error with the reason") {
  const FakeProgram program;
  const ScratchFolder folder;
  SuiteOptions options = MakeOptions(program, folder / "out");
  MatrixOptions matrix{.scenes = {"refuses"},
                       .integrators = {"cenic"},
                       .error_norms = {},
                       .accuracies = {},
                       .steps = {},
                       .duration = 1};
  options.experiments = {MakeMatrix(matrix)};
  options.quiet = false;
  std::ostringstream out, err;
  std::streambuf* const old_out = std::cout.rdbuf(out.rdbuf());
  std::streambuf* const old_err = std::cerr.rdbuf(err.rdbuf());
  const ExitCode code = RunSuite(options);
  std::cout.rdbuf(old_out);
  std::cerr.rdbuf(old_err);
  CHECK(code == kUserError);
  CHECK_THAT(err.str(), Contains("refused: not here\n"));
  CHECK_THAT(ReadText(folder / "out/report.html"), Contains("not here"));
  options.quiet = true;
  matrix.scenes = {"refuses", "a"};
  options.experiments = {MakeMatrix(matrix)};
  CHECK(RunSuite(options) == kDone);
}

// A fake that notes what the folder holds while it runs.
TEST_CASE(
    "RunSuite: files of an earlier suite -> kept until the runs are done") {
  const ScratchFolder folder;
  const FakeProgram fake;
  const std::filesystem::path out = folder / "out", script = folder / "tactus",
                              seen = folder / "seen";
  std::filesystem::create_directory(out);
  std::ofstream(out / "runs.csv") << "earlier\n";
  std::ofstream(script) << "#!/bin/sh\ncp '" << (out / "runs.csv").string()
                        << "' '" << seen.string() << "'\nexec '"
                        << fake.path().string() << "' \"$@\"\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  SuiteOptions options = MakeOptions(fake, out);
  options.program = script;
  CHECK(RunSuite(options) == kDone);
  CHECK(ReadText(seen) == "earlier\n");
  CHECK_THAT(ReadText(out / "runs.csv"), !Contains("earlier"));
}

TEST_CASE("RunSuite: a file in place of the folder -> thrown before any run") {
  const FakeProgram program;
  const ScratchFolder folder;
  std::ofstream(folder / "file") << "in the way";
  CHECK_THROWS_AS(RunSuite(MakeOptions(program, folder / "file")), OutputError);
  CHECK(program.calls().empty());
}

}  // namespace
}  // namespace tactus::apps

#include "tactus/apps/bench/suite/runner.h"

#include <algorithm>
#include <sstream>

#include "apps/bench/suite/fake_program.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

RunSpec Spec(std::string scene, double accuracy = 1e-3) {
  return {.competitor = "fake",
          .scene = std::move(scene),
          .duration = 2,
          .accuracy = accuracy};
}

// The scenes of the calls, in order.
std::vector<std::string> ScenesOf(const FakeProgram& program) {
  std::istringstream calls(program.calls());
  std::vector<std::string> scenes;
  for (std::string line; std::getline(calls, line);) {
    std::istringstream words(line);
    std::string run, scene;
    words >> run >> scene;
    scenes.push_back(scene);
  }
  return scenes;
}

TEST_CASE("RunAll: runs that work and fail -> in turn, failures once") {
  const FakeProgram program;
  Results results;
  for (const char* scene : {"a", "fails", "b", "refuses", "crashes", "silent"})
    results.Add(Spec(scene));
  RunAll({.repeats = 3, .time_limit = 60, .program = program.path()}, &results);
  CHECK(ScenesOf(program) ==
        std::vector<std::string>{"a", "fails", "b", "refuses", "crashes",
                                 "silent", "a", "b", "a", "b"});
  CHECK(results.at(Spec("a")).wall_times ==
        std::vector<double>{0.125, 0.125, 0.125});
  CHECK(results.at(Spec("a")).number("steps") == 7);
  CHECK(results.at(Spec("fails")).status == RunStatus::kFailed);
  CHECK(results.at(Spec("fails")).message ==
        "the simulation failed at 0.5 s: singular");
  CHECK(results.at(Spec("refuses")).status == RunStatus::kRefused);
  CHECK(results.at(Spec("crashes")).message == "ended by signal 11");
  CHECK(results.at(Spec("silent")).message == "it wrote no report");
}

TEST_CASE("RunAll: timed runs -> CPU times where told, and who had to wait") {
  const FakeProgram program;
  Results results;
  results.Add(Spec("a"));
  results.Add(Spec("tells"));
  RunAll({.repeats = 2, .time_limit = 60, .program = program.path()}, &results);
  CHECK(results.at(Spec("a")).cpu_times.empty());
  CHECK(results.at(Spec("tells")).cpu_times ==
        std::vector<double>{0.0625, 0.0625});
  CHECK(results.at(Spec("a")).busy.size() == 2);
  for (const double busy : results.at(Spec("a")).busy) {
    CHECK(busy >= 0);
    CHECK(busy < 2);
  }
}

TEST_CASE("RunAll: a run beyond the time limit -> timeout, not repeated") {
  const FakeProgram program;
  Results results;
  results.Add(Spec("hangs"));
  RunAll({.repeats = 3, .time_limit = 0.3, .program = program.path()},
         &results);
  CHECK(results.at(Spec("hangs")).status == RunStatus::kTimeout);
  CHECK(results.at(Spec("hangs")).wall_times.empty());
  CHECK(ScenesOf(program).size() == 1);
}

TEST_CASE("RunAll: a run longer than long_run -> timed once") {
  const FakeProgram program;
  Results results;
  results.Add(Spec("a"));
  RunAll({.repeats = 3,
          .time_limit = 60,
          .long_run = 0.1,
          .program = program.path()},
         &results);
  CHECK(results.at(Spec("a")).wall_times.size() == 1);
}

TEST_CASE("RunAll: a run whose assertion fails -> ok, timed and repeated") {
  const FakeProgram program;
  Results results;
  results.Add(Spec("asserts"));
  RunAll({.repeats = 2, .time_limit = 60, .program = program.path()}, &results);
  const RunResult& run = results.at(Spec("asserts"));
  CHECK(run.ok());
  CHECK(run.wall_times.size() == 2);
  CHECK(run.message == "a.yaml:3: assertion failed: low");
}

TEST_CASE("RunAll: a peer that is not installed -> missing") {
  const FakeProgram program;
  Results results;
  RunSpec peer = Spec("a");
  peer.program = "tactus-no-such-peer";
  results.Add(peer);
  RunAll({.program = program.path()}, &results);
  CHECK(results.at(peer).status == RunStatus::kMissing);
  CHECK_THAT(results.at(peer).message, Catch::Contains("tactus-no-such-peer"));
}

// The fake is a quarter of a metre off at 1e-3, and nowhere else.
TEST_CASE("RunAll: runs compared with references -> errors from untimed logs") {
  const FakeProgram program;
  Results results;
  RunSpec tight = Spec("a", 1e-8), loose = Spec("a", 1e-7);
  tight.reference = loose.reference = true;
  RunSpec good = Spec("a", 1e-4), bad = Spec("a", 1e-3);
  good.compare = bad.compare = true;
  for (const RunSpec& spec : {tight, loose, good, bad}) results.Add(spec);
  RunAll({.repeats = 1, .time_limit = 60, .program = program.path()}, &results);
  REQUIRE(results.references.contains(ReferenceKey(good)));
  CHECK(results.references.at(ReferenceKey(good)).until_end);
  CHECK(results.at(good).error == 0.0);
  CHECK(results.at(bad).error == 0.25);
  CHECK(results.at(tight).wall_times.empty());  // References are not timed.
  CHECK(results.at(bad).wall_times.size() == 1);
  // Timed runs write no log.
  const std::string calls = program.calls();
  CHECK(std::ranges::count(calls, '\n') == 6);
  std::size_t logs = 0;
  for (std::size_t at = calls.find("--log "); at != std::string::npos;
       at = calls.find("--log ", at + 1))
    ++logs;
  CHECK(logs == 4);
}

TEST_CASE("RunAll: a log that cannot be read -> that run failed, others not") {
  const FakeProgram program;
  Results results;
  RunSpec tight = Spec("a", 1e-8), loose = Spec("a", 1e-7);
  RunSpec garbled = Spec("garbles", 1e-4), good = Spec("a", 1e-4);
  tight.reference = loose.reference = garbled.compare = good.compare = true;
  for (const RunSpec& spec : {garbled, tight, loose, good}) results.Add(spec);
  RunAll({.repeats = 1, .time_limit = 60, .program = program.path()}, &results);
  CHECK(results.at(good).error == 0.0);
  CHECK(results.at(garbled).status == RunStatus::kFailed);
  CHECK_THAT(results.at(garbled).message, Catch::Contains("not closed"));
  CHECK_FALSE(results.at(garbled).error);
  CHECK(results.at(garbled).no_error == "failed");
}

TEST_CASE("RunAll: two references that work -> the third is not run") {
  const FakeProgram program;
  Results results;
  RunSpec a1 = Spec("a", 1e-9), a2 = Spec("a", 1e-8), a3 = Spec("a", 1e-7);
  RunSpec b1 = Spec("hangs", 1e-9), b2 = Spec("hangs", 1e-8);
  for (RunSpec* spec : {&a1, &a2, &a3, &b1, &b2}) {
    spec->reference = true;
    if (spec->scene == "hangs") spec->patience = 0.01;
    results.Add(*spec);
  }
  RunAll({.repeats = 1, .time_limit = 30, .program = program.path()}, &results);
  CHECK(ScenesOf(program) ==
        std::vector<std::string>{"a", "a", "hangs", "hangs"});
  CHECK(results.at(a3).status == RunStatus::kNotRun);
  CHECK(results.at(a3).message == kNotNeeded);
  CHECK(results.at(b1).status == RunStatus::kTimeout);
  REQUIRE(results.references.size() == 1);
  CHECK(results.references.at(ReferenceKey(a1)).runs ==
        "fake at 1e-09 and fake at 1e-08");
}

TEST_CASE("RunAll: one of two references fails -> the third is run for it") {
  const FakeProgram program;
  Results results;
  RunSpec missing = Spec("a", 1e-9), second = Spec("a", 1e-8),
          third = Spec("a", 1e-7), run = Spec("a", 1e-4);
  missing.program = "tactus-no-such-peer";
  for (RunSpec* spec : {&missing, &second, &third}) spec->reference = true;
  run.compare = true;
  for (const RunSpec& spec : {missing, second, third, run}) results.Add(spec);
  RunAll({.repeats = 1, .time_limit = 60, .program = program.path()}, &results);
  CHECK(results.at(missing).status == RunStatus::kMissing);
  CHECK(results.at(third).ok());
  REQUIRE(results.references.contains(ReferenceKey(run)));
  CHECK(results.references.at(ReferenceKey(run)).runs ==
        "fake at 1e-08 and fake at 1e-07");
  CHECK(results.at(run).error == 0.0);
}

// The fake is a quarter of a metre off at 1e-3, from its second sample on.
TEST_CASE("RunAll: references that part at once -> no error, and why") {
  const FakeProgram program;
  Results results;
  RunSpec tight = Spec("a", 1e-8), off = Spec("a", 1e-3), run = Spec("a", 1e-4);
  tight.reference = off.reference = true;
  run.compare = true;
  for (const RunSpec& spec : {tight, off, run}) results.Add(spec);
  RunAll({.repeats = 1, .time_limit = 60, .program = program.path()}, &results);
  CHECK_FALSE(results.references.at(ReferenceKey(run)).has_horizon());
  CHECK_FALSE(results.at(run).error);
  CHECK(results.at(run).no_error == "references part at once");
}

TEST_CASE("RunAll: a run marked once -> not repeated") {
  const FakeProgram program;
  Results results;
  RunSpec a = Spec("a"), b = Spec("b");
  a.once = true;
  results.Add(a);
  results.Add(b);
  RunAll({.repeats = 3, .time_limit = 60, .program = program.path()}, &results);
  CHECK(ScenesOf(program) == std::vector<std::string>{"a", "b", "b", "b"});
  CHECK(results.at(a).wall_times.size() == 1);
}

TEST_CASE("RunAll: a run with a page -> made once, asked for it, not timed") {
  const FakeProgram program;
  Results results;
  RunSpec page = Spec("a");
  page.page = "page.html";
  results.Add(page);
  results.Add(Spec("a"));
  RunAll({.repeats = 2, .time_limit = 60, .program = program.path()}, &results);
  CHECK(ScenesOf(program) == std::vector<std::string>{"a", "a", "a"});
  const std::string calls = program.calls();
  const std::string asked = "--html page.html";
  CHECK(calls.find(asked) < calls.find('\n'));
  CHECK(calls.find(asked, calls.find('\n')) == std::string::npos);
  CHECK(results.at(page).ok());
  CHECK_FALSE(results.at(page).log.has_value());
}

TEST_CASE("RunAll: no reference works -> nothing is compared") {
  const FakeProgram program;
  Results results;
  RunSpec tight = Spec("fails", 1e-8), bad = Spec("fails", 1e-3);
  tight.reference = true;
  bad.compare = true;
  results.Add(tight);
  results.Add(bad);
  RunAll({.repeats = 1, .time_limit = 60, .program = program.path()}, &results);
  CHECK(results.references.empty());
  CHECK_FALSE(results.at(bad).error);
  CHECK(results.at(bad).status == RunStatus::kFailed);
  CHECK(results.at(bad).no_error == "failed");
}

TEST_CASE("RunAll: interrupted -> the rest is not run") {
  const FakeProgram program;
  Results results;
  for (const char* scene : {"a", "b", "c"}) results.Add(Spec(scene));
  bool stop = false;
  RunAll({.repeats = 2,
          .time_limit = 60,
          .program = program.path(),
          .interrupted = [&] { return stop; },
          .progress =
              [&](const std::string& line) {
                if (line.find(" b,") != std::string::npos) stop = true;
              }},
         &results);
  CHECK(results.at(Spec("a")).wall_times.size() == 1);
  CHECK(results.at(Spec("b")).ok());
  CHECK(results.at(Spec("c")).status == RunStatus::kNotRun);
}

TEST_CASE("RunAll: count -> instructions where there is a counter") {
  const FakeProgram program;
  const Counter counter = FindCounter("/bin/true");
  Results results;
  results.Add(Spec("a"));
  RunAll({.repeats = 1,
          .time_limit = 60,
          .count = true,
          .program = program.path()},
         &results);
  // The fake is counted with what counts real programs.
  CHECK(results.at(Spec("a")).instructions.has_value() ==
        (counter != Counter::kNone));
  if (results.at(Spec("a")).instructions)
    CHECK(*results.at(Spec("a")).instructions > 1e4);
}

}  // namespace
}  // namespace tactus::apps

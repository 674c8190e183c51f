#include "tactus/apps/run/profile_output.h"

#include <chrono>
#include <map>
#include <sstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Json = nlohmann::json;

TEST_CASE(
    "MakeShares: times of two phases -> shares that sum to the wall time") {
  Profile profile;
  profile[Phase::kGeometry] = 1;
  profile[Phase::kHessian] = 0.5;
  const auto shares = MakeShares(profile, 2);
  double sum = 0;
  for (const ProfileShare& share : shares) {
    sum += share.seconds;
    CHECK_FALSE(share.meaning.empty());
  }
  CHECK(sum == 2);
  CHECK(shares.back().phase == "other");
  CHECK(shares.back().seconds == 0.5);
  const std::string table = MakeProfileTable(profile, 2);
  CHECK_THAT(table, Catch::Contains("geometry") && Catch::Contains("50.0 %") &&
                        Catch::Contains("25.0 %") &&
                        Catch::Contains("100.0 %"));
  CHECK_THAT(table, !Catch::Contains("line_search"));
  CHECK_FALSE(MakeProfileTable({}, 0).empty());
}

Json Write(const Trace& trace) {
  std::ostringstream text;
  WriteTraceJson(trace, "a \"scene\"\xff", &text);
  return Json::parse(text.str());
}

TEST_CASE(
    "WriteTraceJson: nested spans, one too many -> in order, outer ones "
    "first") {
  Trace trace(3);
  const auto at = [&](int us) {
    return trace.origin() + std::chrono::microseconds(us);
  };
  trace.Add({.name = "inner", .lane = 0, .start = at(10), .end = at(20)});
  trace.Add({.name = "attempt",
             .lane = 0,
             .start = at(10),
             .end = at(50),
             .t = 1,
             .h = 0.25,
             .iterations = 3,
             .accepted = true});
  trace.Add({.name = "other", .lane = 2, .start = at(5), .end = at(6)});
  trace.Add({.name = "late", .lane = 0, .start = at(60), .end = at(61)});
  const Json json = Write(trace);
  CHECK(json["otherData"]["truncated"] == true);
  CHECK(json["otherData"]["events_left_out"] == 1);
  Json events = Json::array();
  int names = 0;
  for (const Json& event : json["traceEvents"]) {
    if (event["ph"] == "X") {
      events.push_back(event);
    } else {
      CHECK(event["ph"] == "M");
      ++names;
    }
  }
  CHECK(names == 3);  // the process, and two threads
  REQUIRE(events.size() == 3);
  CHECK(events[0]["name"] == "other");
  CHECK(events[0]["tid"] == 2);
  CHECK(events[1]["name"] == "attempt");
  CHECK(events[1]["ts"] == 10.0);
  CHECK(events[1]["dur"] == 40.0);
  CHECK(
      events[1]["args"] ==
      Json{{"t_s", 1.0}, {"h_s", 0.25}, {"iterations", 3}, {"accepted", true}});
  CHECK(events[2]["name"] == "inner");
  CHECK_FALSE(events[2].contains("args"));
}

/// What a trace file says of one run: its events' own times by name, and that
/// they are well formed.
struct OwnTimes {
  explicit OwnTimes(const Json& file) {
    constexpr double kRounding = 1e-3;  // [us]
    struct Open {
      std::string name;
      double end;
    };
    std::vector<Open> open;
    double last = 0;
    const auto close = [&](double until) {
      while (!open.empty() && open.back().end <= until + kRounding) {
        open.pop_back();
      }
    };
    for (const Json& event : file["traceEvents"]) {
      if (event["ph"] != "X") continue;
      const double ts = event["ts"], duration = event["dur"];
      ordered = ordered && ts >= last && duration >= 0;
      last = ts;
      close(ts);
      if (!open.empty()) {
        nested = nested && ts + duration <= open.back().end + kRounding;
        seconds[open.back().name] -= 1e-6 * duration;
      }
      open.push_back({event["name"], ts + duration});
      seconds[event["name"]] += 1e-6 * duration;
      if (event["name"] != "attempt") continue;
      ++attempts;
      iterations += event["args"]["iterations"].get<long>();
      if (!event["args"]["accepted"].get<bool>()) continue;
      ++accepted;
      simulated += event["args"]["h_s"].get<double>();
    }
  }

  bool ordered = true, nested = true;
  std::map<std::string, double> seconds;
  long attempts = 0, accepted = 0, iterations = 0;
  double simulated = 0;
};

void CheckTraceOf(const std::vector<std::string>& run) {
  const ScratchFolder folder;
  const std::string report_file = (folder / "r.json").string(),
                    trace_file = (folder / "t.json").string();
  std::vector<std::string> arguments = run;
  arguments.insert(arguments.end(), {"--quiet", "--report", report_file,
                                     "--trace", trace_file, "--profile"});
  const Outcome outcome = Call(arguments);
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK_THAT(outcome.err, Catch::StartsWith("where the time goes"));
  const Json report = Json::parse(ReadText(report_file));
  const Json trace = Json::parse(ReadText(trace_file));
  REQUIRE(trace["otherData"]["truncated"] == false);

  double booked = 0;
  for (const auto& [phase, seconds] : report["profile"].items())
    booked += seconds.get<double>();
  CHECK(booked == Approx(report["wall_time_s"].get<double>()));

  const OwnTimes own(trace);
  CHECK(own.ordered);
  CHECK(own.nested);
  const long steps = report["steps"], rejected = report["rejected_steps"];
  CHECK(own.attempts == steps + rejected);
  CHECK(own.accepted == steps);
  CHECK(own.iterations == report["newton_iterations"].get<long>());
  CHECK(own.simulated == Approx(report["duration"].get<double>()));
  for (const auto& [phase, seconds] : report["profile"].items()) {
    if (phase == "other") continue;
    const auto found = own.seconds.find(phase);
    const double traced = found == own.seconds.end() ? 0 : found->second;
    INFO(phase);
    CHECK(traced == Approx(seconds.get<double>()).epsilon(1e-6).margin(1e-9));
  }
}

TEST_CASE("tactus run: --trace -> the attempts and phase times of the report") {
  CheckTraceOf({"run", "hard_clutter", "--duration", "0.3"});
  CheckTraceOf({"run", "hard_clutter", "--duration", "0.5", "--step", "0.01"});
  CheckTraceOf({"run", "double_pendulum", "--integrator", "rk3"});
  CheckTraceOf({"run", "cart_pole", "--duration", "0.5"});
}

TEST_CASE(
    "tactus run: without and with --trace -> no file, the same final "
    "positions") {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(),
                {"run", "hard_clutter", "--duration", "0.5", "--quiet",
                 "--report", (folder / "r.json").string()});
    REQUIRE(Call(more).code == kDone);
    return Json::parse(ReadText(folder / "r.json"))["final_positions"];
  };
  const Json without = run({});
  CHECK(folder.num_entries() == 1);
  CHECK(run({"--trace", (folder / "t.json").string()}) == without);
  CheckRefused({"run", "ball_drop", "--trace", (folder / "a/b").string()},
               "cannot write");
}

}  // namespace
}  // namespace tactus::apps

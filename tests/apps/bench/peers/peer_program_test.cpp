#include "tactus/apps/bench/peers/peer_program.h"

#include <iostream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {
namespace {

struct Outcome {
  int exit_code{};
  std::string error;
  PeerOptions options;
};

Outcome Call(std::vector<const char*> arguments,
             const std::function<int()>& run) {
  Outcome outcome;
  CLI::App app("", "peer");
  AddPeerOptions(&app, "the scene's", &outcome.options);
  arguments.insert(arguments.begin(), "peer");
  const std::ostringstream error;
  std::streambuf* before = std::cerr.rdbuf(error.rdbuf());
  outcome.exit_code =
      RunPeer(&app, static_cast<int>(arguments.size()), arguments.data(), run);
  std::cerr.rdbuf(before);
  outcome.error = error.str();
  return outcome;
}

TEST_CASE("Peer program: options -> what a run is told, its code returned") {
  const Outcome outcome =
      Call({"--duration", "2", "--settle", "0.5", "--report", "r.json",
            "--trajectory", "t.csv", "--log-rate", "10"},
           [] { return 3; });
  CHECK(outcome.exit_code == 3);
  CHECK(outcome.error.empty());
  CHECK(outcome.options.duration == 2);
  CHECK(outcome.options.settle == 0.5);
  CHECK(outcome.options.report == "r.json");
  CHECK(outcome.options.trajectory == "t.csv");
  CHECK(outcome.options.log_rate == 10);
}

TEST_CASE("Peer program: an error -> one line and the user's exit code") {
  const Outcome outcome =
      Call({}, []() -> int { throw std::runtime_error("two\nlines"); });
  CHECK(outcome.exit_code == kUserError);
  CHECK(outcome.error == "peer: error: two lines\n");
  const Outcome negative = Call({"--duration", "-1"}, [] { return kDone; });
  CHECK(negative.exit_code == kUserError);
  CHECK_THAT(negative.error, Catch::StartsWith("peer: error: "));
}

}  // namespace
}  // namespace tactus::apps

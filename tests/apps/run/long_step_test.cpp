// Signals inside of one step that takes far longer than anybody waits.
#include <chrono>
#include <csignal>
#include <thread>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace tactus::apps {
namespace {

// Calls the program, and raises SIGINT once its outputs are open: it has begun.
Outcome CallAndInterrupt(const std::vector<std::string>& arguments,
                         const ScratchFolder& outputs) {
  std::thread user([&] {
    const auto pause = std::chrono::milliseconds(100);
    do {
      std::this_thread::sleep_for(pause);
    } while (outputs.num_entries() == 0);
    std::this_thread::sleep_for(pause);
    std::raise(SIGINT);
  });
  Outcome outcome = Call(arguments);
  user.join();
  return outcome;
}

// A million sweeps over ten cubes that touch take a step two seconds.
TEST_CASE(
    "tactus run: a signal inside the first step -> interrupted at its start") {
  const ScratchFolder outputs;
  const std::string report = (outputs / "r.json").string();
  const Outcome outcome = CallAndInterrupt(
      {"run", "stack", "--integrator", "comfree", "--refinement", "1000000",
       "--report", report, "--checkpoint", (outputs / "c").string()},
      outputs);
  INFO(outcome.err);
  CHECK(outcome.code == kInterrupted);
  CHECK_THAT(outcome.err, Catch::Contains("interrupted at 0 s"));
  const auto json = nlohmann::json::parse(ReadText(report));
  CHECK(json["status"] == "interrupted");
  CHECK(json["steps"] == 0);
  CHECK(std::filesystem::exists(outputs / "c"));
}

TEST_CASE("tactus verify: a signal inside a step -> interrupted") {
  const ScratchFolder outputs;
  const Outcome outcome = CallAndInterrupt(
      {"verify", "stack", "--integrator", "comfree", "--refinement", "1000000",
       "--report", (outputs / "r.json").string()},
      outputs);
  CHECK(outcome.code == kInterrupted);
}

}  // namespace
}  // namespace tactus::apps

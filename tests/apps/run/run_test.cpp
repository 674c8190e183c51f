#include "tactus/apps/run/run.h"

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

constexpr double kHalf = 0.5, kWhole = 1;  // [s]

// A ball that falls and bounces; if it `stops`, after half a second.
class Fall {
 public:
  explicit Fall(double duration, bool stops = false)
      : stops_(stops),
        run_(MakeScenario({.target = "ball_drop", .duration = duration}),
             MakeIntegrator({.name = "icf", .step = 0.01}), stop_) {}

  ExitCode Simulate() {
    outputs_.emplace(OutputOptions{}, "fall", run_.end() - run_.time(),
                     *run_.scenario().scene.diagram,
                     *run_.scenario().scene.plant);
    run_.Attach(&*outputs_, nullptr);
    return run_.Simulate();
  }

  Run& run() { return run_; }

 private:
  bool stops_;
  solvers::StopRequest stop_ = [this] {
    return stops_ && run_.time() > kHalf - 0.001;
  };
  Run run_;
  std::optional<RunOutputs> outputs_;
};

TEST_CASE("Run: to its end -> done, and what it was") {
  Fall fall(kWhole);
  CHECK(fall.run().end() == kWhole);
  CHECK(fall.Simulate() == kDone);
  const Report& report = fall.run().report();
  CHECK(report.status == "done");
  CHECK(report.duration == Approx(kWhole));
  CHECK(report.requested_duration == kWhole);
  CHECK(report.statistics.steps == 100);
  CHECK(report.step == 0.01);
  REQUIRE(report.bodies.size() == 1);
  const Scenario& scenario = fall.run().scenario();
  CHECK(report.energy_initial ==
        scenario.scene.plant->CalcEnergy(scenario.scene.context));
  CHECK(report.wall_time > 0);
}

TEST_CASE("Run: stopped -> interrupted there, and its checkpoint goes on") {
  const ScratchFolder folder;
  const auto file = folder / "c";
  Fall first(kWhole, true);
  first.run().LeaveCheckpoints({.file = file}, {});
  CHECK(first.Simulate() == kInterrupted);
  CHECK(first.run().report().status == "interrupted");
  CHECK(first.run().report().duration == Approx(kHalf));
  const double energy = ReadRunDescription(file).initial_energy;
  CHECK(energy == first.run().report().energy_initial);

  Fall second(kWhole), whole(kWhole);
  second.run().Restore(file, energy);
  CHECK(second.run().time() == Approx(kHalf));
  CHECK(second.Simulate() == kDone);
  CHECK(whole.Simulate() == kDone);
  CHECK(second.run().report().duration == Approx(kHalf));
  CHECK(second.run().report().bodies[0].X_WB.matrix() ==
        whole.run().report().bodies[0].X_WB.matrix());
}

TEST_CASE("Run: a checkpoint at its end -> refused") {
  const ScratchFolder folder;
  const auto file = folder / "c";
  Fall first(kHalf);
  first.run().LeaveCheckpoints({.file = file}, {});
  REQUIRE(first.Simulate() == kDone);
  Fall second(kHalf);
  CHECK_THROWS_WITH(second.run().Restore(file, 0),
                    Catch::Contains("--duration makes it longer"));
}

}  // namespace
}  // namespace tactus::apps

#include "tactus/apps/bench/peers/peer_report.h"

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/run/report.h"

namespace tactus::apps {
namespace {

TEST_CASE(
    "MakePeerJson: a peer's run -> its statistics under our report's keys") {
  PeerReport report;
  report.scenario = "pile";
  report.duration = 4;
  report.settle = 3;
  report.wall_time = 0.5;
  report.AddContact(0.001, 0.1);
  report.AddContact(0.002, 0.1);
  report.AddStep(0.1, 2);
  report.AddContact(0.8, 0.1);
  report.AddStep(0.2, 1);
  const auto json = MakePeerJson(report);
  CHECK(json["status"] == "ok");
  CHECK(json["real_time_rate"] == 2);
  CHECK(json["steps"] == 2);
  CHECK(json["step_min_s"] == 0.1);
  CHECK(json["step_max_s"] == 0.2);
  CHECK(json["contacts_mean"] == 1.5);
  CHECK(json["contacts_max"] == 2);
  CHECK(json["penetration_mean_m"].get<double>() == Approx(0.803 / 3));
  CHECK(json["penetration_max_m"] == 0.8);
  CHECK(json["penetration_outliers"] == 1);
  CHECK(json["penetration_max_without_outliers_m"] == 0.002);
  CHECK(json["newton_iterations"].is_null());
  CHECK(json["accuracy"].is_null());
  const auto ours = MakeReportJson(Report{});
  for (const char* key : {"scenario",
                          "integrator",
                          "accuracy",
                          "step",
                          "duration",
                          "wall_time_s",
                          "cpu_time_s",
                          "real_time_rate",
                          "steps",
                          "rejected_steps",
                          "newton_iterations",
                          "contacts_mean",
                          "contacts_max",
                          "penetration_mean_m",
                          "penetration_max_m",
                          "energy_initial_J",
                          "energy_final_J",
                          "final_positions",
                          "final_velocities",
                          "step_min_s",
                          "step_max_s",
                          "threads"}) {
    INFO(key);
    CHECK(json.contains(key));
    CHECK(ours.contains(key));
  }
}

TEST_CASE("PeerTrajectory: poses of bodies -> a CSV table like our log") {
  const ScratchFolder folder;
  PeerTrajectory trajectory(folder / "t.csv", {"a", "b"});
  RigidTransform X(Eigen::Translation3d(1, 2, 3));
  trajectory.Write(0.25, {X, RigidTransform::Identity()});
  trajectory.Commit();
  CHECK(ReadText(folder / "t.csv") ==
        "time,a.x,a.y,a.z,a.qw,a.qx,a.qy,a.qz,b.x,b.y,b.z,b.qw,b.qx,b.qy,b.qz\n"
        "0.25,1,2,3,1,0,0,0,0,0,0,1,0,0,0\n");
}

}  // namespace
}  // namespace tactus::apps

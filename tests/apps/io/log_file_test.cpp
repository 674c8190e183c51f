#include "tactus/apps/io/log_file.h"

#include <limits>
#include <sstream>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::apps {
namespace {

using multibody::MultibodyPlant;

/// A block called "time", on a joint with a virtual link.
struct Subject {
  Subject() {
    multibody::ModelBuilder model;
    const multibody::SpatialInertia inertia{.mass = 1,
                                            .I_Bcm = Matrix3d::Identity()};
    const int link = model.AddBody("link", {}, true);
    const int body = model.AddBody("time", inertia);
    model.AddJoint({.name = "x",
                    .type = multibody::JointType::kPrismatic,
                    .child = link,
                    .axis_F = Vector3d::UnitX()});
    model.AddJoint({.name = "y",
                    .type = multibody::JointType::kPrismatic,
                    .parent = link,
                    .child = body,
                    .axis_F = Vector3d::UnitY()});
    systems::DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(std::move(model).Build());
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
    plant->SetPositions(&context, Eigen::Vector2d(1, 2));
  }
  std::string Write(const LogOptions& options) {
    LogFile log(options, MakeLogSignals(options, *diagram, *plant));
    CHECK(log.path() == options.file);
    log.Add(context);
    context.SetTime(3 * 0.1);
    log.Add(context);
    log.Commit();
    return ReadText(options.file);
  }

  const MultibodyPlant* plant{};
  std::unique_ptr<systems::Diagram> diagram;
  systems::Context context;
  ScratchFolder folder;
};

TEST_CASE("Log file: no signals given -> the poses of all bodies") {
  Subject s;
  CHECK(s.Write({.file = s.folder / "a.csv"}) ==
        "time,time.x,time.y,time.z,time.qw,time.qx,time.qy,time.qz\n"
        "0,1,2,0,1,0,0,0\n"
        "0.30000000000000004,1,2,0,1,0,0,0\n");
  CHECK_THAT(s.Write({.file = s.folder / "a.npz"}),
             Catch::Contains("time.npy") &&
                 Catch::Contains("body/time/pose.npy") &&
                 Catch::Contains("'shape': (2, 7, )"));
  CHECK(s.folder.num_entries() == 2);
}

TEST_CASE(
    "Log file: signal patterns and a rate -> matching columns, exact times") {
  Subject s;
  const LogOptions options{.file = s.folder / "a.csv",
                           .signals = {"joint/y/position", "joint/*/velocity"},
                           .rate = 10};
  CHECK(s.Write(options) ==
        "time,joint/y/position,joint/x/velocity,joint/y/velocity\n"
        "0,2,0,0\n"
        "0.3,2,0,0\n");
  CHECK(LogFile(options, {}).period() == 0.1);
  CHECK(LogFile({.file = s.folder / "b.csv"}, {}).period() == 0);
}

TEST_CASE("Log file: unknown signals, rates out of range -> refused") {
  const Subject s;
  const auto make = [&](const LogOptions& options) {
    MakeLogSignals(options, *s.diagram, *s.plant);
  };
  CHECK_THROWS_WITH(make({.file = "a.csv", .signals = {"joint/z/position"}}),
                    Catch::Contains("did you mean 'joint/"));
  CHECK_THROWS_WITH(make({.file = "a.csv", .signals = {}, .rate = -1}),
                    Catch::Contains("a.csv must not be negative"));
  CHECK_THROWS_WITH(make({.file = "a.csv", .signals = {}, .rate = 2e9}),
                    Catch::Contains("or above 1e+09 Hz"));
  CHECK_THROWS_AS(make({.file = "a.csv",
                        .signals = {},
                        .rate = std::numeric_limits<double>::infinity()}),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::apps

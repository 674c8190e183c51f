// What is thin: a plate under a fast ball, a post in the way of a rod.
#include <cmath>
#include <numbers>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

const std::vector<double> kAllAccuracies = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
constexpr int kNumCases = 40;

// A ball of 1 cm over a plate of 1 cm.
constexpr double kBall = 0.005, kPlate = 0.01;  // Radius, thickness [m].

Problem MakeDrop(double speed, int i) {
  Dice dice(4000 + i);
  const double distance = dice.Uniform(0.02, 1);
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "plate", contact::Box{{0.5, 0.5, kPlate / 2}},
                     RigidTransform(Eigen::Translation3d(0, 0, -kPlate / 2)),
                     {});
  examples::AddSolid(
      &builder, "ball", contact::Sphere{kBall}, 1000,
      RigidTransform(Eigen::Translation3d(
          dice.Uniform(-0.1, 0.1), dice.Uniform(-0.1, 0.1), kBall + distance)),
      {});
  VectorXd v = VectorXd::Zero(6);
  v[5] = -speed;
  v[3] = dice.Uniform(-0.2, 0.2) * speed;
  return {.model = std::move(builder).Build(),
          .v = v,
          .duration = distance / speed + 0.05};
}

// Whether the ball was ever below the plate.
std::vector<double> MeasureDrop(double speed, int i, const Method& method,
                                Cost* cost) {
  bool passes = false;
  Run(MakeDrop(speed, i), method, cost,
      {.each_step = [&](const multibody::MultibodyPlant& plant,
                        const systems::Context& context) {
        passes |= plant.positions(context)[2] < -kPlate;
      }});
  return {passes ? 1.0 : 0.0};
}

Sweep MakeDropSweep(double speed) {
  return {.name = fmt::format("ball at {:g} m/s on a plate", speed),
          .num_cases = kNumCases,
          .quantities = {{.name = "passes",
                          .unit = "balls",
                          .judgement = Judgement::kCount,
                          .goals = {{.worst = 0}}}},
          .measure =
              [speed](int i, const Method& method, Cost* cost) {
                return MeasureDrop(speed, i, method, cost);
              },
          .accuracies = kAllAccuracies};
}

// A rod turns about a post's neighbour, 12 to 15 m/s at its end.
constexpr double kRod = 0.5, kThin = 0.005, kSpin = 30;  // [m], [rad/s]

Problem MakeRod(int i) {
  Dice dice(4500 + i);
  const contact::Capsule rod{.radius = kThin, .half_length = kRod / 2};
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body = builder.AddBody(
      "rod",
      multibody::MakeSolidInertia(rod, 1000, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "rod", .body = body, .shape = rod, .material = {}});
  // The rod's length lies along x, from the hinge.
  RigidTransform X_CM(Eigen::Translation3d(0, 0, -kRod / 2));
  X_CM.rotate(Eigen::AngleAxisd(-std::numbers::pi / 2, Vector3d::UnitY()));
  builder.AddJoint({.name = "hinge",
                    .type = multibody::JointType::kRevolute,
                    .parent = 0,
                    .child = body,
                    .X_CM = X_CM});
  examples::AddFixed(
      &builder, "post", contact::Capsule{.radius = kThin, .half_length = 0.2},
      RigidTransform(Eigen::Translation3d(dice.Uniform(0.3, 0.48), 0, 0)), {});
  return {.model = std::move(builder).Build(),
          .q = VectorXd::Constant(1, -dice.Uniform(0.1, 6)),
          .v = VectorXd::Constant(1, kSpin),
          .duration = 0.4};
}

// Whether the rod ever left the turn between the post's two sides.
std::vector<double> MeasureRod(int i, const Method& method, Cost* cost) {
  bool passes = false;
  Run(MakeRod(i), method, cost,
      {.each_step = [&](const multibody::MultibodyPlant& plant,
                        const systems::Context& context) {
        const double angle = plant.positions(context)[0];
        passes |= angle > 0 || angle < -2 * std::numbers::pi;
      }});
  return {passes ? 1.0 : 0.0};
}

}  // namespace

std::string RunPlate(const ImpactsOptions& options) {
  const Sweep rod = {.name = "rod at 30 rad/s beside a post",
                     .num_cases = kNumCases,
                     .quantities = {{.name = "passes",
                                     .unit = "rods",
                                     .judgement = Judgement::kCount,
                                     .goals = {{.worst = 0}}}},
                     .measure = &MeasureRod,
                     .accuracies = kAllAccuracies};
  return "A ball of 1 cm, a plate of 1 cm, from 2 cm to 1 m away; a rod and a "
         "post of 1 cm. Default material.\n\n" +
         RunSweep(MakeDropSweep(5), options) +
         RunSweep(MakeDropSweep(50), options) + RunSweep(rod, options);
}

}  // namespace tactus::apps::impacts

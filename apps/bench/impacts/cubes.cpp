// Cubes thrown onto level ground: how far they slide, and whether friction
// stays inside Coulomb's cone.
#include <cmath>
#include <numbers>

#include "tactus/apps/bench/impacts/cone.h"
#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

enum class Manner { kFlat, kTilted, kTurning };

struct Cube {
  double half{}, mu{}, dissipation{}, height{}, speed{}, heading{}, tilt{},
      spin{};
};

Cube MakeCube(Manner manner, int i) {
  Dice dice(5000 + 100 * static_cast<int>(manner) + i);
  Cube cube{.half = dice.Scale(0.01, 0.1),
            .mu = dice.Uniform(0.2, 0.7),
            .dissipation = dice.Scale(5, 100),
            .height = dice.Uniform(0.01, 0.1),
            .speed = dice.Uniform(1, 3),
            .heading = dice.Uniform(-std::numbers::pi, std::numbers::pi)};
  if (manner == Manner::kTilted) cube.tilt = dice.Uniform(0.02, 0.15);
  if (manner == Manner::kTurning) cube.spin = dice.Uniform(2, 8);
  return cube;
}

Problem MakeProblem(const Cube& cube) {
  const contact::Material material = {.stiffness = 2e6,
                                      .dissipation = cube.dissipation,
                                      .static_friction = cube.mu,
                                      .dynamic_friction = cube.mu,
                                      .stiction_velocity = 1e-3};
  // The lowest corner is `height` above the ground.
  const double reach = cube.half * (std::cos(cube.tilt) + std::sin(cube.tilt));
  RigidTransform X_WB(Eigen::Translation3d(0, 0, reach + cube.height));
  X_WB.rotate(Eigen::AngleAxisd(cube.tilt, Vector3d::UnitY()));
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  examples::AddSolid(&builder, "cube",
                     contact::Box{Vector3d::Constant(cube.half)}, 1000, X_WB,
                     material);
  VectorXd v = VectorXd::Zero(6);
  v[2] = cube.spin;
  v[3] = cube.speed * std::cos(cube.heading);
  v[4] = cube.speed * std::sin(cube.heading);
  const double fall = std::sqrt(2 * cube.height / 9.81);
  return {.model = std::move(builder).Build(),
          .v = v,
          .duration = fall + 1.1 * cube.speed / (cube.mu * 9.81)};
}

// How far it slid, and by how much friction exceeded the cone.
std::vector<double> Measure(Manner manner, int i, const Method& method,
                            Cost* cost) {
  const Cube cube = MakeCube(manner, i);
  ConeMeter cone(cube.mu);
  const Ending end =
      Run(MakeProblem(cube), method, cost,
          {.each_step = [&](const multibody::MultibodyPlant& plant,
                            const systems::Context& context) {
            cone.Add(context.time(), plant.velocities(context).tail(3));
          }});
  return {end.q.head(2).norm(), 100 * cone.worst_step(),
          100 * cone.worst_impact()};
}

Sweep MakeSweep(Manner manner, const std::string& name) {
  return {
      .name = name,
      .num_cases = 20,
      .quantities = {{.name = "distance",
                      .goals = {{.accuracy = 1e-3, .median = 3, .worst = 10}}},
                     {.name = "friction beyond the cone, in a step",
                      .judgement = Judgement::kValue,
                      .goals = {{.worst = 10}}},
                     {.name = "friction beyond the cone, in an impact",
                      .judgement = Judgement::kValue,
                      .goals = {{.worst = 1}}}},
      .measure = [manner](
                     int i, const Method& method,
                     Cost* cost) { return Measure(manner, i, method, cost); },
      .truth =
          [manner](int i) {
            Cost cost;
            return Measure(manner, i, MakeReferenceMethod(1e-6, 5e-4), &cost);
          }};
}

}  // namespace

std::string RunCubes(const ImpactsOptions& options) {
  return "Cubes of 2 to 20 cm from 1 to 10 cm above the ground, at 1 to 3 m/s; "
         "mu 0.2 to 0.7, d 5 to 100 s/m. Truth: rk3.\n\n" +
         RunSweep(MakeSweep(Manner::kFlat, "cubes, flat"), options) +
         RunSweep(MakeSweep(Manner::kTilted, "cubes, tilted"), options) +
         RunSweep(MakeSweep(Manner::kTurning, "cubes, turning"), options);
}

}  // namespace tactus::apps::impacts

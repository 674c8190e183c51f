// A ball meets a thick wall: the speed at which it leaves.
#include <cmath>
#include <numbers>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/runge_kutta.h"
#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

constexpr double kStiffness = 1e6;  // [N/m]

struct Throw {
  double radius{}, mass{}, distance{}, speed{}, gravity{}, dissipation{};
};

/// After the contact: the speed with which the ball leaves, and for how long it
/// was there.
struct Rebound {
  double speed{}, duration{};
};

// m x'' = -m g + k (-x)+ (1 - d x')+ from the moment of touch, by the classic
// Runge-Kutta method at a 4000th of the contact.
Rebound Solve(const Throw& ball) {
  const double touch =
      std::sqrt(ball.speed * ball.speed + 2 * ball.gravity * ball.distance);
  const auto rate = [&](const Vector2d& state) -> Vector2d {
    const double x = state[0], v = state[1];
    return {v, -ball.gravity + kStiffness / ball.mass * std::max(-x, 0.0) *
                                   std::max(1 - ball.dissipation * v, 0.0)};
  };
  const double h = std::numbers::pi * std::sqrt(ball.mass / kStiffness) / 4000;
  Vector2d state(0, -touch);
  double t = 0;
  do {
    StepRungeKutta(rate, h, &state);
    t += h;
  } while (state[0] < 0);
  return {.speed = state[1], .duration = t};
}

Throw MakeThrow(double dissipation, int i) {
  Dice dice(1000 + i);
  const double radius = dice.Scale(0.01, 0.1);
  return {.radius = radius,
          .mass = dice.Uniform(500, 3000) * 4 / 3 * std::numbers::pi * radius *
                  radius * radius,
          .distance = dice.Uniform(0.01, 0.5),
          .speed = dice.Uniform(0.5, 5),
          .gravity = i % 2 == 0 ? 0 : 9.81,
          .dissipation = dissipation};
}

// To the moment at which the ball would be highest, or as long as it flew.
double DurationOf(const Throw& ball) {
  const Rebound rebound = Solve(ball);
  const double touch =
      std::sqrt(ball.speed * ball.speed + 2 * ball.gravity * ball.distance);
  const bool falls = ball.gravity > 0;
  const double before =
      falls ? (touch - ball.speed) / ball.gravity : ball.distance / ball.speed;
  const double after =
      falls ? rebound.speed / ball.gravity : ball.distance / ball.speed;
  return before + rebound.duration + 0.9 * after;
}

Problem MakeProblem(const Throw& ball) {
  const contact::Material material =
      examples::MakePairMaterial(kStiffness, ball.dissipation, 0, 1e-4);
  const double volume = 4.0 / 3 * std::numbers::pi * std::pow(ball.radius, 3);
  multibody::ModelBuilder builder;
  builder.set_gravity({0, 0, -ball.gravity});
  examples::AddFixed(&builder, "wall", contact::Box{{1, 1, 0.5}},
                     RigidTransform(Eigen::Translation3d(0, 0, -0.5)),
                     material);
  examples::AddSolid(&builder, "ball", contact::Sphere{ball.radius},
                     ball.mass / volume,
                     RigidTransform(Eigen::Translation3d(
                         0.1, 0.2, ball.radius + ball.distance)),
                     material);
  VectorXd v = VectorXd::Zero(6);
  v[5] = -ball.speed;
  return {.model = std::move(builder).Build(),
          .v = v,
          .duration = DurationOf(ball)};
}

// The speed with which the ball left the wall, seen from later.
double Measure(const Throw& ball, const Method& method, Cost* cost) {
  const double touch2 =
      ball.speed * ball.speed + 2 * ball.gravity * ball.distance;
  const Ending end = Run(MakeProblem(ball), method, cost,
                         {.energy_scale = 0.5 * ball.mass * touch2});
  const double gap = end.q[2] - ball.radius;
  if (gap < 0) return std::max(end.v[5], 0.0);
  return std::sqrt(end.v[5] * end.v[5] + 2 * ball.gravity * gap);
}

Sweep MakeSweep(double dissipation) {
  return {.name = fmt::format("wall, d = {:g} s/m", dissipation),
          .num_cases = 24,
          .quantities = {{.name = "speed of the rebound",
                          .goals = {{.accuracy = 1e-3, .worst = 20},
                                    {.accuracy = 1e-4, .worst = 2},
                                    {.accuracy = 1e-5, .worst = 0.5}}}},
          .measure =
              [dissipation](int i, const Method& method, Cost* cost) {
                return std::vector{
                    Measure(MakeThrow(dissipation, i), method, cost)};
              },
          .truth =
              [dissipation](int i) {
                return std::vector{Solve(MakeThrow(dissipation, i)).speed};
              }};
}

}  // namespace

std::string RunWall(const ImpactsOptions& options) {
  std::string text = fmt::format(
      "Balls of 1 to 10 cm, k = {:g} N/m, 0.5 to 5 m/s, every second one with "
      "gravity. Truth: the equation of the one coordinate.\n\n",
      kStiffness);
  for (const double dissipation : {0.0, 0.2, 2.0, 10.0})
    text += RunSweep(MakeSweep(dissipation), options);
  return text;
}

}  // namespace tactus::apps::impacts

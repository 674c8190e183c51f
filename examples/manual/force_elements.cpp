// Force elements: springs, dampers and drag between bodies, as blocks.
//
// A force element reads the bodies' poses and velocities off the plant, and
// gives forces back; ConnectForces() does the wiring. Here a weight of mass m
// drops into a spring from its free length, and a ball falls through air:
//
//     z(t) = -m g/k [1 - e^(-a t) (cos w t + a/w sin w t)],
//            a = d / (2 m),   w = sqrt(k/m - a^2),
//     v(t) = V tanh(g t / V),   V = sqrt(m g / c2)
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/forces/drag.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr double kGravity = 9.81;
constexpr double kMass = 2, kStiffness = 400, kDamping = 8, kLength = 0.5;
constexpr double kDrag = 0.05;  // N s^2/m^2

double CalcWeightHeight(double t) {
  const double a = kDamping / (2 * kMass);
  const double w = std::sqrt(kStiffness / kMass - a * a);
  return -kMass * kGravity / kStiffness *
         (1 - std::exp(-a * t) * (std::cos(w * t) + a / w * std::sin(w * t)));
}

double CalcBallSpeed(double t) {
  const double V = std::sqrt(kMass * kGravity / kDrag);
  return V * std::tanh(kGravity * t / V);
}

int main() {
  multibody::ModelBuilder bodies;
  for (const char* name : {"weight", "ball"}) {
    bodies.AddBody(name, {.mass = kMass, .I_Bcm = Matrix3d::Identity()});
  }
  const std::shared_ptr<const multibody::Model> model =
      std::move(bodies).Build();
  // Numbers of bodies are those of the model that was built.
  const int weight = model->BodyIndex("weight");
  const int ball = model->BodyIndex("ball");

  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
  // From a hook in the world, half a metre above, to the weight's origin.
  const auto& spring = builder.AddSystem<multibody::SpringDamper>(
      "spring", model, multibody::BodyPoint{0, {0, 0, kLength}},
      multibody::BodyPoint{weight},
      multibody::SpringDamperParameters{.free_length = kLength,
                                        .stiffness = kStiffness,
                                        .damping = kDamping});
  const auto& drag = builder.AddSystem<multibody::Drag>(
      "drag", model, CenterOfMass(*model, ball),
      multibody::DragCoefficients{.quadratic = kDrag});
  ConnectForces(plant, {&spring, &drag}, &builder);
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-6});
  const auto& weight_joint = model->joints()[weight - 1];
  const auto& ball_joint = model->joints()[ball - 1];
  double height_error = 0, speed_error = 0;
  simulator.Observe(0.05, [&](const systems::Context& context) {
    const double t = context.time();
    const double z = plant.positions(context)[weight_joint.q_start + 2];
    const double v = plant.velocities(context)[ball_joint.v_start + 5];
    height_error = std::max(height_error, std::abs(z - CalcWeightHeight(t)));
    speed_error = std::max(speed_error, std::abs(v + CalcBallSpeed(t)));
  });
  simulator.AdvanceTo(6);

  const double tension = spring.tension_output().Eval(simulator.context())[0];
  std::printf("height within %.1e m, speed within %.1e m/s, tension %.4f N\n",
              height_error, speed_error, tension);
  const bool right = height_error < 1e-3 && speed_error < 1e-2;
  const bool carries = std::abs(tension - kMass * kGravity) < 1e-3;
  return right && carries ? 0 : 1;
}

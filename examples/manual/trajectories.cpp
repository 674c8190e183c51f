// Trajectories: a pen on a plotter that follows a spline.
//
// A trajectory is a value: a function of time, with its derivatives. A source
// makes a block of it, which controllers take as what is desired. A slide of
// mass m that a PD controller of stiffness kp holds to a path q(t) is off it by
// -m q'' / kp, since the controller knows the path's velocity, not what force
// the path asks for.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/simulator.h"
#include "tactus/systems/trajectories/cubic_spline.h"

using namespace tactus;

constexpr double kMass = 0.5, kStiffness = 1e4;  // kg, N/m

// A slide along x, and on it one along y that carries the pen.
std::shared_ptr<const multibody::Model> MakePlotter() {
  multibody::ModelBuilder model;
  int parent = 0;
  for (const auto& [name, axis] :
       {std::pair{"x", Vector3d(1, 0, 0)}, {"y", Vector3d(0, 1, 0)}}) {
    const int slide = model.AddBody(
        name, {.mass = kMass, .I_Bcm = 1e-3 * Matrix3d::Identity()});
    const int joint = model.AddJoint({.name = name,
                                      .type = multibody::JointType::kPrismatic,
                                      .parent = parent,
                                      .child = slide,
                                      .axis_F = axis});
    model.AddActuator({.name = name, .joint = joint});
    parent = slide;
  }
  return std::move(model).Build();
}

int main() {
  // Of all curves through the knots, a column each, the one that bends least.
  const std::vector<double> times = {0, 0.5, 1, 1.5, 2};  // s
  MatrixXd knots(2, 5);
  knots << 0, 0.1, 0.2, 0.1, 0,  //
      0, 0.1, 0, -0.1, 0;        // m
  const systems::PiecewisePolynomial path =
      systems::MakeNaturalSpline(times, knots);

  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(MakePlotter());
  const Vector2d one(1, 1);
  const auto& pid = builder.AddSystem<systems::PidController>(
      "pid", kStiffness * one, 0 * one, 150 * one);
  // [q; q'], which is what a controller calls a desired state.
  const auto& source =
      builder.AddSystem<systems::TrajectorySource>("path", path);
  builder.Connect(plant.state_output(), pid.estimated_state_input());
  builder.Connect(source.get_output_port(), pid.desired_state_input());
  builder.Connect(pid.control_output(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-7});
  plant.SetVelocities(&simulator.mutable_context(), path.derivative(0));
  double largest = 0, miss = 0;
  for (std::size_t k = 1; k + 1 < times.size(); ++k) {
    simulator.AdvanceTo(times[k]);
    const Vector2d error = plant.positions(simulator.context()) - knots.col(k);
    // The slide along x carries the other one.
    const Vector2d acceleration = path.derivative(times[k], 2);
    const Vector2d expected =
        -kMass / kStiffness * acceleration.cwiseProduct(Vector2d(2, 1));
    std::printf("at %.1f s off by (%6.2f, %6.2f) um, expected (%6.2f, %6.2f)\n",
                times[k], 1e6 * error.x(), 1e6 * error.y(), 1e6 * expected.x(),
                1e6 * expected.y());
    largest = std::max(largest, expected.norm());
    miss = std::max(miss, (error - expected).norm());
  }
  return miss < 0.1 * largest ? 0 : 1;
}

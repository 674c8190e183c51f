#include "tactus/systems/primitives/pid_controller.h"

#include <cmath>

#include "systems/primitives/one_block.h"
#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Eigen::Vector2d;
using test::OneBlock;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

TEST_CASE("PidController: each term -> its part of the control law") {
  OneBlock<PidController> pid("pid", Vector2d(2, 3), Vector2d(5, 7),
                              Vector2d(11, 13));
  pid.context.FixInput(pid.leaf->estimated_state_input(),
                       Eigen::Vector4d(1, 2, 3, 4));
  pid.context.FixInput(pid.leaf->desired_state_input(),
                       Eigen::Vector4d(2, 4, 6, 8));
  pid.context.SetContinuousState(Vector2d(0.5, -0.5));
  CHECK(pid.leaf->control_output().Eval(pid.context) ==
        Vector2d(2 * 1 + 5 * 0.5 + 11 * 3, 3 * 2 - 7 * 0.5 + 13 * 4));
  CHECK(pid.Derivatives() == Vector2d(1, 2));
}

TEST_CASE("PidController: gains that differ in size -> refused") {
  const std::string message = "block 'pid': kp, ki and kd differ in size";
  CHECK_THROWS_WITH(PidController("pid", Scalar(1), Vector2d(1, 1), Scalar(1)),
                    message);
  CHECK_THROWS_WITH(PidController("pid", Scalar(1), Scalar(1), Vector2d(1, 1)),
                    message);
}

// A unit mass under PID control, to go from 0 to 1. The error e = 1 - q obeys
//
//     e''' + kd e'' + kp e' + ki e = 0,   e(0) = 1, e'(0) = 0, e''(0) = -kp
//
// With the roots -1, -2, -3 (kd = 6, kp = 11, ki = 6) the solution is
//
//     e = -5/2 exp(-t) + 8 exp(-2t) - 9/2 exp(-3t)
TEST_CASE("PidController: a unit mass in closed loop -> closed form") {
  DiagramBuilder builder;
  const auto& mass = builder.AddSystem<LinearSystem>(
      "mass",
      LinearSystem::Matrices{MatrixXd{{0, 1}, {0, 0}}, MatrixXd{{0}, {1}},
                             MatrixXd::Identity(2, 2), MatrixXd::Zero(2, 1)});
  const auto& pid =
      builder.AddSystem<PidController>("pid", Scalar(11), Scalar(6), Scalar(6));
  const auto& target =
      builder.AddSystem<ConstantVectorSource>("target", Vector2d(1, 0));
  builder.Connect(mass.get_output_port(), pid.estimated_state_input());
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(pid.control_output(), mass.get_input_port());
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<test::RungeKutta4>(0.005);
  for (const double t : {0.0, 0.3, 1.0, 2.5, 10.0}) {
    simulator.AdvanceTo(t);
    const double e =
        -2.5 * std::exp(-t) + 8 * std::exp(-2 * t) - 4.5 * std::exp(-3 * t);
    const double q = mass.get_output_port().Eval(simulator.context())[0];
    CHECK(q == Approx(1 - e).margin(1e-9));
  }
}

}  // namespace
}  // namespace tactus::systems

// A hop, planned: iterative LQR on derivatives of hard contact.
//
// A hopper is a body with a foot on a sliding leg, after [Howell22]. It is to
// hop a quarter of a metre to the side and to stand there. Nobody says when the
// foot leaves the ground, or where it lands: the planner finds that, since
// Dojo's derivatives, taken at a larger kappa than the motion, feel the ground
// before the foot touches it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "tactus/examples/optimization/iterative_lqr.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

using namespace tactus;

// Two balls on a leg; the floating body's z axis is up.
std::shared_ptr<const multibody::Model> MakeHopper() {
  multibody::ModelBuilder builder;
  const contact::Material rubber{.static_friction = 0.8,
                                 .dynamic_friction = 0.8};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = rubber});
  const auto ball = [](double mass, double radius) {
    const double I = 0.4 * mass * radius * radius;
    return multibody::SpatialInertia{
        .mass = mass, .I_Bcm = Matrix3d(I * Matrix3d::Identity())};
  };
  const int body = builder.AddBody("body", ball(4.18, 0.1));
  const int foot = builder.AddBody("foot", ball(0.52, 0.05));
  builder.AddJoint({.name = "leg",
                    .type = multibody::JointType::kPrismatic,
                    .parent = body,
                    .child = foot,
                    .axis_F = Vector3d(0, 0, -1),
                    .lower = 0.3,
                    .upper = 0.6});
  builder.AddGeometry({.name = "foot",
                       .body = foot,
                       .shape = contact::Sphere{0.05},
                       .material = rubber});
  return std::move(builder).Build();
}

int main() {
  constexpr int kNumSteps = 20;
  examples::PlanningProblem problem;
  problem.model = MakeHopper();
  problem.step = 0.05;
  problem.method.kappa = 1e-5;
  problem.method.gradient_kappa = 1.5e-4;
  problem.method.complementarity = 1e-2;  // Of kappa; enough for a plan.
  const VectorXd q = problem.model->default_positions();
  problem.q0 = q;
  problem.q0[2] = 0.45;  // The foot stands on the ground.
  problem.q0[7] = 0.4;   // Length of the leg.
  problem.v0 = VectorXd::Zero(7);
  // Torques about x and y turn the body; a force drives the leg.
  problem.input = MatrixXd::Zero(7, 3);
  problem.input(0, 0) = problem.input(1, 1) = problem.input(6, 2) = 1;

  // Over to the goal in the air, and down there.
  problem.targets.assign(kNumSteps + 1, {problem.q0, problem.v0});
  for (int k = 0; k <= kNumSteps; ++k) {
    auto& target = problem.targets[k].q;
    target[0] = 0.25 * std::clamp((k - 4) / 8.0, 0.0, 1.0);
    if (k > 4 && k < 12) target[2] += 0.3;
  }
  problem.Q = VectorXd::Constant(14, 0.01);
  problem.Q.head<6>() << 1, 1, 1, 1, 1, 1;  // angles, then x, y, z
  problem.Q_N = problem.Q;
  problem.R = VectorXd::Constant(3, 1e-5);
  for (int i = 0; i < 14; ++i) problem.goal.push_back(i);

  // A first guess leaps straight up.
  std::vector<VectorXd> guess;
  for (int k = 0; k < kNumSteps; ++k)
    guess.push_back(Vector3d(0, 0, k < 4 ? 130 : k < 12 ? 0 : 41));
  const examples::Plan plan = examples::MakePlan(problem, guess);
  double highest = 0;
  for (int k = 0; k <= kNumSteps; ++k) {
    // The foot's lowest point, for a body that stands nearly upright.
    const auto foot = problem.model->BodyIndex("foot");
    multibody::PositionKinematics position;
    CalcPositionKinematics(*problem.model, plan.q[k], &position);
    const Vector3d p = position.X_WB[foot].translation();
    highest = std::max(highest, p.z() - 0.05);
    std::printf("%.2f s  body %6.3f %6.3f  foot %6.3f %6.3f\n",
                k * problem.step, plan.q[k][0], plan.q[k][2], p.x(), p.z());
  }
  std::printf("cost %.3g, goal missed by %.2g, %d iterations\n", plan.cost,
              plan.violation, plan.iterations);
  const bool hops = highest > 0.05;
  return plan.reaches_goal && hops ? 0 : 1;
}

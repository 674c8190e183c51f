// How reliably the interior point solves steps of all kinds of contact.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/impacts/problem.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::apps::dojo {
namespace {

using impacts::Dice;

constexpr std::array kSteps = {0.1, 0.05, 0.02, 0.01, 0.005};  // [s]
constexpr std::array kKappas = {1e-4, 1e-6, 1e-8};
constexpr std::array kShapes = {"cubes", "capsules", "hulls"};
constexpr double kDuration = 0.75;  // Of a throw, or kLeast steps [s].
constexpr int kLeast = 25, kNumSteps = 2250;  // Of each kind.

Vector3d Direction(Dice* dice) {
  Vector3d direction;
  do {
    for (double& x : direction) x = dice->Uniform(-1, 1);
  } while (direction.norm() > 1 || direction.norm() < 0.1);
  return direction.normalized();
}

// Half a metre in size.
contact::Shape MakeShape(int kind, Dice* dice) {
  if (kind == 0) return contact::Box{Vector3d::Constant(0.25)};
  if (kind == 1) return contact::Capsule{.radius = 0.12, .half_length = 0.13};
  std::vector<Vector3d> points;
  for (int i = 0; i < 20; ++i) points.push_back(0.25 * Direction(dice));
  return contact::ConvexMesh{std::make_shared<contact::ConvexHull>(points)};
}

/// A solid of about 1 kg, thrown at the ground.
struct Throw {
  std::shared_ptr<const multibody::Model> model;
  VectorXd v = VectorXd(6);
};

Throw MakeThrow(int kind, Dice* dice) {
  Throw thrown;
  const double mu = dice->Uniform(0.05, 1);
  const contact::Material material{.static_friction = mu,
                                   .dynamic_friction = mu};
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  RigidTransform X_WB(Eigen::Translation3d(0, 0, dice->Uniform(0.45, 0.6)));
  X_WB.rotate(Eigen::AngleAxisd(dice->Uniform(0, M_PI), Direction(dice)));
  examples::AddSolid(&builder, "solid", MakeShape(kind, dice), 10, X_WB,
                     material);
  thrown.model = std::move(builder).Build();
  thrown.v << dice->Uniform(0, 5) * Direction(dice),
      dice->Uniform(0, 3) * Direction(dice);
  return thrown;
}

struct Tally {
  long steps{}, restarts{}, unconverged{}, iterations{};
  int most{};
};

// A throw ends where its step does not converge: here nothing is halved.
void CountSteps(const Throw& thrown, const integrators::DojoOptions& options,
                double h, Tally* tally) {
  const multibody::Model& model = *thrown.model;
  multibody::VelocityProblemBuilder builder(
      thrown.model, multibody::MakeCollisionEngine(model));
  contact::VelocityProblem problem;
  integrators::DojoStep dojo(options);
  systems::Value memory = dojo.MakeMemory();
  integrators::StepResult result;
  VectorXd q = model.default_positions(), v = thrown.v;
  const int num_steps = std::max(kLeast, static_cast<int>(kDuration / h));
  for (int i = 0; i < num_steps; ++i) {
    builder.Build(q, v, {}, &problem,
                  {.margin = dojo.contact_margin(model, q, v, h)});
    dojo.Step({.model = model,
               .position = builder.position(),
               .q0 = q,
               .velocity = problem,
               .h = h,
               .contacts = &builder.contacts()},
              &memory, &result);
    const int iterations = result.report.slowest.iterations;
    ++tally->steps;
    tally->iterations += iterations;
    tally->most = std::max(tally->most, iterations);
    tally->restarts += iterations > options.max_iterations;
    if (!result.report.failure.empty()) {
      ++tally->unconverged;
      return;
    }
    q = result.q;
    v = result.v;
  }
}

std::string MakeRow(int kind, double kappa, double h, int num_steps) {
  Dice dice(1000 * kind + 1);
  Tally tally;
  while (tally.steps < num_steps)
    CountSteps(MakeThrow(kind, &dice), {.kappa = kappa}, h, &tally);
  return fmt::format(
      "| {} | {:g} | {:g} | {} | {} | {} | {:.1f} | {} |\n", kShapes[kind],
      kappa, h, tally.steps, tally.unconverged, tally.restarts,
      static_cast<double>(tally.iterations) / static_cast<double>(tally.steps),
      tally.most);
}

}  // namespace

std::string ReportTumbling(bool quick) {
  std::string text =
      "## Random steps\n\n"
      "Solids of half a metre and about 1 kg, thrown at the ground with up to "
      "3 m/s and 5 rad/s at friction from 0.05 to 1, for 0.75 s or 25 steps "
      "each: steps that did not converge or were refused, steps that began "
      "again with cones of another size, "
      "and iterations, per step and at most. The paper has convergence within "
      "15 iterations.\n\n"
      "| solids | kappa | h, s | steps | unconverged | restarted | iterations "
      "| "
      "at most |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (int kind = 0; kind < static_cast<int>(kShapes.size()); ++kind) {
    for (const double kappa : kKappas) {
      for (const double h : kSteps)
        text += MakeRow(kind, kappa, h, quick ? 50 : kNumSteps);
    }
  }
  return text + "\n";
}

}  // namespace tactus::apps::dojo

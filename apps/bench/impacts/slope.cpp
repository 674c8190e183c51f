// A box on a slope that static friction could hold, and dynamic could not.
#include <cmath>

#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

constexpr double kSlope = 0.8, kHalf = 0.05, kDuration = 2;
constexpr double kStatic = 1, kDynamic = 0.5;

// Dropped from 2 mm (even cases), or placed; in ten places each.
Problem MakeProblem(int i) {
  const contact::Material material = {.static_friction = kStatic,
                                      .dynamic_friction = kDynamic};
  Dice dice(6000 + i / 2);
  const double gap = i % 2 == 0 ? 2e-3 : 0;
  RigidTransform X_WG = RigidTransform::Identity();
  X_WG.rotate(Eigen::AngleAxisd(std::atan(kSlope), Vector3d::UnitY()));
  RigidTransform X_WB = X_WG;
  // The first as the requirement has it, the others turned about the normal.
  X_WB.translate(Vector3d(0, 0, kHalf + gap));
  if (i >= 2) {
    X_WB.rotate(Eigen::AngleAxisd(dice.Uniform(-0.7, 0.7), Vector3d::UnitZ()));
  }
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "slope", contact::HalfSpace{}, X_WG, material);
  examples::AddSolid(&builder, "box", contact::Box{Vector3d::Constant(kHalf)},
                     1000, X_WB, material);
  return {.model = std::move(builder).Build(), .duration = kDuration};
}

// How far it slid.
std::vector<double> Measure(int i, const Method& method, Cost* cost) {
  const Problem problem = MakeProblem(i);
  constexpr double kWeight = 9.81 * kDuration * kDuration / 2;
  const Ending end = Run(problem, method, cost,
                         // What the box would gain without friction.
                         {.energy_scale = kWeight});
  return {
      (end.q.head<3>() - problem.model->default_positions().head<3>()).norm()};
}

}  // namespace

std::string RunSlope(const ImpactsOptions& options) {
  const Sweep sweep = {
      .name = "slope",
      .num_cases = 8,
      .quantities = {{.name = "distance", .goals = {{.worst = 2}}}},
      .measure = &Measure,
      .truth =
          [](int i) {
            Cost cost;
            return Measure(i, MakeReferenceMethod(1e-6, 5e-4), &cost);
          },
      .accuracies = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}};
  return "tan 0.8, mu_s = 1, mu_d = 0.5, default material else; dropped from 2 "
         "mm or placed. Truth: rk3.\n\n" +
         RunSweep(sweep, options);
}

}  // namespace tactus::apps::impacts

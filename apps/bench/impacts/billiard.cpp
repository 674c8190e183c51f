// Two equal balls without friction or loss, one of them at rest: energy, and
// the angle between the ways that they leave.
#include <cmath>
#include <numbers>

#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

constexpr double kStiffness = 1e6, kMass = 0.2, kRadius = 0.03;

Problem MakeProblem(int i) {
  Dice dice(2000 + i);
  const double distance = dice.Uniform(0.05, 0.6);
  const double offset = dice.Uniform(-0.8, 0.8) * 2 * kRadius;
  const double speed = dice.Uniform(0.5, 5);
  const contact::Material material =
      examples::MakePairMaterial(kStiffness, 0, 0, 1e-4);
  const double density =
      kMass / (4.0 / 3 * std::numbers::pi * std::pow(kRadius, 3));
  const double reach =
      distance + std::sqrt(4 * kRadius * kRadius - offset * offset);
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  examples::AddSolid(&builder, "cue", contact::Sphere{kRadius}, density,
                     RigidTransform(Eigen::Translation3d(-reach, offset, 0)),
                     material);
  examples::AddSolid(&builder, "ball", contact::Sphere{kRadius}, density,
                     RigidTransform::Identity(), material);
  VectorXd v = VectorXd::Zero(12);
  v[3] = speed;
  return {.model = std::move(builder).Build(),
          .v = v,
          .duration = 2 * distance / speed + 0.02};
}

std::vector<double> Measure(int i, const Method& method, Cost* cost) {
  const Problem problem = MakeProblem(i);
  const Ending end = Run(problem, method, cost);
  const Vector3d a = end.v.segment<3>(3), b = end.v.segment<3>(9);
  const double energy =
      (a.squaredNorm() + b.squaredNorm()) / problem.v.squaredNorm();
  const double angle = std::atan2(a.cross(b).norm(), a.dot(b));
  return {energy, angle * 180 / std::numbers::pi};
}

}  // namespace

std::string RunBilliard(const ImpactsOptions& options) {
  const Sweep sweep = {
      .name = "billiard",
      .num_cases = 24,
      .quantities = {{.name = "energy",
                      .goals = {{.accuracy = 1e-4, .worst = 2}}},
                     {.name = "angle",
                      .unit = "degrees",
                      .judgement = Judgement::kDifference,
                      .goals = {{.accuracy = 1e-4, .worst = 1}}}},
      .measure = &Measure,
      .truth = [](int i) {
        Cost cost;
        const double contact = std::sqrt(kMass / kStiffness);
        const Method rk3 = MakeReferenceMethod(1e-9, contact / 20);
        return std::vector{1.0, Measure(i, rk3, &cost)[1]};
      }};
  return "Balls of 0.2 kg, k = 1e6 N/m, d = 0, 0.5 to 5 m/s, up to 0.8 "
         "diameters off the centre. Truth: rk3.\n\n" +
         RunSweep(sweep, options);
}

}  // namespace tactus::apps::impacts

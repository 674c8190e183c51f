// A row of dominoes, the first of them pushed: all fall, large or small.
#include <cmath>

#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

constexpr int kNumDominoes = 5;

// From 1 to 20 cm high. Times scale with the root of the height.
double HeightOf(int i) {
  return Dice(8000 + i).Scale(0.01, 0.2);
}

Problem MakeProblem(int i) {
  const double height = HeightOf(i), time = std::sqrt(height / 9.81);
  const Vector3d half = height / 2 * Vector3d(0.15, 0.5, 1);
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), {});
  for (int k = 0; k < kNumDominoes; ++k) {
    examples::AddSolid(
        &builder, "domino" + std::to_string(k), contact::Box{half}, 1000,
        RigidTransform(Eigen::Translation3d(0.45 * height * k, 0, height / 2)),
        {});
  }
  VectorXd v = VectorXd::Zero(6 * kNumDominoes);
  const double turn = Dice(8100 + i).Uniform(0.3, 0.5) / time;
  v[1] = turn;
  v[3] = turn * height / 2;
  return {.model = std::move(builder).Build(), .v = v, .duration = 20 * time};
}

// How many lean by 30 degrees and more.
std::vector<double> Measure(int i, const Method& method, Cost* cost) {
  const double height = HeightOf(i);
  const double mass = 1000 * 0.15 * 0.5 * std::pow(height, 3);
  const Ending end =
      Run(MakeProblem(i), method, cost,
          {.energy_scale = kNumDominoes * mass * 9.81 * height / 2});
  double fallen = 0;
  for (int k = 0; k < kNumDominoes; ++k) {
    const auto q = end.q.segment<4>(7 * k + 3);
    const Vector3d up =
        Eigen::Quaterniond(q[0], q[1], q[2], q[3]) * Vector3d::UnitZ();
    if (up.z() < std::sqrt(0.75)) ++fallen;
  }
  return {fallen};
}

}  // namespace

std::string RunDominoes(const ImpactsOptions& options) {
  const Sweep sweep = {
      .name = "five dominoes",
      .num_cases = 20,
      .quantities = {{.name = "fallen",
                      .unit = "of 5",
                      .judgement = Judgement::kDifference,
                      .goals = {{.accuracy = 1e-3, .worst = 0}}}},
      .measure = &Measure,
      .truth = [](int) {
        return std::vector{double{kNumDominoes}};
      }};
  return "Dominoes of 1 to 20 cm, default material, the first pushed hard "
         "enough to topple.\n\n" +
         RunSweep(sweep, options);
}

}  // namespace tactus::apps::impacts

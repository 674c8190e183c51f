// A cube thrown onto a plane under ComFree for many gains and steps, as in
// Figure 5 of [Borse26].
#include <algorithm>
#include <cmath>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/examples/comfree_physics/closed_forms.h"
#include "tactus/examples/comfree_physics/trial.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

constexpr double kHalf = 0.05, kDrop = 0.05;  // [m]
constexpr double kDuration = 4;               // [s]
constexpr int kNumFacets = 16;

struct Setting {
  double k, d, h;
};

/// What the cube did.
struct Throw {
  double fastest{};               ///< [m/s]
  double end_speed{};             ///< Mean over the last half second [m/s].
  double lowest = kHalf + kDrop;  ///< Of the centre [m].
  double highest{};               ///< Likewise.
  bool is_bounded = true;
};

examples::Trial MakeThrow(const Setting& setting) {
  const contact::Material material;
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  examples::AddSolid(
      &builder, "cube", contact::Box{Vector3d::Constant(kHalf)}, 1000,
      RigidTransform(Eigen::Translation3d(0, 0, kHalf + kDrop)), material);
  examples::Trial trial(
      std::move(builder).Build(),
      examples::MakeComFree({.stiffness = setting.k, .damping = setting.d}),
      setting.h);
  VectorXd v(6);
  v << 0.1, 0.1, 0.1, 2, 0, 0;
  trial.set_v(v);
  return trial;
}

// The fall gives 2 g times the drop, and a step's gravity more; the ground may
// not give anything.
Throw Run(const Setting& setting) {
  examples::Trial trial = MakeThrow(setting);
  const double speed_bound = std::sqrt(4 + 2 * examples::kGravity * kDrop) +
                             examples::kGravity * setting.h;
  const int num_steps = static_cast<int>(std::lround(kDuration / setting.h));
  const int num_last = static_cast<int>(std::lround(0.5 / setting.h));
  Throw result;
  for (int i = 0; i < num_steps && result.is_bounded; ++i) {
    trial.Advance(1);
    const double speed = trial.v().tail<3>().norm(), z = trial.q()[2];
    result.fastest = std::max(result.fastest, speed);
    result.lowest = std::min(result.lowest, z);
    result.highest = std::max(result.highest, z);
    if (i >= num_steps - num_last) result.end_speed += speed / num_last;
    result.is_bounded = speed <= speed_bound && z <= kHalf + kDrop;
  }
  return result;
}

bool Admits(const Setting& setting, double rho) {
  return examples::CalcStabilityNumber({.stiffness = setting.k,
                                        .damping = setting.d,
                                        .h = setting.h,
                                        .rho = rho},
                                       kNumFacets) < 4;
}

std::vector<Setting> MakeSettings() {
  std::vector<Setting> settings;
  for (double k : {0.05, 0.1, 0.3, 0.5, 1.0, 2.0}) {
    for (double d : {0.001, 0.005, 0.02})
      settings.push_back({.k = k, .d = d, .h = 0.002});
  }
  for (double h : {0.001, 0.005, 0.01, 0.02})
    settings.push_back({.k = 0.1, .d = 0.001, .h = h});
  return settings;
}

}  // namespace

std::string BenchStability(const BenchOptions&) {
  std::string text = fmt::format(
      "# A cube thrown onto a plane under ComFree (Figure 5)\n\n"
      "Edge {:g} m, dropped from {:g} m at (2, 0, 0) m/s and (0.1, 0.1, 0.1) "
      "rad/s, mu 0.5, {:g} s. Admitted: 2 N rho G + N rho k h < 4 with N = {}. "
      "Bounded: never higher than at the start, nor "
      "faster than the fall allows; else the run ends. The paper shows curves "
      "without numbers.\n\n"
      "| k | d | h s | admitted, rho 9 | rho 19 | fastest m/s | end m/s "
      "| lowest z m | highest z m | bounded |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n",
      2 * kHalf, kDrop, kDuration, kNumFacets);
  int num_admitted = 0, num_bounded = 0;
  for (const Setting& setting : MakeSettings()) {
    const Throw cube = Run(setting);
    const bool admitted = Admits(setting, 19);
    num_admitted += admitted;
    num_bounded += admitted && cube.is_bounded;
    const auto say = [](bool is) {
      return is ? "yes" : "no";
    };
    text += fmt::format(
        "| {:g} | {:g} | {:g} | {} | {} | {:.3f} | {} | {:.4f} | {:.4f} | {} "
        "|\n",
        setting.k, setting.d, setting.h, say(Admits(setting, 9)), say(admitted),
        cube.fastest,
        cube.is_bounded ? fmt::format("{:.4f}", cube.end_speed) : "-",
        cube.lowest, cube.highest, say(cube.is_bounded));
  }
  return text + fmt::format(
                    "\nBounded: {} of the {} settings that the formula admits "
                    "with rho = 19.\n",
                    num_bounded, num_admitted);
}

}  // namespace tactus::apps

#include <memory>

#include "tactus/apps/scenario/block_parameters.h"
#include "tactus/apps/scenario/geometry_reader.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/pose_trajectory_source.h"
#include "tactus/systems/primitives/random_source.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/cubic_spline.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

/// Blocks without inputs.
namespace tactus::apps {
namespace {

using systems::LeafSystem;

std::vector<double> ReadTimes(BlockParameters* p) {
  const VectorXd times = p->map().Get("times").Numbers();
  return {times.begin(), times.end()};
}

// value: [...], or positions and velocities of a model: [q; v].
std::unique_ptr<LeafSystem> MakeConstant(BlockParameters* p) {
  VectorXd c;
  if (p->map().OneOf({"value", "positions"}) == "value") {
    c = p->Vector("value");
  } else {
    const VectorXd q = p->Positions(p->map().Get("positions"));
    VectorXd v = VectorXd::Zero(std::ssize(p->Group().v));
    if (const auto given = p->map().Find("velocities")) {
      v = p->Velocities(*given);
    }
    c.resize(q.size() + v.size());
    c << q, v;
  }
  return std::make_unique<systems::ConstantVectorSource>(p->name(), c);
}

std::unique_ptr<LeafSystem> MakeSine(BlockParameters* p) {
  const VectorXd amplitude = p->Vector("amplitude");
  return std::make_unique<systems::Sine>(
      p->name(), amplitude, p->Vector("frequency"),
      p->Vector("phase", VectorXd::Zero(amplitude.size())));
}

std::unique_ptr<LeafSystem> MakeRandom(BlockParameters* p) {
  systems::RandomSource::Distribution distribution;
  if (p->map().OneOf({"uniform", "gaussian"}) == "uniform") {
    YamlMap map(p->map().Get("uniform"));
    distribution = systems::UniformDistribution{map.Get("lower").Numbers(),
                                                map.Get("upper").Numbers()};
    map.Finish();
  } else {
    YamlMap map(p->map().Get("gaussian"));
    distribution = systems::GaussianDistribution{
        map.Get("mean").Numbers(), map.Get("deviation").Numbers()};
    map.Finish();
  }
  const YamlValue seed_value = p->map().Get("seed");
  const int seed = seed_value.Integer();
  seed_value.Check(seed >= 0, "a seed must not be negative");
  return std::make_unique<systems::RandomSource>(
      p->name(), distribution, p->Number("period"),
      static_cast<std::uint64_t>(seed));
}

// A column per time: lists of numbers under `values`, or positions of a model.
MatrixXd ReadKnots(BlockParameters* p) {
  const std::string key = p->map().OneOf({"values", "positions"});
  const std::vector<YamlValue> items = p->map().Get(key).List();
  MatrixXd knots;
  for (int k = 0; k < std::ssize(items); ++k) {
    const VectorXd q =
        key == "values" ? items[k].Numbers() : p->Positions(items[k]);
    if (k == 0) knots.resize(q.size(), std::ssize(items));
    items[k].CheckCount(q, static_cast<int>(knots.rows()));
    knots.col(k) = q;
  }
  return knots;
}

std::unique_ptr<LeafSystem> MakeTrajectory(BlockParameters* p) {
  enum class Interpolation { kMinimumJerk, kLinear, kSpline };
  Interpolation kind = Interpolation::kMinimumJerk;
  if (const auto value = p->map().Find("interpolation")) {
    kind = value->Word<Interpolation>(
        {{"minimum_jerk", Interpolation::kMinimumJerk},
         {"linear", Interpolation::kLinear},
         {"spline", Interpolation::kSpline}});
  }
  const std::vector<double> times = ReadTimes(p);
  const MatrixXd knots = ReadKnots(p);
  int num_derivatives = 1;
  p->map().Read("derivatives", &YamlValue::Integer, &num_derivatives);
  return std::make_unique<systems::TrajectorySource>(
      p->name(),
      kind == Interpolation::kLinear
          ? systems::MakePiecewiseLinear(times, knots)
      : kind == Interpolation::kSpline
          ? systems::MakeNaturalSpline(times, knots)
          : systems::MakeMinimumJerk(times, knots),
      num_derivatives);
}

std::unique_ptr<LeafSystem> MakePoseTrajectory(BlockParameters* p) {
  using Timing = systems::PoseTrajectory::Timing;
  Timing timing = Timing::kMinimumJerk;
  if (const auto value = p->map().Find("timing")) {
    timing = value->Word<Timing>(
        {{"minimum_jerk", Timing::kMinimumJerk}, {"linear", Timing::kLinear}});
  }
  std::vector<RigidTransform> poses;
  for (const YamlValue& pose : p->map().Get("poses").List()) {
    poses.push_back(ReadTransform(pose));
  }
  return std::make_unique<systems::PoseTrajectorySource>(
      p->name(), systems::PoseTrajectory(ReadTimes(p), poses, timing));
}

constexpr BlockType kSources[] = {
    {"ConstantVectorSource", &MakeConstant},
    {"PoseTrajectorySource", &MakePoseTrajectory},
    {"RandomSource", &MakeRandom},
    {"Sine", &MakeSine},
    {"TrajectorySource", &MakeTrajectory},
};

}  // namespace

std::span<const BlockType> SourceTypes() {
  return kSources;
}

}  // namespace tactus::apps

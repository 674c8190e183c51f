// Tables II, III, V and VI of [Lee22]: a mat that is folded, an elastic ball in
// a gripper, a cable that is wound around a drum and a peg that elastic fingers
// take, by COND and by methods on impulses.
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/examples/scenes/cables.h"
#include "tactus/examples/scenes/nodal_contact.h"
#include "tactus/examples/scenes/soft_mat.h"

namespace tactus::apps {
namespace {

using contact::NodalMethod;

constexpr cond::PublishedOfRivals kOnMat = {
    {{8.65, 39.7, 0.0033}, {1412, 50.6, 0.033}, {1645, 81.6, 0.058}}};
constexpr cond::PublishedOfRivals kOnBall = {
    {{8.46, 37.5, 0.0058}, {805, 234, 1.99}, {677, 100, 0.23}}};
constexpr cond::PublishedOfRivals kOnCable = {
    {{1.229, 18.28, 0.0021}, {74.27, 65.61, 0.0521}, {56.72, 46.05, 0.0556}}};
constexpr cond::PublishedOfRivals kOnPeg = {
    {{18.24, 30.88, 0.0005}, {547.0, 59.06, 0.0397}, {547.3, 57.81, 0.0409}}};

/// What rivals are compared on, from a state that COND comes to.
struct Comparison {
  std::string title;
  std::string scene;  ///< And its size.
  std::string done;   ///< What COND does with it until `start`.
  std::string apart;  ///< Where the paper's is another one.
  double start{};     ///< [s]
  cond::PublishedOfRivals paper{};
};

// COND steps the scene to `start`, and each rival goes on from there.
std::string Compare(const Comparison& comparison, examples::SceneInstance scene,
                    const BenchOptions& options) {
  const double start = options.quick ? 0.02 : comparison.start;
  const int count = options.quick ? 1 : 5;
  scene = cond::AdvanceScene(std::move(scene), start);
  return fmt::format(
             "## {}\n\nThe scene {}: COND {} for {:g} s, and each method makes "
             "the next {} steps of 2 ms from there, the first one cold, to "
             "1e-4 "
             "of its own residual. Ours / the paper's, whose means are of "
             "whole "
             "runs{}.\n\n",
             comparison.title, comparison.scene, comparison.done, start, count,
             comparison.apart) +
         cond::CompareRivals(comparison.paper, [&](NodalMethod method) {
           return cond::Simulate(
               scene, {.method = method, .residual = cond::kResidual},
               cond::kStep, start + count * cond::kStep);
         });
}

}  // namespace

std::string BenchCondTable2(const BenchOptions& options) {
  return Compare({.title = "Table II: a mat that is folded",
                  .scene = "`soft_mat`, E = 0.1 MPa",
                  .done = "folds it",
                  .apart = "; its computer and its mat's size are other ones",
                  .start = 3,
                  .paper = kOnMat},
                 examples::MakeSoftMat(), options);
}

std::string BenchCondTable3(const BenchOptions& options) {
  const double duration = options.quick ? 0.05 : 0.5;
  return fmt::format(
             "## Table III: an elastic ball in a gripper\n\n"
             "The scene `soft_ball_grip`, E = 1 MPa, its first {:g} s: three "
             "fingers close on a ball that lies on the ground. Steps of 2 ms, "
             "to "
             "1e-4 of each method's own residual: COND's misses momentum, the "
             "others' miss impulses. All start from the last step's impulses. "
             "Ours / the paper's; its computer and its gripper are other "
             "ones.\n\n",
             duration) +
         cond::CompareRivals(kOnBall, [&](NodalMethod method) {
           return cond::Simulate(
               examples::MakeSoftBallGrip(),
               {.method = method, .residual = cond::kResidual}, cond::kStep,
               duration);
         });
}

std::string BenchCondTable5(const BenchOptions& options) {
  const int links = options.quick ? 40 : 320;
  return Compare({.title = "Table V: a cable that is wound",
                  .scene = fmt::format("`cable_winding`, {} links", links),
                  .done = "winds the cable",
                  .apart = " and whose cable a Panda holds",
                  .start = 8,
                  .paper = kOnCable},
                 examples::MakeCableWinding({.num_links = links}), options);
}

std::string BenchCondTable6(const BenchOptions& options) {
  // Along a finger: 180 nodes in all, or as many as the paper's.
  const int cells = options.quick ? 4 : examples::SoftGripperOptions().cells;
  return Compare(
      {.title = "Table VI: a peg in elastic fingers",
       .scene = fmt::format("`soft_gripper`, {} cells along a finger", cells),
       .done = "closes the fingers",
       .apart = " and whose fingers are other ones",
       .start = 0.5,
       .paper = kOnPeg},
      examples::MakeSoftGripper({.cells = cells}), options);
}

}  // namespace tactus::apps

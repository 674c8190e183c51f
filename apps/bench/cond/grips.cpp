// Tables V and VI of [Lee22]: a cable that is wound around a drum, and a peg
// that elastic fingers take, by COND and by methods on impulses.
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/examples/scenes/cables.h"
#include "tactus/examples/scenes/nodal_contact.h"

namespace tactus::apps {
namespace {

using contact::NodalMethod;

constexpr double kStep = 2e-3;  // [s]

constexpr cond::Rival kOnCable[] = {
    {"COND", NodalMethod::kVelocityFixedPoint, {1.229, 18.28, 0.0021}},
    {"PGS, W formed", NodalMethod::kGaussSeidel, {74.27, 65.61, 0.0521}},
    {"APGD, W factored",
     NodalMethod::kAcceleratedGradient,
     {56.72, 46.05, 0.0556}}};
constexpr cond::Rival kOnPeg[] = {
    {"COND", NodalMethod::kVelocityFixedPoint, {18.24, 30.88, 0.0005}},
    {"PGS, W formed", NodalMethod::kGaussSeidel, {547.0, 59.06, 0.0397}},
    {"APGD, W factored",
     NodalMethod::kAcceleratedGradient,
     {547.3, 57.81, 0.0409}}};

}  // namespace

std::string BenchCondTable5(const BenchOptions& options) {
  const int links = options.quick ? 40 : 320;
  const double start = options.quick ? 0.02 : 8;
  const int count = options.quick ? 1 : 5;
  return fmt::format(
             "## Table V: a cable that is wound\n\n"
             "The scene `cable_winding`, {} links: COND winds the cable for "
             "{:g} s, and each method makes the next {} steps of 2 ms from "
             "there, the first one cold, to 1e-4 of its own residual. Ours / "
             "the paper's, whose means are of whole runs and whose cable a "
             "Panda holds.\n\n",
             links, start, count) +
         cond::CompareFrom(examples::MakeCableWinding({.num_links = links}),
                           kOnCable, kStep, start, count);
}

std::string BenchCondTable6(const BenchOptions& options) {
  // Along a finger: 180 nodes in all, or as many as the paper's.
  const int cells = options.quick ? 4 : examples::SoftGripperOptions().cells;
  const double start = options.quick ? 0.02 : 0.5;
  const int count = options.quick ? 1 : 5;
  return fmt::format(
             "## Table VI: a peg in elastic fingers\n\n"
             "The scene `soft_gripper`, {} cells along a finger: COND closes "
             "the fingers for {:g} s, and each method makes the next {} steps "
             "of 2 ms from there, the first one cold, to 1e-4 of its own "
             "residual. Ours / the paper's, whose means are of whole runs and "
             "whose fingers are other ones.\n\n",
             cells, start, count) +
         cond::CompareFrom(examples::MakeSoftGripper({.cells = cells}), kOnPeg,
                           kStep, start, count);
}

}  // namespace tactus::apps

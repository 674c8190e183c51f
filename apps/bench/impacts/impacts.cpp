// Impacts, friction at impact, and spin, beside closed forms and rk3.
#include <algorithm>
#include <sstream>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

using impacts::Family;

constexpr Family kFamilies[] = {
    {"wall", "a ball bounces off a thick wall", &impacts::RunWall},
    {"billiard", "two balls meet off their centres", &impacts::RunBilliard},
    {"elastic", "a bouncing ball and Newton's cradle keep their energy",
     &impacts::RunElastic},
    {"plate", "nothing passes through a plate or a post", &impacts::RunPlate},
    {"cubes", "thrown cubes slide, with friction inside Coulomb's cone",
     &impacts::RunCubes},
    {"slope", "a box slides where static friction would hold it",
     &impacts::RunSlope},
    {"dominoes", "a row of dominoes falls, whatever its size",
     &impacts::RunDominoes},
    {"top", "what spins keeps its energy", &impacts::RunTop},
    {"tosses", "real tosses of an acrylic cube", &impacts::RunTosses},
    {"materials", "the same tosses, by stiffness and dissipation",
     &impacts::RunMaterials},
    {"price", "what scenes cost", &impacts::RunPrice},
};

constexpr const char* kHead =
    "# Impacts, friction at impact, and spin\n\n"
    "Made by `tactus bench impacts --tosses FILE > docs/impacts.md`; parts of "
    "it by `--only wall,cubes --integrator cenic,rk3 --accuracy 1e-3 --scheme "
    "extrapolated`.\n\n"
    "* Cases differ in phase, speed and size, at random but the same on every "
    "machine. CENIC runs with its default scheme at each accuracy, ICF and "
    "ComFree at fixed steps.\n"
    "* Errors are against closed forms where there are some, else against rk3 "
    "at an accuracy of 1e-5 to 1e-9 by the full state, with steps that cannot "
    "miss a contact: it looks for contacts at its stages only.\n"
    "* A gain is the largest rise of energy in any case over its scale "
    "(the kinetic energy of the start, or what the fall frees), without the "
    "springs of contacts, which only hide gains. It is bold where it exceeds "
    "the accuracy, and 1 % at fixed steps.\n"
    "* Friction is judged by velocities alone: of each step, and of the sum "
    "over steps in contact that follow each other, what the momentum changed "
    "along the ground beyond mu times what it changed upwards.\n"
    "* Steps, iterations and the processor's time are sums over the cases, and "
    "stand beside each of a sweep's quantities.\n\n";

std::string ListFamilies() {
  std::string text;
  for (const Family& family : kFamilies)
    text += (text.empty() ? "" : ", ") + std::string(family.name);
  return text;
}

// The rows of `text` that do not do what is asked, under their sweeps' titles.
std::string ListFailures(const std::string& text) {
  std::istringstream lines(text);
  std::string line, title, list;
  while (std::getline(lines, line)) {
    if (line.starts_with("### ")) title = line.substr(4);
    if (line.find("**no**") == std::string::npos) continue;
    const std::size_t cells = std::min(line.find(" failed |"), line.size());
    list += fmt::format("- {} {}\n", title, line.substr(0, cells));
  }
  return "## What is not as asked\n\n" + (list.empty() ? "Nothing.\n" : list);
}

}  // namespace

std::string BenchImpacts(const BenchOptions& options) {
  const ImpactsOptions& own = options.impacts;
  for (const std::string& name : own.only) {
    Require(std::ranges::find(kFamilies, name, &Family::name) !=
                std::end(kFamilies),
            fmt::format("bench impacts: there is no '{}'; there are: {}", name,
                        ListFamilies()));
  }
  std::string text;
  for (const Family& family : kFamilies) {
    if (!own.only.empty() &&
        std::ranges::find(own.only, family.name) == own.only.end())
      continue;
    text += fmt::format("## {}: {}\n\n{}", family.name, family.description,
                        family.run(own));
  }
  return kHead + text + ListFailures(text);
}

}  // namespace tactus::apps

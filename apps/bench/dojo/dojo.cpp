#include "tactus/apps/bench/dojo/dojo.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"

namespace tactus::apps {
namespace {

constexpr const char* kHead =
    "# Hard contact: Dojo\n\n"
    "Made by `tactus bench dojo --robots FOLDER --tosses FILE > "
    "docs/hard_contact.md`, with the folder of Dojo's example models and the "
    "filmed tosses of a cube. Figures and tables are those of "
    "[Howell22], *Dojo: A Differentiable Physics Engine for Robotics*. Dojo is "
    "here the integrator `dojo`; ICF and ComFree stand beside it with their "
    "defaults, ComFree with k = 0.2.\n\n";

}  // namespace

namespace dojo {

examples::Method MakeMethod(const integrators::DojoOptions& options) {
  return {.name = fmt::format("Dojo, kappa = {:g}", *options.kappa),
          .make = [options] {
            return std::make_unique<integrators::DojoStep>(options);
          }};
}

}  // namespace dojo

std::string BenchDojo(const BenchOptions& options) {
  const std::string size =
      options.quick ? "These are the smallest cases (--quick).\n\n" : "";
  return kHead + size + dojo::ReportDrops(options.robots, options.quick) +
         dojo::ReportSlide() + dojo::ReportClosedForms(options.quick) +
         dojo::ReportGradients(options.quick) +
         dojo::ReportTumbling(options.robots, options.quick) +
         dojo::ReportConvergence(options.robots, options.quick) +
         dojo::ReportIdentification(options.impacts.tosses, options.quick) +
         dojo::ReportSpeed(options.robots, options.quick) +
         dojo::ReportPolicies(options);
}

}  // namespace tactus::apps

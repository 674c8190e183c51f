#include "tactus/apps/scenario/simulator_settings.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

SimulatorSettings Read(const std::string& text) {
  return ReadSimulatorSettings(ParseYaml(text));
}

TEST_CASE("ReadSimulatorSettings: keys named as options -> all settings") {
  const SimulatorSettings cenic = Read(
      "{integrator: cenic, accuracy: 1e-4, duration: 3, external: explicit}");
  CHECK(cenic.duration == 3);
  CHECK(cenic.integrator.name == "cenic");
  CHECK(cenic.integrator.accuracy == 1e-4);
  CHECK(cenic.integrator.method_options["external"] == "explicit");

  const SimulatorSettings inside = Read(
      "{integrator: cenic, max_step: 0.05, error_norm: state, algebra: dense,\n"
      " scheme: step_doubling, hessian_reuse: 4, newton_tolerance: fixed}");
  CHECK(inside.integrator.method_options == Json{{"max_step", 0.05},
                                                 {"error_norm", "state"},
                                                 {"algebra", "dense"},
                                                 {"scheme", "step_doubling"},
                                                 {"newton_tolerance", "fixed"},
                                                 {"hessian_reuse", 4}});

  const SimulatorSettings comfree = Read(
      "{integrator: comfree, step: 0.001, comfree_stiffness: 0.2,\n"
      " comfree_damping: 0.01, comfree_impedance: [0.8, 0.9, 0.002, 0.4, 3],\n"
      " margin: 0.01, refinement: 3, mass_splitting: true, backend: openmp,\n"
      " single_precision: true}");
  CHECK(comfree.integrator.step == 0.001);
  CHECK(comfree.integrator.method_options ==
        Json{{"comfree_stiffness", 0.2},
             {"comfree_damping", 0.01},
             {"comfree_impedance", {0.8, 0.9, 0.002, 0.4, 3.0}},
             {"margin", 0.01},
             {"refinement", 3},
             {"mass_splitting", true},
             {"backend", "openmp"},
             {"single_precision", true}});
}

TEST_CASE("ReadSimulatorSettings: wrong keys, values, methods -> refused") {
  const auto refused = [](const std::string& text) {
    return RefusalOf([&] { Read(text); });
  };
  CHECK(refused("{integrator: magic}")
            .starts_with("1:1: there is no integrator 'magic'"));
  CHECK(refused("{integrator: cenic, step: 0.1}")
            .starts_with("1:1: cenic chooses its steps itself"));
  CHECK(refused("{accuracy: -1}") ==
        "1:12: expected a positive number, not '-1'");
  CHECK(refused("{acuracy: 1}") ==
        "1:2: unknown key 'acuracy'; did you mean 'accuracy'?");
  CHECK(refused("{external: half}") ==
        "1:12: external is one of implicit, explicit, not 'half'");
  CHECK(refused("{error_norm: half}") ==
        "1:14: error_norm is one of positions, state, not 'half'");
  CHECK(refused("{scheme: half}").starts_with("1:10: "));
  CHECK(refused("{margin: 0.1}")
            .starts_with("1:1: --margin is for --integrator comfree"));
  CHECK(refused("{integrator: rk3, external: explicit}") ==
        "1:1: --external is for --integrator apgd, cenic, comfree, cond, dojo, "
        "icf, pgs; this run uses rk3");
}

}  // namespace
}  // namespace tactus::apps

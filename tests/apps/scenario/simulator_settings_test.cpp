#include "tactus/apps/scenario/simulator_settings.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

SimulatorSettings Read(const std::string& text) {
  return ReadSimulatorSettings(ParseYaml(text));
}

TEST_CASE("All settings have the names of the command line's options") {
  const SimulatorSettings cenic = Read(
      "{integrator: cenic, accuracy: 1e-4, duration: 3, external: explicit}");
  CHECK(cenic.duration == 3);
  CHECK(cenic.integrator.name == "cenic");
  CHECK(cenic.integrator.accuracy == 1e-4);
  CHECK(cenic.integrator.external == integrators::ExternalScheme::kExplicit);

  const SimulatorSettings inside = Read(
      "{integrator: cenic, max_step: 0.05, error_norm: state, algebra: dense,\n"
      " scheme: trapezoid, hessian_reuse: 4, newton_tolerance: fixed}");
  CHECK(inside.integrator.max_step == 0.05);
  CHECK(inside.integrator.error_norm == integrators::ErrorNorm::kState);
  CHECK(inside.integrator.algebra == solvers::FactorMethod::kDense);
  CHECK(inside.integrator.scheme == integrators::Scheme::kTrapezoid);
  CHECK(inside.integrator.hessian_reuse == 4);
  CHECK(inside.integrator.adaptive_tolerance == false);

  const SimulatorSettings comfree = Read(
      "{integrator: comfree, step: 0.001, comfree_stiffness: 0.2,\n"
      " comfree_damping: 0.01, comfree_impedance: [0.8, 0.9, 0.002, 0.4, 3],\n"
      " margin: 0.01, refinement: 3, mass_splitting: true, backend: openmp,\n"
      " single_precision: true}");
  const contact::ComFreeOptions& own = comfree.integrator.comfree;
  CHECK(comfree.integrator.step == 0.001);
  CHECK(own.stiffness == 0.2);
  CHECK(own.damping == 0.01);
  CHECK(own.impedance == contact::ComFreeImpedance{.r_min = 0.8,
                                                   .r_max = 0.9,
                                                   .width = 0.002,
                                                   .midpoint = 0.4,
                                                   .power = 3});
  CHECK(own.margin == 0.01);
  CHECK(own.refinement_iterations == 3);
  CHECK(own.mass_splitting);
  CHECK(own.backend == solvers::comfree::BackendKind::kOpenMp);
  CHECK(own.single_precision);
  CHECK(comfree.integrator.comfree_given.size() == 8);
  CHECK(comfree.integrator.comfree_given.front() == "--comfree-stiffness");
}

TEST_CASE("Settings that no integrator can keep are refused") {
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
        "1:12: 'half' is not one of: implicit, explicit");
  CHECK(refused("{error_norm: half}") ==
        "1:14: 'half' is not one of: positions, state");
  CHECK(refused("{scheme: half}").starts_with("1:10: "));
  CHECK(refused("{margin: 0.1}")
            .starts_with("1:1: --margin is for --integrator comfree"));
  CHECK(refused("{integrator: rk3, external: explicit}") ==
        "1:1: --external is not for rk3");
}

}  // namespace
}  // namespace tactus::apps

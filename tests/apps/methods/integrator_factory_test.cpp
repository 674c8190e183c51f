#include "tactus/apps/methods/integrator_factory.h"

#include <limits>
#include <stdexcept>

#include <catch2/catch.hpp>
#include <spdlog/fmt/fmt.h>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/cvode.h"

namespace tactus::apps {
namespace {

IntegratorChoice Make(std::string name, std::optional<double> accuracy = {},
                      std::optional<double> step = {}) {
  return MakeIntegrator({std::move(name), accuracy, step});
}

TEST_CASE("MakeIntegrator: name, accuracy, step -> the method, with defaults") {
  CHECK(Make("").integrator->name() == "cenic");
  CHECK(Make("", 1e-2).integrator->name() == "cenic");
  CHECK(Make("", {}, 0.02).integrator->name() == "icf");
  CHECK(Make("rk3", 1e-5).integrator->name() == "rk3");
  CHECK(Make("cenic").accuracy == 1e-3);
  CHECK_FALSE(Make("cenic").step);
  CHECK(Make("rk3", 1e-5).accuracy == 1e-5);
  CHECK(Make("icf").step == 0.01);
  CHECK_FALSE(Make("icf").accuracy);
  CHECK(Make("icf").statistics().steps == 0);
  CHECK(Make("comfree").integrator->name() == "comfree");
  CHECK(Make("comfree").step == 0.002);
  CHECK(Make("cond").integrator->name() == "cond");
  CHECK(Make("cond").step == 0.002);
  CHECK(Make("pgs").integrator->name() == "pgs");
  CHECK(Make("apgd").integrator->name() == "apgd");
}

TEST_CASE("MakeIntegrator: unknown name, unused option, bad value -> refused") {
  CHECK_THROWS_WITH(Make("euler"), Catch::Contains(IntegratorNames()));
  CHECK_THROWS_WITH(Make("cenic", {}, 0.01), Catch::Contains("--accuracy"));
  CHECK_THROWS_WITH(Make("rk3", 1e-3, 0.01), Catch::Contains("--accuracy"));
  CHECK_THROWS_WITH(Make("icf", 1e-3), Catch::Contains("--step"));
  CHECK_THROWS_WITH(Make("comfree", 1e-3), Catch::Contains("--step"));
  CHECK_THROWS_WITH(Make("cond", 1e-3), Catch::Contains("--step"));
  CHECK_THROWS_WITH(
      MakeIntegrator({.name = "icf", .method_options = {{"iterations", 5}}}),
      Catch::Contains("--iterations is for --integrator apgd, cond, pgs;"));
  CHECK_THROWS_WITH(
      MakeIntegrator({.name = "cond", .method_options = {{"iterations", 0}}}),
      Catch::Contains("iterations"));
  for (const char* other : {"iterations", "residual"}) {
    CHECK_THROWS_WITH(
        MakeIntegrator(
            {.name = "cond", .method_options = {{"change", 1e-4}, {other, 1}}}),
        Catch::StartsWith(fmt::format("--{} has no effect", other)));
  }
  CHECK_THROWS_WITH(
      MakeIntegrator({.name = "pgs", .method_options = {{"change", 1e-4}}}),
      Catch::StartsWith("--change is for --integrator cond;"));
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_WITH(Make("cenic", bad), Catch::Contains("--accuracy must"));
    CHECK_THROWS_WITH(Make("icf", {}, bad), Catch::Contains("--step must"));
  }
}

TEST_CASE(
    "MakeIntegrator: the classic methods -> name, accuracy and settings") {
  for (const char* name : {"implicit_euler", "rk3", "ros2", "sdirk2"}) {
    INFO(name);
    CHECK_THAT(IntegratorNames(), Catch::Contains(name));
    const IntegratorChoice choice = Make(name, 1e-4);
    CHECK(choice.integrator->name() == name);
    CHECK(choice.accuracy == 1e-4);
    CHECK(choice.statistics().steps == 0);
    CHECK(choice.settings["accuracy"] == 1e-4);
    CHECK(choice.settings["error_norm"] == "state");
    CHECK(choice.settings["h_max_s"] == 0.1);
    CHECK_THROWS_WITH(Make(name, {}, 0.01), Catch::Contains("--accuracy"));
  }
  CHECK(Make("sdirk2").settings["newton_kappa"] == 0.05);
  CHECK(Make("ros2").settings["gamma"].get<double>() > 0);
  CHECK(Make("icf").settings["step_s"] == 0.01);
  CHECK(Make("comfree").settings["backend"] == "serial");
}

TEST_CASE(
    "MakeIntegrator: cvode -> listed and made if built in, else refused") {
  const bool listed = IntegratorNames().find("cvode") != std::string::npos;
  CHECK(listed == integrators::Cvode::IsAvailable());
  if (listed) {
    CHECK(Make("cvode").integrator->name() == "cvode");
  } else {
    CHECK_THROWS_WITH(Make("cvode"), Catch::Contains("no CVODE"));
  }
}

TEST_CASE("MakeIntegrator: CENIC's own options -> set, and in its settings") {
  IntegratorOptions options{.name = "cenic"};
  options.method_options = {{"max_step", 0.02},
                            {"error_norm", "state"},
                            {"algebra", "dense"},
                            {"scheme", "step_doubling"},
                            {"hessian_reuse", 3},
                            {"line_search_start", "unit"},
                            {"newton_tolerance", "fixed"},
                            {"length_scale", 0.05}};
  const IntegratorChoice choice = MakeIntegrator(options);
  const integrators::CenicOptions& own =
      dynamic_cast<const integrators::Cenic&>(*choice.integrator).options();
  CHECK(own.h_max == 0.02);
  CHECK(own.error_norm == integrators::ErrorNorm::kState);
  CHECK(own.factor_method == solvers::FactorMethod::kDense);
  CHECK(own.scheme == integrators::Scheme::kStepDoubling);
  CHECK(own.hessian_reuse == 3);
  CHECK(own.length_scale == 0.05);
  CHECK(own.line_search_start == solvers::LineSearchStart::kUnit);
  CHECK_FALSE(own.adaptive_tolerance);
  CHECK(choice.settings["error_norm"] == "state");
  CHECK(choice.settings["length_scale_m"] == 0.05);
  CHECK(choice.settings["algebra"] == "dense");
  CHECK(choice.settings["scheme"] == "step_doubling");
  CHECK(choice.settings["newton_tolerance"] == "fixed");
  CHECK(choice.settings["external"] == "implicit");
  CHECK(choice.settings["line_search_start"] == "unit");
  const IntegratorOptions icf{.name = "icf",
                              .method_options = {{"hessian_reuse", 3}}};
  CHECK(MakeIntegrator(icf).settings["hessian_reuse"] == 3);
  // The norm is every method's with error control; the file's gives way.
  const IntegratorOptions file{.name = "rk3",
                               .method_options = {{"error_norm", "positions"}}};
  CHECK(MakeIntegrator(file).settings["error_norm"] == "positions");
  const IntegratorOptions line{
      .method_options = {{"error_norm", "state"}, {"max_step", 0.5}}};
  const IntegratorOptions merged = Merge(file, line);
  CHECK(merged.name == "rk3");
  CHECK(merged.method_options == line.method_options);
}

TEST_CASE("MakeIntegrator: external -> implicit, or explicit as asked for") {
  using integrators::ExternalScheme;
  const auto scheme = [](const IntegratorOptions& options) {
    const IntegratorChoice choice = MakeIntegrator(options);
    return dynamic_cast<const integrators::Cenic&>(*choice.integrator)
        .options()
        .external;
  };
  CHECK(scheme({}) == ExternalScheme::kImplicit);
  CHECK(scheme({.method_options = {{"external", "explicit"}}}) ==
        ExternalScheme::kExplicit);
}

TEST_CASE("Merge: options of a file and a command line -> the latter's first") {
  const auto make = [](const char* name, std::optional<double> accuracy,
                       std::optional<double> step) {
    IntegratorOptions options;
    options.name = name;
    options.accuracy = accuracy;
    options.step = step;
    return options;
  };
  const IntegratorOptions file = make("cenic", 1e-4, {});
  CHECK(Merge(file, {}).accuracy == 1e-4);
  CHECK(Merge(file, make("", 1e-2, {})).accuracy == 1e-2);
  CHECK(Merge(file, make("cenic", {}, {})).accuracy == 1e-4);
  // Another method starts from its own defaults.
  const IntegratorOptions icf = Merge(file, make("", {}, 0.02));
  CHECK(icf.name.empty());
  CHECK(icf.step == 0.02);
  CHECK_FALSE(icf.accuracy);
  CHECK(MakeIntegrator(icf).integrator->name() == "icf");
  CHECK(MakeIntegrator(Merge(file, make("rk3", {}, {}))).accuracy == 1e-3);
  // A step goes to a method of the file's that has one, given or not.
  for (const char* name : {"comfree", "cond", "dojo", "icf", "pgs"}) {
    const IntegratorOptions own = Merge(make(name, {}, {}), make("", {}, 0.02));
    CHECK(own.name == name);
    CHECK(own.step == 0.02);
  }
  IntegratorOptions comfree = make("comfree", {}, 0.001);
  comfree.method_options = {{"margin", 0.01}, {"refinement", 2}};
  IntegratorOptions line = make("", {}, 0.004);
  line.method_options = {{"margin", 0.02}};
  const IntegratorOptions merged = Merge(comfree, line);
  CHECK(merged.name == "comfree");
  CHECK(merged.step == 0.004);
  const nlohmann::ordered_json settings = MakeIntegrator(merged).settings;
  CHECK(settings["margin_m"] == 0.02);
  CHECK(settings["refinement"] == 2);
}

TEST_CASE("Options of comfree: values that only it can judge -> refused") {
  CHECK_THROWS_WITH(
      MakeIntegrator({.name = "comfree",
                      .method_options = {{"comfree_stiffness", 0.0},
                                         {"comfree_damping", 0.0}}}),
      Catch::Contains("must not both be zero"));
}

}  // namespace
}  // namespace tactus::apps

#include "tactus/apps/scenario/integrator_factory.h"

#include <limits>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/cvode.h"

namespace tactus::apps {
namespace {

IntegratorChoice Make(std::string name, std::optional<double> accuracy = {},
                      std::optional<double> step = {}) {
  return MakeIntegrator({std::move(name), accuracy, step});
}

TEST_CASE("The integrator follows from name, accuracy and step") {
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
}

TEST_CASE("What an integrator cannot use is refused") {
  CHECK_THROWS_WITH(Make("euler"), Catch::Contains(IntegratorNames()));
  CHECK_THROWS_WITH(Make("cenic", {}, 0.01), Catch::Contains("--accuracy"));
  CHECK_THROWS_WITH(Make("rk3", 1e-3, 0.01), Catch::Contains("--accuracy"));
  CHECK_THROWS_WITH(Make("icf", 1e-3), Catch::Contains("--step"));
  CHECK_THROWS_WITH(Make("comfree", 1e-3), Catch::Contains("--step"));
  CHECK_THROWS_WITH(Make("cond", 1e-3), Catch::Contains("--step"));
  CHECK_THROWS_WITH(MakeIntegrator({.name = "icf", .iterations = 5}),
                    Catch::Contains("--iterations is not for icf"));
  CHECK_THROWS_WITH(MakeIntegrator({.name = "cond", .iterations = 0}),
                    Catch::Contains("iterations"));
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_WITH(Make("cenic", bad), Catch::Contains("--accuracy must"));
    CHECK_THROWS_WITH(Make("icf", {}, bad), Catch::Contains("--step must"));
  }
}

TEST_CASE("The classic methods have names, accuracies and settings") {
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

TEST_CASE("CVODE is listed where it was built in, and else missed clearly") {
  const bool listed = IntegratorNames().find("cvode") != std::string::npos;
  CHECK(listed == integrators::Cvode::IsAvailable());
  if (listed) {
    CHECK(Make("cvode").integrator->name() == "cvode");
  } else {
    CHECK_THROWS_WITH(Make("cvode"), Catch::Contains("no CVODE"));
  }
}

TEST_CASE("How a method works inside can be set, where it can") {
  IntegratorOptions options{.name = "cenic"};
  options.max_step = 0.02;
  options.error_norm = integrators::ErrorNorm::kState;
  options.algebra = solvers::FactorMethod::kDense;
  options.scheme = integrators::Scheme::kTrapezoid;
  options.hessian_reuse = 3;
  options.line_search_start = solvers::LineSearchStart::kUnit;
  options.adaptive_tolerance = false;
  const IntegratorChoice choice = MakeIntegrator(options);
  const integrators::CenicOptions& own =
      dynamic_cast<const integrators::Cenic&>(*choice.integrator).options();
  CHECK(own.h_max == 0.02);
  CHECK(own.error_norm == integrators::ErrorNorm::kState);
  CHECK(own.factor_method == solvers::FactorMethod::kDense);
  CHECK(own.scheme == integrators::Scheme::kTrapezoid);
  CHECK(own.hessian_reuse == 3);
  CHECK(own.line_search_start == solvers::LineSearchStart::kUnit);
  CHECK_FALSE(own.adaptive_tolerance);
  CHECK(choice.settings["error_norm"] == "state");
  CHECK(choice.settings["algebra"] == "dense");
  CHECK(choice.settings["scheme"] == "trapezoid");
  CHECK(choice.settings["newton_tolerance"] == "fixed");
  CHECK(choice.settings["external"] == "implicit");
  CHECK(choice.settings["line_search_start"] == "unit");
  IntegratorOptions icf{.name = "icf"};
  icf.hessian_reuse = 3;
  CHECK(MakeIntegrator(icf).settings["hessian_reuse"] == 3);

  const auto refused = [](const char* name, const char* option, auto set) {
    IntegratorOptions other{.name = name};
    set(&other);
    CHECK_THROWS_WITH(MakeIntegrator(other),
                      std::string(option) + " is not for " + name);
  };
  refused("rk3", "--scheme", [&](auto* o) { o->scheme = options.scheme; });
  refused("rk3", "--algebra", [&](auto* o) { o->algebra = options.algebra; });
  refused("icf", "--max-step", [](auto* o) { o->max_step = 1; });
  refused("icf", "--error-norm",
          [&](auto* o) { o->error_norm = options.error_norm; });
  refused("ros2", "--hessian-reuse", [](auto* o) { o->hessian_reuse = 1; });
  refused("sdirk2", "--newton-tolerance",
          [](auto* o) { o->adaptive_tolerance = true; });
  // The norm is every method's with error control; the file's gives way.
  IntegratorOptions file{.name = "rk3"}, line;
  file.error_norm = integrators::ErrorNorm::kPositions;
  CHECK(MakeIntegrator(file).settings["error_norm"] == "positions");
  line.error_norm = integrators::ErrorNorm::kState;
  line.max_step = 0.5;
  const IntegratorOptions merged = Merge(file, line);
  CHECK(merged.name == "rk3");
  CHECK(merged.error_norm == integrators::ErrorNorm::kState);
  CHECK(merged.max_step == 0.5);
}

TEST_CASE("What lies outside the plant is taken as it is asked for") {
  using integrators::ExternalScheme;
  const auto scheme = [](std::optional<ExternalScheme> external) {
    IntegratorOptions options;
    options.external = external;
    const IntegratorChoice choice = MakeIntegrator(options);
    return dynamic_cast<const integrators::Cenic&>(*choice.integrator)
        .options()
        .external;
  };
  CHECK(scheme({}) == ExternalScheme::kImplicit);
  CHECK(scheme(ExternalScheme::kExplicit) == ExternalScheme::kExplicit);
  IntegratorOptions rk3;
  rk3.name = "rk3";
  rk3.external = ExternalScheme::kImplicit;
  CHECK_THROWS_WITH(MakeIntegrator(rk3), "--external is not for rk3");
}

TEST_CASE("The command line holds before a file, method by method") {
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
  // A step goes to a method of the file's that has one.
  IntegratorOptions comfree = make("comfree", {}, 0.001);
  comfree.comfree.margin = 0.01;
  comfree.comfree.refinement_iterations = 2;
  comfree.comfree_given = {"--margin", "--refinement"};
  IntegratorOptions line = make("", {}, 0.004);
  line.comfree.margin = 0.02;
  line.comfree_given = {"--margin"};
  const IntegratorOptions merged = Merge(comfree, line);
  CHECK(merged.name == "comfree");
  CHECK(merged.step == 0.004);
  CHECK(merged.comfree.margin == 0.02);
  CHECK(merged.comfree.refinement_iterations == 2);
  CHECK_NOTHROW(MakeIntegrator(merged));
}

TEST_CASE("Options of comfree reach it, and no other integrator") {
  IntegratorOptions options{.name = "comfree",
                            .accuracy = {},
                            .step = {},
                            .comfree_given = {"--margin"}};
  options.comfree.margin = 0.01;
  CHECK_NOTHROW(MakeIntegrator(options));
  options.comfree.margin = -1;
  CHECK_THROWS_WITH(MakeIntegrator(options), Catch::Contains("margin"));
  options.comfree.margin = 0.01;
  options.name = "icf";
  CHECK_THROWS_WITH(MakeIntegrator(options),
                    Catch::Contains("--margin is for --integrator comfree"));
}

}  // namespace
}  // namespace tactus::apps

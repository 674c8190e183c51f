#include "tactus/apps/integrator_factory.h"

#include <limits>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tactus/integrators/cenic.h"

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
}

TEST_CASE("What an integrator cannot use is refused") {
  CHECK_THROWS_WITH(Make("euler"), Catch::Contains("cenic, comfree, icf, rk3"));
  CHECK_THROWS_WITH(Make("cenic", {}, 0.01), Catch::Contains("--accuracy"));
  CHECK_THROWS_WITH(Make("rk3", 1e-3, 0.01), Catch::Contains("--accuracy"));
  CHECK_THROWS_WITH(Make("icf", 1e-3), Catch::Contains("--step"));
  CHECK_THROWS_WITH(Make("comfree", 1e-3), Catch::Contains("--step"));
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_WITH(Make("cenic", bad), Catch::Contains("--accuracy must"));
    CHECK_THROWS_WITH(Make("icf", {}, bad), Catch::Contains("--step must"));
  }
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

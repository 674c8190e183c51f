#include "tactus/apps/integrator_factory.h"

#include <limits>
#include <stdexcept>

#include <catch2/catch.hpp>

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

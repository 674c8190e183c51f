#include "tactus/integrators/cenic/cenic_scheme.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"

namespace tactus::integrators {
namespace {

TEST_CASE("Schemes: go by names of their own, which read back") {
  std::set<std::string> names;
  for (const Scheme scheme : Schemes()) {
    CHECK(ParseScheme(to_string(scheme)) == scheme);
    names.insert(std::string(to_string(scheme)));
  }
  CHECK(names ==
        std::set<std::string>{"step_doubling", "trapezoid", "extrapolated"});
  CHECK(Schemes().front() == CenicOptions{}.scheme);
}

TEST_CASE("Schemes: an unknown name is refused with those there are") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_AS(ParseScheme("euler"), std::invalid_argument);
  CHECK_THROWS_WITH(ParseScheme("euler"),
                    Contains("'euler'") && Contains("step_doubling") &&
                        Contains("trapezoid") && Contains("extrapolated"));
  CHECK_THROWS_AS(ParseScheme(""), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::integrators

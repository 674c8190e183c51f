#include "tactus/integrators/cenic/cenic_scheme.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"

namespace tactus::integrators {
namespace {

TEST_CASE("Schemes: all -> names of their own") {
  std::set<std::string> names;
  for (const Scheme scheme : Schemes())
    names.insert(std::string(to_string(scheme)));
  CHECK(names == std::set<std::string>{"step_doubling", "extrapolated"});
  CHECK(Schemes().front() == CenicOptions{}.scheme);
}

}  // namespace
}  // namespace tactus::integrators

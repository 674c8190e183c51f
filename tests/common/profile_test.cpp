#include "tactus/common/profile.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE(
    "ScopedTimer: with a profile, and without -> time in its phase alone") {
  Profile profile;
  { ScopedTimer timer(&profile, Phase::kHessian); }
  { ScopedTimer timer(nullptr, Phase::kGeometry); }
  CHECK(profile[Phase::kHessian] > 0);
  CHECK(profile[Phase::kGeometry] == 0);
  const double once = profile[Phase::kHessian];
  { ScopedTimer timer(&profile, Phase::kHessian); }
  CHECK(profile[Phase::kHessian] > once);
}

TEST_CASE("Phase: to_string of all phases -> distinct names, none unknown") {
  std::set<std::string> names;
  const int count = static_cast<int>(Phase::kCount);
  for (int i = 0; i < count; ++i)
    names.insert(std::string(to_string(static_cast<Phase>(i))));
  CHECK(names.size() == static_cast<std::size_t>(count));
  CHECK(names.count("unknown") == 0);
}

}  // namespace
}  // namespace tactus

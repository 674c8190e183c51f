#define CATCH_CONFIG_RUNNER
#include "support/shared.h"
#include <catch2/catch.hpp>

// Exit code 4 tells ctest that the test was skipped.
int main(int argc, char* argv[]) {
  const int failures = Catch::Session().run(argc, argv);
  return failures == 0 && tactus::test::AnythingSkipped() ? 4 : failures;
}

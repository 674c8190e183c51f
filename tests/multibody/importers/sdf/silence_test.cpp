#include "tactus/multibody/importers/sdf/silence.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>
#include <unistd.h>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

// A file that is no SDFormat is shown to a reader of URDF, which complains to
// the terminal.
TEST_CASE(
    "SDF: a file that cannot be read -> thrown, nothing on the terminal") {
  const tactus::test::TemporaryDirectory directory;
  const auto model = directory.Write(
      "m.sdf",
      "<sdf version='1.7'><model name='m'><link name='l'><inertial>"
      "<mass>x</mass></inertial></link></model></sdf>");
  const std::string heard = (directory.path() / "heard").string();
  std::fflush(stderr);
  const int terminal = ::dup(STDERR_FILENO);
  REQUIRE(std::freopen(heard.c_str(), "w", stderr) != nullptr);
  bool thrown = false;
  try {
    ModelBuilder builder;
    LoadSdf(model, {}, &builder);
  } catch (const ModelFileError&) {
    thrown = true;
  }
  std::fflush(stderr);
  ::dup2(terminal, STDERR_FILENO);
  ::close(terminal);
  CHECK(thrown);
  std::ifstream file(heard);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}).empty());
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/apps/models/model_file_flags.h"

#include <algorithm>
#include <stdexcept>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

ModelFileOptions Parse(std::vector<std::string> arguments) {
  ModelFileOptions options;
  CLI::App app;
  AddModelFileFlags(&app, &options);
  std::reverse(arguments.begin(), arguments.end());
  app.parse(arguments);
  return options;
}

TEST_CASE("AddModelFileFlags: --package, --package-path -> packages, folders") {
  const ScratchFolder folder;
  const std::string here = folder.path().string();
  const ModelFileOptions options =
      Parse({"--package", "arm=" + here, "--package-path", "x", "--package",
             "leg=" + here, "--package-path", "y"});
  CHECK(options.packages.packages ==
        std::map<std::string, std::filesystem::path>{{"arm", here},
                                                     {"leg", here}});
  CHECK(options.packages.folders ==
        std::vector<std::filesystem::path>{"x", "y"});
  for (const char* bad : {"arm", "=x", "arm=", "arm=/no/such/folder"}) {
    CHECK_THROWS_AS(Parse({"--package", bad}), std::invalid_argument);
  }
}

TEST_CASE(
    "AddModelFileFlags: inertia, root, mesh, density flags -> set options") {
  const ModelFileOptions none = Parse({});
  CHECK(none.fix_inertia);
  CHECK_FALSE((none.weld_root || none.skip_missing_meshes || none.density));
  const ModelFileOptions all =
      Parse({"--no-fix-inertia", "--weld-root", "--skip-missing-meshes",
             "--density", "500"});
  CHECK_FALSE(all.fix_inertia);
  CHECK(Parse({"--fix-inertia"}).fix_inertia);
  CHECK((all.weld_root && all.skip_missing_meshes));
  CHECK(all.density == 500);
  CHECK_THROWS_AS(Parse({"--density", "0"}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::apps

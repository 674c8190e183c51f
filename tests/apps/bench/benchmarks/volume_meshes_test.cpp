#include "tactus/apps/bench/benchmarks/volume_meshes.h"

#include <fstream>
#include <string>
#include <vector>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/mesh_file.h"

namespace tactus::apps {
namespace {

using Catch::Contains;

/// A cube of 2 m; the first `count` of its twelve triangles.
std::string MakeCube(int count) {
  constexpr const char* kFaces[] = {"f 1 3 2", "f 2 3 4", "f 5 6 7", "f 6 8 7",
                                    "f 1 2 5", "f 2 6 5", "f 3 7 4", "f 4 7 8",
                                    "f 1 5 3", "f 3 5 7", "f 2 4 6", "f 4 8 6"};
  std::string text;
  for (int i = 0; i < 8; ++i) {
    for (const int side : {i & 1, i & 2, i & 4})
      text += text.ends_with('\n') || text.empty() ? (side ? "v 1" : "v -1")
                                                   : (side ? " 1" : " -1");
    text += "\n";
  }
  for (int i = 0; i < count; ++i) text += kFaces[i] + std::string("\n");
  return text;
}

TEST_CASE("VolumeMeshRow: a cube -> its cells, error and angles") {
  const std::string row =
      MakeVolumeMeshRow("cube", contact::ParseObj(MakeCube(12), "cube.obj"), 2);
  CHECK_THAT(row, Contains("| cube | 12 | 0 | ") && Contains(" % | "));
  CHECK_THAT(row, !Contains("refused"));
}

TEST_CASE("VolumeMeshRow: a cube without a face -> why it is refused") {
  const std::string row =
      MakeVolumeMeshRow("open", contact::ParseObj(MakeCube(10), "open.obj"), 1);
  CHECK_THAT(row, Contains("| open | 10 | | refused: ") &&
                      Contains("open at 4 edges"));
}

TEST_CASE("SurveyVolumeMeshes: files of all kinds -> counts and extremes") {
  const ScratchFolder folder;
  std::vector<std::filesystem::path> files;
  const auto add = [&](const char* name, const std::string& text) {
    files.push_back(folder.path() / name);
    std::ofstream(files.back()) << text;
  };
  add("cube.obj", MakeCube(12));
  add("open.obj", MakeCube(10));
  add("wider.obj", MakeCube(8));
  add("bad.obj", "v 0 0 x\n");
  const std::string text = SurveyVolumeMeshes(files);
  CHECK_THAT(text, Contains("Of 4 mesh files 1 are meshed.") &&
                       Contains("Most cells: ") && Contains("(cube.obj)"));
  CHECK_THAT(text, Contains("Refused, \"the file cannot be read...\": 1."));
  CHECK_THAT(text, Contains("Refused, \"the mesh is open at ...\": 2."));
  CHECK(SurveyVolumeMeshes({}) == "Of 0 mesh files 0 are meshed.\n");
}

}  // namespace
}  // namespace tactus::apps

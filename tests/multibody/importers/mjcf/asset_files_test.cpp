#include "tactus/multibody/importers/mjcf/asset_files.h"

#include <algorithm>
#include <set>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/common/read_file.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

std::set<std::string> FilesOf(const ImportReport& report,
                              const std::filesystem::path& folder) {
  std::set<std::string> files;
  for (const auto& file : report.files())
    files.insert(std::filesystem::relative(file, folder).string());
  return files;
}

const char* const kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST_CASE("MJCF: files of all assets and includes -> told, if they are there") {
  const tactus::test::TemporaryDirectory folder;
  for (const char* name : {"meshes/used.obj", "meshes/unused.obj"})
    folder.Write(name, kTetrahedron);
  for (const char* name : {"looks/skin.png", "looks/right.png"})
    folder.Write(name, "no image");
  folder.Write("parts/more.xml", "<mujoco><option gravity='0 0 0'/></mujoco>");
  folder.Write("parts/plain.obj", kTetrahedron);
  folder.Write("parts/other.xml",
               "<mujoco><asset><mesh name='m' file='plain.obj'/></asset>"
               "<worldbody><body name='o'><geom type='mesh' mesh='m'/></body>"
               "</worldbody></mujoco>");
  const auto file = folder.Write(
      "main.xml",
      "<mujoco><compiler meshdir='meshes' texturedir='looks'/>"
      "<include file='parts/more.xml'/>"
      "<asset><mesh file='used.obj'/><mesh file='unused.obj'/>"
      "<mesh file='absent.obj'/><model name='other' file='parts/other.xml'/>"
      "<texture type='2d' name='a' file='skin.png'/>"
      "<texture type='cube' name='b' fileright='right.png'/></asset>"
      "<worldbody><body><freejoint/><geom type='mesh' mesh='used'/></body>"
      "<attach model='other' body='o' prefix='o_'/></worldbody></mujoco>");
  ModelBuilder builder;
  const ImportReport report = LoadMjcf(file, {}, &builder);
  CHECK(FilesOf(report, folder.path()) ==
        std::set<std::string>{"looks/right.png", "looks/skin.png",
                              "meshes/unused.obj", "meshes/used.obj",
                              "parts/more.xml", "parts/other.xml",
                              "parts/plain.obj"});
}

TEST_CASE("MJCF: height fields and includes beyond the bound -> one line") {
  const tactus::test::TemporaryDirectory folder;
  const auto refuse = [&](const std::string& name, const std::string& xml) {
    std::filesystem::resize_file(folder.Write(name, "x"), kMostFileBytes + 1);
    ModelBuilder builder;
    CHECK_THROWS_WITH(LoadMjcf(folder.Write("main.xml", xml), {}, &builder),
                      Contains(name) && Contains("does not end within"));
  };
  refuse("field.bin",
         "<mujoco><asset><hfield name='f' file='field.bin' size='1 1 1 1'/>"
         "</asset><worldbody><geom type='hfield' hfield='f'/></worldbody>"
         "</mujoco>");
  refuse("part.xml", "<mujoco><include file='part.xml'/></mujoco>");
}

}  // namespace
}  // namespace tactus::multibody

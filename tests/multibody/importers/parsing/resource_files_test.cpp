#include "tactus/multibody/importers/parsing/resource_files.h"

#include <algorithm>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("AddResourceFiles: what a file names -> told, if it is there") {
  const tactus::test::TemporaryDirectory folder;
  for (const char* name : {"a.stl", "b.png", "c.dae", "parts/model.config"})
    folder.Write(name, "");
  const XmlElement root = ParseXml(
      "<robot><mesh filename='a.stl'/><m><texture filename='b.png'/>"
      "<uri>c.dae</uri><uri>parts</uri><uri>absent.dae</uri>"
      "<name>a.stl</name></m></robot>",
      (folder.path() / "robot.urdf").string());
  const ResourceLocator locator(*root.file, {});
  ImportReport report;
  AddResourceFiles(root, locator, &report);
  std::vector<std::string> names;
  for (const auto& file : report.files())
    names.push_back(file.filename().string());
  std::ranges::sort(names);
  CHECK(names ==
        std::vector<std::string>{"a.stl", "b.png", "c.dae", "model.config"});
}

}  // namespace
}  // namespace tactus::multibody

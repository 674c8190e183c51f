#include "tactus/multibody/importers/mjcf/includes.h"

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

using Catch::Contains;

XmlElement Expand(const std::filesystem::path& file) {
  XmlElement root = ReadXmlFile(file);
  ImportReport report;
  ExpandIncludes(file.parent_path(), &root, &report);
  return root;
}

TEST_CASE(
    "MJCF include: files in files -> their children in place, own lines") {
  const tactus::test::TemporaryDirectory directory;
  const auto main =
      directory.Write("main.xml",
                      "<mujoco><a/><include file='sub/one.xml'/><worldbody>\n"
                      "<include file='common.xml'/></worldbody></mujoco>");
  directory.Write("sub/one.xml",
                  "<any>\n<b/>\n<include file='two.xml'/><c/></any>");
  directory.Write("sub/two.xml",
                  "<mujoco><include file='common.xml'/></mujoco>");
  directory.Write("common.xml", "<mujoco>\n\n<d/></mujoco>");
  const XmlElement root = Expand(main);
  REQUIRE(root.children.size() == 5);
  CHECK(root.children[0].tag == "a");
  CHECK(root.children[1].tag == "b");
  CHECK(root.children[1].line == 2);
  CHECK(*root.children[1].file == (directory.path() / "sub/one.xml").string());
  // common.xml lies beside the main file, not beside two.xml, and may be used
  // twice.
  CHECK(root.children[2].tag == "d");
  CHECK(root.children[2].line == 3);
  CHECK(root.children[3].tag == "c");
  REQUIRE(root.children[4].children.size() == 1);
  CHECK(root.children[4].children[0].tag == "d");
}

TEST_CASE("MJCF include: a missing file -> refused with the places tried") {
  const tactus::test::TemporaryDirectory directory;
  const auto main = directory.Write(
      "main.xml", "<mujoco>\n<include file='sub/a.xml'/></mujoco>");
  CHECK_THROWS_WITH(Expand(main),
                    main.string() +
                        ":2: <include>: cannot find the file: "
                        "tried " +
                        (directory.path() / "sub/a.xml").string());
  directory.Write("sub/a.xml", "<m><include file='b.xml'/></m>");
  CHECK_THROWS_WITH(Expand(main),
                    Contains((directory.path() / "sub/b.xml").string()) &&
                        Contains((directory.path() / "b.xml").string()));
  const auto nameless = directory.Write("n.xml", "<mujoco><include/></mujoco>");
  CHECK_THROWS_WITH(Expand(nameless), Contains("'file' is missing"));
}

TEST_CASE("MJCF include: files that include themselves -> refused") {
  const tactus::test::TemporaryDirectory directory;
  const auto self = directory.Write(
      "self.xml", "<mujoco><include file='self.xml'/></mujoco>");
  CHECK_THROWS_WITH(Expand(self), Contains("includes itself"));
  const auto a = directory.Write("a.xml", "<m><include file='b.xml'/></m>");
  directory.Write("b.xml", "<m>\n<include file='./a.xml'/></m>");
  CHECK_THROWS_WITH(Expand(a), Contains("b.xml:2: <include>: the file ") &&
                                   Contains("includes itself"));
}

// Ten times ten times ten ...
TEST_CASE(
    "MJCF include: files that multiply each other -> refused above a million") {
  const tactus::test::TemporaryDirectory directory;
  std::string ten;
  for (int i = 0; i < 10; ++i) ten += "<include file='NEXT.xml'/>";
  for (int i = 0; i < 8; ++i) {
    std::string text = "<m>" + ten + "</m>";
    const std::string next = std::to_string(i + 1);
    for (auto at = text.find("NEXT"); at != text.npos; at = text.find("NEXT")) {
      text.replace(at, 4, next);
    }
    directory.Write(std::to_string(i) + ".xml", text);
  }
  std::string leaf;
  for (int i = 0; i < 1000; ++i) leaf += "<a/>";
  directory.Write("8.xml", "<m>" + leaf + "</m>");
  CHECK_THROWS_WITH(Expand(directory.path() / "0.xml"),
                    Contains("more than a million included elements"));
  CHECK(Expand(directory.path() / "6.xml").children.size() == 100'000);
}

}  // namespace
}  // namespace tactus::multibody::mjcf

#include "tactus/multibody/importers/parsing/make_element.h"

#include <memory>
#include <string>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("MakeElementAt: a tag and a place -> an empty element there") {
  const XmlElement place{
      .tag = "body",
      .text = "x",
      .attributes = {{"name", "arm"}},
      .children = {XmlElement{.tag = "geom", .file = nullptr}},
      .file = std::make_shared<const std::string>("robot.xml"),
      .line = 12};
  const XmlElement made = MakeElementAt("frame", place);
  CHECK(made.tag == "frame");
  CHECK(*made.file == "robot.xml");
  CHECK(made.line == 12);
  CHECK(made.attributes.empty());
  CHECK(made.children.empty());
}

}  // namespace
}  // namespace tactus::multibody

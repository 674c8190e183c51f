#include "tactus/multibody/importers/mjcf/composite_parts.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

TEST_CASE(
    "MJCF composite parts: an element -> its part's attributes, class, line") {
  const XmlElement element = ParseXml(
      "<composite type='rope' prefix='p' count='3'>\n<joint kind='twist' "
      "damping='2' solreffix='1 1'/><joint armature='3'/></composite>",
      "m.xml");
  const Composite composite = ReadComposite(element);
  CHECK(composite.CountDimensions() == 1);
  const XmlElement* twist = FindPart(composite, "joint", "twist");
  REQUIRE(twist != nullptr);
  const XmlElement joint = MakeElement(composite, "joint", twist, "J1");
  CHECK(joint.line == 2);
  CHECK(*joint.Find("name") == "pJ1");
  CHECK(*joint.Find("damping") == "2");
  CHECK(*joint.Find("class") == kCompositeClass);
  CHECK(joint.Find("kind") == nullptr);
  CHECK(joint.Find("solreffix") == nullptr);
  CHECK(FindPart(composite, "joint") == &element.children[1]);
  CHECK(FindPart(composite, "tendon") == nullptr);
  const XmlElement exclude = MakeExclude(composite, "B0", "B1");
  CHECK(*exclude.Find("body1") == "pB0");
  CHECK(*exclude.Find("body2") == "pB1");
}

}  // namespace
}  // namespace tactus::multibody::mjcf

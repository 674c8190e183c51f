#include "tactus/multibody/importers/sdf/clear_errors.h"

#include "multibody/importers/sdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using test::BuildModel;

std::string FailureOf(const std::string& elements) {
  try {
    BuildModel(elements);
  } catch (const ModelFileError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("SDF: values that cannot be read -> shown with line and element") {
  CHECK(FailureOf(test::kTwoLinks +
                  "<joint name='j' type='revolute'><parent>a</parent>"
                  "<child>b</child><axis><xyz>0 1 0</xyz><limit>\n"
                  "<lower>abc</lower></limit></axis></joint>") ==
        "a.sdf:2: <lower>: 'abc' is no value for it");
  CHECK(FailureOf("<link name='a'>\n<pose>0 0 1 0 0</pose></link>") ==
        "a.sdf:2: <pose>: '0 0 1 0 0' is no value for it: a pose is six "
        "numbers, x y z [m] and roll pitch yaw");
  CHECK(FailureOf("<link name='a'>\n<inertial>\n<mass>x1</mass></inertial>"
                  "</link>") == "a.sdf:3: <mass>: 'x1' is no value for it");
}

TEST_CASE("SDF: a bad value in an included file -> that file and its line") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("part.sdf",
                  "<sdf version='1.9'><model name='part'>\n<link name='a'>"
                  "<pose>here</pose></link></model></sdf>");
  const auto main = directory.Write(
      "main.sdf",
      "<sdf version='1.9'><world name='w'><include><uri>part.sdf</uri>"
      "</include></world></sdf>");
  ModelBuilder builder;
  CHECK_THROWS_WITH(LoadSdf(main, {}, &builder),
                    Catch::Contains("part.sdf:2: <pose>: 'here' is no value"));
}

TEST_CASE(
    "SDF: an error for which libsdformat has no line -> its element's line") {
  CHECK_THROWS_WITH(
      BuildModel("<link name='a'/>\n<joint name='j' type='fixed'>"
                 "<parent>none</parent><child>a</child></joint>"),
      StartsWith("a.sdf:2: <joint name=\"j\">: parent frame with name[none]"));
}

TEST_CASE(
    "SDF: a cycle, an unknown frame, a zero axis, no such type -> the line") {
  const auto joint = [](const std::string& type, const std::string& xyz) {
    return test::kTwoLinks + "<joint name='j' type='" + type +
           "'><parent>a</parent><child>b</child><axis>\n<xyz" + xyz +
           "</xyz></axis></joint>";
  };
  CHECK_THAT(FailureOf(joint("revolute", " expressed_in='z'>0 1 0")),
             StartsWith("a.sdf:2: <xyz>: ") && Contains("[z]"));
  CHECK(FailureOf(joint("revolute", ">0 0.0 -0")) ==
        "a.sdf:2: <xyz>: an axis must not be zero");
  CHECK_THAT(FailureOf("\n" + joint("wobble", ">0 1 0")),
             StartsWith("a.sdf:2: <joint name=\"j\">: Joint type of wobble"));
  CHECK_THAT(
      FailureOf("<link name='a'/><frame name='f'><pose relative_to='g'/>"
                "</frame>\n<frame name='g'><pose relative_to='f'/></frame>"),
      StartsWith("a.sdf:1: <frame name=\"f\">: ") && Contains("cycle"));
}

TEST_CASE("SDF: files that cannot be read -> an error that names them") {
  ModelBuilder builder;
  CHECK_THROWS_WITH(LoadSdf("nowhere.sdf", {}, &builder),
                    Contains("nowhere.sdf") && Contains("cannot read"));
  for (const std::string xml :
       {"", "<sdf", "<robot name='r'/>", "<sdf version='1.9'/>",
        "<sdf version='1.9'><model name='m'/></sdf>",
        "<sdf version='1.9'><model><link name='a'/></model></sdf>",
        "<sdf version='1.9'><model name='m'><link name='a'><pose>x</pose>"
        "</link></model></sdf>",
        "<sdf version='1.9'><model name='m'><link name='a'>"
        "<pose relative_to='z'/></link></model></sdf>"}) {
    INFO(xml);
    CHECK_THROWS_AS(ParseSdf(xml, "bad.sdf", {}, &builder), ModelFileError);
    CHECK_THROWS_WITH(ParseSdf(xml, "bad.sdf", {}, &builder),
                      StartsWith("bad.sdf"));
  }
  CHECK(builder.num_bodies() == 1);
}

}  // namespace
}  // namespace tactus::multibody

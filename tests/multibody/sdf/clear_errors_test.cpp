#include "tactus/multibody/sdf/clear_errors.h"

#include "multibody/sdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::BuildModel;

std::string FailureOf(const std::string& elements) {
  try {
    BuildModel(elements);
  } catch (const ModelFileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("SDF values that cannot be read are shown with line and element") {
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

TEST_CASE("SDF values are shown of the file that they stand in") {
  const test::TemporaryDirectory directory;
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

}  // namespace tactus::multibody

#include "tactus/apps/models/model_tables.h"

#include <memory>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/mjcf/load_mjcf.h"

namespace tactus::apps {
namespace {

using Catch::Contains;

std::shared_ptr<const multibody::Model> MakeModel() {
  multibody::ModelBuilder builder;
  multibody::ParseMjcf(R"(
      <mujoco><compiler angle="radian"/><worldbody>
        <body name="upper"><joint name="shoulder" range="-1 2" damping="0.5"/>
          <geom size="0.1" mass="3"/>
          <body name="lower" pos="0 0 1"><joint name="wrist" type="ball"/>
            <geom size="0.1" mass="2"/></body></body></worldbody>
        <actuator><motor name="lift" joint="shoulder" gear="4"
          ctrllimited="true" ctrlrange="-3 3"/></actuator></mujoco>)",
                       "arm", {}, &builder);
  return std::move(builder).Build();
}

TEST_CASE("Model summary: a model -> how many of everything it has") {
  const auto model = MakeModel();
  const std::string text =
      MakeModelSummary(*model, FindContactPairs(*model), {});
  CHECK_THAT(text, Contains("bodies       2 with 5 kg, in 1 tree\n"));
  CHECK_THAT(text,
             Contains("joints       2 with 5 positions and 4 velocities\n"));
  CHECK_THAT(text, Contains("actuators    1\n"));
}

TEST_CASE("Model tables: a model -> a line for each part, with its numbers") {
  const auto model = MakeModel();
  const std::string text = MakeModelTables(*model, FindContactPairs(*model));
  const auto line = [&](const std::string& begin) {
    const auto at = text.find("\n  " + begin);
    REQUIRE(at != text.npos);
    return text.substr(at, text.find('\n', at + 1) - at);
  };
  CHECK_THAT(line("lower "), Contains(" 2  upper ") && Contains("wrist"));
  CHECK_THAT(line("shoulder "), Contains("[-1, 2]") && Contains("0.5"));
  CHECK_THAT(line("wrist "), Contains(" ball ") && Contains(" - "));
  CHECK_THAT(line("lift "),
             Contains("shoulder") && Contains(" 4 ") && Contains("[-3, 3]"));
  CHECK(text.find("bodies:") < text.find("joints:"));
  CHECK(text.find("joints:") < text.find("actuators:"));
}

}  // namespace
}  // namespace tactus::apps

#include "tactus/apps/scenario/strict_contact.h"

#include <fstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace tactus::apps {
namespace {

using Catch::Contains;

// Two balls that fall, one after the other, on a plane.
constexpr const char* kBalls = R"(<mujoco><worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <body name="low" pos="0 0 0.052"><freejoint/><geom name="low" size="0.05"/></body>
  <body name="high" pos="1 0 0.06"><freejoint/><geom name="high" size="0.05"/></body>
  </worldbody></mujoco>)";

struct Files {
  Files() { std::ofstream(file()) << kBalls; }
  std::string file() const { return (folder / "balls.xml").string(); }
  Outcome Run(std::vector<std::string> flags,
              const std::string& command = "run",
              const std::string& duration = "0.1") const {
    flags.insert(flags.begin(), {command, file(), "--duration", duration});
    return Call(flags);
  }
  ScratchFolder folder;
};

TEST_CASE("Strict contact: all have fields -> done") {
  const Files files;
  const Outcome outcome =
      files.Run({"--hydroelastic", "1e6", "--contact-model", "hydroelastic"});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
}

TEST_CASE("Strict contact: a pair without fields touches -> refused by name") {
  const Files files;
  for (const char* command : {"run", "verify"}) {
    const Outcome outcome =
        files.Run({"--contact-model", "hydroelastic"}, command);
    CHECK(outcome.code == kUserError);
    CHECK_THAT(outcome.err, Contains("'floor' touches 'low' at points"));
  }
}

// Nothing touches before it has fallen 2 mm, for 0.0202 s, though CENIC sees it
// come.
TEST_CASE("Strict contact: nothing touches -> nothing is refused") {
  const Files files;
  for (const char* method : {"cenic", "rk3"}) {
    const Outcome outcome =
        files.Run({"--contact-model", "hydroelastic", "--integrator", method},
                  "run", "0.0195");
    CHECK(outcome.code == kDone);
  }
}

TEST_CASE("Strict contact: a method without patches -> refused") {
  const Files files;
  for (const char* method : {"comfree", "cond", "dojo"}) {
    const Outcome outcome =
        files.Run({"--hydroelastic", "1e6", "--contact-model", "hydroelastic",
                   "--integrator", method});
    CHECK(outcome.code == kUserError);
    CHECK_THAT(outcome.err, Contains(method) && Contains("at points only"));
  }
}

TEST_CASE(
    "Contact options: --hydroelastic -> in the report, with the patches") {
  const Files files;
  const std::string report = (files.folder / "r.json").string();
  REQUIRE(files.Run({"--hydroelastic", "1e6", "--report", report}).code ==
          kDone);
  const auto json = nlohmann::json::parse(ReadText(report));
  CHECK(json["settings"]["hydroelastic_modulus_Pa"] == 1e6);
  CHECK(json["settings"]["contact_model"].is_null());
  REQUIRE(json["patches"].size() == 2);
  const auto& patch = json["patches"][0];
  CHECK(patch["bodies"] == nlohmann::json::array({"world", "low"}));
  CHECK(patch["force_N"][2] > 1);
  CHECK(patch["area_m2"] > 0);
  CHECK(patch["pressure_max_Pa"] > patch["pressure_mean_Pa"]);
  REQUIRE(files.Run({"--report", report}).code == kDone);
  const auto plain = nlohmann::json::parse(ReadText(report));
  CHECK_FALSE(plain["settings"].contains("hydroelastic_modulus_Pa"));
  CHECK(plain["patches"].empty());
}

}  // namespace
}  // namespace tactus::apps

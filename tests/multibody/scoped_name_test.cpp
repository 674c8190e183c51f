#include "tactus/multibody/scoped_name.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

const std::vector<std::string> kNames = {"arm::elbow", "arm::hand", "leg::hand",
                                         "box"};

TEST_CASE(
    "FindScopedName: a whole name or an end that is unique -> found, else "
    "refused") {
  CHECK(MakeScopedName("arm", "elbow") == "arm::elbow");
  CHECK(MakeScopedName("", "elbow") == "elbow");
  CHECK(FindScopedName(kNames, "leg::hand", "body") == 2);
  CHECK(FindScopedName(kNames, "elbow", "body") == 0);
  CHECK(FindScopedName(kNames, "box", "body") == 3);
  CHECK_THROWS_WITH(FindScopedName(kNames, "hand", "body"),
                    "body 'hand' may be any of 'arm::hand', 'leg::hand'");
  CHECK_THROWS_WITH(FindScopedName(kNames, "lbow", "body"),
                    "there is no body 'lbow'; did you mean 'arm::elbow'?");
  CHECK_THROWS_WITH(FindScopedName(kNames, "m::elbow", "body"),
                    "there is no body 'm::elbow'; did you mean 'arm::elbow'?");
}

TEST_CASE("IsInScope: names -> in the scope of their own model only") {
  CHECK(IsInScope("arm::elbow", "arm"));
  CHECK(IsInScope("elbow", ""));
  CHECK_FALSE(IsInScope("arm2::elbow", "arm"));
  CHECK_FALSE(IsInScope("arm", "arm"));
}

TEST_CASE("Suggest: an unknown word -> one near it, else all that there are") {
  const std::vector<std::string> keys = {"accuracy", "step"};
  CHECK(Suggest("acuracy", keys) == "did you mean 'accuracy'?");
  CHECK(Suggest("stpe", keys) == "did you mean 'step'?");
  CHECK(Suggest("rate", keys) == "there are: 'accuracy', 'step'");
  CHECK(Suggest("ste", keys) == "did you mean 'step'?");
  const std::vector<std::string> letters = {"a", "b"};
  CHECK(Suggest("c", letters) == "there are: 'a', 'b'");
  CHECK(Suggest("x", {}) == "there are none");
  const std::vector<std::string> many(20, "abcdef");
  CHECK_THAT(Suggest("x", many), Catch::EndsWith("and 8 more"));
}

TEST_CASE(
    "Suggest: a part of names -> the only one that has it, or those first") {
  const std::vector<std::string> types = {"Adder", "ConveyorBelt",
                                          "DiscretePid", "PidController"};
  CHECK(Suggest("Conveyor", types) == "did you mean 'ConveyorBelt'?");
  CHECK(Suggest("PID", types) ==
        "there are: 'DiscretePid', 'PidController', 'Adder', 'ConveyorBelt'");
  CHECK_THAT(Suggest("Be", types), Catch::StartsWith("there are: 'Adder'"));
  // Scopes of any part of a signal's name may be left out.
  const std::vector<std::string> signals = {"body/arm::hand/pose",
                                            "body/arm::hand/velocity"};
  CHECK(Suggest("body/hnad/pose", signals) ==
        "did you mean 'body/arm::hand/pose'?");
  CHECK(Suggest("body/hand/vel", signals) ==
        "did you mean 'body/arm::hand/velocity'?");
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/sdf/mimics.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "tactus/multibody/sdf/load_sdf.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

struct Loaded {
  std::shared_ptr<const Model> model;
  ImportReport report;
};

// Two slides, the second of which has `axis` in its axis and `joint` beside it.
Loaded Load(const std::string& axis, const std::string& joint = {},
            const std::string& leader = "prismatic") {
  ModelBuilder builder;
  ImportReport report = ParseSdf(
      "<sdf version='1.11'><model name='m'><link name='a'/><link name='b'/>"
      "<joint name='lead' type='" +
          leader +
          "'><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz>"
          "</axis>" +
          (leader == "universal" ? "<axis2><xyz>0 1 0</xyz></axis2>" : "") +
          "</joint>"
          "<joint name='follow' type='prismatic'><parent>world</parent>"
          "<child>b</child><axis><xyz>0 1 0</xyz>" +
          axis + "</axis>" + joint + "</joint></model></sdf>",
      "a.sdf", {}, &builder);
  return {std::move(builder).Build(), std::move(report)};
}

void CheckDropped(const Loaded& loaded, const std::string& what, int couplers) {
  const auto& notices = loaded.report.notices();
  CHECK(std::ranges::count_if(notices, [&](const Notice& notice) {
          return notice.severity == Notice::Severity::kDropped &&
                 to_string(notice).find(what) != std::string::npos;
        }) == 1);
  CHECK(std::ssize(loaded.model->couplers()) == couplers);
}

TEST_CASE("SDF mimics where none can act are reported") {
  const std::string mimic = "<mimic joint='lead'/>";
  CheckDropped(Load("", "<axis2><xyz>0 0 1</xyz>" + mimic + "</axis2>"),
               "<mimic>: the second axis", 0);
  CheckDropped(Load("", mimic), "<mimic>: it belongs into <axis>", 0);
  CheckDropped(Load(mimic, "", "universal"), "can follow each other", 0);
}

TEST_CASE("A second SDF mimic is reported unless it says the same") {
  const std::string twice =
      "<mimic joint='lead'><multiplier>2</multiplier></mimic>";
  const Loaded other = Load(twice + "<mimic joint='lead'/>");
  CheckDropped(other, "by its first <mimic>", 1);
  CHECK(other.model->couplers()[0].coefficients[1] == 2);

  const Loaded same =
      Load(twice + "<drake:mimic joint='lead' multiplier='2'/>");
  for (const Notice& notice : same.report.notices())
    CHECK_THAT(to_string(notice), !Contains("mimic"));
  CHECK(same.model->couplers().size() == 1);
}

TEST_CASE("What an SDF mimic does not have is reported") {
  CheckDropped(Load("<mimic joint='lead'><delay>1</delay></mimic>"),
               "<delay>: <mimic> has no such element", 1);
  CheckDropped(Load("<mimic joint='lead' delay='1'/>"),
               "there is no attribute 'delay'", 1);
  CheckDropped(Load("<drake:mimic joint='lead' axis='axis'/>"),
               "there is no attribute 'axis'", 1);
}

// Else the follower would move by another rule than the file's.
TEST_CASE("SDF mimics that would be misread are refused") {
  CHECK_THROWS_WITH(Load("<mimic joint='lead' multiplier='2'/>"),
                    Contains("a.sdf:1") && Contains("'multiplier'"));
  CHECK_THROWS_WITH(
      Load("<drake:mimic joint='lead'><offset>2</offset></drake:mimic>"),
      Contains("<offset>") && Contains("in attributes"));
  CHECK_THROWS_WITH(Load("<drake:mimic joint='lead' reference='2'/>"),
                    Contains("'reference'"));
  CHECK_THROWS_WITH(
      Load("<mimic joint='lead'><offset>2</offset><offset>3</offset></mimic>"),
      Contains("<offset>") && Contains("twice"));
  CHECK_THROWS_WITH(Load("<mimic joint='lead' axis='axis2'/>"),
                    Contains("'axis2'"));
  CHECK(Load("<mimic joint='lead' axis='axis'/>").model->couplers().size() ==
        1);
}

}  // namespace
}  // namespace tactus::multibody

#include "tactus/multibody/importers/sdf/mimics.h"

#include <algorithm>
#include <array>
#include <string>

#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/sdf/load_sdf.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::Build;
using test::BuildModel;
using test::Says;

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

TEST_CASE("SDF mimic: where none can act -> left out, and reported") {
  const std::string mimic = "<mimic joint='lead'/>";
  CheckDropped(Load("", "<axis2><xyz>0 0 1</xyz>" + mimic + "</axis2>"),
               "<mimic>: the second axis", 0);
  CheckDropped(Load("", mimic), "<mimic>: it belongs into <axis>", 0);
  CheckDropped(Load(mimic, "", "universal"), "can follow each other", 0);
}

TEST_CASE("SDF mimic: joints that follow each other -> the last does not") {
  ModelBuilder builder;
  const auto joint = [](const std::string& name, const std::string& child,
                        const std::string& leader) {
    return "<joint name='" + name +
           "' type='prismatic'><parent>world</parent><child>" + child +
           "</child><axis><xyz>1 0 0</xyz><mimic joint='" + leader +
           "'><multiplier>2</multiplier></mimic></axis></joint>";
  };
  const ImportReport report = ParseSdf(
      "<sdf version='1.11'><model name='m'><link name='a'/><link name='b'/>" +
          joint("p", "a", "q") + joint("q", "b", "p") + "</model></sdf>",
      "a.sdf", {}, &builder);
  const Loaded loaded{std::move(builder).Build(), report};
  CheckDropped(loaded, "does not follow 'p', which follows it", 1);
}

TEST_CASE("SDF mimic: a second one -> reported unless it says the same") {
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

TEST_CASE(
    "SDF mimic: elements and attributes that it does not have -> reported") {
  CheckDropped(Load("<mimic joint='lead'><delay>1</delay></mimic>"),
               "<delay>: <mimic> has no such element", 1);
  CheckDropped(Load("<mimic joint='lead' delay='1'/>"),
               "there is no attribute 'delay'", 1);
  CheckDropped(Load("<drake:mimic joint='lead' axis='axis'/>"),
               "there is no attribute 'axis'", 1);
}

// Else the follower would move by another rule than the file's.
TEST_CASE("SDF mimic: forms mixed, a value twice, or axis2 -> refused") {
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

// Two slides, the second of which follows as the text says.
std::string Followers(const std::string& mimic, const std::string& type) {
  return "<link name='a'/><link name='b'/>"
         "<joint name='lead' type='prismatic'><parent>world</parent>"
         "<child>a</child><axis><xyz>1 0 0</xyz></axis></joint>"
         "<joint name='follow' type='" +
         type +
         "'><parent>world</parent><child>b</child><axis><xyz>0 1 0</xyz>" +
         mimic + "</axis></joint>";
}

// q = 2 (q_lead - 0.25) + 0.5.
TEST_CASE(
    "SDF mimic: the standard's form, or Drake's -> a coupler of two joints") {
  const std::string standard =
      "<mimic joint='lead'><multiplier>2</multiplier><offset>.5</offset>"
      "<reference>.25</reference></mimic>";
  const auto coupler = [](const std::string& mimic) {
    ImportReport report;
    const auto model = BuildModel(Followers(mimic, "prismatic"), &report);
    CHECK(report.CountPhysics() == 0);
    REQUIRE(model->couplers().size() == 1);
    const JointCoupler& own = model->couplers()[0];
    CHECK(own.name == "follow/mimic");
    CHECK(model->joints()[own.joint_a].name == "follow");
    CHECK(model->joints()[own.joint_b].name == "lead");
    return own;
  };
  const JointCoupler own = coupler(standard);
  CHECK(own.reference_a == 0);
  CHECK(own.reference_b == .25);
  CHECK(own.coefficients == std::array<double, 5>{.5, 2, 0, 0, 0});
  const JointCoupler drakes =
      coupler("<drake:mimic joint='lead' multiplier='-3' offset='.1'/>");
  CHECK(drakes.coefficients == std::array<double, 5>{.1, -3, 0, 0, 0});
  CHECK(coupler("<mimic joint='lead'/>").coefficients ==
        std::array<double, 5>{0, 1, 0, 0, 0});

  CHECK_THROWS_WITH(BuildModel(Followers("<mimic joint='none'/>", "prismatic")),
                    Contains("there is no joint 'none'"));
  CHECK_THROWS_WITH(
      BuildModel(Followers("<mimic joint='follow'/>", "prismatic")),
      Contains("follows itself"));
  ImportReport report;
  CHECK(BuildModel(Followers(standard, "ball"), &report)->couplers().empty());
  CHECK(Says(report, Notice::Severity::kDropped, "can follow each other"));
}

TEST_CASE("SDF mimic: in a model of a world -> a coupler within that model") {
  const auto model = Build("<world name='w'><model name='m'>" +
                           Followers("<mimic joint='lead'/>", "prismatic") +
                           "</model></world>");
  REQUIRE(model->couplers().size() == 1);
  CHECK(model->couplers()[0].name == "m::follow/mimic");
  CHECK(model->joints()[model->couplers()[0].joint_b].name == "m::lead");
}

}  // namespace
}  // namespace tactus::multibody

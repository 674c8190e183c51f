#include "tactus/multibody/importers/urdf/collision_filters.h"

#include <algorithm>

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using Pairs = std::set<std::pair<std::string, std::string>>;

Pairs Read(const std::string& xml) {
  return ReadCollisionFilters(ParseXml("<robot>" + xml + "</robot>", "f.urdf"),
                              {"a", "b", "c", "d"});
}

TEST_CASE(
    "ReadCollisionFilters: a group that ignores itself -> all its pairs") {
  CHECK(Read("<drake:collision_filter_group name='g'>"
             "<drake:member link='a'/><drake:member link='b'/>"
             "<drake:member link='c'/>"
             "<drake:ignored_collision_filter_group name='g'/>"
             "</drake:collision_filter_group>") ==
        Pairs{{"a", "b"}, {"a", "c"}, {"b", "c"}});
}

TEST_CASE("ReadCollisionFilters: a group that ignores nested groups -> pairs") {
  const std::string groups =
      "<drake:collision_filter_group name='g'><drake:member link='d'/>"
      "<drake:ignored_collision_filter_group name='h'/>"
      "</drake:collision_filter_group>"
      "<drake:collision_filter_group name='h'><drake:member link='a'/>"
      "<drake:member_group name='i'/></drake:collision_filter_group>"
      "<drake:collision_filter_group name='i'><drake:member link='b'/>"
      "</drake:collision_filter_group>";
  CHECK(Read(groups) == Pairs{{"a", "d"}, {"b", "d"}});
}

TEST_CASE(
    "ReadCollisionFilters: older form, or switched off -> pairs, or none") {
  const std::string group =
      "<member link='a'/><member link='b'/>"
      "<ignored_collision_filter_group collision_filter_group='g'/>"
      "</collision_filter_group>";
  CHECK(Read("<collision_filter_group name='g'>" + group) == Pairs{{"a", "b"}});
  CHECK(
      Read("<collision_filter_group name='g' ignore='true'>" + group).empty());
}

TEST_CASE("ReadCollisionFilters: unknown names, circles, doubles -> refused") {
  const auto refuse = [](const std::string& inside, const std::string& why) {
    CHECK_THROWS_WITH(Read("<drake:collision_filter_group name='g'>" + inside +
                           "</drake:collision_filter_group>"),
                      Catch::Contains("f.urdf:1:") && Catch::Contains(why));
  };
  refuse("<drake:member link='x'/>", "unknown link 'x'");
  refuse("<drake:ignored_collision_filter_group name='x'/>",
         "unknown collision filter group 'x'");
  refuse("<drake:member_group name='g'/>", "contains itself");
  CHECK_THROWS_WITH(Read("<collision_filter_group name='g'/>"
                         "<collision_filter_group name='g'/>"),
                    Catch::Contains("exists already"));
}

TEST_CASE("URDF: a collision filter group -> an excluded pair of the model") {
  const auto robot =
      test::ParseRobot(test::Link("a") + test::Link("b") +
                       "<drake:collision_filter_group name='g'>"
                       "<drake:member link='a'/><drake:member link='b'/>"
                       "<drake:ignored_collision_filter_group name='g'/>"
                       "</drake:collision_filter_group>");
  const auto pairs = robot.model->excluded_pairs();
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0] ==
        std::pair(robot.model->BodyIndex("a"), robot.model->BodyIndex("b")));
}

// The base is welded to the world, so that by ModelBuilder's rule its child
// might touch it.
TEST_CASE("URDF joint: its links, on a welded base -> an excluded pair") {
  const auto robot =
      test::ParseRobot(test::Pair("revolute", ""), {.weld_root = true});
  const auto pairs = robot.model->excluded_pairs();
  const std::pair expected(robot.model->BodyIndex("a"),
                           robot.model->BodyIndex("b"));
  CHECK(std::ranges::count(pairs, expected) == 1);
}

}  // namespace
}  // namespace tactus::multibody::urdf

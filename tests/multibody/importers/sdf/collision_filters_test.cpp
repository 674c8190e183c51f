#include "tactus/multibody/importers/sdf/collision_filters.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::Build;
using test::BuildModel;

TEST_CASE(
    "SDF collision filters: groups that ignore groups -> excluded pairs") {
  const std::string groups =
      "<drake:collision_filter_group name='g'><drake:member>a</drake:member>"
      "<drake:ignored_collision_filter_group>h"
      "</drake:ignored_collision_filter_group></drake:collision_filter_group>"
      "<drake:collision_filter_group name='h'><drake:member>b</drake:member>"
      "<drake:member_group>i</drake:member_group>"
      "</drake:collision_filter_group>"
      "<drake:collision_filter_group name='i'><drake:member>c</drake:member>"
      "</drake:collision_filter_group>";
  const std::string links =
      "<link name='a'/><link name='b'/><link name='c'/><link name='d'/>";
  const auto pairs = [](const Model& model) {
    std::set<std::pair<std::string, std::string>> names;
    for (const auto& [a, b] : model.excluded_pairs()) {
      names.insert(std::minmax(model.bodies()[a].name, model.bodies()[b].name));
    }
    return names;
  };
  using Pairs = std::set<std::pair<std::string, std::string>>;
  ImportReport report;
  CHECK(pairs(*BuildModel(links + groups, &report)) ==
        Pairs{{"a", "b"}, {"a", "c"}});
  CHECK(report.CountPhysics() == 0);
  CHECK(pairs(*Build("<world name='w'><model name='m'>" + links + groups +
                     "</model></world>")) ==
        Pairs{{"m::a", "m::b"}, {"m::a", "m::c"}});
  CHECK_THROWS_WITH(
      BuildModel("<link name='a'/><drake:collision_filter_group name='g'>"
                 "<drake:member>x</drake:member>"
                 "<drake:ignored_collision_filter_group>g"
                 "</drake:ignored_collision_filter_group>"
                 "</drake:collision_filter_group>"),
      Contains("unknown link 'x'"));
}

}  // namespace
}  // namespace tactus::multibody

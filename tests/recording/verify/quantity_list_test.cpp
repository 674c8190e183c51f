#include "tactus/recording/verify/quantity_list.h"

#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::recording {
namespace {

using Catch::Contains;

// Free bodies of models a and b, which each have a hand.
std::unique_ptr<systems::Diagram> MakeHands() {
  multibody::ModelBuilder model;
  for (const char* name : {"a::hand", "b::hand", "a::eye"})
    model.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  systems::DiagramBuilder builder;
  builder.AddSystem<multibody::MultibodyPlant>(std::move(model).Build());
  return std::move(builder).Build();
}

std::vector<std::string> NamesOf(const systems::Diagram& diagram,
                                 const std::string& pattern) {
  const std::vector<std::string> patterns{pattern};
  const QuantityList list(diagram, patterns);
  std::vector<std::string> names;
  for (const Quantity& quantity : list.quantities())
    names.push_back(quantity.name);
  return names;
}

TEST_CASE("QuantityList: names with and without scopes -> what they mean") {
  const auto diagram = MakeHands();
  using Names = std::vector<std::string>;
  const Names both{"body/a::eye/position", "body/a::eye/rotation"};
  CHECK(NamesOf(*diagram, "body/a::eye/pose") == both);
  CHECK(NamesOf(*diagram, "body/eye/pose") == both);
  CHECK(NamesOf(*diagram, "body/eye/position") == Names{both[0]});
  CHECK(NamesOf(*diagram, "body/e*/rotation") == Names{both[1]});
  CHECK(NamesOf(*diagram, "body/b::*/position") ==
        Names{"body/b::hand/position"});
}

TEST_CASE("QuantityList: a name that two bodies have, or none -> refused") {
  const auto diagram = MakeHands();
  CHECK_THROWS_WITH(NamesOf(*diagram, "body/hand/position"),
                    Contains("may be any of body/a::hand/pose, body/b::hand"));
  CHECK_THROWS_WITH(NamesOf(*diagram, "body/foot/position"),
                    Contains("no quantity is called 'body/foot/position'"));
}

}  // namespace
}  // namespace tactus::recording

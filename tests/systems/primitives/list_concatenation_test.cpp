#include "tactus/systems/primitives/list_concatenation.h"

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"

namespace tactus::systems {
namespace {

using List = std::vector<int>;

TEST_CASE("ListConcatenation: lists -> one after another, missing ones empty") {
  DiagramBuilder builder;
  const auto& all =
      builder.AddSystem<ListConcatenation<int>>("all", 3, "part", "whole");
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  const auto whole = [&] {
    return all.GetOutputPort("whole").Eval<List>(context);
  };
  CHECK(whole().empty());
  context.FixInput(all.GetInputPort("part2"), List{5});
  CHECK(whole() == List{5});
  context.FixInput(all.GetInputPort("part0"), List{3, 1});
  CHECK(whole() == List{3, 1, 5});
  context.FixInput(all.GetInputPort("part0"), List{});
  CHECK(whole() == List{5});
}

TEST_CASE("ListConcatenation: of nothing -> refused") {
  CHECK_THROWS_WITH(ListConcatenation<int>("all", 0, "part", "whole"),
                    Catch::Contains("'all'"));
}

}  // namespace
}  // namespace tactus::systems

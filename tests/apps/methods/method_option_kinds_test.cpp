#include "tactus/apps/methods/method_option_kinds.h"

#include <catch2/catch.hpp>

namespace tactus::apps::method_options {
namespace {

using contact::CondOptions;

TEST_CASE("OneOf: a word of several -> its value, and back") {
  const Meaning<double> where = OneOf<double>({{"end", 1.0}, {"middle", 0.5}});
  CHECK(where.kind.words == std::vector<std::string>{"end", "middle"});
  CHECK(where.parse("middle") == 0.5);
  CHECK(where.write(1) == "end");
}

TEST_CASE("Integer: its bounds -> those of the kind of value") {
  const ValueKind kind = Integer(2, 7).kind;
  CHECK(kind.type == Type::kInteger);
  CHECK(kind.least == 2);
  CHECK(kind.most == 7);
}

TEST_CASE("Option: a member -> set and told by its words, null unless set") {
  const MethodOption option = Option(
      {"theta", "theta", "", "Where"},
      OneOf<double>({{"end", 1.0}, {"middle", 0.5}}), &CondOptions::theta);
  CHECK(option.operand == "end|middle");
  CondOptions options;
  const SettingsPointer settings = &options;
  const auto* member = option.FindMember(settings.index());
  REQUIRE(member != nullptr);
  member->set("middle", settings);
  CHECK(options.theta == 0.5);
  CHECK(member->get(settings) == "middle");
  CHECK(Write<int>(Integer(1), std::nullopt).is_null());
}

}  // namespace
}  // namespace tactus::apps::method_options

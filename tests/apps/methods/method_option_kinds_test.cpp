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

TEST_CASE("FormatForHelp: numbers, words and lists -> as one types them") {
  CHECK(FormatForHelp(1e-6) == "1e-6");
  CHECK(FormatForHelp(2.5e-12) == "2.5e-12");
  CHECK(FormatForHelp(0.1) == "0.1");
  CHECK(FormatForHelp(10) == "10");
  CHECK(FormatForHelp("strict") == "strict");
  CHECK(FormatForHelp({0.9, 0.001, 2.0}) == "0.9 0.001 2");
}

TEST_CASE("Option: its default -> behind the help, unless there is none") {
  const auto help = [](auto meaning, auto... members) {
    return Option({"x", "x", "", "What"}, meaning, members...).help;
  };
  CHECK(help(Positive(), &CondOptions::residual) == "What (1e-6)");
  CHECK(help(Integer(1), &CondOptions::iterations) == "What");
  CHECK(help(Positive(), &contact::ComFreeOptions::stiffness,
             &contact::ComFreeOptions::stiffness) == "What (0.1)");
  CHECK(help(Positive(), &contact::ComFreeOptions::stiffness,
             &CondOptions::residual) == "What");
  CHECK(help(Flag(), &contact::ComFreeOptions::mass_splitting) == "What");
}

}  // namespace
}  // namespace tactus::apps::method_options

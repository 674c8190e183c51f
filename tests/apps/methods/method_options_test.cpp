#include "tactus/apps/methods/method_options.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/methods/method_option_kinds.h"
#include "tactus/apps/run/run_options.h"
#include "tactus/apps/scenario/simulator_settings.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;
using Type = ValueKind::Type;

const char* const kMethods[] = {"apgd", "pgs",  "cenic",          "comfree",
                                "cond", "dojo", "implicit_euler", "icf",
                                "rk3",  "ros2", "sdirk2"};

// A value within the bounds that is no method's default.
Json OtherValue(const MethodOption& option) {
  switch (option.kind.type) {
    case Type::kNumber:
      return 0.0625;
    case Type::kInteger:
      return 3;
    case Type::kFlag:
      return true;
    case Type::kWord:
      return option.kind.words[1];
    case Type::kNumbers:
      return {0.5, 0.75, 0.125, 0.25, 3.0};
  }
  return {};
}

// Values of another kind, and those beyond the bounds.
std::vector<Json> BadValues(const ValueKind& kind) {
  const double nan = std::nan("");
  switch (kind.type) {
    case Type::kNumber:
      return {"x", nan, HUGE_VAL, -1.0};
    case Type::kInteger:
      return {"x", 1.5, static_cast<std::int64_t>(kind.least) - 1,
              static_cast<std::int64_t>(kind.most) + 1};
    case Type::kFlag:
      return {"x", 1};
    case Type::kWord:
      return {"x", 1, ""};
    case Type::kNumbers:
      return {1.0, {0.5, 0.5}, {0.5, 0.5, 0.1, 0.5, 0.0}, {1, 1, 1, 1, "x"}};
  }
  return {};
}

Json FromCommandLine(const MethodOption& option, const Json& value) {
  std::vector<std::string> words = {"ball_drop"};
  words.push_back(option.flag());
  if (option.kind.type != Type::kFlag) {
    for (const Json& each : value.is_array() ? value : Json::array({value}))
      words.push_back(each.is_string() ? each.get<std::string>() : each.dump());
  }
  std::ranges::reverse(words);  // as CLI11 wants them
  CLI::App command;
  RunOptions options;
  AddRunOptions(&command, &options);
  command.parse(std::move(words));
  return options.integrator.method_options;
}

Json FromScenario(const std::string& method, const MethodOption& option,
                  const Json& value) {
  const std::string text =
      "{integrator: " + method + ", " + option.key + ": " + value.dump() + "}";
  return ReadSimulatorSettings(ParseYaml(text)).integrator.method_options;
}

// Why a method refuses a value; empty: it does not.
std::string Refusal(const std::string& method, const MethodOption& option,
                    const Json& value) {
  try {
    MakeIntegrator({.name = method, .method_options = {{option.key, value}}});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

std::string AMethodWith(const MethodOption& option) {
  return *std::ranges::find_if(kMethods, [&](const char* method) {
    return Refusal(method, option, OtherValue(option)).empty();
  });
}

TEST_CASE("MethodOption: flag, key of a scenario -> one value in the report") {
  for (const MethodOption& option : MethodOptions()) {
    INFO(option.key);
    const std::string method = AMethodWith(option);
    const Json value = OtherValue(option);
    const Json expected = {{option.key, value}};
    CHECK(FromCommandLine(option, value) == expected);
    CHECK(FromScenario(method, option, value) == expected);
    const Json settings =
        MakeIntegrator({.name = method, .method_options = expected}).settings;
    CHECK(settings.at(option.report_key) == value);
    // Nothing else follows from it.
    Json changed = MakeIntegrator({.name = method}).settings;
    CHECK(changed.at(option.report_key) != value);
    changed[option.report_key] = value;
    CHECK(settings == changed);
  }
}

TEST_CASE("MethodOption: the help -> ends with what methods do unless told") {
  int num_defaults = 0;
  for (const MethodOption& option : MethodOptions()) {
    std::vector<Json> defaults;
    for (const char* method : kMethods) {
      const Json settings = MakeIntegrator({.name = method}).settings;
      if (settings.contains(option.report_key) &&
          Refusal(method, option, OtherValue(option)).empty())
        defaults.push_back(settings[option.report_key]);
    }
    INFO(option.key << ": " << option.help);
    REQUIRE_FALSE(defaults.empty());
    const bool is_one =
        std::ranges::count(defaults, defaults[0]) == std::ssize(defaults);
    if (!is_one || defaults[0].is_null() || defaults[0].is_boolean()) continue;
    ++num_defaults;
    CHECK_THAT(option.help,
               Catch::EndsWith(
                   " (" + method_options::FormatForHelp(defaults[0]) + ")"));
  }
  CHECK(num_defaults > 15);
}

TEST_CASE("MethodOption: every word and bound -> read as it is written") {
  for (const MethodOption& option : MethodOptions()) {
    INFO(option.key);
    const std::string method = AMethodWith(option);
    for (const std::string& word : option.kind.words) {
      const Json given = {{option.key, word}};
      if (word == "cuda" || word == "openmp") continue;  // Not in every build.
      CHECK(MakeIntegrator({.name = method, .method_options = given})
                .settings.at(option.report_key) == word);
    }
    if (option.kind.type == Type::kInteger) {
      const int least = static_cast<int>(option.kind.least);
      CHECK_NOTHROW(option.Check(least, "x"));
      CHECK_NOTHROW(option.Check(static_cast<int>(option.kind.most), "x"));
    }
  }
}

TEST_CASE(
    "MethodOption: a value of another kind or out of bounds -> refused "
    "by its name") {
  for (const MethodOption& option : MethodOptions()) {
    for (const Json& bad : BadValues(option.kind)) {
      INFO(option.key << " " << bad);
      const std::string method = AMethodWith(option);
      CHECK_THAT(Refusal(method, option, bad),
                 Catch::StartsWith(option.flag() + " "));
      CHECK_THROWS_AS(FromScenario(method, option, bad), YamlError);
    }
  }
}

TEST_CASE(
    "MethodOption: a method without it -> refused with those that have "
    "it") {
  for (const MethodOption& option : MethodOptions()) {
    int methods_with = 0, methods_without = 0;
    for (const std::string method : kMethods) {
      INFO(option.key << " " << method);
      const std::string why = Refusal(method, option, OtherValue(option));
      if (why.empty()) {
        ++methods_with;
        continue;
      }
      ++methods_without;
      CHECK(why.starts_with(option.flag() + " is for --integrator "));
      CHECK(why.ends_with("; this run uses " + method));
      CHECK(RefusalOf([&] {
              FromScenario(method, option, OtherValue(option));
            }) == "1:1: " + why);
    }
    INFO(option.key);
    CHECK(methods_with > 0);
    CHECK(methods_without > 0);
  }
}

TEST_CASE("ApplyOptions: values by key -> the members of that meaning") {
  contact::ComFreeOptions comfree;
  ApplyOptions({{"comfree_stiffness", 0.2},
                {"comfree_damping", 0.01},
                {"comfree_impedance", {0.8, 0.9, 0.002, 0.4, 3.0}},
                {"margin", 0.03},
                {"refinement", 3},
                {"mass_splitting", true},
                {"backend", "openmp"},
                {"single_precision", true}},
               &comfree);
  CHECK(comfree == contact::ComFreeOptions{
                       .stiffness = 0.2,
                       .damping = 0.01,
                       .impedance = {0.8, 0.9, 0.002, 0.4, 3},
                       .margin = 0.03,
                       .refinement_iterations = 3,
                       .mass_splitting = true,
                       .backend = solvers::comfree::BackendKind::kOpenMp,
                       .single_precision = true});
  integrators::DojoOptions dojo;
  ApplyOptions({{"kappa", 1e-4}, {"friction_cone", "linear"}}, &dojo);
  CHECK(dojo == integrators::DojoOptions{
                    .kappa = 1e-4, .cone = integrators::FrictionCone::kLinear});
  contact::CondOptions cond;
  ApplyOptions({{"iterations", 7}}, &cond);
  CHECK(cond == contact::CondOptions{.iterations = 7});
  integrators::IcfStepOptions icf;
  ApplyOptions({{"hessian_reuse", 2}, {"algebra", "sparse"}}, &icf);
  CHECK(icf == integrators::IcfStepOptions{
                   .hessian_reuse = 2,
                   .factor_method = solvers::FactorMethod::kSparse});
}

TEST_CASE("MethodOption: an unknown key -> refused") {
  CHECK_THROWS_WITH(MakeIntegrator({.method_options = {{"kapa", 1e-6}}}),
                    "no method has an option 'kapa'");
}

}  // namespace
}  // namespace tactus::apps

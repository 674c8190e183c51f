#include "tactus/apps/methods/method_options.h"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "tactus/apps/methods/method_option_kinds.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;
using Type = ValueKind::Type;

void CheckNumber(const ValueKind& kind, const Json& value,
                 std::string_view name) {
  const double x = value.is_number() ? value.get<double>() : std::nan("");
  Require(std::isfinite(x) && (!kind.is_positive || x > 0),
          fmt::format("{} must be a {}number, not {}", name,
                      kind.is_positive ? "positive " : "",
                      value.is_number() ? fmt::format("{}", x) : value.dump()));
  Require(x >= kind.least, fmt::format("{} must be at least {:g}, not {:g}",
                                       name, kind.least, x));
  Require(x <= kind.most,
          fmt::format("{} must be at most {}, not {}", name, kind.most, x));
}

void CheckWord(const ValueKind& kind, const Json& value,
               std::string_view name) {
  const std::string word =
      value.is_string() ? value.get<std::string>() : value.dump();
  Require(std::ranges::find(kind.words, word) != kind.words.end(),
          fmt::format("{} is one of {}, not '{}'", name,
                      fmt::join(kind.words, ", "), word));
}

}  // namespace

std::string method_options::FormatForHelp(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    std::vector<std::string> texts;
    for (const Json& each : value) texts.push_back(FormatForHelp(each));
    return fmt::format("{}", fmt::join(texts, " "));
  }
  std::string text = fmt::format("{:g}", value.get<double>());
  if (const std::size_t zero = text.find("e-0"); zero != text.npos)
    text.erase(zero + 2, 1);
  return text;
}

std::string MethodOption::flag() const {
  std::string name = "--" + key;
  std::ranges::replace(name, '_', '-');
  return name;
}

const MethodOption::Member* MethodOption::FindMember(
    std::size_t settings) const {
  const auto found = std::ranges::find(members, settings, &Member::settings);
  return found == members.end() ? nullptr : &*found;
}

void MethodOption::Check(const Json& value, std::string_view name) const {
  switch (kind.type) {
    case Type::kInteger:
      Require(value.is_number_integer(),
              fmt::format("{} must be an integer, not {}", name, value.dump()));
      return CheckNumber(kind, value, name);
    case Type::kNumber:
      return CheckNumber(kind, value, name);
    case Type::kWord:
      return CheckWord(kind, value, name);
    case Type::kFlag:
      return Require(
          value.is_boolean(),
          fmt::format("{} is true or false, not {}", name, value.dump()));
    case Type::kNumbers:
      Require(value.is_array() && std::ssize(value) == kind.count,
              fmt::format("{} must be {} numbers, not {}", name, kind.count,
                          value.dump()));
      for (const Json& each : value) CheckNumber(kind, each, name);
  }
}

const MethodOption& FindMethodOption(std::string_view key) {
  const auto& table = MethodOptions();
  const auto found = std::ranges::find(table, key, &MethodOption::key);
  Require(found != table.end(),
          fmt::format("no method has an option '{}'", key));
  return *found;
}

void SetOption(const MethodOption& option, const Json& value,
               SettingsPointer settings) {
  option.FindMember(settings.index())->set(value, settings);
}

void ApplyOptions(const Json& given, SettingsPointer settings) {
  for (const auto& [key, value] : given.items()) {
    const MethodOption& option = FindMethodOption(key);
    if (option.FindMember(settings.index()) != nullptr)
      SetOption(option, value, settings);
  }
}

Json MakeSettingsJson(SettingsPointer settings) {
  Json json = Json::object();
  const auto add = [&](const std::vector<MethodOption>& table) {
    for (const MethodOption& option : table) {
      if (const auto* member = option.FindMember(settings.index()))
        json[option.report_key] = member->get(settings);
    }
  };
  add(method_options::FixedSettings());
  add(MethodOptions());
  add(ContactOptions());
  return json;
}

}  // namespace tactus::apps

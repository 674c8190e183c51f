#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "tactus/apps/methods/method_options.h"

/// What the table of options (method_option_table.cpp) is written with: kinds
/// of values, and how options of a kind set members of methods' settings.
namespace tactus::apps::method_options {

using Json = nlohmann::ordered_json;
using Type = ValueKind::Type;

/// A kind of value, and what it means to a member of type T.
template <class T>
struct Meaning {
  ValueKind kind;
  std::function<T(const Json&)> parse = [](const Json& value) {
    return value.get<T>();
  };
  std::function<Json(const T&)> write = [](const T& value) {
    return Json(value);
  };
};

inline Meaning<double> Positive() {
  return {{.type = Type::kNumber, .is_positive = true}};
}

inline Meaning<double> AtLeast(double least) {
  return {{.type = Type::kNumber, .least = least}};
}

/// A share of a whole.
inline Meaning<double> Share() {
  return {{.type = Type::kNumber, .least = 0, .most = 1}};
}

inline Meaning<int> Integer(int least,
                            int most = std::numeric_limits<int>::max()) {
  return {{.type = Type::kInteger,
           .least = static_cast<double>(least),
           .most = static_cast<double>(most)}};
}

inline Meaning<bool> Flag() {
  return {{.type = Type::kFlag}};
}

/// One of several words, each of which stands for a value.
template <class T>
Meaning<T> OneOf(std::vector<std::pair<std::string, T>> words) {
  Meaning<T> meaning{{.type = Type::kWord}};
  for (const auto& [word, value] : words) meaning.kind.words.push_back(word);
  meaning.parse = [words](const Json& value) {
    return std::ranges::find(words, value.get<std::string>(),
                             &std::pair<std::string, T>::first)
        ->second;
  };
  meaning.write = [words](const T& value) {
    return Json(
        std::ranges::find(words, value, &std::pair<std::string, T>::second)
            ->first);
  };
  return meaning;
}

/// Null if nothing is set.
template <class T>
Json Write(const Meaning<T>& meaning, const std::optional<T>& value) {
  return value ? meaning.write(*value) : Json(nullptr);
}

/// How a member of a method's settings is set and told.
template <class T, class Value, class Settings>
MethodOption::Member MakeMember(const Meaning<T>& meaning,
                                Value Settings::*member) {
  return {.settings = SettingsPointer(static_cast<Settings*>(nullptr)).index(),
          .set =
              [=](const Json& value, SettingsPointer settings) {
                std::get<Settings*>(settings)->*member = meaning.parse(value);
              },
          .get =
              [=](SettingsPointer settings) {
                return Write<T>(meaning,
                                std::get<Settings*>(settings)->*member);
              }};
}

/// A value as helps show it: "0.1", "1e-6", "strict", "0.9 0.95 0.001".
std::string FormatForHelp(const Json& value);

/// `help`, followed by the default of the members in brackets where it is a
/// value, and the same in all.
template <class T, class... Values, class... Settings>
std::string AddDefault(const std::string& help, const Meaning<T>& meaning,
                       Values Settings::*... members) {
  const std::vector<Json> all = {Write<T>(meaning, Settings{}.*members)...};
  const bool is_one = std::ranges::all_of(
      all, [&](const Json& each) { return each == all.front(); });
  if (meaning.kind.type == Type::kFlag || !is_one || all.front().is_null())
    return help;
  return fmt::format("{} ({})", help, FormatForHelp(all.front()));
}

/// The names of an option, and what the help says before the default.
struct Names {
  std::string key, report_key, operand, help;
};

/// An option of the methods whose settings have these members.
template <class T, class... Members>
MethodOption Option(Names names, Meaning<T> meaning, Members... members) {
  const ValueKind& kind = meaning.kind;
  if (kind.type == Type::kWord)
    names.operand = fmt::format("{}", fmt::join(kind.words, "|"));
  return {std::move(names.key),
          std::move(names.report_key),
          std::move(names.operand),
          AddDefault(names.help, meaning, members...),
          kind,
          {MakeMember(meaning, members)...}};
}

/// An entry of FixedSettings().
template <class T, class... Members>
MethodOption Fixed(std::string report_key, Members... members) {
  return Option<T>({"", std::move(report_key), "", ""}, {}, members...);
}

/// What reports tell and no option sets.
std::vector<MethodOption> FixedSettings();

}  // namespace tactus::apps::method_options

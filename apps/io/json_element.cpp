#include "tactus/apps/io/json_element.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/read_file.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

using nlohmann::json;

// "parse error at line 3, column 5: ...", without the library's own prefix.
std::string Explain(const json::parse_error& error) {
  const std::string text = error.what();
  const std::size_t prefix = text.find("] ");
  return prefix == std::string::npos ? text : text.substr(prefix + 2);
}

// Refuses members that are given twice, of which the library would keep one.
class DuplicateFinder {
 public:
  explicit DuplicateFinder(std::string file) : file_(std::move(file)) {}

  void Visit(json::parse_event_t event, const json& parsed) {
    using Event = json::parse_event_t;
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event != Event::key) return;
    const auto key = parsed.get<std::string>();
    Require(
        keys_.back().insert(key).second,
        fmt::format("{}: an object has the member \"{}\" twice", file_, key));
  }

 private:
  std::string file_;
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

JsonElement::JsonElement(json value, std::string place)
    : value_(std::move(value)), place_(std::move(place)) {
  if (!value_.is_object()) Fail("it must be an object, {...}");
}

void JsonElement::Fail(const std::string& why) const {
  throw std::invalid_argument(place_ + ": " + why);
}

void JsonElement::FailAt(const std::string& key, const std::string& why) const {
  Fail(fmt::format("\"{}\" {}", key, why));
}

void JsonElement::RequireOnly(std::initializer_list<const char*> keys) const {
  for (const auto& [key, value] : value_.items()) {
    if (std::ranges::find(keys, key) != keys.end()) continue;
    std::string known;
    for (const char* each : keys)
      known += (known.empty() ? "" : ", ") + std::string(each);
    Fail(fmt::format("there is no member \"{}\"; there are: {}", key, known));
  }
}

const json& JsonElement::Member(const std::string& key) const {
  if (!Has(key)) FailAt(key, "is missing");
  return value_.at(key);
}

double JsonElement::Number(const std::string& key) const {
  const json& member = Member(key);
  if (!member.is_number()) FailAt(key, "must be a number");
  const auto number = member.get<double>();
  if (!std::isfinite(number)) FailAt(key, "must be finite");
  return number;
}

double JsonElement::Positive(const std::string& key) const {
  const double number = Number(key);
  if (!(number > 0))
    FailAt(key, fmt::format("must be positive, it is {}", number));
  return number;
}

double JsonElement::NotNegative(const std::string& key) const {
  const double number = Number(key);
  if (!(number >= 0))
    FailAt(key, fmt::format("must not be negative, it is {}", number));
  return number;
}

double JsonElement::NumberOr(const std::string& key, double otherwise) const {
  return Has(key) ? Number(key) : otherwise;
}

std::optional<double> JsonElement::PositiveIfAny(const std::string& key) const {
  return Has(key) ? std::optional(Positive(key)) : std::nullopt;
}

std::string JsonElement::Text(const std::string& key) const {
  const json& member = Member(key);
  if (!member.is_string()) FailAt(key, "must be a text");
  return member.get<std::string>();
}

std::string JsonElement::TextOr(const std::string& key,
                                std::string otherwise) const {
  return Has(key) ? Text(key) : std::move(otherwise);
}

VectorXd JsonElement::Numbers(const std::string& key, int count) const {
  const json& member = Member(key);
  const std::string wanted = fmt::format("must be a list of {} numbers", count);
  if (!member.is_array() || static_cast<int>(member.size()) != count)
    FailAt(key, wanted);
  VectorXd numbers(count);
  for (int i = 0; i < count; ++i) {
    if (!member[i].is_number()) FailAt(key, wanted);
    numbers[i] = member[i].get<double>();
    if (!std::isfinite(numbers[i])) FailAt(key, "must have finite numbers");
  }
  return numbers;
}

JsonElement JsonElement::Object(const std::string& key) const {
  return JsonElement(Member(key), fmt::format("{}: {}", place_, key));
}

std::vector<JsonElement> JsonElement::Objects(const std::string& key) const {
  std::vector<JsonElement> objects;
  if (!Has(key)) return objects;
  const json& member = Member(key);
  if (!member.is_array()) FailAt(key, "must be a list");
  for (std::size_t i = 0; i < member.size(); ++i) {
    std::string place = fmt::format("{}: {}[{}]", place_, key, i);
    const json& each = member[i];
    if (each.is_object() && each.contains("name") && each["name"].is_string())
      place += fmt::format(" \"{}\"", each["name"].get<std::string>());
    objects.emplace_back(each, std::move(place));
  }
  return objects;
}

nlohmann::json ParseJsonFile(const std::filesystem::path& file) {
  const std::string text = ReadFile(file);
  DuplicateFinder duplicates(file.string());
  try {
    return json::parse(text, [&](int, json::parse_event_t event, json& parsed) {
      duplicates.Visit(event, parsed);
      return true;
    });
  } catch (const json::exception& error) {
    const auto* parse = dynamic_cast<const json::parse_error*>(&error);
    throw std::invalid_argument(
        fmt::format("{}: {}", file.string(),
                    parse != nullptr ? Explain(*parse) : error.what()));
  }
}

JsonElement ReadJsonFile(const std::filesystem::path& file) {
  return {ParseJsonFile(file), file.string()};
}

}  // namespace tactus::apps

#include "tactus/multibody/importers/parsing/attributes.h"

#include <algorithm>

#include "tactus/common/text.h"

namespace tactus::multibody {
namespace {

std::string NumberWord(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " number" : " numbers");
}

// Exactly as many numbers as `values` has room for.
bool ReadAll(const XmlElement& element, std::string_view name,
             std::span<double> values) {
  if (element.Find(name) == nullptr) return false;
  const int count = ReadSome(element, name, values);
  if (count != static_cast<int>(values.size())) {
    FailAttribute(element, name,
                  "needs " + NumberWord(values.size()) + ", not " +
                      std::to_string(count));
  }
  return true;
}

}  // namespace

void FailAttribute(const XmlElement& element, std::string_view name,
                   const std::string& what) {
  Fail(element, "attribute '" + std::string(name) + "' " + what);
}

bool Read(const XmlElement& element, std::string_view name,
          std::string* value) {
  const std::string* text = element.Find(name);
  if (text == nullptr) return false;
  *value = *text;
  return true;
}

bool Read(const XmlElement& element, std::string_view name,
          std::vector<double>* value) {
  const std::string* text = element.Find(name);
  if (text == nullptr) return false;
  value->clear();
  for (const std::string_view word : SplitWords(*text)) {
    const auto number = ParseNumber(word);
    if (!number) {
      FailAttribute(
          element, name,
          "holds '" + std::string(word) + "', which is not a finite number");
    }
    value->push_back(*number);
  }
  return true;
}

int ReadSome(const XmlElement& element, std::string_view name,
             std::span<double> values) {
  std::vector<double> numbers;
  if (!Read(element, name, &numbers)) return 0;
  if (numbers.empty() || numbers.size() > values.size()) {
    FailAttribute(element, name,
                  "takes " + std::string(values.size() > 1 ? "1 to " : "") +
                      NumberWord(values.size()) + ", not " +
                      std::to_string(numbers.size()));
  }
  std::copy(numbers.begin(), numbers.end(), values.begin());
  return static_cast<int>(numbers.size());
}

bool Read(const XmlElement& element, std::string_view name, double* value) {
  return ReadAll(element, name, std::span(value, 1));
}

bool Read(const XmlElement& element, std::string_view name, int* value) {
  const std::string* text = element.Find(name);
  if (text == nullptr) return false;
  const auto words = SplitWords(*text);
  const auto number = words.size() == 1 ? ParseInteger(words[0]) : std::nullopt;
  if (!number) {
    FailAttribute(element, name, "is '" + *text + "', not one integer");
  }
  *value = *number;
  return true;
}

bool Read(const XmlElement& element, std::string_view name, bool* value) {
  return ReadWord<bool>(element, name, {{"true", true}, {"false", false}},
                        value);
}

bool Read(const XmlElement& element, std::string_view name, Vector2d* value) {
  return ReadAll(element, name, std::span(value->data(), 2));
}

bool Read(const XmlElement& element, std::string_view name, Vector3d* value) {
  return ReadAll(element, name, std::span(value->data(), 3));
}

bool Read(const XmlElement& element, std::string_view name, Vector6d* value) {
  return ReadAll(element, name, std::span(value->data(), 6));
}

const std::string& Required(const XmlElement& element, std::string_view name) {
  const std::string* text = element.Find(name);
  if (text == nullptr) {
    Fail(element, "attribute '" + std::string(name) + "' is missing");
  }
  return *text;
}

}  // namespace tactus::multibody

#include "tactus/multibody/importers/sdf/elements.h"

#include <algorithm>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::sdformat {

const XmlElement* FindChild(const XmlElement& element, std::string_view tag) {
  const auto child = std::ranges::find(element.children, tag, &XmlElement::tag);
  return child == element.children.end() ? nullptr : &*child;
}

const XmlElement* FindPath(const XmlElement& element, std::string_view path) {
  const XmlElement* at = &element;
  while (at != nullptr && !path.empty()) {
    const auto end = std::min(path.find('/'), path.size());
    at = FindChild(*at, path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return at;
}

void ReadNumbers(const XmlElement& element, std::span<double> values) {
  const auto words = SplitWords(element.text);
  Check(words.size() == values.size(), element,
        "needs " + std::to_string(values.size()) + " number(s), not '" +
            element.text + "'");
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto number = ParseNumber(words[i]);
    Check(number.has_value(), element,
          "'" + std::string(words[i]) + "' is not a finite number");
    values[i] = *number;
  }
}

double ReadNumber(const XmlElement& element) {
  double value{};
  ReadNumbers(element, std::span(&value, 1));
  return value;
}

bool ReadFlag(const XmlElement& element) {
  return element.text == "1" || element.text == "true";
}

bool ReadPath(const XmlElement& element, std::string_view path, double* value) {
  const XmlElement* found = FindPath(element, path);
  if (found != nullptr) *value = ReadNumber(*found);
  return found != nullptr;
}

}  // namespace tactus::multibody::sdformat

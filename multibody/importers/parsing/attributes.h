#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// Typed attributes. Each Read() overwrites `value` and returns true when the
/// element has the attribute, and leaves `value` alone and returns false when
/// it has not: reading one layer of defaults after the other into one struct is
/// all that defaults take. All throw ModelFileError with the attribute's name
/// when the text is not what is read.

bool Read(const XmlElement& element, std::string_view name, std::string* value);
bool Read(const XmlElement& element, std::string_view name, double* value);
bool Read(const XmlElement& element, std::string_view name, int* value);
/// "true" or "false".
bool Read(const XmlElement& element, std::string_view name, bool* value);
bool Read(const XmlElement& element, std::string_view name, Vector2d* value);
bool Read(const XmlElement& element, std::string_view name, Vector3d* value);
bool Read(const XmlElement& element, std::string_view name, Vector6d* value);
/// The numbers of a list of any length.
bool Read(const XmlElement& element, std::string_view name,
          std::vector<double>* value);

template <typename T>
bool Read(const XmlElement& element, std::string_view name,
          std::optional<T>* value) {
  T present{};
  const bool found = Read(element, name, &present);
  if (found) *value = std::move(present);
  return found;
}

/// One to values.size() numbers; the rest of `values` stays. Returns how many.
int ReadSome(const XmlElement& element, std::string_view name,
             std::span<double> values);

/// One of a few words.
template <typename Enum>
bool ReadWord(const XmlElement& element, std::string_view name,
              std::initializer_list<std::pair<std::string_view, Enum>> words,
              Enum* value);

/// The attribute's text. Fails if there is none.
const std::string& Required(const XmlElement& element, std::string_view name);

/// Fails with "attribute 'name' ...".
[[noreturn]] void FailAttribute(const XmlElement& element,
                                std::string_view name, const std::string& what);

// Implementation.

template <typename Enum>
bool ReadWord(const XmlElement& element, std::string_view name,
              std::initializer_list<std::pair<std::string_view, Enum>> words,
              Enum* value) {
  const std::string* text = element.Find(name);
  if (text == nullptr) return false;
  std::string known;
  for (const auto& [word, meaning] : words) {
    if (*text == word) {
      *value = meaning;
      return true;
    }
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  FailAttribute(element, name, "is '" + *text + "', not one of: " + known);
}

}  // namespace tactus::multibody

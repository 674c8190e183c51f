#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/common/types.h"

namespace tactus::apps {

/// An object of a JSON file with its place there, for strict reading: every
/// member that is missing, of the wrong kind, not finite or not known ends in
/// one message that names the file and the element, such as
///
///     pile.json: bodies[3] "cube7": "mass" must be positive, it is -1
///
/// All functions throw it as std::invalid_argument.
class JsonElement {
 public:
  /// @param place  the file, and the element within it.
  JsonElement(nlohmann::json value, std::string place);

  const std::string& place() const { return place_; }
  bool Has(const std::string& key) const { return value_.contains(key); }
  /// Refuses members other than these.
  void RequireOnly(std::initializer_list<const char*> keys) const;
  /// Throws: "PLACE: WHY".
  [[noreturn]] void Fail(const std::string& why) const;

  double Number(const std::string& key) const;
  double Positive(const std::string& key) const;
  double NotNegative(const std::string& key) const;
  /// What a member is, or `otherwise` where there is none.
  double NumberOr(const std::string& key, double otherwise) const;
  std::optional<double> PositiveIfAny(const std::string& key) const;
  std::string Text(const std::string& key) const;
  std::string TextOr(const std::string& key, std::string otherwise) const;
  /// A list of so many numbers.
  VectorXd Numbers(const std::string& key, int count) const;
  JsonElement Object(const std::string& key) const;
  /// A list of objects; none where there is no such member. The place of each
  /// has its index, and its "name" if it has one.
  std::vector<JsonElement> Objects(const std::string& key) const;

 private:
  const nlohmann::json& Member(const std::string& key) const;
  [[noreturn]] void FailAt(const std::string& key,
                           const std::string& why) const;

  nlohmann::json value_;
  std::string place_;
};

/// What is in a file. @throws std::invalid_argument for one that cannot be
/// read, is not JSON (with line and column) or has a member twice.
nlohmann::json ParseJsonFile(const std::filesystem::path& file);

/// The object that is a whole file. @throws std::invalid_argument for a file
/// that cannot be read, is not JSON (with line and column), has a member twice
/// or is no object.
JsonElement ReadJsonFile(const std::filesystem::path& file);

}  // namespace tactus::apps

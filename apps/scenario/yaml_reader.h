#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <yaml-cpp/yaml.h>

#include "tactus/common/types.h"

namespace tactus::apps {

/// A YAML file that cannot be used. what() reads
///
///     scene.yaml:12:5: unknown key 'acuracy'; did you mean 'accuracy'?
class YamlError : public std::invalid_argument {
 public:
  YamlError(const std::string& file, int line, int column,
            std::string_view what);

  /// A value that does not stand in the file but in `origin`.
  YamlError(std::string_view origin, std::string_view what);

  /// Counted from 1.
  int line() const { return line_; }
  int column() const { return column_; }

 private:
  int line_ = 1, column_ = 1;
};

/// A value in a YAML file that knows where it stands. Every function that
/// returns what it reads throws YamlError at this place if something else is
/// written there, tags (such as !Rpy) included.
class YamlValue {
 public:
  struct Entry;

  /// The one document of a file. @throws YamlError, also for a file that cannot
  /// be read or has several documents.
  static YamlValue Load(const std::filesystem::path& file);
  /// The value of a text; `file` stands in messages.
  static YamlValue Parse(const std::string& text, const std::string& file);

  /// Puts the value that `text` says in the place of the one at `path` in this
  /// map. A path has points between its keys, of which the last ones may be
  /// new, and numbers from 0 in lists, or the `name` or `match` of an item:
  ///
  ///     simulator.accuracy   systems.pid.kp.1   directives.box.mass
  ///
  /// The item of a directive is what stands behind its one key. Complaints
  /// about the new value begin with "--set PATH=TEXT".
  /// @throws YamlError where the path leads nowhere.
  void Set(const std::string& path, const std::string& text);

  [[noreturn]] void Fail(std::string_view what) const;
  void Check(bool good, std::string_view what) const {
    if (!good) Fail(what);
  }
  /// Calls `function`; an error that it throws is passed on as one of this
  /// place, unless it has a place in this file already.
  template <typename Function>
  auto Guard(Function&& function) const {
    try {
      return function();
    } catch (const YamlError&) {
      throw;
    } catch (const std::exception& error) {
      Fail(error.what());
    }
  }

  /// "scene.yaml:12:5", or what was set.
  std::string place() const;
  const std::string& file() const { return source_->file; }
  int line() const { return line_; }
  int column() const { return column_; }

  bool is_map() const { return node_.IsMap(); }
  bool is_list() const { return node_.IsSequence(); }
  bool is_scalar() const { return node_.IsScalar(); }
  /// "!Rpy", or nothing.
  std::string tag() const;
  /// For those who have looked at the tag.
  YamlValue WithoutTag() const;

  std::string Text() const;
  double Number() const;            ///< Finite.
  double NumberOrInfinity() const;  ///< Also .inf and -.inf.
  double Positive() const;
  double NotNegative() const;
  int Integer() const;
  int PositiveInteger() const;
  bool Flag() const;  ///< true or false
  /// One of a few words.
  template <typename Enum>
  Enum Word(
      std::initializer_list<std::pair<std::string_view, Enum>> words) const;

  std::vector<YamlValue> List() const;
  std::vector<YamlValue> List(int size) const;
  /// A list of numbers, or one number.
  VectorXd Numbers() const;
  /// As many as that; or one number for all, in the second case.
  VectorXd Numbers(int size) const;
  VectorXd NumbersOrOne(int size) const;
  /// Fails unless there are `size` numbers.
  void CheckCount(const VectorXd& numbers, int size) const;
  /// Infinite ones too.
  VectorXd Bounds() const;
  Vector3d Vector3() const { return Numbers(3); }
  /// A list of rows, or one number.
  MatrixXd Matrix() const;

  /// Keys and values of a map, in order, each key once.
  std::vector<Entry> Entries() const;

 private:
  /// What the values of a file have in common.
  struct Source {
    struct Setting {
      YAML::Node node;
      std::string origin;
    };
    std::string file;
    std::vector<Setting> settings = {};  ///< Of Set().
  };

  YamlValue(YAML::Node node, std::shared_ptr<Source> source,
            std::string origin = {});

  const std::string& Plain(std::string_view wanted) const;
  void RequireNoTag() const;
  [[noreturn]] void FailType(std::string_view wanted) const;
  std::string Describe() const;

  YAML::Node node_;
  std::shared_ptr<Source> source_;
  std::string origin_;  ///< Not empty: of Set(), not from the file.
  int line_{}, column_{};
  bool tag_is_read_ = false;
};

/// One key of a map, and where it stands.
struct YamlValue::Entry {
  std::string key;
  YamlValue key_place, value;
};

/// A map with known keys: those that are asked for. What nobody asked for is an
/// error:
///
///     YamlMap map(value);
///     map.Read("step", &YamlValue::Positive, &step);  // If it is there.
///     name = map.Get("name").Text();                  // It must be.
///     map.Finish();
class YamlMap {
 public:
  /// @throws YamlError unless `value` is a map.
  explicit YamlMap(const YamlValue& value);

  const YamlValue& value() const { return value_; }
  bool Has(std::string_view key) { return Find(key).has_value(); }
  std::optional<YamlValue> Find(std::string_view key);
  /// @throws YamlError if there is none.
  YamlValue Get(std::string_view key);

  /// `*into` = what `read` makes of the value; untouched if there is none.
  template <typename Function, typename T>
  bool Read(std::string_view key, Function read, T* into) {
    const std::optional<YamlValue> found = Find(key);
    if (found) *into = std::invoke(read, *found);
    return found.has_value();
  }

  /// The one of these keys that is there. @throws YamlError unless one is.
  std::string OneOf(std::span<const std::string_view> keys);
  std::string OneOf(std::initializer_list<std::string_view> keys) {
    return OneOf(std::span(keys.begin(), keys.end()));
  }

  /// @throws YamlError at the first key that nobody asked for.
  void Finish() const;

 private:
  void FailIfMisspelt(const std::vector<std::string>& wanted) const;

  YamlValue value_;
  std::vector<YamlValue::Entry> entries_;
  std::set<std::string, std::less<>> known_;
};

// Implementation.

template <typename Enum>
Enum YamlValue::Word(
    std::initializer_list<std::pair<std::string_view, Enum>> words) const {
  const std::string text = Text();
  std::string known;
  for (const auto& [word, meaning] : words) {
    if (text == word) return meaning;
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  Fail("'" + text + "' is not one of: " + known);
}

}  // namespace tactus::apps

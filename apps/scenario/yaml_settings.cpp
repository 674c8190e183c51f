// How values of the command line come into a YAML file's.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/common/text.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

std::vector<std::string> SplitPath(const std::string& path) {
  std::vector<std::string> keys;
  std::size_t start = 0, point = 0;
  while ((point = path.find('.', start)) != path.npos) {
    keys.push_back(path.substr(start, point - start));
    start = point + 1;
  }
  keys.push_back(path.substr(start));
  return keys;
}

// What an item of a list is called; for a directive, {add_body: {name: ...}},
// what its value is. Empty: it has no name.
std::string NameOf(const YAML::Node& item) {
  if (!item.IsMap()) return {};
  for (const char* key : {"name", "match"}) {
    const YAML::Node name = item[key];
    if (name.IsDefined() && name.IsScalar()) return name.Scalar();
  }
  return {};
}

// What stands behind the one key of a directive, otherwise the item itself.
YAML::Node InsideOf(const YAML::Node& item) {
  const bool is_directive =
      item.IsMap() && item.size() == 1 && item.begin()->second.IsMap();
  return is_directive ? item.begin()->second : item;
}

class Path {
 public:
  explicit Path(std::string origin) : origin_(std::move(origin)) {}

  [[noreturn]] void Fail(const std::string& what) const {
    throw YamlError(origin_, what);
  }

  struct Item {
    std::size_t index{};
    bool is_by_name = false;
  };
  // The item that `key` means: by its name or else by its place.
  Item FindItem(const YAML::Node& list, const std::string& key) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i)
      names.push_back(NameOf(InsideOf(list[i])));
    const auto of_name = std::ranges::count(names, key);
    if (of_name > 1) {
      Fail(fmt::format("{} items are called '{}': say which by its place",
                       of_name, key));
    }
    if (of_name == 1) {
      const auto at = std::ranges::find(names, key) - names.begin();
      return {.index = static_cast<std::size_t>(at), .is_by_name = true};
    }
    if (const auto index = ParseInteger(key)) {
      if (*index >= 0 && static_cast<std::size_t>(*index) < list.size())
        return {.index = static_cast<std::size_t>(*index)};
      Fail(
          fmt::format("there is no item {} in a list of {}", key, list.size()));
    }
    std::erase(names, "");
    Fail(fmt::format("there is no item '{}'; {}", key,
                     multibody::Suggest(key, names)));
  }

  // Replaces what is at `keys` from `first` on below `parent`. Nodes are names:
  // assignment to one would change what it means.
  void Replace(YAML::Node parent, const std::vector<std::string>& keys,
               std::size_t first, const YAML::Node& value,
               std::vector<YAML::Node>* added) const {
    const std::string& key = keys[first];
    const bool is_last = first + 1 == keys.size();
    if (key.empty()) Fail("a key is empty");
    if (parent.IsSequence()) {
      const auto [i, is_by_name] = FindItem(parent, key);
      if (is_last) {
        parent[i] = value;
      } else {
        Replace(is_by_name ? InsideOf(parent[i]) : parent[i], keys, first + 1,
                value, added);
      }
      return;
    }
    if (!parent.IsMap())
      Fail(fmt::format("there is nothing below '{}', where '{}' could be",
                       first > 0 ? keys[first - 1] : "", key));
    if (is_last) {
      parent[key] = value;
      return;
    }
    if (!parent[key].IsDefined() || parent[key].IsNull()) {
      parent[key] = YAML::Node(YAML::NodeType::Map);
      added->push_back(parent[key]);
    }
    Replace(parent[key], keys, first + 1, value, added);
  }

 private:
  std::string origin_;
};

}  // namespace

void YamlValue::Set(const std::string& path, const std::string& text) {
  const std::string origin = fmt::format("--set {}={}", path, text);
  const Path place(origin);
  YAML::Node value;
  try {
    value = YAML::Load(text);
  } catch (const YAML::Exception& error) {
    place.Fail("this is not YAML: " + error.msg);
  }
  if (!value.IsDefined() || value.IsNull()) place.Fail("there is no value");
  std::vector<YAML::Node> added = {value};
  place.Replace(node_, SplitPath(path), 0, value, &added);
  for (const YAML::Node& node : added)
    source_->settings.push_back({node, origin});
}

}  // namespace tactus::apps

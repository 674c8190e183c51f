#include "tactus/multibody/importers/sdf/clear_errors.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "tactus/multibody/importers/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

using Predicate = std::function<bool(const XmlElement&)>;

// The first in the order of the file, or null.
const XmlElement* FindElement(const XmlElement& element,
                              const Predicate& is_it) {
  if (is_it(element)) return &element;
  for (const XmlElement& child : element.children) {
    if (const XmlElement* found = FindElement(child, is_it)) return found;
  }
  return nullptr;
}

// What stands between the words and the mark after them; empty without them.
std::string_view TextBetween(std::string_view message, std::string_view words,
                             char mark) {
  const auto at = message.find(words);
  if (at == std::string_view::npos) return "";
  message.remove_prefix(at + words.size());
  return message.substr(0, std::min(message.find(mark), message.size()));
}

// The message without file and line.
std::string_view MessageOf(const ModelFileError& error) {
  std::string prefix = error.file();
  if (error.line() > 0) prefix += ":" + std::to_string(error.line());
  prefix += ": ";
  const std::string_view what = error.what();
  return what.starts_with(prefix) ? what.substr(prefix.size()) : what;
}

// "Unable to find uri[model://box]"
void FailOfInclude(std::string_view message, const XmlElement& root,
                   const ResourceLocator& locator) {
  const std::string uri(TextBetween(message, "uri[", ']'));
  const XmlElement* include = FindElement(root, [&](const XmlElement& element) {
    const XmlElement* own = FindChild(element, "uri");
    return element.tag == "include" && own != nullptr && own->text == uri;
  });
  if (include != nullptr) locator.Locate(uri, *include);
}

// "Error reading element <lower>", at a line of its own.
void FailOfValue(std::string_view message, int line, const XmlElement& root) {
  const std::string_view tag =
      TextBetween(message, "Error reading element <", '>');
  const XmlElement* value = FindElement(root, [&](const XmlElement& element) {
    return element.tag == tag && element.line == line;
  });
  if (value == nullptr || !value->children.empty()) return;
  Fail(*value, "'" + value->text + "' is no value for it" +
                   (tag == "pose" ? ": a pose is six numbers, x y z [m] and "
                                    "roll pitch yaw"
                                  : ""));
}

// The first element that a message names, "joint with name[hip]": of frames
// and joints libsdformat knows no lines.
void FailOfSubject(std::string_view message, const XmlElement& root) {
  for (auto open = message.find('['); open != std::string_view::npos;
       open = message.find('[', open + 1)) {
    const auto close = std::min(message.find(']', open), message.size());
    const auto name = message.substr(open + 1, close - open - 1);
    const XmlElement* named = FindElement(root, [&](const XmlElement& element) {
      const std::string* own = element.Find("name");
      return own != nullptr && *own == name;
    });
    if (named != nullptr) Fail(*named, std::string(message));
  }
}

void FailIn(const XmlElement& root, const ModelFileError& error,
            const ResourceLocator& locator) {
  const std::string_view message = MessageOf(error);
  FailOfInclude(message, root, locator);
  if (error.line() > 0) {
    FailOfValue(message, error.line(), root);
  } else {
    FailOfSubject(message, root);
  }
}

}  // namespace

void ThrowClearly(const ModelFileError& error, const XmlElement& root,
                  const ResourceLocator& locator) {
  if (error.file() == *root.file) {
    FailIn(root, error, locator);
  } else {
    FailIn(ReadXmlFile(error.file()), error, locator);
  }
  throw error;
}

}  // namespace tactus::multibody::sdformat

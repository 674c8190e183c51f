#include "tactus/multibody/importers/sdf/clear_errors.h"

#include <algorithm>
#include <array>
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

// Whether one of the attributes that name frames has this value.
bool RefersTo(const XmlElement& element, std::string_view name) {
  return std::ranges::any_of(
      std::array{"relative_to", "expressed_in", "attached_to"},
      [&](const char* attribute) {
        const std::string* frame = element.Find(attribute);
        return frame != nullptr && *frame == name;
      });
}

// "m::arm::hip" is called hip in its model.
std::string_view Unscoped(std::string_view name) {
  const auto scope = name.rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

// The first element that a message names, "joint with name[hip]", or that
// refers to what it names: of frames and joints libsdformat knows no lines.
void FailOfSubject(std::string_view message, const XmlElement& root) {
  for (auto open = message.find('['); open != std::string_view::npos;
       open = message.find('[', open + 1)) {
    const auto close = std::min(message.find(']', open), message.size());
    const auto name = Unscoped(message.substr(open + 1, close - open - 1));
    const XmlElement* named = FindElement(root, [&](const XmlElement& element) {
      const std::string* own = element.Find("name");
      return own != nullptr && *own == name;
    });
    if (named == nullptr) {
      named = FindElement(root, [&](const XmlElement& element) {
        return RefersTo(element, name);
      });
    }
    if (named != nullptr) Fail(*named, std::string(message));
  }
}

// "Joint type of wobble is invalid"
void FailOfJointType(std::string_view message, const XmlElement& root) {
  const std::string_view type = TextBetween(message, "Joint type of ", ' ');
  if (type.empty()) return;
  const XmlElement* joint = FindElement(root, [&](const XmlElement& element) {
    const std::string* own = element.Find("type");
    return element.tag == "joint" && own != nullptr && *own == type;
  });
  if (joint != nullptr) Fail(*joint, std::string(message));
}

bool IsZeroAxis(const XmlElement& element) {
  constexpr std::string_view kZeros = "0.+- \t\n";
  return element.tag == "xyz" &&
         element.text.find_first_not_of(kZeros) == std::string::npos;
}

void FailOfAxis(std::string_view message, const XmlElement& root) {
  if (message.find("xyz vector cannot be zero") == std::string_view::npos)
    return;
  const XmlElement* axis = FindElement(root, IsZeroAxis);
  if (axis != nullptr) Fail(*axis, "an axis must not be zero");
}

void FailIn(const XmlElement& root, const ModelFileError& error,
            const ResourceLocator& locator) {
  const std::string_view message = MessageOf(error);
  FailOfInclude(message, root, locator);
  FailOfJointType(message, root);
  FailOfAxis(message, root);
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

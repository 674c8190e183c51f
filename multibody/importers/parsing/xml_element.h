#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::multibody {

/// An element of an XML file, with the place where it was written. Model files
/// are read into this tree, so that files may be spliced into one another
/// without losing track of lines. tinyxml2 is seen by xml_element.cpp alone.
struct XmlElement {
  struct Attribute {
    std::string name, value;
  };

  std::string tag;
  std::string text{};  ///< Directly inside the element, blanks trimmed.
  std::vector<Attribute> attributes{};
  std::vector<XmlElement> children{};
  std::shared_ptr<const std::string> file;
  int line{};

  /// The attribute's value, or null.
  const std::string* Find(std::string_view name) const;
};

/// The element and all that is in it.
int CountElements(const XmlElement& element);

/// The files that the element and all that is in it were written in.
std::set<std::string> FilesOf(const XmlElement& element);

/// "<tag>", or "<tag name="...">" for an element with a name.
std::string to_string(const XmlElement& element);

/// @throws ModelFileError for a file that cannot be read or is not well-formed.
XmlElement ReadXmlFile(const std::filesystem::path& file);

/// The same from memory; `name` stands for the file in messages.
XmlElement ParseXml(std::string_view xml, const std::string& name);

}  // namespace tactus::multibody

#include "tactus/multibody/importers/parsing/xml_element.h"

#include <algorithm>
#include <stdexcept>

#include <tinyxml2.h>

#include "tactus/common/read_file.h"
#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

XmlElement Copy(const tinyxml2::XMLElement& source,
                const std::shared_ptr<const std::string>& file) {
  XmlElement element{.tag = source.Name(), .file = file};
  element.line = source.GetLineNum();
  for (const auto* attribute = source.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    element.attributes.push_back({attribute->Name(), attribute->Value()});
  }
  for (const auto* node = source.FirstChild(); node != nullptr;
       node = node->NextSibling()) {
    if (const auto* child = node->ToElement()) {
      element.children.push_back(Copy(*child, file));
    } else if (const auto* text = node->ToText()) {
      element.text += text->Value();
    }
  }
  element.text = std::string(TrimBlanks(element.text));
  return element;
}

constexpr std::string_view kUnclosed =
    "not well-formed XML: the file ends before its elements do; is it "
    "truncated?";

// The element that a message of tinyxml2's ends with, "XMLElement name=link".
std::string NameInError(const tinyxml2::XMLDocument& document) {
  const std::string message = document.ErrorStr();
  const std::string_view mark = "XMLElement name=";
  const auto at = message.rfind(mark);
  if (at == std::string::npos) return "";
  return "<" + message.substr(at + mark.size()) + ">";
}

// By its byte order mark, or a zero beside the first character.
bool IsUtf16(std::string_view xml) {
  using namespace std::string_view_literals;
  return xml.starts_with("\xff\xfe"sv) || xml.starts_with("\xfe\xff"sv) ||
         xml.starts_with("<\0"sv) || xml.starts_with("\0<"sv);
}

[[noreturn]] void FailToParse(const tinyxml2::XMLDocument& document,
                              std::string_view xml, const std::string& name) {
  if (IsUtf16(xml))
    throw ModelFileError(name, 1, "", "it is in UTF-16; save it in UTF-8");
  int line = document.ErrorLineNum();
  std::string what;
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      what = "the file is empty";
      break;
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      what = "not well-formed XML: the element " + NameInError(document) +
             " is not closed, or by another's tag";
      break;
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      what = "not well-formed XML: a malformed or repeated attribute";
      break;
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      what = "elements are nested more than " +
             std::to_string(TINYXML2_MAX_ELEMENT_DEPTH) + " deep";
      break;
    case tinyxml2::XML_ERROR_PARSING:  // Of which tinyxml2 knows no line.
      line = 1 + static_cast<int>(std::count(xml.begin(), xml.end(), '\n'));
      what = kUnclosed;
      break;
    default:
      what = std::string("not well-formed XML (") + document.ErrorName() + ")";
  }
  throw ModelFileError(name, line, "", what);
}

}  // namespace

const std::string* XmlElement::Find(std::string_view name) const {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == name) return &attribute.value;
  }
  return nullptr;
}

std::set<std::string> FilesOf(const XmlElement& element) {
  std::set<std::string> files = {*element.file};
  for (const XmlElement& child : element.children) files.merge(FilesOf(child));
  return files;
}

int CountElements(const XmlElement& element) {
  int count = 1;
  for (const XmlElement& child : element.children) {
    count += CountElements(child);
  }
  return count;
}

std::string to_string(const XmlElement& element) {
  const std::string* name = element.Find("name");
  if (name == nullptr) return "<" + element.tag + ">";
  return "<" + element.tag + " name=\"" + *name + "\">";
}

XmlElement ReadXmlFile(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) {
    throw ModelFileError(file.string(), 0, "", "cannot read the file");
  }
  const std::string name = file.string();
  std::string text;
  try {
    text = ReadFile(file);
  } catch (const std::invalid_argument& error) {
    throw ModelFileError(name, 0, "",
                         std::string(error.what()).substr(name.size() + 2));
  }
  return ParseXml(text, name);
}

XmlElement ParseXml(std::string_view xml, const std::string& name) {
  tinyxml2::XMLDocument document;
  document.Parse(xml.data(), xml.size());
  if (document.Error()) FailToParse(document, xml, name);
  if (document.RootElement() == nullptr) {
    throw ModelFileError(name, 0, "", "the file holds no XML element");
  }
  return Copy(*document.RootElement(), std::make_shared<std::string>(name));
}

}  // namespace tactus::multibody

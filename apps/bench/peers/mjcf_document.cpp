#include "tactus/apps/bench/peers/mjcf_document.h"

#include <sstream>
#include <stdexcept>
#include <vector>

#include <spdlog/fmt/fmt.h>
#include <tinyxml2.h>

#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;
using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;
using tinyxml2::XMLNode;

void Load(const fs::path& file, XMLDocument* document) {
  if (document->LoadFile(file.c_str()) != tinyxml2::XML_SUCCESS) {
    throw std::invalid_argument(
        fmt::format("{}: {}", file.string(), document->ErrorStr()));
  }
  Require(document->RootElement() != nullptr &&
              document->RootElement()->Name() == std::string("mujoco"),
          file.string() + ": it is no MJCF file, its root is not <mujoco>");
}

// Puts the children of included roots where the <include> stands. Their files
// are relative to the folder of the main file.
void ExpandIncludes(const fs::path& folder, int depth, XMLElement* parent) {
  Require(depth < 16, folder.string() + ": files include each other");
  XMLElement* child = parent->FirstChildElement();
  while (child != nullptr) {
    XMLElement* const next = child->NextSiblingElement();
    if (child->Name() == std::string("include")) {
      const char* name = child->Attribute("file");
      Require(name != nullptr, "an <include> has no file");
      XMLDocument included;
      Load(folder / name, &included);
      ExpandIncludes(folder, depth + 1, included.RootElement());
      XMLNode* after = child;
      for (const XMLNode* node = included.RootElement()->FirstChild();
           node != nullptr; node = node->NextSibling()) {
        after = parent->InsertAfterChild(
            after, node->DeepClone(parent->GetDocument()));
      }
      parent->DeleteChild(child);
    } else {
      ExpandIncludes(folder, depth, child);
    }
    child = next;
  }
}

void MakeAssetFoldersAbsolute(const fs::path& folder, XMLElement* root) {
  XMLElement* compiler = root->FirstChildElement("compiler");
  if (compiler == nullptr) {
    compiler = root->InsertNewChildElement("compiler");
    root->InsertFirstChild(compiler);
  }
  for (; compiler != nullptr;
       compiler = compiler->NextSiblingElement("compiler")) {
    const char* shared = compiler->Attribute("assetdir");
    for (const char* key : {"meshdir", "texturedir"}) {
      const char* own = compiler->Attribute(key);
      const std::string given = own != nullptr      ? own
                                : shared != nullptr ? shared
                                                    : "";
      compiler->SetAttribute(key, (folder / given).c_str());
    }
    compiler->DeleteAttribute("assetdir");
  }
}

int RemoveBelow(const std::string& element, const std::string& attribute,
                XMLElement* parent) {
  int count = 0;
  XMLElement* child = parent->FirstChildElement();
  while (child != nullptr) {
    XMLElement* const next = child->NextSiblingElement();
    const bool meant = child->Name() == element;
    if (meant && attribute.empty()) {
      parent->DeleteChild(child);
      ++count;
    } else {
      if (meant && child->Attribute(attribute.c_str()) != nullptr) {
        child->DeleteAttribute(attribute.c_str());
        ++count;
      }
      count += RemoveBelow(element, attribute, child);
    }
    child = next;
  }
  return count;
}

int RemoveValueBelow(const std::string& element, const char* attribute,
                     const std::string& value, XMLElement* parent) {
  int count = 0;
  for (XMLElement* child = parent->FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (child->Name() == element &&
        child->Attribute(attribute, value.c_str()) != nullptr) {
      child->DeleteAttribute(attribute);
      ++count;
    }
    count += RemoveValueBelow(element, attribute, value, child);
  }
  return count;
}

/// The words of a text, with one space between them.
std::string JoinWords(const std::string& text) {
  std::istringstream stream(text);
  std::string joined;
  for (std::string word; stream >> word;) {
    if (!joined.empty()) joined += ' ';
    joined += word;
  }
  return joined;
}

// MuJoCo 2.2 takes spaces at the ends of a list of numbers for numbers.
void TrimKeyframes(XMLElement* root) {
  for (XMLElement* list = root->FirstChildElement("keyframe"); list != nullptr;
       list = list->NextSiblingElement("keyframe")) {
    for (XMLElement* key = list->FirstChildElement("key"); key != nullptr;
         key = key->NextSiblingElement("key")) {
      for (const char* name : {"qpos", "qvel", "act", "ctrl"}) {
        if (const char* value = key->Attribute(name))
          key->SetAttribute(name, JoinWords(value).c_str());
      }
    }
  }
}

}  // namespace

struct MjcfDocument::Document {
  XMLDocument xml;
};

MjcfDocument::MjcfDocument(const fs::path& file)
    : document_(std::make_unique<Document>()) {
  Load(file, &document_->xml);
  const fs::path folder = fs::absolute(file).parent_path();
  XMLElement* root = document_->xml.RootElement();
  ExpandIncludes(folder, 0, root);
  MakeAssetFoldersAbsolute(folder, root);
  TrimKeyframes(root);
}

MjcfDocument::~MjcfDocument() = default;

void MjcfDocument::AddGround() {
  XMLElement* root = document_->xml.RootElement();
  XMLElement* ground =
      root->InsertNewChildElement("worldbody")->InsertNewChildElement("geom");
  ground->SetAttribute("name", "ground");
  ground->SetAttribute("type", "plane");
  ground->SetAttribute("size", "0 0 1");
  ground->SetAttribute("contype", "2147483647");
  ground->SetAttribute("conaffinity", "2147483647");
}

void MjcfDocument::SetCompilerDefault(const std::string& attribute,
                                      const std::string& value) {
  XMLElement* compiler =
      document_->xml.RootElement()->FirstChildElement("compiler");
  if (compiler->Attribute(attribute.c_str()) == nullptr)
    compiler->SetAttribute(attribute.c_str(), value.c_str());
}

int MjcfDocument::Remove(const std::string& element,
                         const std::string& attribute) {
  return RemoveBelow(element, attribute, document_->xml.RootElement());
}

int MjcfDocument::RemoveValue(const std::string& element,
                              const std::string& attribute,
                              const std::string& value) {
  return RemoveValueBelow(element, attribute.c_str(), value,
                          document_->xml.RootElement());
}

std::string MjcfDocument::Print() const {
  tinyxml2::XMLPrinter printer;
  document_->xml.Print(&printer);
  return printer.CStr();
}

}  // namespace tactus::apps

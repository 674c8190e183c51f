#include "tactus/multibody/importers/mjcf/attachments.h"

#include <algorithm>
#include <iterator>

#include "tactus/multibody/importers/mjcf/copies.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/make_element.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

// A body, or the contents of a world, and what holds around it.
struct Attachment {
  std::vector<XmlElement> elements{};
  std::string childclass = "main";
  std::string compiler{};  // Its number.
};

bool FindBody(const XmlElement& parent, std::string_view name,
              const Attachment& around, Attachment* found) {
  for (const XmlElement& element : parent.children) {
    const std::string* own_name = element.Find("name");
    if (element.tag == "body" && own_name != nullptr && *own_name == name) {
      *found = around;
      found->elements = {element};
      return true;
    }
    Attachment inside = around;
    Read(element, "childclass", &inside.childclass);
    Read(element, kCompilerMark, &inside.compiler);
    if (FindBody(element, name, inside, found)) return true;
  }
  return false;
}

Attachment FindAttachment(const XmlElement& attach, const AttachedFile& file) {
  const Attachment around{.compiler = std::to_string(file.compiler)};
  Attachment found = around;
  const std::string* name = attach.Find("body");
  for (const XmlElement& world : file.root.children) {
    if (world.tag != "worldbody") continue;
    if (name == nullptr) {
      std::ranges::copy(world.children, std::back_inserter(found.elements));
    } else if (FindBody(world, *name, around, &found)) {
      return found;
    }
  }
  Check(name == nullptr, attach,
        "the model to attach has no body '" + (name ? *name : "") + "'");
  return found;
}

void SetClass(const AttachedNames& names, XmlElement* element) {
  const std::string* own = element->Find("class");
  SetAttribute("class", names.OfClass(own == nullptr ? "main" : *own), element);
}

// In place: the names of parts in these attributes, and of classes.
void RenameAll(std::initializer_list<std::string_view> part_attributes,
               const AttachedNames& names, XmlElement* element) {
  const auto of_part = [&names](const std::string& name) {
    return names.OfPart(name);
  };
  const auto of_class = [&names](const std::string& name) {
    return names.OfClass(name);
  };
  RenameAttributes(part_attributes, of_part, element);
  RenameAttributes({"class", "childclass"}, of_class, element);
}

XmlElement CopyReference(const XmlElement& element, const AttachedFile& file,
                         const AttachedNames& names, const PartNames& parts) {
  const auto of_part = [&names](const std::string& name) {
    return names.OfPart(name);
  };
  XmlElement copy = element;
  RenameReferences(parts, of_part, &copy);
  RenameOwnName(of_part, &copy);
  SetClass(names, &copy);
  if (copy.Find(kCompilerMark) == nullptr) {
    SetAttribute(kCompilerMark, std::to_string(file.compiler), &copy);
  }
  return copy;
}

XmlElement CopyAsset(const XmlElement& element, const AttachedFile& file,
                     const CompilerSettings& compiler,
                     const AttachedNames& names) {
  XmlElement copy = element;
  std::string name;
  fs::path path;
  if (const std::string* text = element.Find("file")) path = *text;
  if (!Read(element, "name", &name)) name = path.stem().string();
  SetAttribute("name", names.OfPart(name), &copy);
  SetClass(names, &copy);
  if (!path.empty() && path.is_relative()) {
    if (compiler.strip_path) path = path.filename();
    path = fs::absolute(file.directory / compiler.mesh_directory / path);
    SetAttribute("file", path.lexically_normal().string(), &copy);
  }
  return copy;
}

}  // namespace

std::string AttachedNames::OfClass(const std::string& name) const {
  const bool is_main = prefix.empty() && name == "main";
  return is_main ? "main@" + std::to_string(compiler) : prefix + name;
}

XmlElement MakeAttachment(const XmlElement& attach, const AttachedFile& file,
                          const AttachedNames& names, PartNames* parts) {
  Attachment attachment = FindAttachment(attach, file);
  XmlElement frame = MakeElementAt("frame", attach);
  frame.attributes = {{"childclass", names.OfClass(attachment.childclass)},
                      {std::string(kCompilerMark), attachment.compiler}};
  for (XmlElement& part : attachment.elements) {
    CollectNames(part, parts);
    RenameAll({"name", "mesh", "hfield"}, names, &part);
  }
  frame.children = std::move(attachment.elements);
  return frame;
}

XmlElement MakeAttachedClasses(const AttachedFile& file,
                               const AttachedNames& names) {
  XmlElement all = MakeElementAt("default", file.root);
  XmlElement main = MakeElementAt("default", file.root);
  main.attributes = {{"class", names.OfClass("main")},
                     {std::string(kRootClassMark), "true"}};
  for (const XmlElement& section : file.root.children) {
    if (section.tag != "default") continue;
    const std::string* alias = section.Find("class");
    if (alias != nullptr && *alias != "main") {
      XmlElement same = MakeElementAt("default", section);
      SetAttribute("class", names.OfClass(*alias), &same);
      main.children.push_back(std::move(same));
    }
    for (XmlElement child : section.children) {
      RenameAll({"mesh", "hfield"}, names, &child);
      main.children.push_back(std::move(child));
    }
  }
  all.children.push_back(std::move(main));
  return all;
}

XmlElement MakeAttachedAssets(const AttachedFile& file,
                              const CompilerSettings& compiler,
                              const AttachedNames& names) {
  XmlElement assets = MakeElementAt("asset", file.root);
  for (const XmlElement& section : file.root.children) {
    if (section.tag != "asset") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag != "mesh" && element.tag != "hfield") continue;
      assets.children.push_back(CopyAsset(element, file, compiler, names));
    }
  }
  return assets;
}

std::vector<std::pair<std::string, XmlElement>> CopyAttachedReferences(
    const AttachedFile& file, const AttachedNames& names, PartNames* parts,
    ImportReport* report) {
  std::vector<std::pair<std::string, XmlElement>> copies;
  for (const std::string_view tag : kReferringSections) {
    for (const XmlElement& section : file.root.children) {
      if (section.tag != tag) continue;
      for (const XmlElement& element : section.children) {
        const ReferenceCount count = CountReferences(element, *parts);
        if (count.inside == 0) continue;
        if (count.outside > 0) {
          report->Add(Notice::Severity::kDropped, element,
                      "refers to parts that are not attached");
          continue;
        }
        copies.emplace_back(tag, CopyReference(element, file, names, *parts));
        if (tag == "tendon") CollectNames(element, parts);
      }
    }
  }
  return copies;
}

}  // namespace tactus::multibody::mjcf

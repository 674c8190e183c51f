#include "tactus/multibody/importers/mjcf/includes.h"

#include <algorithm>
#include <utility>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

// Files that include each other several times would make an endless model.
constexpr int kMostIncluded = 1'000'000;

class IncludeExpander {
 public:
  IncludeExpander(fs::path main_directory, ImportReport* report)
      : main_directory_(std::move(main_directory)), report_(report) {}

  void Expand(XmlElement* element) {
    std::vector<XmlElement> children;
    for (XmlElement& child : element->children) {
      if (child.tag == "include") {
        std::ranges::move(ReadIncluded(child), std::back_inserter(children));
      } else {
        Expand(&child);
        children.push_back(std::move(child));
      }
    }
    element->children = std::move(children);
  }

  // The path that is being read, from the main file inwards.
  void Enter(const fs::path& file) { open_files_.push_back(file); }

 private:
  std::vector<XmlElement> ReadIncluded(const XmlElement& include) {
    const fs::path file = LocateFile(include, main_directory_);
    Check(std::ranges::find(open_files_, file) == open_files_.end(), include,
          "the file " + file.string() + " includes itself");
    report_->AddFile(file);
    XmlElement root = ReadXmlFile(file);
    num_included_ += CountElements(root);
    Check(num_included_ <= kMostIncluded, include,
          "makes more than a million included elements");
    open_files_.push_back(file);
    Expand(&root);
    open_files_.pop_back();
    return std::move(root.children);
  }

  fs::path main_directory_;
  ImportReport* report_;
  std::vector<fs::path> open_files_;
  int num_included_ = 0;
};

}  // namespace

fs::path LocateFile(const XmlElement& element, const fs::path& main_directory) {
  const fs::path named = Required(element, "file");
  const fs::path beside = fs::path(*element.file).parent_path() / named;
  const fs::path in_main = main_directory / named;
  for (const fs::path& candidate : {beside, in_main}) {
    if (fs::is_regular_file(candidate)) return candidate.lexically_normal();
  }
  std::string tried = "cannot find the file: tried " + beside.string();
  if (in_main.lexically_normal() != beside.lexically_normal()) {
    tried += " and " + in_main.string();
  }
  Fail(element, tried);
}

void ExpandIncludes(const fs::path& main_directory, XmlElement* root,
                    ImportReport* report) {
  IncludeExpander expander(main_directory, report);
  expander.Enter(fs::path(*root->file).lexically_normal());
  expander.Expand(root);
}

}  // namespace tactus::multibody::mjcf

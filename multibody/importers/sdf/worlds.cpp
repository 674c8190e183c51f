#include "tactus/multibody/importers/sdf/worlds.h"

#include <vector>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::sdformat {
namespace {

std::string NameOf(const XmlElement& world) {
  const std::string* name = world.Find("name");
  return name == nullptr ? "" : *name;
}

std::string ListNames(const XmlElement& root) {
  std::string names;
  for (const XmlElement& child : root.children) {
    if (child.tag == "world")
      names += (names.empty() ? "'" : ", '") + NameOf(child) + "'";
  }
  return names;
}

}  // namespace

void KeepWorld(const std::string& wanted, XmlElement* root,
               ImportReport* report) {
  const std::string names = ListNames(*root);
  const XmlElement* kept = nullptr;
  for (const XmlElement& child : root->children) {
    const bool is_wanted = wanted.empty() || NameOf(child) == wanted;
    if (kept == nullptr && child.tag == "world" && is_wanted) kept = &child;
  }
  Check(kept != nullptr || wanted.empty(), *root,
        "there is no world '" + wanted + "'" +
            (names.empty() ? ", nor any other" : "; there are " + names));
  if (kept == nullptr) return;
  const std::string name = NameOf(*kept);
  if (wanted.empty()) {
    for (const XmlElement& child : root->children) {
      if (child.tag != "world" || NameOf(child) == name) continue;
      report->Add(Notice::Severity::kDropped, child,
                  "left out: it is the first world of the file, '" + name +
                      "', that is simulated unless another is asked for by "
                      "name");
    }
  }
  std::erase_if(root->children, [&name](const XmlElement& child) {
    return child.tag == "world" && NameOf(child) != name;
  });
}

}  // namespace tactus::multibody::sdformat

#include "tactus/multibody/importers/parsing/resource_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::multibody {
namespace {

// Elements whose text is a file.
constexpr auto kTags = std::to_array<std::string_view>(
    {"uri", "diffuse", "normal", "albedo_map", "normal_map", "roughness_map",
     "metalness_map", "emissive_map", "environment_map",
     "ambient_occlusion_map", "light_map"});

void CollectUris(const XmlElement& element, std::set<std::string>* uris) {
  if (const std::string* file = element.Find("filename")) uris->insert(*file);
  const bool holds_file = std::ranges::find(kTags, element.tag) != kTags.end();
  if (holds_file && !element.text.empty()) uris->insert(element.text);
  for (const XmlElement& child : element.children) CollectUris(child, uris);
}

}  // namespace

void AddResourceFiles(const XmlElement& root, const ResourceLocator& locator,
                      ImportReport* report) {
  std::set<std::string> uris;
  CollectUris(root, &uris);
  std::vector<std::filesystem::path> tried;
  for (const std::string& uri : uris) {
    for (const char* part : {"", "/model.config"}) {
      if (const auto file = locator.Find(uri + part, &tried))
        report->AddFile(*file);
    }
  }
}

}  // namespace tactus::multibody

#include "tactus/multibody/importers/urdf/visuals.h"

#include <optional>
#include <span>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/urdf/elements.h"
#include "tactus/multibody/importers/urdf/meshes.h"
#include "tactus/multibody/importers/urdf/primitives.h"

namespace tactus::multibody::urdf {
namespace {

std::optional<Color> ReadColor(const XmlElement& material) {
  const XmlElement* color = FindChild(material, "color");
  if (color == nullptr) return std::nullopt;
  Eigen::Vector4d rgba(1, 1, 1, 1);
  ReadSome(*color, "rgba", std::span(rgba.data(), 4));
  rgba = rgba.cwiseMax(0).cwiseMin(1);
  return Color{rgba[0], rgba[1], rgba[2], rgba[3]};
}

void CollectMaterials(const XmlElement& element,
                      std::map<std::string, Color>* materials) {
  std::string name;
  if (Is(element, "material") && Read(element, "name", &name)) {
    if (const auto color = ReadColor(element)) materials->emplace(name, *color);
  }
  for (const XmlElement& child : element.children)
    CollectMaterials(child, materials);
}

std::optional<Color> FindColor(const XmlElement& visual,
                               const std::map<std::string, Color>& materials) {
  const XmlElement* material = FindChild(visual, "material");
  if (material == nullptr) return std::nullopt;
  if (const auto own = ReadColor(*material)) return own;
  std::string name;
  Read(*material, "name", &name);
  const auto known = materials.find(name);
  if (known == materials.end()) return std::nullopt;
  return known->second;
}

Visual::Form ReadForm(const XmlElement& visual,
                      const ResourceLocator& locator) {
  const XmlElement* geometry = FindChild(visual, "geometry");
  Check(geometry != nullptr, visual, "it has no <geometry>");
  for (const XmlElement& element : geometry->children) {
    if (const auto shape = ReadPrimitive(element)) return *shape;
    if (!Is(element, "mesh")) continue;
    return VisualMesh{
        .file = locator.Locate(Required(element, "filename"), element),
        .scale = ReadScale(element)};
  }
  Fail(*geometry, "no shape that is known");
}

}  // namespace

std::map<std::string, Color> ReadMaterials(const XmlElement& root) {
  std::map<std::string, Color> materials;
  CollectMaterials(root, &materials);
  return materials;
}

LinkLooks ReadVisuals(const XmlElement& link,
                      const std::map<std::string, Color>& materials,
                      const ResourceLocator& locator, ImportReport* report) {
  LinkLooks looks;
  for (const XmlElement& element : link.children) {
    if (!Is(element, "visual")) continue;
    try {
      looks.visuals.push_back({.X_BG = ReadOrigin(element),
                               .form = ReadForm(element, locator),
                               .color = FindColor(element, materials)});
    } catch (const ModelFileError& error) {
      looks.complete = false;
      report->Add(Notice::Severity::kCosmetic, element,
                  std::string("it is not drawn: ") + error.what());
    }
  }
  return looks;
}

}  // namespace tactus::multibody::urdf

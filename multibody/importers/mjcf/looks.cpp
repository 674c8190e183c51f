#include "tactus/multibody/importers/mjcf/looks.h"

#include <span>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr int kFirstHiddenGroup = 3;

Color ToColor(const Eigen::Vector4d& rgba) {
  const Eigen::Vector4d c = rgba.cwiseMax(0).cwiseMin(1);
  return {.red = c[0], .green = c[1], .blue = c[2], .alpha = c[3]};
}

bool IsShown(const GeomSpec& geom) {
  return geom.group < kFirstHiddenGroup;
}

// Whether it is seen otherwise than it collides.
bool HasOwnForm(const GeomSpec& geom) {
  using Type = GeomSpec::Type;
  return geom.type == Type::kMesh || geom.type == Type::kSdf ||
         (geom.type == Type::kPlane && !geom.collides());
}

std::optional<Visual::Form> FindForm(const GeomSpec& geom, MeshAssets* meshes,
                                     ImportReport* report) {
  if (geom.type == GeomSpec::Type::kPlane) return contact::HalfSpace{};
  return meshes->FindForm(geom.mesh, *geom.source, report);
}

// What covers a surface on the average; nothing for a picture in a file.
std::optional<Eigen::Vector3d> FindMeanColor(const XmlElement& texture) {
  std::string builtin = "none";
  Read(texture, "builtin", &builtin);
  if (builtin == "none") return std::nullopt;
  Vector3d first(0.8, 0.8, 0.8), second(0.5, 0.5, 0.5);
  Read(texture, "rgb1", &first);
  Read(texture, "rgb2", &second);
  return builtin == "flat" ? first : Vector3d((first + second) / 2);
}

// The assets of that tag.
std::vector<const XmlElement*> FindAssets(const XmlElement& root,
                                          std::string_view tag) {
  std::vector<const XmlElement*> found;
  for (const XmlElement& section : root.children) {
    if (section.tag != "asset") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag == tag) found.push_back(&element);
    }
  }
  return found;
}

}  // namespace

Materials::Materials(const XmlElement& root, const DefaultClasses& classes) {
  std::map<std::string, std::optional<Vector3d>> textures;
  for (const XmlElement* texture : FindAssets(root, "texture")) {
    std::string name;
    if (Read(*texture, "name", &name)) textures[name] = FindMeanColor(*texture);
  }
  for (const XmlElement* material : FindAssets(root, "material")) {
    std::string name, texture;
    if (!Read(*material, "name", &name)) continue;
    Eigen::Vector4d rgba = Eigen::Vector4d::Ones();
    for (const XmlElement* layer :
         classes.Layers(*material, "", {"material"})) {
      ReadSome(*layer, "rgba", std::span(rgba.data(), 4));
      Read(*layer, "texture", &texture);
    }
    const auto painted = textures.find(texture);
    if (texture.empty()) {
      colors_[name] = ToColor(rgba);
    } else if (painted != textures.end() && painted->second) {
      rgba.head<3>().array() *= painted->second->array();
      colors_[name] = ToColor(rgba);
    } else {
      colors_[name] = std::nullopt;
    }
  }
}

// A geom's rgba goes before its material's, unless it is the standard one.
std::optional<Color> Materials::FindColor(const GeomSpec& geom) const {
  const Eigen::Vector4d kStandard(0.5, 0.5, 0.5, 1);
  if (geom.rgba && *geom.rgba != kStandard) return ToColor(*geom.rgba);
  const auto material = colors_.find(geom.material);
  if (material != colors_.end()) return material->second;
  return geom.rgba ? std::optional(ToColor(*geom.rgba)) : std::nullopt;
}

std::vector<GeomLooks> AddVisuals(const BodyTree& tree,
                                  std::span<const int> bodies,
                                  const Materials& materials,
                                  MeshAssets* meshes, ImportReport* report,
                                  ModelBuilder* builder) {
  const std::vector<int> roots = tree.CalcTreeRoots();
  std::vector<bool> is_seen(tree.bodies.size(), false);  // By root.
  std::vector<bool> lacks_mesh(tree.bodies.size(), false);
  std::vector<GeomLooks> looks;
  const auto show = [&](const GeomSpec& geom, GeomLooks* own) {
    own->is_drawn = true;
    if (!HasOwnForm(geom)) return;
    auto form = FindForm(geom, meshes, report);
    own->is_drawn = !form;
    lacks_mesh[geom.body] = lacks_mesh[geom.body] || !form;
    if (!form) return;
    builder->AddVisual({.body = bodies[geom.body],
                        .X_BG = geom.X_BG,
                        .form = std::move(*form),
                        .color = own->color});
  };
  for (const GeomSpec& geom : tree.geoms) {
    looks.push_back({.is_drawn = false, .color = materials.FindColor(geom)});
    const std::optional<Color>& color = looks.back().color;
    if (!IsShown(geom) || (color && color->alpha == 0)) continue;
    is_seen[roots[geom.body]] = true;
    show(geom, &looks.back());
  }
  for (std::size_t g = 0; g < looks.size(); ++g) {
    const GeomSpec& geom = tree.geoms[g];
    const bool stands_in = !is_seen[roots[geom.body]] || lacks_mesh[geom.body];
    if (!IsShown(geom) && stands_in) show(geom, &looks[g]);
  }
  return looks;
}

}  // namespace tactus::multibody::mjcf

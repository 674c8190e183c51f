#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tactus/common/color.h"
#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/mjcf/meshes.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody::mjcf {

/// The colours of <material> assets. One that is painted with a texture has, in
/// its place, the mean of the colours from which MuJoCo makes the texture
/// (rgb1, rgb2), and none if the texture is a picture in a file.
class Materials {
 public:
  Materials(const XmlElement& root, const DefaultClasses& classes);

  /// The colour of a geom: its rgba, or else its material's; nothing where
  /// neither says.
  std::optional<Color> FindColor(const GeomSpec& geom) const;

 private:
  std::map<std::string, std::optional<Color>> colors_;
};

/// How what collides of a geom is drawn.
struct GeomLooks {
  bool is_drawn = true;
  std::optional<Color> color{};
};

/// Adds what is seen and does not collide, as MuJoCo's viewer shows it: geoms
/// of groups 0, 1 and 2, unless they are wholly transparent. What collides is
/// drawn where it is one of these and no mesh: a mesh is drawn itself, not its
/// hull. Geoms of other groups are drawn after all where nothing else is seen
/// of their tree, or where a mesh file of their body is missing, which is
/// reported.
/// @param bodies  the builder's numbers of the tree's.
/// @return  by geom.
std::vector<GeomLooks> AddVisuals(const BodyTree& tree,
                                  std::span<const int> bodies,
                                  const Materials& materials,
                                  MeshAssets* meshes, ImportReport* report,
                                  ModelBuilder* builder);

}  // namespace tactus::multibody::mjcf

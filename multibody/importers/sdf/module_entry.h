#pragma once

#include <string>

#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// The module tactus-sdf.so is ReadScene() with libsdformat behind it, under
/// this name, its only symbol. Parameters and errors are ReadScene()'s.
using SceneReader = void(const XmlElement& root, const std::string& file,
                         const std::string* xml, const ResourceLocator& locator,
                         Scene* scene);
inline constexpr const char* kModule = "tactus-sdf.so";
inline constexpr const char* kSceneReader = "tactus_read_scene";

}  // namespace tactus::multibody::sdformat

extern "C" [[gnu::visibility(
    "default")]] tactus::multibody::sdformat::SceneReader tactus_read_scene;

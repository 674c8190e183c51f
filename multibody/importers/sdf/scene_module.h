#pragma once

#include <string>

#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// ReadScene() of read_scene.h, by a module that the first call loads.
/// libsdformat makes hundreds of regular expressions whenever it is loaded, and
/// would take most of the start-up of programs that never read SDFormat. The
/// dynamic linker looks for the module where the program's run path says.
/// @throws ModelFileError likewise, and where the module cannot be loaded.
Scene ReadSceneByModule(const XmlElement& root, const std::string& file,
                        const std::string* xml, const ResourceLocator& locator);

}  // namespace tactus::multibody::sdformat

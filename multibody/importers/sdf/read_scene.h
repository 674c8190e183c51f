#pragma once

#include <string>

#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// Parses a file, or the text `xml` under the file's name, and resolves its
/// frames. libsdformat is seen by read_scene.cpp, included_files.cpp,
/// merged_poses.cpp, descriptions.cpp and silence.cpp alone.
/// @param root  of the file, which says what may be in it; of several worlds
/// the one that is left there is read.
/// Inertias are as in the file, whether a body can have them or not.
/// @throws ModelFileError for what libsdformat refuses, and a file without a
/// model.
Scene ReadScene(const XmlElement& root, const std::string& file,
                const std::string* xml, const ResourceLocator& locator);

}  // namespace tactus::multibody::sdformat

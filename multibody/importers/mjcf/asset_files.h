#pragma once

#include <filesystem>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// Tells the report of the files of all <asset>s, be they read (meshes, height
/// fields), passed over (textures, skins), or read by none of the model's
/// geoms. A file counts from its <compiler> directory, that from
/// `main_directory` and from the file that the asset is in; places without a
/// file are left out.
/// @throws ModelFileError for <compiler> settings that cannot be understood.
void AddAssetFiles(const XmlElement& root,
                   const std::filesystem::path& main_directory,
                   ImportReport* report);

}  // namespace tactus::multibody::mjcf

#include "tactus/multibody/importers/mjcf/asset_files.h"

#include "tactus/multibody/importers/mjcf/compiler.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

fs::path DirectoryFor(const XmlElement& asset,
                      const CompilerSettings& compiler) {
  if (asset.tag == "model") return {};
  if (asset.tag == "texture") return compiler.texture_directory;
  return compiler.mesh_directory;
}

}  // namespace

// Of a cube's texture there are six: fileright, fileleft, ...
void AddAssetFiles(const XmlElement& root, const fs::path& main_directory,
                   ImportReport* report) {
  const CompilerSettings compiler = ReadCompiler(root);
  const auto add = [&](const XmlElement& asset, fs::path file) {
    if (compiler.strip_path && file.is_relative()) file = file.filename();
    const fs::path own_directory = fs::path(*asset.file).parent_path();
    for (const fs::path& folder : {main_directory, own_directory}) {
      const fs::path place = folder / DirectoryFor(asset, compiler) / file;
      std::error_code error;
      if (fs::is_regular_file(place, error)) report->AddFile(place);
    }
  };
  for (const XmlElement& section : root.children) {
    if (section.tag != "asset") continue;
    for (const XmlElement& asset : section.children) {
      for (const XmlElement::Attribute& attribute : asset.attributes) {
        if (attribute.name.starts_with("file")) add(asset, attribute.value);
      }
    }
  }
}

}  // namespace tactus::multibody::mjcf
